// The target: the user's graph, or collection of graphs, as the engines see it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace spminer::inline graph {

using Node = std::int32_t;

/// What joins an ordered pair of nodes, as one comparable value: the label of the arc u->v plus one in the
/// high half, that of v->u plus one in the low half; 0 in a half means no such arc.  An undirected edge has
/// equal halves, so one equality test settles adjacency, direction and edge label together.
using EdgeCode = std::uint64_t;

inline constexpr EdgeCode kNoEdge = 0;
inline constexpr EdgeCode kPlainEdge = (EdgeCode{1} << 32) | 1;

constexpr EdgeCode make_edge_code(std::uint32_t forward, std::uint32_t backward) {
  return (EdgeCode{forward} << 32) | backward;
}
constexpr EdgeCode reversed(EdgeCode code) { return (code << 32) | (code >> 32); }

/// Whether a pair of nodes joined by `have` can be the image of one joined by `want`: the same arcs if induced, else at
/// least these.
constexpr bool code_fits(EdgeCode want, EdgeCode have, bool induced) {
  constexpr EdgeCode kBackward = 0xffffffffU, kForward = ~kBackward;
  if (induced || want == have) return want == have;
  return ((want & kForward) == 0 || (want & kForward) == (have & kForward)) &&
         ((want & kBackward) == 0 || (want & kBackward) == (have & kBackward));
}

/// CSR arrays as they cross the boundary.  Rows are sorted, without repeats and self-loops.  Undirected
/// graphs store each edge in both rows, with the same label; directed graphs store out-arcs only.
struct CsrView {
  std::span<const std::int64_t> indptr;       ///< size nodes + 1
  std::span<const Node> indices;              ///< column of each entry
  std::span<const std::int32_t> node_labels;  ///< empty, or one non-negative label per node
  std::span<const std::int32_t> edge_labels;  ///< empty, or one non-negative label per entry
  bool directed = false;
};

/// Throws std::invalid_argument unless the arrays are as CsrView says, and no edge joins two graphs.  Graph g has the
/// nodes graph_offsets[g] to graph_offsets[g + 1] - 1; without offsets all nodes are one graph.  One pass over the
/// entries.
void check_csr(const CsrView& view, std::span<const std::int64_t> graph_offsets = {});

/// An undirected skeleton (u and v are neighbors if any arc joins them) with optional node labels and edge
/// codes.  A plain undirected view borrows the caller's arrays, which must outlive the target; whatever has
/// direction or edge labels is re-encoded into arrays that the target owns.
class Target {
 public:
  explicit Target(const CsrView& view);
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  Target(Target&&) = default;
  Target& operator=(Target&&) = default;

  Node size() const { return static_cast<Node>(indptr_.size()) - 1; }
  /// Number of undirected skeleton edges.
  std::int64_t edges() const { return static_cast<std::int64_t>(indices_.size()) / 2; }
  std::span<const Node> neighbors(Node u) const {
    return indices_.subspan(indptr_[u], static_cast<std::size_t>(degree(u)));
  }
  std::int64_t degree(Node u) const { return indptr_[u + 1] - indptr_[u]; }
  bool adjacent(Node u, Node v) const {
    if (degree(u) > degree(v)) std::swap(u, v);
    const auto row = neighbors(u);
    return std::binary_search(row.begin(), row.end(), v);
  }

  bool directed() const { return directed_; }
  /// Whether edges carry codes other than kPlainEdge (direction or edge labels matter).
  bool coded() const { return coded_; }
  /// Codes of the entries of neighbors(u), seen from u.  Only when coded().
  std::span<const EdgeCode> codes(Node u) const {
    return std::span(codes_).subspan(indptr_[u], static_cast<std::size_t>(degree(u)));
  }
  /// Code of the ordered pair (u, v); kNoEdge if they are not neighbors.
  EdgeCode code(Node u, Node v) const {
    const auto row = neighbors(u);
    const auto it = std::lower_bound(row.begin(), row.end(), v);
    if (it == row.end() || *it != v) return kNoEdge;
    return coded_ ? codes_[indptr_[u] + (it - row.begin())] : kPlainEdge;
  }

  bool labeled() const { return !labels_.empty(); }
  /// Label of u; 0 for every node of an unlabeled target.
  std::int32_t label(Node u) const { return labels_.empty() ? 0 : labels_[u]; }

 private:
  void encode(const CsrView& view);

  std::span<const std::int64_t> indptr_;
  std::span<const Node> indices_;
  std::span<const std::int32_t> labels_;
  bool directed_ = false;
  bool coded_ = false;
  std::vector<std::int64_t> owned_indptr_;
  std::vector<Node> owned_indices_;
  std::vector<EdgeCode> codes_;
};

}  // namespace spminer::inline graph
