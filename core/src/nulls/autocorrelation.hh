// The mixing diagnostic: how much a walk remembers of where it began.
#pragma once

#include <span>

namespace spminer::nulls {

/// Autocorrelation of a statistic at the lag of a whole walk, of which values at equal distances are given: that of
/// neighboring values to the power of their number, as if it fell off geometrically.  Between 0 and 1; NaN if the
/// values do not vary.
///
/// The estimate from k values is too low by about (1 + 3 r) / k (Marriott and Pope 1954, Kendall 1954), which hides a
/// slow walk, most of all one that has only a trend; so much is added.
double autocorrelation_of_walk(std::span<const double> values);

}  // namespace spminer::nulls
