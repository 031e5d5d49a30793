// What the two searches share: the budget they spend and the visitors they report to.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::match {

/// Steps of one thread: renewed for each anchor, and watched by the control.
class Budget {
 public:
  /// No limit if `steps_per_anchor` is 0.
  Budget(Control& control, std::uint64_t steps_per_anchor)
      : ticker_(control), limit_(steps_per_anchor != 0 ? steps_per_anchor : ~std::uint64_t{0}) {}

  /// A new anchor.  The search is to pause after some steps, if that comes before the limit.
  void renew(std::uint64_t pause = ~std::uint64_t{0}) {
    steps_ = 0;
    ends_at_ = std::min(pause, limit_);
    exhausted_ = false;
  }
  /// Counts steps; true if the search must end here, undecided.
  bool spend(std::uint64_t steps = 1) {
    if ((steps_ += steps) > ends_at_ || ticker_.should_stop() || enough()) exhausted_ = true;
    return exhausted_;
  }
  /// Ends the search too as soon as another thread sets the flag.
  void stop_when(const std::atomic<bool>& flag) { enough_ = &flag; }
  bool exhausted() const { return exhausted_; }

  /// Goes on after a pause; false if there was none.
  bool resume() {
    if (!exhausted_ || steps_ <= ends_at_ || ends_at_ == limit_) return false;
    ends_at_ = limit_;
    exhausted_ = false;
    return true;
  }

 private:
  bool enough() const { return enough_ != nullptr && enough_->load(std::memory_order_relaxed); }

  Ticker ticker_;
  const std::atomic<bool>* enough_ = nullptr;
  std::uint64_t limit_;
  std::uint64_t ends_at_ = ~std::uint64_t{0};
  std::uint64_t steps_ = 0;
  bool exhausted_ = false;
};

// A visitor gets embeddings, as the images of positions 0 .. size-1, and returns true to end the search.  One with
// kCounts set gets numbers only; one with kRestarts allows that a search starts again.

/// Keeps the first embedding.
struct FirstVisitor {
  static constexpr bool kCounts = false;
  static constexpr bool kRestarts = true;
  std::array<Node, kMaxPatternNodes> images{};

  bool found(std::span<const Node> embedding) {
    std::copy(embedding.begin(), embedding.end(), images.begin());
    return true;
  }
};

inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

/// Counts embeddings, and ends the search as soon as there are more than the limit.
struct CountVisitor {
  static constexpr bool kCounts = true;
  static constexpr bool kRestarts = false;
  explicit CountVisitor(std::uint64_t most = kNoLimit) : limit(most) {}

  bool count(std::uint64_t embeddings) {
    total += embeddings;
    return total > limit;
  }

  std::uint64_t limit;
  std::uint64_t total = 0;
};

}  // namespace spminer::match
