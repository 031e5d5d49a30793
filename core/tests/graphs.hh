// Graphs that own their arrays, shared by all tests.
#pragma once

#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "spminer/graph/target.hh"

namespace spminer::testing {

/// CSR arrays that own their storage.
struct Graph {
  std::vector<std::int64_t> indptr{0};
  std::vector<Node> indices;
  std::vector<std::int32_t> node_labels = {}, edge_labels = {};
  bool directed = false;

  void add_row(const std::set<Node>& neighbors) {
    indices.insert(indices.end(), neighbors.begin(), neighbors.end());
    indptr.push_back(static_cast<std::int64_t>(indices.size()));
  }
  CsrView view() const { return {indptr, indices, node_labels, edge_labels, directed}; }
  Target target() const { return Target(view()); }
};

/// The undirected graph of `nodes` nodes in which joined(u, v), called once for each u > v, says which are joined.
template <typename F>
Graph graph_where(Node nodes, F&& joined) {
  std::vector<std::set<Node>> rows(nodes);
  for (Node u = 0; u < nodes; ++u)
    for (Node v = 0; v < u; ++v)
      if (joined(u, v)) rows[u].insert(v), rows[v].insert(u);
  Graph graph;
  for (const auto& row : rows) graph.add_row(row);
  return graph;
}

inline std::vector<Node> all_nodes(const Target& target) {
  std::vector<Node> nodes(target.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

}  // namespace spminer::testing
