// The walks of two steps from one node after another.
#pragma once

#include <span>
#include <vector>

#include "base/memory.hh"
#include "census/state.hh"

namespace spminer::census {

/// The ends of the walks of two steps from one root (the root is one of them), with how many walks lead there.
struct TwoSteps {
  explicit TwoSteps(const State& state_)
      : state(state_), walks(static_cast<std::size_t>(state.target.size())), reached_(walks.size() + 1) {}

  /// Each end once.
  std::span<const Node> ends() const { return std::span(reached_).first(count_); }

  void clear() {
    for (const Node end : ends()) walks[end] = 0;
    count_ = 0;
  }
  void add(Node end) {  // whether an end is new is hard to foresee, so write it anyway
    reached_[count_] = end;
    count_ += walks[end]++ == 0;
  }

  void build(Node root) {
    clear();
    for (const Node v : state.target.neighbors(root))
      for (const Node w : state.target.neighbors(v)) add(w);
  }

  const State& state;
  HugeVector<std::uint32_t> walks;  ///< by end

 private:
  std::vector<Node> reached_;  ///< the ends, and room for one more
  std::size_t count_ = 0;
};

}  // namespace spminer::census
