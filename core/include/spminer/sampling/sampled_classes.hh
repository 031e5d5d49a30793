// Sampled classes: how often each was met, and what that says of its frequency.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/pattern/key.hh"

namespace spminer::sampling {

/// Classes of sampled subgraphs in an order that depends on them only.  Class c has the orbits orbit_offset[c] ..
/// orbit_offset[c + 1] - 1, and the arrays below `orbit_offset` have one entry per orbit.
struct SampledClasses {
  std::vector<PatternKey> keys;            ///< of each class's pattern in canonical order
  std::vector<std::uint64_t> hits;         ///< samples of each class
  std::vector<double> count;               ///< estimated graph-level frequency; empty if none can be given
  std::vector<double> error;               ///< its standard error; empty if none can be given
  std::vector<std::int64_t> orbit_offset;  ///< classes + 1 entries
  std::vector<std::int32_t> orbit_node;    ///< a node of the orbit, in the canonical order
  std::vector<double> orbit_score;         ///< the sampler's own measure of the anchored class

  std::size_t classes() const { return keys.size(); }
};

}  // namespace spminer::sampling
