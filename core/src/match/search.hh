// One thread's search: picks the engine that suits the component of each root.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hh"
#include "match/ball.hh"
#include "match/dense.hh"
#include "match/sparse.hh"
#include "spminer/base/bits.hh"
#include "spminer/match/match.hh"

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

  /// Most roots are decided by a few steps from neighbor lists.  One that is not is searched again with bitmaps
  /// of its neighborhood, where dead ends show early, if these are not too large.
  template <typename V>
  bool run_sparse(Node u, V& visitor) {
    if (!sparse_) sparse_.emplace(plan_, index_, budget_);
    if constexpr (V::kRestarts) {
      budget_.renew(kRestartSteps);
      const bool ended = sparse_->run_root(u, visitor);
      if (!budget_.resume()) return ended;
      if (!ball_) ball_.emplace(plan_, index_, budget_);
      const Node c = index_.component[u];
      // Bitmaps of the component serve all roots: they take no longer than those of a large ball.  The same steps are
      // taken with either, unless the plan's domains narrow the ball.
      const bool wide = wide_words(index_.component_size(c)) == kWideWords;
      const auto most = wide && !plan_.domains.known() ? BallSearch::kSmallNodes : BallSearch::kMaxNodes;
      if (ball_->enter(u, most)) return ball_->run_root(visitor);
      if (wide) return run_wide(wide_, u, c, visitor);
      if (index_.component_size(c) <= kMaxWideNodes) return run_wide(widest_, u, c, visitor);
    }
    return sparse_->run_root(u, visitor);
  }

  template <int W, typename V>
  bool run_wide(std::optional<DenseSearch<W>>& search, Node u, Node c, V& visitor) {
    enter_component(search, c, [&] { return index_.wide_rows(c); });
    return search->run_hard_root(index_.local(u), visitor);
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
    enter_component(search, c, [&] { return &index_.rows[index_.row_at[c]]; });
    if constexpr (V::kRestarts) {
      budget_.renew(kDenseRestartSteps);
      const bool ended = search->run_root(index_.local(u), visitor);
      return budget_.resume() ? search->run_hard_root(index_.local(u), visitor) : ended;
    }
    return search->run_root(index_.local(u), visitor);
  }

  /// Steps after which another engine, or more preparation, is worth its cost.
  static constexpr std::uint64_t kRestartSteps = 256;
  static constexpr std::uint64_t kDenseRestartSteps = 64;

  const Plan& plan_;
  const IndexData& index_;
  Budget budget_;
  Node entered_ = -1;  ///< the dense component that its engine is prepared for
  std::optional<DenseSearch<1>> one_;
  std::optional<DenseSearch<2>> two_;
  std::optional<DenseSearch<4>> four_;
  std::optional<DenseSearch<8>> eight_;
  std::optional<DenseSearch<kWideWords>> wide_;
  std::optional<DenseSearch<kMaxWideNodes / 64>> widest_;
  std::optional<SparseSearch> sparse_;
  std::optional<BallSearch> ball_;
};

// Roots shared among threads: each thread owns a searcher, and whatever it reports to.

/// What each thread owns.
template <typename V>
struct Worker {
  template <typename... Args>
  explicit Worker(const Plan& plan, const IndexData& index, const MatchParams& params, Control& control, Args&&... args)
      : searcher(plan, index, control, params.steps_per_anchor), visitor(std::forward<Args>(args)...) {}
  Searcher searcher;
  V visitor;

  /// Whether the last search ended before everything was looked at, unless the visitor wanted it so.
  bool cut_short() const {
    if constexpr (requires { visitor.cut_short(); })
      return searcher.cut_short() || visitor.cut_short();
    else
      return searcher.cut_short();
  }
};

/// Calls f(worker, i) for each root in chunks over threads, until the control stops it.  `make` makes a worker.
template <typename Make, typename F>
void for_each_root(std::size_t roots, int threads, Control& control, Make&& make, F&& f) {
  constexpr std::size_t kMaxChunk = 64;
  constexpr std::size_t kChunksPerThread = 8;  // a few hard roots must not keep one thread busy while others wait
  using W = typename std::invoke_result_t<Make>::element_type;
  std::vector<std::unique_ptr<W>> workers(thread_count(threads));
  const std::size_t length = std::clamp<std::size_t>(roots / (workers.size() * kChunksPerThread), 1, kMaxChunk);
  const auto chunks = static_cast<std::int64_t>((roots + length - 1) / length);
  control.total.store(roots);
  parallel_for(chunks, threads, [&](std::int64_t chunk, int id) {
    if (control.check_now()) return;
    auto& worker = workers[id];
    if (!worker) worker = make();
    const std::size_t begin = static_cast<std::size_t>(chunk) * length;
    const std::size_t end = std::min(begin + length, roots);
    for (std::size_t i = begin; i < end && !control.stopped(); ++i) f(*worker, i);
    control.done.fetch_add(end - begin, std::memory_order_relaxed);
  });
}

// Visitors that keep node sets apart.

/// Counts node sets of non-induced embeddings without remembering them: an embedding counts only if it is the
/// first one that a search inside its own node set finds, with the same root if the plan breaks symmetry around it.
class NodeSetVisitor {
 public:
  static constexpr bool kCounts = false;
  static constexpr bool kRestarts = false;

  /// The search ends as soon as there are more than `limit` node sets.
  NodeSetVisitor(const Plan& plan, const Target& target, Control& control, bool same_root = false,
                 std::uint64_t limit = kNoLimit)
      : plan_(plan),
        target_(target),
        budget_(control, 0),
        search_(plan, target, budget_),
        same_root_(same_root),
        limit_(limit) {}

  bool found(std::span<const Node> embedding) {
    total += is_first(embedding);
    return total > limit_;
  }
  /// Whether the control ended a check, so that the total may be too small.
  bool cut_short() const { return budget_.exhausted(); }

  std::uint64_t total = 0;

 private:
  bool is_first(std::span<const Node> embedding) {
    members_.assign(embedding.begin(), embedding.end());
    std::sort(members_.begin(), members_.end());
    // A node set without further edges has one class of embeddings, of which the search reports one.
    if (fill_rows() == plan_.pattern.edges() && !plan_.codes) return true;
    FirstVisitor first;
    search_.enter({plan_.size(), rows_.data(), members_.data(), nullptr});
    if (same_root_) search_.restrict(0, place_of(embedding[0]));
    return search_.run_all(first) && !budget_.exhausted() &&
           std::equal(embedding.begin(), embedding.end(), first.images.begin());
  }

  int place_of(Node u) const {
    return static_cast<int>(std::lower_bound(members_.begin(), members_.end(), u) - members_.begin());
  }

  /// Returns the number of edges.
  int fill_rows() {
    int edges = 0;
    rows_.assign(members_.size(), 0);
    for (std::size_t i = 0; i < members_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        if (!target_.adjacent(members_[i], members_[j])) continue;
        rows_[i] |= Word{1} << j;
        rows_[j] |= Word{1} << i;
        ++edges;
      }
    return edges;
  }

  const Plan& plan_;
  const Target& target_;
  Budget budget_;
  DenseSearch<1> search_;
  bool same_root_;
  std::uint64_t limit_;
  std::vector<Node> members_;
  std::vector<Word> rows_;
};

/// Collects embeddings on distinct node sets, up to a limit; per root only the first one, or all.
class CollectVisitor {
 public:
  static constexpr bool kCounts = false;
  static constexpr bool kRestarts = false;

  CollectVisitor(const Plan& plan, std::size_t limit) : plan_(plan), limit_(limit) {}

  bool found(std::span<const Node> embedding) {
    std::vector<Node> nodes(embedding.begin(), embedding.end());
    std::sort(nodes.begin(), nodes.end());
    if (seen_.insert(std::move(nodes)).second) append(embedding);
    return one_per_root || full();
  }
  bool full() const { return seen_.size() >= limit_; }

  bool one_per_root = true;
  std::vector<Node> embeddings;  ///< in the order of the caller's pattern

 private:
  void append(std::span<const Node> embedding) {
    const auto begin = embeddings.size();
    embeddings.resize(begin + embedding.size());
    for (std::size_t p = 0; p < embedding.size(); ++p) embeddings[begin + plan_.node_at[p]] = embedding[p];
  }

  const Plan& plan_;
  std::size_t limit_;
  std::set<std::vector<Node>> seen_;
};

}  // namespace spminer::match
