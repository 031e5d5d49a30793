// The order of patterns and candidates of a level.
#pragma once

#include <vector>

#include "grow/steps.hh"

namespace spminer::grow {

/// Whether patterns that differ in the anchor only count as one.
bool one_anchor_each(GrowObjective objective);

/// Best first.  Equal values are told apart by the estimated number of node sets, then by density, then by the form
/// alone.
void rank(std::vector<GrownPattern>& patterns, GrowObjective objective);

/// The best `count` candidates; where the anchor does not matter, one anchor of each pattern.  `outside` is raised to
/// the bounds of the others.
std::vector<Pattern> choose(std::vector<Candidate>& candidates, std::size_t count, GrowObjective objective,
                            std::uint64_t& outside);

}  // namespace spminer::grow
