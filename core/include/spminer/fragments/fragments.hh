// Frequent fragments: connected edge-induced patterns that are frequent in a collection of graphs, or in one graph.
//
// Two miners reach every such pattern exactly once, in different ways:
//   gSpan (Yan and Han 2002): depth-first codes; a pattern grows along the rightmost path of its minimum code.
//   Gaston (Nijssen and Kok 2004): paths first, then free trees, then cycles; the cheap canonical forms of paths and
//     trees serve most of the search, and only cyclic patterns need a general one.
// Neither keeps all occurrences of a pattern: there can be hundreds of millions.  A short list per graph answers most
// questions, and exact matching the others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/match/match.hh"
#include "spminer/pattern/key.hh"

namespace spminer::fragments {

using match::MatchIndex;

enum class FragmentMiner : int { kGspan, kGaston };

/// What is counted.  Both measures can only shrink when a pattern grows.
enum class SupportMeasure : int {
  kTransactions,  ///< graphs of the collection that contain the pattern
  kImages,        ///< minimum image support: the fewest target nodes that any one pattern node is mapped to
};

struct FragmentParams {
  FragmentMiner miner = FragmentMiner::kGspan;
  SupportMeasure measure = SupportMeasure::kTransactions;
  std::vector<int> sizes = {2, 3, 4};  ///< numbers of nodes that are reported, ascending, 2 .. kMaxPatternNodes
  int max_edges = 0;                   ///< 0: no limit
  std::int64_t support = 1;            ///< least support that is reported
  std::int64_t top = 0;                ///< report that many best of each size; 0: all
  bool closed = false;                 ///< only patterns that no larger pattern (of any size) equals in support
  int threads = 0;                     ///< 0: every core; results do not depend on it
  std::uint64_t memory_limit = 0;      ///< bytes; StopReason::kMemoryLimit rather than exceed it.  0: no limit
};

/// Patterns by size, then support (largest first), then form.  Among equals in support at the end of the top,
/// those that the miner reached first are reported.
struct FragmentResult {
  bool complete = true;          ///< false: stopped early; supports are exact, patterns may be missing
  std::vector<PatternKey> keys;  ///< of the patterns in canonical order
  std::vector<std::int64_t> support;
  std::uint64_t tested = 0;      ///< patterns whose support was counted
  std::uint64_t peak_bytes = 0;  ///< most memory that occurrences and patterns took
};

/// Mines the undirected graphs of an indexed target.  Graph g owns the nodes offsets[g] .. offsets[g + 1] - 1.
/// `control.done` counts expanded patterns.  Throws std::invalid_argument for parameters out of range.
FragmentResult mine_fragments(const MatchIndex& index, std::span<const std::int64_t> offsets,
                              const FragmentParams& params, Control& control);

}  // namespace spminer::fragments
