// Participation: in how many occurrences of a pattern each node of the target is the anchor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/match/match.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::match {

struct AnchorCounts {
  /// By node: distinct node sets that form the pattern with this node as the image of the anchor.  A lower bound unless
  /// complete.
  std::vector<std::uint64_t> counts;
  /// By node: 0 if the limit, the step budget or the control ended the count.
  std::vector<std::uint8_t> complete;
};

/// Counts for each of the given nodes in their order, or for every node of the target.  What is beyond `limit` node
/// sets of a node is not counted, and a count that reached no further than that is exact; 0 is no limit.  Counts, also
/// those that the limit or the step budget ended, do not depend on the number of threads.
///
/// Throws std::invalid_argument for a pattern without an anchor and for anchors that are not nodes of the target.
AnchorCounts count_at_anchors(const Pattern& pattern, const MatchIndex& index,
                              std::optional<std::span<const Node>> anchors, std::uint64_t limit,
                              const MatchParams& params, Control& control);

}  // namespace spminer::match
