// The walks of two steps from one node after another.
#pragma once

#include <vector>

#include "census/state.hh"

namespace spminer::census {

/// The ends of the walks of two steps from one root (the root is one of them), with how many walks lead there.
struct TwoSteps {
  /// Walks to one end, each counted with a weight.
  struct Weighted {
    Count degrees = 0;    ///< the degree of the node between
    Count triangles = 0;  ///< the triangles over the second step
  };

  explicit TwoSteps(const State& state_)
      : state(state_),
        walks(static_cast<std::size_t>(state.target.size())),
        weighted(state.catalog.size() == 5 ? walks.size() : 0) {}

  void clear() {
    for (const Node end : ends) walks[end] = 0;
    ends.clear();
  }
  void add(Node end) {
    if (walks[end]++ == 0) ends.push_back(end);
  }

  void build(Node root) {
    clear();
    for (const Node v : state.target.neighbors(root))
      for (const Node w : state.target.neighbors(v)) add(w);
  }

  /// build(), with the weighted walks.
  void build_weighted(Node root) {
    for (const Node end : ends) weighted[end] = {};
    clear();
    for (const Node v : state.target.neighbors(root)) {
      Arc arc = state.first_arc(v);
      for (const Node w : state.target.neighbors(v)) {
        add(w);
        weighted[w].degrees += state.degree(v);
        weighted[w].triangles += state.triangles[arc++];
      }
    }
  }

  const State& state;
  std::vector<Node> ends;
  std::vector<std::uint32_t> walks;  ///< by end
  std::vector<Weighted> weighted;    ///< by end
};

}  // namespace spminer::census
