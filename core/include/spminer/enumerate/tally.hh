// Tally: the node sets of every labeled class, where classes are so many that sets of anchors cannot be kept for each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/key.hh"

namespace spminer::enumerate {

inline constexpr int kMaxTallySize = 5;

struct TallyParams {
  int size = 4;                    ///< nodes of each subgraph, 2 .. kMaxTallySize
  int threads = 0;                 ///< 0: every core
  std::uint64_t most = 1;          ///< classes to return
  std::uint64_t memory_limit = 0;  ///< bytes for tables; 0: no limit
};

/// The most frequent classes, most frequent first, ties in an order that depends on them only.
struct TallyResult {
  bool complete = true;  ///< false: stopped early; all counts are then lower bounds
  std::uint64_t subgraphs = 0;
  std::uint64_t seen = 0;                      ///< classes in all
  std::uint64_t rest = 0;                      ///< no class that is not returned has more node sets
  std::vector<PatternKey> keys;                ///< of each class's pattern in canonical order
  std::vector<std::uint64_t> graph_frequency;  ///< distinct node sets of each class

  std::size_t classes() const { return keys.size(); }
};

/// Counts by ESU like enumerate_subgraphs(), but node sets only.  `shapes` is the target without node labels, `labels`
/// has one per node, 0 or more.  Where classes tie for the last place, none of them is returned.  Throws
/// std::invalid_argument if labels or shapes are too many for the keys of the table (see can_tally()).
TallyResult tally_subgraphs(const Target& shapes, std::span<const std::int32_t> labels, const TallyParams& params,
                            Control& control);

/// Whether so many labels fit the keys for subgraphs of this size.
bool can_tally(int size, std::int32_t labels);

}  // namespace spminer::enumerate
