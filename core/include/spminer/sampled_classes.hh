// What the samplers of subgraphs answer: classes, how often each was met, and what that says of its frequency.
#pragma once

#include <cstdint>
#include <vector>

namespace spminer {

/// Classes of sampled subgraphs in the order of their keys.  Class c has the orbits orbit_offset[c] ..
/// orbit_offset[c + 1] - 1, and the arrays below `orbit_offset` have one entry per orbit.
struct SampledClasses {
  std::vector<std::vector<std::uint64_t>> keys;  ///< key_words() of each class's canonical pattern
  std::vector<std::uint64_t> hits;               ///< samples of each class
  std::vector<double> count;                     ///< estimated graph-level frequency; empty if none can be given
  std::vector<double> error;                     ///< its standard error; empty if none can be given
  std::vector<std::int64_t> orbit_offset;        ///< classes + 1 entries
  std::vector<std::int32_t> orbit_node;          ///< smallest node of the orbit in the canonical pattern
  std::vector<double> orbit_score;               ///< the sampler's own measure of the anchored class

  std::size_t classes() const { return keys.size(); }
};

}  // namespace spminer
