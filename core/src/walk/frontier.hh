// The neighbors of a walk, grouped by the way in which they are joined to its pattern.
#pragma once

#include <compare>
#include <vector>

#include "match/surroundings.hh"
#include "spminer/walk/walk.hh"

namespace spminer::walk {

/// A way to join one more node: what a pattern sees of it.
struct WalkLink {
  Row mask = 0;
  std::int32_t label = 0;
  std::vector<EdgeCode> codes;  ///< one per set bit of the mask, seen from the walk's node; empty if plain
  std::uint64_t lot = 0;        ///< among equal links, the smallest lot stands for them
  Node node = 0;

  auto operator<=>(const WalkLink&) const = default;
  bool same_way(const WalkLink& other) const {
    return mask == other.mask && label == other.label && codes == other.codes;
  }
};

/// Distinct links of one walk in ascending order.
std::vector<WalkLink> frontier(const Target& target, std::span<const Node> nodes, const WalkParams& params,
                               std::uint64_t stream, match::Surroundings& around);

}  // namespace spminer::walk
