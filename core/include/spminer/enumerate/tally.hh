// Tally: the most frequent classes of graphs with so many labels that most subgraphs are of a class of their own.
#pragma once

#include <cstdint>

#include "spminer/base/control.hh"
#include "spminer/enumerate/enumerate.hh"
#include "spminer/graph/target.hh"

namespace spminer::enumerate {

inline constexpr int kMaxTallySize = 6;

/// What a class is ranked by: its best orbit's anchors, its node sets, or its worst orbit's anchors (image support).
enum class Ranking { kAnchored, kGraph, kImages };

struct TallyParams {
  int size = 4;            ///< nodes of each subgraph, 2 .. kMaxTallySize
  int threads = 0;         ///< 0: every core
  std::uint64_t most = 0;  ///< classes to return, and those that equal the last of them; 0: all
  Ranking ranking = Ranking::kAnchored;
  /// Bytes for tables; the run stops with StopReason::kMemoryLimit rather than exceed it.  0: no limit.
  std::uint64_t memory_limit = 0;
  /// Classes whose anchors the second walk collects, if there is room for them: the more, the likelier that the best
  /// are among them and no third walk is needed.
  std::uint64_t first_choice = 1 << 16;
};

/// The rows of enumerate_subgraphs() that belong to the best classes, in the same order.  No class gets a table of its
/// own before it is known to matter: one walk counts the node sets of every class by a key of one or two words, and
/// further walks collect the anchors of those classes only whose counts let them be among the best.
///
/// A run that is stopped early has lower bounds, of the part of the graph that it got to.  A time limit that the first
/// walk alone would use up ends that walk halfway, so that there are anchors of the same part.  `control.done` counts
/// root nodes of all walks.  Throws std::invalid_argument unless can_tally().
EnumerateResult tally_subgraphs(const Target& target, const TallyParams& params, Control& control);

/// Whether the labels and codes of subgraphs of this size fit a key.
bool can_tally(const Target& target, int size);

}  // namespace spminer::enumerate
