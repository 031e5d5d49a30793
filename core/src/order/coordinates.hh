// The coordinates of an order signature.
//
// Chosen from some 5,000 candidates by greedy forward selection: each next coordinate is the one that rejects most
// of the remaining negatives among pairs of neighborhoods of protein, molecule, point cloud and synthetic graphs
// (both of 5 to 29 nodes, and patterns of 4 to 20 nodes in neighborhoods of 40 to 64).  The order is that of the
// selection, so a comparison from the front ends early; the last coordinates complete the classes of up to 5 nodes.
// Left out since they added nothing: eigenvalue counts, core numbers, walks, thresholds on neighbors' quantities.
#pragma once

#include <array>
#include <cstdint>

#include "order/quantities.hh"

namespace spminer::order {

enum class Measure : std::uint8_t { kRooted, kNodes, kTotal, kEdges, kNonEdges };

struct Coordinate {
  Measure measure;
  Region region = kAnywhere;
  Quantity quantity = kDegree;
  std::uint8_t size = 0;    ///< kRooted: nodes of the class
  std::uint16_t value = 0;  ///< kRooted: smallest key of the class; kNodes: least quantity
};

/// Connected node sets that contain the anchor and induce the rooted class with this key (order/rooted_classes.hh).
constexpr Coordinate rooted(int size, int key) {
  return {
      .measure = Measure::kRooted, .size = static_cast<std::uint8_t>(size), .value = static_cast<std::uint16_t>(key)};
}
/// Nodes of a region whose quantity is at least `least`.
constexpr Coordinate nodes(Quantity quantity, int least, Region region) {
  return {
      .measure = Measure::kNodes, .region = region, .quantity = quantity, .value = static_cast<std::uint16_t>(least)};
}
/// Sum of a quantity over the nodes of a region.
constexpr Coordinate total(Quantity quantity, Region region) {
  return {.measure = Measure::kTotal, .region = region, .quantity = quantity};
}
/// Edges within a region.
constexpr Coordinate edges(Region region) { return {.measure = Measure::kEdges, .region = region}; }
/// Pairs of a region that are not joined; 0 for edge-induced containment, which may join them.
constexpr Coordinate non_edges(Region region) { return {.measure = Measure::kNonEdges, .region = region}; }

// clang-format off: several to a line
inline constexpr std::array<Coordinate, kSignatureSize> kCoordinates{{
    edges(hops(1)), rooted(4, 0x15), total(kTriangles, ends(2)), rooted(6, 0x938), rooted(4, 0xb),
    total(kStars, ends(2)), rooted(3, 0x7), total(kDegree, ends(5)), rooted(4, 0x1e), rooted(5, 0xa3),
    nodes(kHexagons, 1, hops(2)), total(kPentagons, hops(2)), rooted(4, 0x37), total(kStars, ends(3)), rooted(5, 0x95),
    nodes(kPaths7, 1, kAnywhere), rooted(5, 0xf4), rooted(4, 0x35), rooted(5, 0x1b1), total(kCliques, hops(1)),
    non_edges(hops(1)), nodes(kHexagons, 1, ends(3)), nodes(kPaths4, 1, kAnywhere), rooted(5, 0xa7), rooted(6, 0xdb0),
    rooted(5, 0x1bc), total(kPentagons, ends(4)), rooted(6, 0xf24), rooted(4, 0x1f), nodes(kPaths6, 2, kAnywhere),
    rooted(6, 0x896), total(kStars, ends(4)), rooted(5, 0xf5), non_edges(kAnywhere), rooted(5, 0x97), rooted(6, 0x8e4),
    rooted(5, 0x9e), total(kPaths7, hops(5)), total(kPaths3, hops(2)), rooted(6, 0x8a5), rooted(5, 0xb5),
    rooted(5, 0x55), nodes(kCherries, 1, ends(3)), total(kCliques, ends(3)), rooted(6, 0x933),
    nodes(kPaths6, 1, hops(4)), nodes(kPaths3, 1, kAnywhere), rooted(5, 0xb6), total(kCherries, ends(7)),
    rooted(5, 0xab), rooted(6, 0x8a6), rooted(6, 0x4a3), rooted(6, 0xf34), rooted(5, 0xbe),
    nodes(kPaths2, 3, kAnywhere), nodes(kStars, 4, ends(3)), rooted(6, 0x89e), rooted(5, 0x57),
    nodes(kPentagons, 1, ends(6)), rooted(6, 0x931), rooted(5, 0x1b5), nodes(kSteps, 5, ends(3)), rooted(5, 0x1bd),
    rooted(6, 0x8f4), total(kCherries, ends(5)), rooted(5, 0x9f), rooted(6, 0x9b8), rooted(6, 0x455), rooted(5, 0xf6),
    nodes(kCherries, 1, ends(4)), nodes(kTriangles, 1, ends(5)), nodes(kCherries, 1, hops(2)), rooted(5, 0xae),
    rooted(6, 0x974), rooted(6, 0x8ab), rooted(4, 0x3f), nodes(kPaths4, 1, hops(2)), rooted(5, 0x1b3),
    nodes(kPaths5, 2, kAnywhere), rooted(6, 0xdb8), rooted(6, 0x9b1), rooted(6, 0x8a3), rooted(4, 0xf),
    nodes(kSteps, 5, ends(2)), rooted(6, 0xd78), rooted(6, 0x8b6), rooted(6, 0x96c), rooted(6, 0x8ac),
    total(kCliques, ends(2)), total(kDiamonds, ends(5)), rooted(6, 0x5b9), rooted(6, 0xf25), rooted(6, 0x93b),
    rooted(5, 0x4b), rooted(5, 0x75), nodes(kStars, 4, ends(4)), rooted(6, 0x1aa1), rooted(6, 0x1af4), rooted(6, 0x4a7),
    rooted(5, 0xec), rooted(5, 0x56), nodes(kPaths7, 2, kAnywhere), nodes(kHexagons, 1, ends(6)),
    nodes(kStars, 1, ends(6)), nodes(kDegree, 2, hops(1)), rooted(6, 0x4b7), rooted(6, 0xb26), rooted(6, 0x973),
    rooted(6, 0x93c), rooted(6, 0x9b2), rooted(6, 0x4f4), nodes(kPentagons, 1, ends(5)), nodes(kDiamonds, 6, ends(2)),
    nodes(kDiamonds, 2, hops(4)), nodes(kSquares, 1, ends(6)), nodes(kStars, 10, ends(3)), nodes(kStars, 64, ends(2)),
    nodes(kStars, 10, kAnywhere), nodes(kSteps, 6, ends(2)), nodes(kCherries, 2, hops(1)), rooted(6, 0x895),
    rooted(6, 0xdb4), rooted(6, 0x1aac), rooted(6, 0x1a96), rooted(6, 0xf23), rooted(6, 0x8ea), rooted(6, 0x8ae),
    rooted(6, 0x496), rooted(6, 0x5b1), rooted(6, 0x4ac), rooted(5, 0xef), rooted(5, 0xeb), rooted(5, 0xa5),
    nodes(kCliques, 3, hops(1)), total(kPaws, ends(6)), nodes(kStars, 20, ends(2)), nodes(kStars, 32, hops(1)),
    nodes(kSteps, 6, ends(3)), rooted(6, 0x937), rooted(6, 0x8ed), rooted(6, 0xcf4), rooted(6, 0x975), rooted(6, 0x8ad),
    rooted(6, 0xbb6), rooted(6, 0xb25), rooted(6, 0x9bc), rooted(6, 0x4be), rooted(6, 0xdb1), rooted(6, 0x969),
    rooted(6, 0x495), rooted(5, 0x1bb), rooted(5, 0x5e), non_edges(hops(5)), nodes(kPaths2, 5, kAnywhere),
    nodes(kCliques, 20, hops(1)), total(kDiamonds, ends(4)), nodes(kPaws, 4, ends(3)), nodes(kPaws, 6, ends(2)),
    nodes(kSquares, 3, ends(5)), nodes(kSquares, 2, ends(4)), nodes(kStars, 4, ends(6)), total(kStars, ends(5)),
    nodes(kStars, 32, ends(3)), nodes(kStars, 20, kAnywhere), nodes(kSteps, 7, ends(3)), nodes(kSteps, 7, ends(2)),
    nodes(kSteps, 4, hops(1)), nodes(kCherries, 1, ends(6)), rooted(6, 0x1adc), rooted(6, 0x93d), rooted(6, 0x978),
    rooted(6, 0xdbc), rooted(6, 0x8f6), rooted(6, 0xb27), rooted(6, 0xf35), rooted(6, 0xb74), rooted(6, 0xd70),
    rooted(6, 0x8ec), rooted(6, 0x8e3), rooted(6, 0x8af), rooted(6, 0x456), rooted(5, 0xad), rooted(5, 0x1ff),
    rooted(5, 0xf7), rooted(5, 0xdf), rooted(5, 0x4f), rooted(5, 0x96), rooted(5, 0x4d), rooted(4, 0x17),
    nodes(kPaths6, 1, hops(2)), nodes(kPaths4, 5, kAnywhere), nodes(kPaths4, 2, kAnywhere),
    nodes(kHexagons, 1, ends(7)), nodes(kHexagons, 1, ends(5)), nodes(kHexagons, 1, ends(4)),
    nodes(kHexagons, 4, kAnywhere), nodes(kCliques, 5, ends(3)), nodes(kCliques, 3, ends(2)),
    nodes(kCliques, 40, hops(1)), total(kDiamonds, ends(3)), nodes(kDiamonds, 16, ends(2)),
    nodes(kDiamonds, 1, ends(2)), nodes(kDiamonds, 12, hops(1)), nodes(kPaws, 7, ends(4)), nodes(kSquares, 1, ends(4)),
    nodes(kSquares, 1, hops(1)), nodes(kStars, 1, ends(7)), nodes(kStars, 48, ends(4)), nodes(kStars, 1, ends(2)),
    nodes(kStars, 64, hops(1)), nodes(kBall, 8, ends(6)), nodes(kBall, 5, ends(5)), nodes(kBall, 8, hops(1)),
    nodes(kCherries, 3, hops(1)), nodes(kTriangles, 1, ends(2)), rooted(6, 0xced), rooted(6, 0x1aec), rooted(6, 0x1aaa),
    rooted(6, 0x9b9), rooted(6, 0x1fb4), rooted(6, 0x1aa5), rooted(6, 0x1bb5), rooted(6, 0xdb5), rooted(6, 0xb2e),
    rooted(6, 0x8be), rooted(6, 0x9ba), rooted(6, 0xdf8), rooted(6, 0x979), rooted(6, 0x8e6), rooted(6, 0x45e),
    rooted(6, 0xf2d), rooted(3, 0x3), rooted(3, 0x5), rooted(4, 0x16), rooted(5, 0x5f), rooted(5, 0x77),
    rooted(5, 0x7f), rooted(5, 0xac), rooted(5, 0xb7), rooted(5, 0xbf), rooted(5, 0xed), rooted(5, 0xff),
    rooted(5, 0x1b7), rooted(5, 0x1bf), rooted(5, 0x1fb), rooted(5, 0x1fc), rooted(5, 0x1fd), rooted(5, 0x3b7),
    rooted(5, 0x3bf), rooted(5, 0x3ff), rooted(4, 0xd), rooted(5, 0xaf), rooted(5, 0xde), rooted(5, 0xfe),
    rooted(5, 0x1b9), rooted(5, 0x3b5),
}};
// clang-format on

}  // namespace spminer::order
