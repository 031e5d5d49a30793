// Blocks: patterns times neighborhoods as mining meets them, every pair decided.
//
//   grow_patterns(neighborhoods, {.count = 1000, .high = 20}, control)     // patterns that occur, some of them
//   frequent decide_block(patterns, neighborhoods, {}, control)                     // all answers, row by row
//
// One embedding of each graph of a block serves a whole row or column of labeled pairs, so that a block teaches an
// encoder far more for its cost than pairs that were drawn one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/encoder/encoder.hh"

namespace spminer::encoder {

/// What is known of a pattern and a neighborhood, anchor on anchor.
enum class Answer : std::int8_t {
  kRefuted = -2,    ///< not contained: the order signature says so
  kUndecided = -1,  ///< the budget of steps ended first
  kAbsent = 0,      ///< not contained, although the signature allows it
  kContained = 1,
};

struct DecideParams {
  bool induced = true;
  std::uint64_t steps = 20000;  ///< assigned nodes after which a pair stays undecided
  int threads = 0;              ///< 0 is every core; answers do not depend on it
};

/// Row-major: answer of pattern p and neighborhood n at p * neighborhoods + n.  Empty if the control stopped the work.
/// Throws std::invalid_argument for rows that are not those of connected simple graphs.
std::vector<std::int8_t> decide_block(const SmallGraphs& patterns, const SmallGraphs& neighborhoods,
                                      const DecideParams& params, Control& control);

struct GrowthParams {
  std::int64_t count = 0;
  /// Sizes are uniform in low .. high, and below the size of the neighborhood that a pattern is taken from.
  int low = 4;
  int high = 20;
  /// Share of the patterns that grow by what is frequent; the others are plain tree samples.
  double frequent = 0.5;
  /// Of a frequent pattern: at each step, nodes to choose from (the most frequent extension is taken; each pattern
  /// draws its own number from 2 to this) ...
  int choices = 8;
  /// ... and neighborhoods that decide which extension is the most frequent.
  int judges = 48;
  bool induced = true;
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0 is every core; patterns do not depend on it
};

/// Patterns anchored at node 0, flat: pattern b has the rows [b * width, b * width + sizes[b]).
struct GrownPatterns {
  std::size_t width = 0;
  std::vector<Row> rows;
  std::vector<std::int32_t> sizes;
  bool complete = false;  ///< otherwise the control ended the work and some sizes are 0
};

/// Patterns that occur in the neighborhoods.  Throws std::invalid_argument for parameters out of range, or if no
/// neighborhood is larger than `low`.
GrownPatterns grow_patterns(const SmallGraphs& neighborhoods, const GrowthParams& params, Control& control);

}  // namespace spminer::encoder
