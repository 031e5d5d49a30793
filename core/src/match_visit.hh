// What the two searches share: the budget they spend and the visitors they report to.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/control.hh"
#include "spminer/pattern.hh"

namespace spminer::match {

/// Steps of one thread: renewed for each anchor, and watched by the control.
class Budget {
 public:
  Budget(Control& control, std::uint64_t steps_per_anchor) : ticker_(control), limit_(steps_per_anchor) {}

  void renew() {
    steps_ = 0;
    exhausted_ = false;
  }
  /// Counts a step; true if the search must end here, undecided.
  bool spend() {
    ++steps_;
    if ((limit_ != 0 && steps_ > limit_) || ticker_.should_stop()) exhausted_ = true;
    return exhausted_;
  }
  bool exhausted() const { return exhausted_; }

 private:
  Ticker ticker_;
  std::uint64_t limit_;
  std::uint64_t steps_ = 0;
  bool exhausted_ = false;
};

// A visitor is told of embeddings, as the images of positions 0 .. size-1, and returns true to end the search.
// One with kCounts set is told numbers only.

/// Keeps the first embedding.
struct FirstVisitor {
  static constexpr bool kCounts = false;
  std::array<Node, kMaxPatternNodes> images{};

  bool found(std::span<const Node> embedding) {
    std::copy(embedding.begin(), embedding.end(), images.begin());
    return true;
  }
};

/// Counts embeddings.
struct CountVisitor {
  static constexpr bool kCounts = true;
  std::uint64_t total = 0;

  bool count(std::uint64_t embeddings) {
    total += embeddings;
    return false;
  }
};

}  // namespace spminer::match
