// Connected components as compact local graphs, in the node order that suits enumeration.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "spminer/graph/target.hh"

namespace spminer::inline graph {

/// Whether u comes before v in the order of degrees.  With every edge directed to its later end, no node has more than
/// sqrt(2 * edges) successors.
inline bool before_by_degree(const Target& target, Node u, Node v) {
  return std::pair(target.degree(u), u) < std::pair(target.degree(v), v);
}

/// Nodes of every component, one after the other.
struct ComponentList {
  std::vector<Node> nodes;
  std::vector<std::int64_t> offset;  ///< components + 1 entries

  std::int64_t count() const { return static_cast<std::int64_t>(offset.size()) - 1; }
  std::span<const Node> operator[](std::int64_t c) const {
    return std::span(nodes).subspan(offset[c], offset[c + 1] - offset[c]);
  }
};

/// The components with at least `size` nodes.
ComponentList components(const Target& target, std::int64_t size = 1);

/// The distinct edge codes of a target, numbered from 1 (0 is reserved for "no edge").
class CodeTable {
 public:
  explicit CodeTable(const Target& target);
  int id(EdgeCode code) const;
  EdgeCode code(int id) const { return codes_[id - 1]; }
  int count() const { return static_cast<int>(codes_.size()); }

 private:
  std::vector<EdgeCode> codes_;  // sorted
};

/// One component with nodes 0 .. size-1.  Low degrees come first, so that hubs are seldom roots and the roots'
/// shares of the work stay even.
struct LocalGraph {
  std::vector<Node> original;           ///< target node of each local node
  std::vector<std::int64_t> indptr;     ///< rows, each sorted
  std::vector<Node> indices;            ///< local neighbors
  std::vector<std::int32_t> labels;     ///< empty, or one per node
  std::vector<std::uint16_t> codes_in;  ///< empty, or per entry (w, u): code number of the pair as seen from u

  Node size() const { return static_cast<Node>(original.size()); }
  std::span<const Node> neighbors(Node u) const {
    return std::span(indices).subspan(indptr[u], indptr[u + 1] - indptr[u]);
  }
};

/// `local` is scratch space: one entry per target node, whatever it holds.
LocalGraph local_graph(const Target& target, const CodeTable& codes, std::span<const Node> nodes,
                       std::vector<Node>& local, int threads = 1);
/// The same without labels and codes.
LocalGraph local_graph(const Target& target, std::span<const Node> nodes, std::vector<Node>& local, int threads = 1);

}  // namespace spminer::inline graph
