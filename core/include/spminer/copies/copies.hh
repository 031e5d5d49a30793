// Copies of a pattern: its edge-induced subgraphs, counted without visiting them one by one.
//
//   count_copies(pattern, target, params, control)
//
// A copy is a subgraph that is isomorphic to the pattern: a set of nodes with a set of edges between them.  A node set
// with more edges than the pattern has may hold several.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/base/int128.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::copies {

inline constexpr int kMaxNodes = 8;

struct CopiesParams {
  int threads = 0;        ///< 0 is every core; results do not depend on it
  bool per_node = false;  ///< also the copies in which each node takes each position
  double most_cost = std::numeric_limits<double>::infinity();  ///< estimated nanoseconds; a count of more is not begun
};

struct CopiesResult {
  bool complete = true;                 ///< without it, the other values say nothing
  UInt128 copies = 0;                   ///< number of copies in the target
  std::vector<int> orbit_node;          ///< for each orbit of the pattern, its smallest node
  std::vector<std::uint64_t> per_node;  ///< for each node and orbit, the copies that have the node there
};

/// Node labels are compared when both sides have them.  The pattern must be connected, without codes, and have 1 to
/// kMaxNodes nodes, else this throws std::invalid_argument; std::overflow_error where counts may need more than 120
/// bits, or 64 of a node.
CopiesResult count_copies(const Pattern& pattern, const Target& target, const CopiesParams& params, Control& control);

}  // namespace spminer::copies
