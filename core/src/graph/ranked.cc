#include "graph/ranked.hh"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hh"

namespace spminer::inline graph {

namespace {

constexpr Node kNodesPerTask = 4096;

/// Calls f(first, last) for ranges of all nodes.
template <typename F>
void for_each_range(Node nodes, int threads, F&& f) {
  const auto tasks = (std::int64_t{nodes} + kNodesPerTask - 1) / kNodesPerTask;
  parallel_for(tasks, threads, [&](std::int64_t task, int) {
    const std::int64_t first = task * kNodesPerTask;
    f(static_cast<Node>(first), static_cast<Node>(std::min<std::int64_t>(first + kNodesPerTask, nodes)));
  });
}

}  // namespace

DegreeOrderedRows::DegreeOrderedRows(const Target& target, int threads)
    : starts_(static_cast<std::size_t>(target.size()) + 1) {
  number_by_degree(target);
  for_each_range(size(), threads, [&](Node first, Node last) {
    for (Node r = first; r < last; ++r) {
      const auto row = target.neighbors(nodes_[r]);
      starts_[r + 1] = static_cast<std::size_t>(std::ranges::count_if(row, [&](Node v) { return ranks_[v] < r; }));
    }
  });
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  heads_.resize(starts_.back());
  for_each_range(size(), threads, [&](Node first, Node last) {
    for (Node r = first; r < last; ++r) {
      const auto begin = heads_.begin() + starts_[r];
      auto end = begin;
      for (const Node v : target.neighbors(nodes_[r]))
        if (ranks_[v] < r) *end++ = ranks_[v];
      std::sort(begin, end);
    }
  });
}

// Counts, then places: nodes of equal degree keep their order.
void DegreeOrderedRows::number_by_degree(const Target& target) {
  std::int64_t most = 0;
  for (Node u = 0; u < target.size(); ++u) most = std::max(most, target.degree(u));
  std::vector<Node> next(static_cast<std::size_t>(most) + 2, 0);  // by how many neighbors fewer than the most
  for (Node u = 0; u < target.size(); ++u) ++next[most - target.degree(u) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  nodes_.resize(target.size());
  ranks_.resize(nodes_.size());
  for (Node u = 0; u < target.size(); ++u) {
    ranks_[u] = next[most - target.degree(u)]++;
    nodes_[ranks_[u]] = u;
  }
}

HubBitmaps::HubBitmaps(const DegreeOrderedRows& ranked, std::size_t bytes, int threads) : starts_(1, 0) {
  while (hubs_ < ranked.size() && 8 * (starts_.back() + words_for(hubs_)) <= bytes)
    starts_.push_back(starts_.back() + words_for(hubs_++));
  bits_.assign(starts_.back(), 0);
  for_each_range(hubs_, threads, [&](Node first, Node last) {
    for (Node r = first; r < last; ++r)
      for (const Node v : ranked.row(r)) set_bit(&bits_[starts_[r]], v);
  });
}

std::int64_t RowIntersection::count(std::size_t i) const {
  const Node v = row_[i];
  const auto other = ranked_.row(v);
  std::int64_t found = 0;
  const std::size_t words = words_for(v);
  if (!hubs_.has(v) || other.size() <= std::min(i, words)) {
    for (const Node w : other) found += test_bit(marks_.data(), w);
    return found;
  }
  const auto* bits = hubs_.row(v);
  if (i <= words) {
    for (const Node w : row_.first(i)) found += test_bit(bits, w);
  } else {
    found = static_cast<std::int64_t>(count_common(marks_.data(), bits, words));
  }
  return found;
}

}  // namespace spminer::inline graph
