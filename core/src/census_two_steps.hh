// The walks of two steps from one node after another.
#pragma once

#include <vector>

#include "census_state.hh"

namespace spminer::census_detail {

/// The ends of the walks of two steps from one root (the root is one of them), with how many walks lead there.
struct TwoSteps {
  explicit TwoSteps(const State& state_)
      : state(state_),
        walks(static_cast<std::size_t>(state.target.size())),
        degree_walks(state.catalogue.size() == 5 ? walks.size() : 0),
        triangle_walks(degree_walks.size()) {}

  void clear() {
    for (const Node end : ends) walks[end] = 0;
    ends.clear();
  }
  void add(Node end) {
    if (walks[end]++ == 0) ends.push_back(end);
  }

  void build(Node root) {
    clear();
    for (const Node v : state.target.neighbours(root))
      for (const Node w : state.target.neighbours(v)) add(w);
  }

  /// build(), with the weighted walks.
  void build_weighted(Node root) {
    for (const Node end : ends) degree_walks[end] = triangle_walks[end] = 0;
    clear();
    for (const Node v : state.target.neighbours(root)) {
      Arc arc = state.first_arc(v);
      for (const Node w : state.target.neighbours(v)) {
        add(w);
        degree_walks[w] += state.degree(v);
        triangle_walks[w] += state.triangles[arc++];
      }
    }
  }

  const State& state;
  std::vector<Node> ends;
  std::vector<std::uint32_t> walks;   ///< by end
  std::vector<Count> degree_walks;    ///< weighted by the degree of the node between
  std::vector<Count> triangle_walks;  ///< weighted by the triangles of the second step
};

}  // namespace spminer::census_detail
