// Copies of a pattern, or node sets that form it, by random samples until enough of them are hits.
//
//   draw_copies(pattern, target, params, control)
//
// A sample is a hit with a probability of exactly (what is counted) / (the scale), independently of the others.
#pragma once

#include <cstdint>

#include "spminer/base/control.hh"
#include "spminer/copies/copies.hh"

namespace spminer::copies {

struct EstimateParams {
  bool induced = true;             ///< whether non-edges of the pattern must be non-edges of the target
  bool node_sets = false;          ///< count a node set with several copies once
  std::uint64_t hits = 1;          ///< the last sample is the one that is this hit
  std::uint64_t most_samples = 1;  ///< or this one
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0 is every core; results do not depend on it
};

struct EstimateResult {
  bool complete = true;  ///< whether the hits or the samples were reached
  double scale = 0;      ///< 0: there is no copy.  Without samples it is not known if the control ended the work.
  std::uint64_t samples = 0, hits = 0;
};

/// Labels and codes are compared where both sides have them.  The pattern must be connected and have 1 to kMaxNodes
/// nodes, else this throws std::invalid_argument.
EstimateResult draw_copies(const Pattern& pattern, const Target& target, const EstimateParams& params,
                           Control& control);

}  // namespace spminer::copies
