#include "spminer/graph/target.hh"

#include <array>
#include <random>
#include <stdexcept>
#include <utility>

#include "spminer/base/random.hh"

namespace spminer::inline graph {

namespace {

/// Whether offsets start at 0, do not decrease and end at `last`.
bool ascends(std::span<const std::int64_t> offsets, std::size_t last) {
  return !offsets.empty() && offsets.front() == 0 && offsets.back() == static_cast<std::int64_t>(last) &&
         std::is_sorted(offsets.begin(), offsets.end());
}

std::array<std::uint64_t, 2> random_key() {
  std::random_device device;
  const auto word = [&] { return std::uint64_t{device()} << 32 | device(); };
  return {word(), word()};
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

// Rows are symmetric if the entries above the diagonal are those below it.  Two sums of hashes tell (the additive
// multiset hash of Clarke et al., ASIACRYPT 2003): entries of one side are added and those of the other subtracted, and
// rows that are not symmetric pass with probability 2^-64, since who made them does not know the key.  To look each
// entry up in the other row would take ten times as long.
void check_csr(const CsrView& view, std::span<const std::int64_t> graph_offsets) {
  const auto& [indptr, indices, node_labels, edge_labels, directed] = view;
  if (!ascends(indptr, indices.size()))
    throw std::invalid_argument("indptr must not decrease, start at 0 and end at the number of entries");
  const auto nodes = indptr.size() - 1;
  if (nodes > static_cast<std::size_t>(INT32_MAX)) throw std::invalid_argument("more than 2^31 - 1 nodes");
  if (!graph_offsets.empty() && !ascends(graph_offsets, nodes))
    throw std::invalid_argument("graph offsets must not decrease, start at 0 and end at the number of nodes");
  if (!node_labels.empty() && node_labels.size() != nodes)
    throw std::invalid_argument("one node label per node is needed");
  if (!edge_labels.empty() && edge_labels.size() != indices.size())
    throw std::invalid_argument("one edge label per entry is needed");
  const auto is_negative = [](std::int32_t label) { return label < 0; };
  if (std::any_of(node_labels.begin(), node_labels.end(), is_negative) ||
      std::any_of(edge_labels.begin(), edge_labels.end(), is_negative))
    throw std::invalid_argument("labels must not be negative");
  static const std::array<std::uint64_t, 2> key = random_key();
  std::uint64_t above_less_below = 0;
  std::size_t graph = 0;
  Node first = 0, end = static_cast<Node>(nodes);  // nodes of the graph of u
  for (Node u = 0; u < static_cast<Node>(nodes); ++u) {
    for (; !graph_offsets.empty() && graph_offsets[graph] <= u; ++graph) {
      first = static_cast<Node>(graph_offsets[graph]);
      end = static_cast<Node>(graph_offsets[graph + 1]);
    }
    Node previous = first - 1;
    for (auto i = indptr[u]; i < indptr[u + 1]; ++i) {
      const Node v = indices[i];
      if (v <= previous || v >= end || v == u)
        throw std::invalid_argument("rows must be sorted, within their graph, without repeats and self-loops");
      previous = v;
      if (directed) continue;
      const auto ends = static_cast<std::uint64_t>(std::min(u, v)) << 32 | static_cast<std::uint64_t>(std::max(u, v));
      const auto label = edge_labels.empty() ? 0 : static_cast<std::uint64_t>(edge_labels[i]);
      const std::uint64_t hash = mix64((mix64(ends ^ key[0]) + label) ^ key[1]);
      above_less_below += u < v ? hash : -hash;
    }
  }
  if (above_less_below != 0)
    throw std::invalid_argument("an undirected edge must be in the rows of both its nodes, with the same label");
}

Target::Target(const CsrView& view) : labels_(view.node_labels), directed_(view.directed) {
  check_csr(view);
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
      for (auto i = view.indptr[u]; i < view.indptr[u + 1]; ++i) ++next[view.indices[i] + 1];
  }
  for (std::size_t u = 0; u < nodes; ++u) next[u + 1] += next[u];
  owned_indptr_ = next;
  owned_indices_.resize(next[nodes]);
  codes_.resize(owned_indices_.size());
  const auto add = [&](std::size_t u, Node v, EdgeCode code) {
    owned_indices_[next[u]] = v;
    codes_[next[u]++] = code;
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
