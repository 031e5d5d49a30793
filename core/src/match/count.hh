// Visitors that keep node sets apart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "match/dense.hh"

namespace spminer::match {

/// Counts node sets of non-induced embeddings without remembering them: an embedding counts only if it is the
/// first one that a search inside its own node set finds.
class NodeSetVisitor {
 public:
  static constexpr bool kCounts = false;
  static constexpr bool kRestarts = false;

  NodeSetVisitor(const Plan& plan, const Target& target, Control& control)
      : plan_(plan), target_(target), budget_(control, 0), search_(plan, target, budget_) {}

  bool found(std::span<const Node> embedding) {
    total += is_first(embedding);
    return false;
  }
  /// Whether the control ended a check, so that the total may be too small.
  bool cut_short() const { return budget_.exhausted(); }

  std::uint64_t total = 0;

 private:
  bool is_first(std::span<const Node> embedding) {
    members_.assign(embedding.begin(), embedding.end());
    std::sort(members_.begin(), members_.end());
    // A node set without further edges has one class of embeddings, of which the search reports one.
    if (fill_rows() == plan_.pattern.edges() && !plan_.codes) return true;
    FirstVisitor first;
    search_.enter({plan_.size(), rows_.data(), members_.data(), nullptr});
    return search_.run_all(first) && !budget_.exhausted() &&
           std::equal(embedding.begin(), embedding.end(), first.images.begin());
  }

  /// Returns the number of edges.
  int fill_rows() {
    int edges = 0;
    rows_.assign(members_.size(), 0);
    for (std::size_t i = 0; i < members_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        if (!target_.adjacent(members_[i], members_[j])) continue;
        rows_[i] |= Word{1} << j;
        rows_[j] |= Word{1} << i;
        ++edges;
      }
    return edges;
  }

  const Plan& plan_;
  const Target& target_;
  Budget budget_;
  DenseSearch<1> search_;
  std::vector<Node> members_;
  std::vector<Word> rows_;
};

/// Collects embeddings on distinct node sets, up to a limit; per root only the first one, or all.
class CollectVisitor {
 public:
  static constexpr bool kCounts = false;
  static constexpr bool kRestarts = false;

  CollectVisitor(const Plan& plan, std::size_t limit) : plan_(plan), limit_(limit) {}

  bool found(std::span<const Node> embedding) {
    std::vector<Node> nodes(embedding.begin(), embedding.end());
    std::sort(nodes.begin(), nodes.end());
    if (seen_.insert(std::move(nodes)).second) append(embedding);
    return one_per_root || full();
  }
  bool full() const { return seen_.size() >= limit_; }

  bool one_per_root = true;
  std::vector<Node> embeddings;  ///< in the order of the caller's pattern

 private:
  void append(std::span<const Node> embedding) {
    const auto begin = embeddings.size();
    embeddings.resize(begin + embedding.size());
    for (std::size_t p = 0; p < embedding.size(); ++p)
      embeddings[begin + static_cast<std::size_t>(plan_.node_at[p])] = embedding[p];
  }

  const Plan& plan_;
  std::size_t limit_;
  std::set<std::vector<Node>> seen_;
};

}  // namespace spminer::match
