// Two ways to hold a graph that is being generated: bits for at most 64 nodes, lists for any number.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/draw.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::generate {

class BitAdjacency {
 public:
  explicit BitAdjacency(int nodes) : pattern_(Pattern::empty(nodes)) {}

  int nodes() const { return pattern_.size; }
  int degree(int u) const { return pattern_.degree(u); }
  bool has(int u, int v) const { return pattern_.adjacent(u, v); }
  void add(int u, int v) { pattern_.connect(u, v); }
  void remove(int u, int v) {
    pattern_.rows[u] &= ~bit(v);
    pattern_.rows[v] &= ~bit(u);
  }
  bool connected() const { return pattern_.connected(); }

  int random_neighbor(int u, Random& random) const { return draw_bit(pattern_.rows[u], random); }
  /// A neighbor of u that is neither w nor a neighbor of w, or -1.
  int random_neighbor_apart(int u, int w, Random& random) const {
    const Row row = pattern_.rows[u] & ~pattern_.rows[w] & ~bit(w);
    return row == 0 ? -1 : draw_bit(row, random);
  }
  /// Joins each pair with probability p; the graph must be empty.
  void add_coins(double p, Random& random) {
    for (int u = 1; u < nodes(); ++u) {
      pattern_.rows[u] |= draw_coins(p, bit(u) - 1, random);
      for_each_bit(pattern_.rows[u], [&](int v) { pattern_.rows[v] |= bit(u); });
    }
  }
  template <typename F>
  void for_each_neighbor(int u, F&& f) const {
    for_each_bit(pattern_.rows[u], f);
  }
  const Pattern& pattern() const { return pattern_; }

 private:
  Pattern pattern_;
};

class ListAdjacency {
 public:
  explicit ListAdjacency(int nodes) : lists_(static_cast<std::size_t>(nodes)) {}

  int nodes() const { return static_cast<int>(lists_.size()); }
  int degree(int u) const { return static_cast<int>(lists_[u].size()); }
  bool has(int u, int v) const {
    if (degree(u) > degree(v)) std::swap(u, v);
    return std::find(lists_[u].begin(), lists_[u].end(), v) != lists_[u].end();
  }
  void add(int u, int v) {
    if (has(u, v)) return;
    lists_[u].push_back(v);
    lists_[v].push_back(u);
  }
  void remove(int u, int v) {
    std::erase(lists_[u], v);
    std::erase(lists_[v], u);
  }
  bool connected() const {
    std::vector<int> reached{0};
    std::vector<bool> seen(lists_.size());
    seen[0] = true;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const int v : lists_[reached[i]]) {
        if (seen[v]) continue;
        seen[v] = true;
        reached.push_back(v);
      }
    return reached.size() == lists_.size();
  }

  int random_neighbor(int u, Random& random) const { return lists_[u][random.below(lists_[u].size())]; }
  int random_neighbor_apart(int u, int w, Random& random) const {
    std::vector<int> apart;
    for (const int v : lists_[u])
      if (v != w && !has(v, w)) apart.push_back(v);
    return apart.empty() ? -1 : apart[random.below(apart.size())];
  }
  /// Walks over the pairs in steps of geometric length, so that the cost is that of the edges.
  void add_coins(double p, Random& random) {
    if (p <= 0) return;
    const double scale = p < 1 ? 1 / std::log1p(-p) : 0;
    for (std::int64_t u = 1, v = -1; u < nodes();) {
      const double skip = std::floor(std::log(positive_uniform(random)) * scale);
      v += 1 + static_cast<std::int64_t>(std::min(skip, 0x1.0p60));
      for (; u < nodes() && v >= u; ++u) v -= u;
      if (u >= nodes()) return;
      lists_[u].push_back(static_cast<int>(v));
      lists_[v].push_back(static_cast<int>(u));
    }
  }
  template <typename F>
  void for_each_neighbor(int u, F&& f) const {
    std::for_each(lists_[u].begin(), lists_[u].end(), f);
  }

 private:
  std::vector<std::vector<int>> lists_;
};

}  // namespace spminer::generate
