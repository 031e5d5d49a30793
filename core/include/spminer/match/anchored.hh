// The anchored decision for two small graphs, thousands of times a second.
#pragma once

#include <cstdint>
#include <optional>

#include "spminer/base/control.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::match {

/// Whether the pattern is an anchored subgraph of the target: induced, or with edges to spare.  Both are connected
/// and anchored at node 0; labels and codes are ignored.  No value if `steps` assigned nodes did not settle it, or the
/// control stopped the search.
std::optional<bool> contains_anchored(const Pattern& pattern, const Pattern& target, bool induced = true,
                                      std::uint64_t steps = UINT64_MAX, Control* control = nullptr);

}  // namespace spminer::match
