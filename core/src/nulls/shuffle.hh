// One graph of a collection, shuffled once: a walk of the right length, and how it went.
#pragma once

#include <vector>

#include "nulls/blueprint.hh"
#include "spminer/base/random.hh"

namespace spminer::nulls {

/// Values of the statistic along a walk; those of all graphs of a collection are added up.
inline constexpr std::size_t kCheckpoints = 64;
using Series = std::vector<double>;

struct Shuffled {
  std::vector<Node> ends = {};
  std::vector<std::int32_t> labels = {};  ///< of the edges, where they travel with them
  std::uint64_t attempted = 0;
  std::uint64_t accepted = 0;
  Rigid rigid = Rigid::kNo;
  std::int64_t triangles = -1;  ///< if they were steered
};

/// Adds to `series`, of kCheckpoints + 1 values.  The control may end it early.
Shuffled shuffle(const Blueprint& plan, const Params& params, Random& random, Series& series, Control& control);

}  // namespace spminer::nulls
