// Search in a large graph: candidates from neighbor lists, with conflict-directed backjumping.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "match/plan.hh"
#include "match/visitors.hh"

namespace spminer::match {

/// Positions are filled in plan order.  Candidates come from the shortest neighbor list among the images of
/// earlier neighbors.  `seen_` tells for every target node which images it is adjacent to, so that one
/// comparison checks all edges and non-edges; images whose neighbor lists are much longer than the list of
/// candidates are not entered there but tested one by one.
class SparseSearch {
 public:
  SparseSearch(const Plan& plan, const IndexData& index, Budget& budget);

  /// Searches all embeddings that map the root to u; true if the visitor ended it, or the budget.
  template <typename V>
  bool run_root(Node u, V& visitor) {
    if (!fits(0, u)) return false;
    found_ = 0;
    occupy(0, u);
    Row blame = 0;
    const bool ended = plan_.size() == 1 ? report(visitor) : extend(1, blame, visitor);
    release(u);
    return ended;
  }

 private:
  static constexpr std::int64_t kMarkRatio = 4;
  static constexpr std::size_t kLooksPerStep = 64;  ///< neighbors looked at that cost as much as assigning a node

  bool fits(int position, Node v) const { return plan_.fits(position, v, index_); }

  void occupy(int position, Node v) {
    images_[position] = v;
    position_of_[v] = static_cast<std::int8_t>(position);
  }
  void release(Node v) { position_of_[v] = -1; }

  /// The earlier neighbor whose image has the fewest neighbors.
  int pivot(int depth) const;
  /// Enters images with short enough neighbor lists into seen_; returns which.
  Row mark_images(int depth, std::int64_t list);
  void unmark_images(Row marked);
  /// A position that forbids v at depth, or -1 if v fits all of them.
  int objection(int depth, Node v) const;
  int late_objection(int depth, Node v, Row ask) const;

  template <typename V>
  bool report(V& visitor) {
    ++found_;
    if constexpr (V::kCounts)
      return visitor.count(1);
    else
      return visitor.found(std::span(images_.data(), static_cast<std::size_t>(plan_.size())));
  }

  /// Fills positions depth and later.  Without a match below, `blame` names earlier positions that must change
  /// before there can be one.
  template <typename V>
  bool extend(int depth, Row& blame, V& visitor) {
    const int source = pivot(depth);
    const auto list = index_.target->neighbors(images_[source]);
    if (budget_.spend(list.size() / kLooksPerStep)) return true;  // hubs are not free
    const Row marked = mark_images(depth, static_cast<std::int64_t>(list.size()));
    blame = bit(source);
    bool ended = false;
    for (const Node v : list) {
      const int against = objection(depth, v);
      if (against >= 0) {
        blame |= bit(against);
        continue;
      }
      if (!fits(depth, v)) continue;
      if ((ended = budget_.spend())) break;
      Row below = 0;
      ended = descend(depth, v, below, visitor);
      if (ended) break;
      if ((below & bit(depth)) == 0) {  // no other candidate here can help either
        blame = below;
        break;
      }
      blame |= below & ~bit(depth);
    }
    unmark_images(marked);
    return ended;
  }

  template <typename V>
  bool descend(int depth, Node v, Row& blame, V& visitor) {
    const std::uint64_t before = found_;
    occupy(depth, v);
    const bool ended = depth + 1 == plan_.size() ? report(visitor) : extend(depth + 1, blame, visitor);
    release(v);
    if (found_ != before) blame = plan_.pattern.all();  // something was found: no reason to jump
    return ended;
  }

  const Plan& plan_;
  const IndexData& index_;
  Budget& budget_;
  std::array<Node, kMaxPatternNodes> images_{};
  std::vector<Row> seen_;                 ///< positions whose images are adjacent to the node, among marked_
  std::vector<std::int8_t> position_of_;  ///< of an image, else -1
  Row marked_ = 0;
  std::uint64_t found_ = 0;
};

}  // namespace spminer::match
