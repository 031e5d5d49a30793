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
  std::uint64_t seen = 0;                        ///< classes in all: those below, unless only the best were asked for
  std::vector<PatternKey> keys;                  ///< of each class's pattern in canonical order
  std::vector<std::uint64_t> graph_frequency;    ///< distinct node sets of each class
  std::vector<std::int64_t> orbit_offset;        ///< classes + 1 entries
  std::vector<std::int32_t> orbit_node;          ///< a node of the orbit, in the canonical order
  std::vector<std::int64_t> anchored_frequency;  ///< target nodes that are in the orbit of some subgraph
  std::uint64_t table_bytes = 0;                 ///< memory of tables at the end

  std::size_t classes() const { return keys.size(); }
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
/// `max_steps` entries of rows with the populations that are done by then, the same on every machine; 0: no limit.
SubgraphEstimate estimate_subgraphs(const Target& target, int size, std::uint64_t probes, std::uint64_t seed,
                                    Control& control, std::uint64_t max_steps = 0);

}  // namespace spminer::enumerate
