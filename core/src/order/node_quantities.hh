// Quantities of single nodes, and regions around the anchor, that can only grow with the graph.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "order/rooted_classes.hh"
#include "spminer/order/signature.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::order {

inline constexpr int kLongestPath = 7;
inline constexpr int kMostHops = 8;

/// What is counted at a node v.  Subgraphs are induced ones; for edge-induced containment the same shapes are
/// counted without asking that any two nodes are not joined.
enum Quantity : std::uint8_t {
  kDegree,     ///< neighbors
  kTriangles,  ///< triangles
  kCherries,   ///< paths of 3 nodes with v in the middle
  kSteps,      ///< paths of 3 nodes with v at the end
  kStars,      ///< stars of 3 leaves with v in the center
  kSquares,    ///< cycles of 4 nodes
  kPaws,       ///< triangles with one more neighbor of v
  kDiamonds,   ///< cliques of 4 nodes less one edge, v of degree 3
  kCliques,    ///< cliques of 4 nodes
  kPentagons,  ///< cycles of 5 nodes
  kHexagons,   ///< cycles of 6 nodes
  kBall,       ///< nodes within 2 hops of v
  kPaths2,     ///< paths of 2 edges from the anchor to v; likewise the next ones
  kPaths3,
  kPaths4,
  kPaths5,
  kPaths6,
  kPaths7,
  kQuantities
};

/// Sets of nodes around the anchor: within d hops (0..kMostHops), the ends of paths of `l` edges that start at the
/// anchor (2..kLongestPath), everything.
using Region = std::uint8_t;
constexpr Region hops(int d) { return static_cast<Region>(d); }
constexpr Region ends(int l) { return static_cast<Region>(kMostHops + l - 1); }
inline constexpr Region kAnywhere = kMostHops + kLongestPath;
inline constexpr int kRegions = kAnywhere + 1;

struct NodeQuantities {
  std::array<std::array<std::uint32_t, kMaxPatternNodes>, kQuantities> quantity;
  std::array<Row, kRegions> region;
};

/// Fills the table for the graph anchored at node 0.  What would take too long is saturated, by criteria that are
/// monotone themselves.
void fill_nodes(std::span<const Row> rows, Induced induced, NodeQuantities& table);

}  // namespace spminer::order
