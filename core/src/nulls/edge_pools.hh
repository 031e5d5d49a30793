// The edges of a graph as ends that a null model may exchange, grouped in pools: where all its samples start.
#pragma once

#include <cstdint>
#include <vector>

#include "nulls/edge_set.hh"
#include "spminer/base/random.hh"
#include "spminer/nulls/randomize.hh"

namespace spminer::nulls {

/// One of the two ends of an edge: edge e has the ends 2e and 2e+1, an arc its tail and its head.
using End = std::uint32_t;

struct EdgePools {
  Node first = 0;  ///< of the graph's nodes in the collection; here they are numbered from 0
  Node nodes = 0;
  bool directed = false;
  bool ordered = false;         ///< edges are arcs to the set of edges: u->v is not v->u
  bool triangle_moves = false;  ///< some steps reverse directed triangles

  /// Node at each end.  Of a directed graph: `mutual` pairs of opposite arcs as edges, then arcs in the order of their
  /// tails, which stay where they are.
  std::vector<Node> ends;
  std::uint32_t mutual = 0;
  std::vector<std::uint32_t> rows;   ///< directed: the first arc of each tail, and the end of the last
  std::vector<std::int32_t> labels;  ///< of the edges, where they travel with them

  /// Ends are exchanged within pools: those of order[pool_starts[p]] .. order[pool_starts[p+1]-1].  Without pools, all
  /// ends are exchanged with each other, of arcs all heads.
  std::vector<End> order;
  std::vector<std::uint32_t> pool_of;  ///< pool of each place in `order`
  std::vector<std::uint32_t> pool_starts;
  std::vector<std::int32_t> classes;  ///< of the nodes, which the pools are made of; empty if all are alike

  EdgeSet set;
  std::int64_t triangles = -1;  ///< of the undirected skeleton, where they are to be kept

  std::uint32_t edges() const { return static_cast<std::uint32_t>(ends.size() / 2); }
  bool pooled() const { return !order.empty(); }
};

/// The edges of one graph of a collection, pooled for a model.
EdgePools make_edge_pools(const Collection& collection, std::size_t graph, Model model);

// Simple graphs with a given number of edges, each as likely.

/// Pairs of nodes that an edge (or arc) can join.
std::uint64_t pairs_of(const EdgePools& pools);

/// The ends of as many edges (or arcs) as the given graph has, between its nodes.
std::vector<Node> draw_uniform(const EdgePools& pools, Random& random);

}  // namespace spminer::nulls
