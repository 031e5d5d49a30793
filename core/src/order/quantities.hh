// Where the counts of a signature end, and how they become bytes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "order/rooted_classes.hh"
#include "spminer/order/signature.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::order {

/// Connected sets of one size that contain the anchor beyond which the classes of that size are saturated.
inline constexpr std::uint32_t kMostSets = 2048;
/// Paths of one length from the anchor beyond which they, and longer ones, are saturated.
inline constexpr std::size_t kMostPaths = 1024;
/// Pairs of cycle nodes to look at for one node beyond which its longer cycles are saturated.
inline constexpr std::uint32_t kMostCyclePairs = 1024;
/// The first count that gives the same byte as all larger ones.
inline constexpr std::uint64_t kLargestCount = 1u << 15;

/// Monotone map into a byte: exact below 128, then 16 steps for each doubling, up to 2^15.
constexpr std::uint8_t to_byte(std::uint64_t x) {
  if (x < 128) return static_cast<std::uint8_t>(x);
  if (x >= kLargestCount) return 255;
  const int octave = std::bit_width(x) - 8;
  return static_cast<std::uint8_t>(128 + 16 * octave + ((x >> (octave + 3)) & 15));
}

// Quantities of single nodes, and regions around the anchor, that can only grow with the graph.

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
