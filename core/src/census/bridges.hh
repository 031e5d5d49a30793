// A four-cycle and a triangle's third corner between the same two opposite nodes.
#pragma once

#include <vector>

#include "census/ego.hh"
#include "census/two_steps.hh"

namespace spminer::census {

/// One thread's memory of the bridges of one root.
struct BridgeScratch {
  explicit BridgeScratch(const State& state);

  Ego ego;
  std::vector<Node> marked;      ///< the last node whose neighbors were marked
  std::vector<Node> common;      ///< the ends of the bridge at hand
  std::vector<Count> bridges;    ///< by end: ordered adjacent pairs between the root and the end
  std::vector<Count> on_bridge;  ///< by member: walks to the ends of its bridges, from either end
};

/// The columns that count_bridged_squares adds to.
struct BridgeColumns {
  explicit BridgeColumns(const Catalog& catalog);

  int at_end, at_bridge, between;
};

/// Adds what is met from one root, whose walks of two steps are at hand.
void count_bridged_squares(State& state, const BridgeColumns& columns, Node root, const TwoSteps& steps,
                           BridgeScratch& scratch);

}  // namespace spminer::census
