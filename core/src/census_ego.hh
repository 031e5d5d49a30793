// The graph among the neighbours of one node.
#pragma once

#include <vector>

#include "census_state.hh"

namespace spminer::census_detail {

/// Member i is the i-th neighbour of the root; build() is called for one root after another.
class Ego {
 public:
  struct Link {
    int member;  ///< the other end
    Arc arc;     ///< in the target, from this end to the other
  };

  explicit Ego(const State& state) : state_(state), member_(static_cast<std::size_t>(state.target.size()), kOutside) {}

  void build(Node root) {
    const auto members = state_.target.neighbours(root);
    for (std::size_t i = 0; i < members.size(); ++i) member_[members[i]] = static_cast<int>(i);
    links_.clear();
    start_.assign(1, 0);
    for (const Node a : members) {
      Arc arc = state_.first_arc(a);
      for (const Node c : state_.target.neighbours(a)) {
        if (member_[c] != kOutside) links_.push_back({member_[c], arc});
        ++arc;
      }
      start_.push_back(links_.size());
    }
    for (const Node a : members) member_[a] = kOutside;
  }

  int size() const { return static_cast<int>(start_.size()) - 1; }
  std::span<const Link> links(int member) const {
    return std::span(links_).subspan(start_[member], start_[member + 1] - start_[member]);
  }
  /// Common neighbours of the root and the member.
  Count degree(int member) const { return start_[member + 1] - start_[member]; }

 private:
  static constexpr int kOutside = -1;

  const State& state_;
  std::vector<int> member_;  // of each node of the target
  std::vector<std::size_t> start_;
  std::vector<Link> links_;
};

}  // namespace spminer::census_detail
