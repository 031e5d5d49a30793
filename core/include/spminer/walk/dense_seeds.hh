// Dense seeds: from each node a walk into a group that has more links than the degrees of its nodes explain.
//
//   dense_seeds(target, starts, params, control)
//
// The next node is the neighbor that has most links to the walk so far, and to others that are joined to all of it,
// beyond those expected if each node kept its degree and all else were random.  Nothing is drawn at random: equal calls
// give equal walks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::walk {

struct DenseSeedParams {
  /// Nodes of a walk; fewer where there is no neighbor left.
  int size = 8;
  /// Neighbors of a walk, repeats counted, beyond which it ends: what surrounds hubs takes long to look through.
  std::int64_t surroundings = 1 << 16;
  /// Threads over starts; 0 is every core.  Results do not depend on it.
  int threads = 0;
};

/// Node i of the walk from start s is nodes[s * size + i], -1 beyond its end; its row of bits, likewise, tells which
/// nodes of the walk the target joins it to.
struct DenseSeeds {
  std::vector<Node> nodes;
  std::vector<Row> rows;
  /// Otherwise the control ended the work, and some walks are empty.
  bool complete = true;
};

/// Throws std::invalid_argument for a start that is no node, or a size that no pattern has.
DenseSeeds dense_seeds(const Target& target, std::span<const Node> starts, const DenseSeedParams& params,
                       Control& control);

}  // namespace spminer::walk
