// One thread's search: picks the engine that suits the component of each root.
#pragma once

#include <memory>
#include <optional>

#include "match/ball.hh"
#include "match/dense.hh"
#include "match/sparse.hh"

namespace spminer::match {

class Searcher {
 public:
  Searcher(const Plan& plan, const IndexData& index, Control& control, std::uint64_t steps_per_anchor)
      : plan_(plan), index_(index), budget_(control, steps_per_anchor) {}
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  /// Searches the embeddings that map the root to u, with a fresh budget.  True if the visitor ended it;
  /// cut_short() then says whether something was left unsearched.
  template <typename V>
  bool run_root(Node u, V& visitor) {
    budget_.renew();
    const Node c = index_.component[u];
    if (index_.component_size(c) < plan_.size()) return false;
    return dispatch(u, c, visitor) && !budget_.exhausted();
  }
  bool cut_short() const { return budget_.exhausted(); }
  void stop_when(const std::atomic<bool>& flag) { budget_.stop_when(flag); }

 private:
  template <typename V>
  bool dispatch(Node u, Node c, V& visitor) {
    switch (row_words(index_.component_size(c))) {
      case 1:
        return run_dense(one_, u, c, visitor);
      case 2:
        return run_dense(two_, u, c, visitor);
      case 4:
        return run_dense(four_, u, c, visitor);
      case 8:
        return run_dense(eight_, u, c, visitor);
      default:
        return run_sparse(u, visitor);
    }
  }

  /// Most roots are settled by a few steps from neighbor lists.  One that is not is searched anew with bitmaps
  /// of its surroundings, where dead ends show early, if these are not too large.
  template <typename V>
  bool run_sparse(Node u, V& visitor) {
    if (!sparse_) sparse_.emplace(plan_, index_, budget_);
    if constexpr (V::kRestarts) {
      budget_.renew(kPatience);
      const bool ended = sparse_->run_root(u, visitor);
      if (!budget_.resume()) return ended;
      if (!ball_) ball_.emplace(plan_, index_, budget_);
      if (ball_->enter(u)) return ball_->run_root(visitor);
      if (const Node c = index_.component[u]; index_.component_size(c) <= kMaxWideNodes) {
        enter_component(wide_, c, [&] { return index_.wide_rows(c); });
        return wide_->run_hard_root(index_.local(u), visitor);
      }
    }
    return sparse_->run_root(u, visitor);
  }

  /// Prepares an engine for a component, unless it is already.
  template <int W, typename Rows>
  void enter_component(std::optional<DenseSearch<W>>& search, Node c, Rows&& rows) {
    if (!search) search.emplace(plan_, *index_.target, budget_);
    if (c == entered_) return;
    const Node first = index_.first[c];
    search->enter({index_.component_size(c), rows(), &index_.members[first], &index_.signatures[first]});
    entered_ = c;
  }

  template <int W, typename V>
  bool run_dense(std::optional<DenseSearch<W>>& search, Node u, Node c, V& visitor) {
    enter_component(search, c, [&] { return &index_.rows[static_cast<std::size_t>(index_.row_at[c])]; });
    if constexpr (V::kRestarts) {
      budget_.renew(kDensePatience);
      const bool ended = search->run_root(index_.local(u), visitor);
      return budget_.resume() ? search->run_hard_root(index_.local(u), visitor) : ended;
    }
    return search->run_root(index_.local(u), visitor);
  }

  /// Steps after which another engine, or more preparation, is worth its cost.
  static constexpr std::uint64_t kPatience = 256;
  static constexpr std::uint64_t kDensePatience = 64;

  const Plan& plan_;
  const IndexData& index_;
  Budget budget_;
  Node entered_ = -1;  ///< the dense component that its engine is prepared for
  std::optional<DenseSearch<1>> one_;
  std::optional<DenseSearch<2>> two_;
  std::optional<DenseSearch<4>> four_;
  std::optional<DenseSearch<8>> eight_;
  std::optional<DenseSearch<kMaxWideNodes / 64>> wide_;
  std::optional<SparseSearch> sparse_;
  std::optional<BallSearch> ball_;
};

}  // namespace spminer::match
