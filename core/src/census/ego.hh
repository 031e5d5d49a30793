// The graph among the neighbors of one node.
#pragma once

#include <numeric>
#include <vector>

#include "census/state.hh"

namespace spminer::census {

/// Member i is the i-th neighbor of the root; build() is called for one root after another.
class Ego {
 public:
  explicit Ego(const State& state) : state_(state), member_(state.target.size(), kOutside) {}

  void build(Node root) {
    const auto members = state_.target.neighbors(root);
    for (std::size_t i = 0; i < members.size(); ++i) member_[members[i]] = static_cast<int>(i);
    find_edges(members);
    for (const Node a : members) member_[a] = kOutside;
    fill_links(members.size());
  }

  int size() const { return static_cast<int>(start_.size()) - 1; }
  /// Members next to this one, in ascending order, and the arcs to them.
  std::span<const int> links(int member) const { return part(links_, member); }
  std::span<const Arc> arcs(int member) const { return part(arcs_, member); }
  std::size_t links_in_all() const { return links_.size(); }
  /// Common neighbors of the root and the member.
  Count degree(int member) const { return start_[member + 1] - start_[member]; }

 private:
  static constexpr int kOutside = -1;

  template <typename T>
  std::span<const T> part(const std::vector<T>& values, int member) const {
    return std::span(values).subspan(start_[member], start_[member + 1] - start_[member]);
  }

  struct Edge {
    int tail, head;
    Arc arc, back_arc;
  };
  struct Link {
    int member;
    Arc arc;  // from the other member
  };

  void find_edges(std::span<const Node> members) {
    edges_.clear();
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto heads = state_.orientation.successors(members[i]);
      for (std::size_t k = 0; k < heads.size(); ++k) {
        const int head = member_[heads[k]];
        if (head == kOutside) continue;
        edges_.push_back({static_cast<int>(i), head,
                          state_.first_arc(members[i]) + state_.orientation.places(members[i])[k],
                          state_.first_arc(heads[k]) + state_.orientation.back_places(members[i])[k]});
      }
    }
  }

  void fill_links(std::size_t members) {
    start_.assign(members + 1, 0);
    for (const Edge& edge : edges_) {
      ++start_[edge.tail];
      ++start_[edge.head];
    }
    std::exclusive_scan(start_.begin(), start_.end(), start_.begin(), std::size_t{0});
    unsorted_.resize(2 * edges_.size());
    next_ = start_;
    for (const Edge& edge : edges_) {
      unsorted_[next_[edge.tail]++] = {edge.head, edge.back_arc};
      unsorted_[next_[edge.head]++] = {edge.tail, edge.arc};
    }
    sort_links(static_cast<int>(members));
  }

  /// Handing each member in turn to the members next to it leaves every row in order.
  void sort_links(int members) {
    links_.resize(unsorted_.size());
    arcs_.resize(unsorted_.size());
    next_ = start_;
    for (int a = 0; a < members; ++a)
      for (const auto& [c, arc] : part(unsorted_, a)) {
        links_[next_[c]] = a;
        arcs_[next_[c]++] = arc;
      }
  }

  const State& state_;
  std::vector<int> member_;  // of each node of the target
  std::vector<Edge> edges_;
  std::vector<Link> unsorted_;
  std::vector<std::size_t> start_, next_;
  std::vector<int> links_;
  std::vector<Arc> arcs_;
};

}  // namespace spminer::census
