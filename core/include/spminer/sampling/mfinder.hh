// MFinder: subgraphs drawn by growing a tree along random edges (Kashtan et al. 2004).
#pragma once

#include <cstdint>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/sampling/sampled_classes.hh"

namespace spminer::sampling {

inline constexpr int kMaxCorrectedSize = 16;

struct MfinderParams {
  int size = 5;                   ///< nodes of each sample, 2 .. 64
  std::uint64_t samples = 10000;  ///< how many to draw
  /// Weigh each sample by the inverse of the probability that its node set is drawn, which undoes the bias towards
  /// hubs.  Takes time 2^size per sample; at most kMaxCorrectedSize nodes.
  bool corrected = false;
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0: every core; results do not depend on it
  /// Bytes for tables; the run stops with StopReason::kMemoryLimit rather than exceed it.  0: no limit.
  std::uint64_t memory_limit = 0;
};

/// `orbit_score` is the share of the samples whose first node stood in the orbit; if corrected, the estimated share of
/// the anchored occurrences.  `count` and `error` are given only if corrected.
struct MfinderResult {
  bool complete = true;       ///< false: stopped early; what was drawn is evaluated
  std::uint64_t samples = 0;  ///< how many were drawn; none if no component is large enough
  SampledClasses classes;
};

/// The first node is drawn from all nodes whose component is large enough, each further one by its number of edges
/// into the sample.  `control.done` counts samples.  Throws std::invalid_argument for a size out of range.
MfinderResult sample_mfinder(const Target& target, const MfinderParams& params, Control& control);

}  // namespace spminer::sampling
