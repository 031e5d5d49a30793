// Rand-ESU: a random part of the enumeration tree (Wernicke 2006).
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/sampling/sampled_classes.hh"

namespace spminer::sampling {

inline constexpr int kMaxRandEsuSize = 32;

struct RandEsuParams {
  std::vector<int> sizes = {5};  ///< subgraph sizes to sample, ascending, 2 .. kMaxRandEsuSize
  /// A set of i nodes in the tree expands the share (1 - i / (k + 1))^tau of its children, k the largest size.
  double tau = 1;
  int repetitions = 4;  ///< independent walks, at least 2; they tell the standard errors
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0: every core; results do not depend on it
  /// Bytes for tables; the run stops with StopReason::kMemoryLimit rather than exceed it.  0: no limit.
  std::uint64_t memory_limit = 0;
  /// Entries of rows to look at, after which the run stops, at the same place on every machine.  0: no limit; needs one
  /// thread, since several would come to other places.
  std::uint64_t max_steps = 0;
};

/// `orbit_score` is the number of distinct nodes met in the orbit: a lower bound of the anchored frequency.
struct RandEsuResult {
  bool complete = true;                 ///< false: stopped early; `count` and `error` are then empty
  std::vector<std::uint64_t> samples;   ///< subgraphs met, by size
  std::vector<SampledClasses> classes;  ///< by size
};

/// The chance that a walk meets any given subgraph of `size` nodes.
double rand_esu_chance(int size, int largest, double tau);

/// Every walk meets each subgraph of a size with the same known chance, so counts are unbiased.  For each set the
/// number of expanded children is the exact share rounded up or down at random, which takes most of the variance out.
/// `control.done` counts root nodes.  Throws std::invalid_argument for parameters out of range.
RandEsuResult sample_rand_esu(const Target& target, const RandEsuParams& params, Control& control);

}  // namespace spminer::sampling
