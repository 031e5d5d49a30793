#include "spminer/graph/target.hh"

#include <stdexcept>
#include <utility>

namespace spminer::inline graph {

namespace {

void check(const CsrView& view) {
  if (view.indptr.empty() || view.indptr.front() != 0 ||
      view.indptr.back() != static_cast<std::int64_t>(view.indices.size()))
    throw std::invalid_argument("indptr must start at 0 and end at the number of entries");
  const auto nodes = view.indptr.size() - 1;
  if (nodes > static_cast<std::size_t>(INT32_MAX)) throw std::invalid_argument("more than 2^31 - 1 nodes");
  if (!view.node_labels.empty() && view.node_labels.size() != nodes)
    throw std::invalid_argument("one node label per node is needed");
  if (!view.edge_labels.empty() && view.edge_labels.size() != view.indices.size())
    throw std::invalid_argument("one edge label per entry is needed");
  const auto is_negative = [](std::int32_t label) { return label < 0; };
  if (std::any_of(view.node_labels.begin(), view.node_labels.end(), is_negative) ||
      std::any_of(view.edge_labels.begin(), view.edge_labels.end(), is_negative))
    throw std::invalid_argument("labels must not be negative");
  for (std::size_t u = 0; u < nodes; ++u) {
    if (view.indptr[u] > view.indptr[u + 1] || view.indptr[u + 1] > view.indptr.back())
      throw std::invalid_argument("indptr must not decrease");
    Node previous = -1;
    for (auto i = view.indptr[u]; i < view.indptr[u + 1]; ++i) {
      const Node v = view.indices[i];
      if (v <= previous || static_cast<std::size_t>(v) >= nodes || static_cast<std::size_t>(v) == u)
        throw std::invalid_argument("rows must be sorted, in range, without repeats and self-loops");
      previous = v;
    }
  }
}

/// Sorts each row, and makes one entry of those that lead to the same node.
void join_rows(std::vector<std::int64_t>& indptr, std::vector<Node>& indices, std::vector<EdgeCode>& codes) {
  std::vector<std::pair<Node, EdgeCode>> row;
  std::size_t kept = 0;
  for (std::size_t u = 0; u + 1 < indptr.size(); ++u) {
    row.clear();
    for (auto i = static_cast<std::size_t>(indptr[u]); i < static_cast<std::size_t>(indptr[u + 1]); ++i)
      row.emplace_back(indices[i], codes[i]);
    std::sort(row.begin(), row.end());
    const std::size_t first = kept;
    indptr[u] = static_cast<std::int64_t>(first);
    for (const auto& [node, code] : row) {
      if (kept > first && indices[kept - 1] == node) {
        codes[kept - 1] |= code;
      } else {
        indices[kept] = node;
        codes[kept++] = code;
      }
    }
  }
  indptr.back() = static_cast<std::int64_t>(kept);
  indices.resize(kept);
  codes.resize(kept);
}

}  // namespace

Target::Target(const CsrView& view) : labels_(view.node_labels) {
  check(view);
  if (view.directed || !view.edge_labels.empty()) {
    encode(view);
  } else {
    indptr_ = view.indptr;
    indices_ = view.indices;
  }
}

// Count, prefix-sum, fill: every arc adds its half of the code to both endpoints' rows.  Rows are sorted and joined in
// place, since all arcs twice over are most of what a large graph takes.
void Target::encode(const CsrView& view) {
  coded_ = true;
  const auto nodes = view.indptr.size() - 1;
  std::vector<std::int64_t> next(nodes + 1, 0);
  for (std::size_t u = 0; u < nodes; ++u) {
    next[u + 1] += view.indptr[u + 1] - view.indptr[u];
    if (view.directed)
      for (auto i = view.indptr[u]; i < view.indptr[u + 1]; ++i) ++next[static_cast<std::size_t>(view.indices[i]) + 1];
  }
  for (std::size_t u = 0; u < nodes; ++u) next[u + 1] += next[u];
  owned_indptr_ = next;
  owned_indices_.resize(static_cast<std::size_t>(next[nodes]));
  codes_.resize(owned_indices_.size());
  const auto add = [&](std::size_t u, Node v, EdgeCode code) {
    owned_indices_[static_cast<std::size_t>(next[u])] = v;
    codes_[static_cast<std::size_t>(next[u]++)] = code;
  };
  for (std::size_t u = 0; u < nodes; ++u) {
    for (auto i = view.indptr[u]; i < view.indptr[u + 1]; ++i) {
      const Node v = view.indices[i];
      const auto mark = view.edge_labels.empty() ? 1u : static_cast<std::uint32_t>(view.edge_labels[i]) + 1u;
      add(u, v, make_edge_code(mark, view.directed ? 0 : mark));
      if (view.directed) add(static_cast<std::size_t>(v), static_cast<Node>(u), make_edge_code(0, mark));
    }
  }
  join_rows(owned_indptr_, owned_indices_, codes_);
  indptr_ = owned_indptr_;
  indices_ = owned_indices_;
}

}  // namespace spminer::inline graph
