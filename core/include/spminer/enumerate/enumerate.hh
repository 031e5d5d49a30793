// Exact enumeration: every connected induced subgraph of one size, with both frequencies of every class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/key.hh"

namespace spminer::enumerate {

inline constexpr int kMaxEnumerationSize = 16;

struct EnumerateParams {
  int size = 5;     ///< nodes of each subgraph, 2 .. kMaxEnumerationSize
  int threads = 0;  ///< 0: every core
  /// Bytes for tables; the run stops with StopReason::kMemoryLimit rather than exceed it.  0: no limit.
  std::uint64_t memory_limit = 0;
};

/// All classes of the target's subgraphs, in an order that depends on them only.  Class c has the orbits
/// orbit_offset[c] .. orbit_offset[c + 1] - 1, and the arrays below `orbit_offset` have one entry per orbit.
struct EnumerateResult {
  bool complete = true;                          ///< false: stopped early; all frequencies are then lower bounds
  std::uint64_t subgraphs = 0;                   ///< of all classes
  std::uint64_t seen = 0;                        ///< classes in all: those below, unless only the best were wanted
  std::vector<PatternKey> keys;                  ///< of each class's pattern in canonical order
  std::vector<std::uint64_t> graph_frequency;    ///< distinct node sets of each class
  std::vector<std::int64_t> orbit_offset;        ///< classes + 1 entries
  std::vector<std::int32_t> orbit_node;          ///< a node of the orbit, in the canonical order
  std::vector<std::int64_t> anchored_frequency;  ///< target nodes that are in the orbit of some subgraph
  std::uint64_t table_bytes = 0;                 ///< memory of tables at the end

  std::size_t classes() const { return keys.size(); }
  friend bool operator==(const EnumerateResult&, const EnumerateResult&) = default;
};

/// Enumerates by ESU (Wernicke 2006): each connected node set is visited once, from its first node.
/// `control.done` counts root nodes.  Throws std::invalid_argument for a size out of range.
EnumerateResult enumerate_subgraphs(const Target& target, const EnumerateParams& params, Control& control);

/// Throws std::invalid_argument, saying what is possible, unless `size` can be enumerated.
void check_enumeration_size(int size);

struct SubgraphEstimate {
  double subgraphs = 0;       ///< estimated number of connected induced subgraphs
  double standard_error = 0;  ///< of the estimate
  std::uint64_t probes = 0;   ///< nodes of the enumeration tree visited per level; 0: stopped before any estimate
};

/// Estimates how many subgraphs there are, by sending random populations down the enumeration tree.  Ends after about
/// `max_steps` entries of rows with the populations that are done by then, the same on every machine and for any number
/// of threads; 0: no limit.
SubgraphEstimate estimate_subgraphs(const Target& target, int size, std::uint64_t probes, std::uint64_t seed,
                                    Control& control, std::uint64_t max_steps = 0, int threads = 1);

// Tally: the most frequent classes of graphs with so many labels that most subgraphs are of a class of their own.

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
  /// Classes whose anchors the second walk collects, if memory allows: the more, the likelier that the best
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
