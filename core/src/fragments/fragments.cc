// The search for frequent fragments: one queue, one ranking, and a tree of patterns that gSpan or Gaston grows.
//
// A fragment waits in the queue with the occurrences that were kept.  A batch of 32 is expanded by the threads: the
// tree names children, support is counted, and those that can still be reported go into the ranking and the queue,
// in a fixed order.  With `top`, the ranking raises the support that is needed, and batches alternate between the
// best fragments and the deepest ones until the largest size is full.
//
// Invariants: support never grows along the tree, so a fragment below what is needed has no descendant that counts;
// an extension that was too rare for a parent is too rare for its descendants (nodes keep their numbers).  Batches
// do not depend on threads, and neither do results.
// Memory: lists of occurrences are dropped when they take too much, and made again when a fragment is expanded. A
// search that is stopped reports patterns with exact supports; others may be missing.
#include "spminer/fragments/fragments.hh"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/parallel.hh"
#include "fragments/pattern_tree.hh"
#include "fragments/support.hh"
#include "match/index.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::fragments {

/// Extensions that turned out too rare: no descendant can have them more often, since nodes keep their numbers.
class InfrequentExtensions {
 public:
  explicit InfrequentExtensions(std::shared_ptr<const InfrequentExtensions> inherited)
      : inherited_(std::move(inherited)) {}

  void add(const CodeEdge& edge, std::int64_t needed) { list_.push_back({name(edge), needed}); }
  bool cover(const CodeEdge& edge, std::int64_t needed) const {
    for (const InfrequentExtensions* known = this; known != nullptr; known = known->inherited_.get())
      for (const auto& refusal : known->list_)
        if (refusal.below <= needed && refusal.edge == name(edge)) return true;
    return false;
  }

 private:
  struct Refusal {
    CodeEdge edge;
    std::int64_t below;
  };
  /// A new node has another number in every descendant.
  static CodeEdge name(CodeEdge edge) {
    if (edge.forward()) edge.to = -1;
    return edge;
  }

  std::vector<Refusal> list_;
  std::shared_ptr<const InfrequentExtensions> inherited_;
};

struct Fragment {
  Sequence edges;
  Occurrences where;
  std::uint64_t serial = 0;
  int nodes = 0;
  bool grows = false;  ///< descendants may have more nodes
  PatternKey key;      ///< canonical; empty unless it is to be reported
  std::shared_ptr<const InfrequentExtensions> refused;

  std::uint64_t bytes() const { return sizeof(Fragment) + edges.capacity() * sizeof(CodeEdge) + where.bytes(); }
};
using Fragments = std::vector<std::unique_ptr<Fragment>>;

enum class Next {
  kLatest,   ///< few have to wait
  kBest,     ///< most frequent first, the larger of equals: none is expanded that the final thresholds exclude
  kDeepest,  ///< largest first, the more frequent of equals: large patterns are found early, and thresholds with them
};

class FragmentQueue {
 public:
  /// `two_ways`: fragments are taken best first or deepest first; otherwise latest first.
  explicit FragmentQueue(bool two_ways) : two_ways_(two_ways) {}

  bool empty() const { return by_depth_.empty() && latest_.empty(); }
  std::uint64_t bytes() const { return bytes_; }

  void push(std::unique_ptr<Fragment> fragment) {
    bytes_ += fragment->bytes();
    if (!two_ways_) return latest_.push_back(std::move(fragment));
    by_support_.insert(fragment.get());
    by_depth_.insert(fragment.release());
  }

  std::unique_ptr<Fragment> pop(Next next) {
    std::unique_ptr<Fragment> fragment;
    if (next == Next::kLatest) {
      fragment = std::move(latest_.back());
      latest_.pop_back();
    } else {
      fragment.reset(next == Next::kBest ? *by_support_.begin() : *by_depth_.begin());
      by_support_.erase(fragment.get());
      by_depth_.erase(fragment.get());
    }
    bytes_ -= fragment->bytes();
    return fragment;
  }

  ~FragmentQueue() {
    for (Fragment* fragment : by_depth_) delete fragment;
  }
  FragmentQueue(const FragmentQueue&) = delete;
  FragmentQueue& operator=(const FragmentQueue&) = delete;

 private:
  struct BySupport {
    bool operator()(const Fragment* a, const Fragment* b) const {
      if (a->where.support != b->where.support) return a->where.support > b->where.support;
      return a->nodes != b->nodes ? a->nodes > b->nodes : a->serial > b->serial;
    }
  };
  struct ByDepth {
    bool operator()(const Fragment* a, const Fragment* b) const {
      if (a->nodes != b->nodes) return a->nodes > b->nodes;
      return a->where.support != b->where.support ? a->where.support > b->where.support : a->serial > b->serial;
    }
  };

  const bool two_ways_;
  std::uint64_t bytes_ = 0;
  Fragments latest_;
  std::set<Fragment*, BySupport> by_support_;
  std::set<Fragment*, ByDepth> by_depth_;  ///< owns the fragments, which by_support_ has too
};

// The fragments to be reported, and the support that a newcomer needs.

class Ranking {
 public:
  explicit Ranking(const FragmentParams& params)
      : top_(params.top), support_(params.support), largest_(params.sizes.back()) {
    for (const int size : params.sizes) wanted_[size] = true;
  }

  bool wants(int nodes) const { return wanted_[nodes]; }
  int largest() const { return largest_; }
  /// Whether there are as many of a size as are to be reported.
  bool full(int size) const { return top_ != 0 && best_[size].size() == top_; }

  /// Least support with which a fragment can still be reported, or a descendant if it grows.
  std::int64_t needed(int nodes, bool grows) const {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int size = nodes; size <= (grows ? largest_ : nodes); ++size)
      if (wants(size)) least = std::min(least, needed(size));
    return least;
  }

  void offer(const Fragment& fragment) {
    if (fragment.where.support < needed(fragment.nodes)) return;
    auto& heap = best_[fragment.nodes];
    heap.push_back({fragment.where.support, fragment.serial, fragment.key});
    bytes_ += heap.back().bytes();
    if (top_ == 0) return;
    std::push_heap(heap.begin(), heap.end(), Reported::better);
    if (heap.size() <= top_) return;
    std::pop_heap(heap.begin(), heap.end(), Reported::better);
    bytes_ -= heap.back().bytes();
    heap.pop_back();
  }

  void write(FragmentResult& result) {
    for (auto& found : best_) {
      std::sort(found.begin(), found.end(), [](const Reported& a, const Reported& b) {
        return a.support != b.support ? a.support > b.support : a.key < b.key;
      });
      for (auto& entry : found) {
        result.keys.push_back(key_of(canonical_copy(pattern_from_key(entry.key))));
        result.support.push_back(entry.support);
      }
    }
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Reported {
    std::int64_t support;
    std::uint64_t serial;
    PatternKey key;

    std::uint64_t bytes() const { return sizeof(Reported) + key.size() * sizeof(std::uint64_t); }
    /// The better one; the first of equals.
    static bool better(const Reported& a, const Reported& b) {
      return a.support != b.support ? a.support > b.support : a.serial < b.serial;
    }
  };

  std::int64_t needed(int size) const { return full(size) ? best_[size].front().support + 1 : support_; }

  std::size_t top_;
  std::int64_t support_;
  int largest_;
  std::uint64_t bytes_ = 0;
  std::array<bool, kMaxPatternNodes + 1> wanted_{};
  std::array<std::vector<Reported>, kMaxPatternNodes + 1> best_;  ///< by size; heaps with the worst first
};

// The search: fragments wait in a queue and are expanded in batches.  What a batch does depends on what was known
// before it, never on the threads, so neither do the results.

namespace {

/// Fragments expanded between two looks at the thresholds.
constexpr std::size_t kBatch = 32;
/// Lists of waiting fragments are forgotten beyond this, and found again when needed.
constexpr std::uint64_t kListBytes = std::uint64_t{64} << 20;

class Mining {
 public:
  Mining(const MatchIndex& index, std::span<const std::int64_t> offsets, const FragmentParams& params, Control& control)
      : params_(params), control_(control), ranking_(params), queue_(params.top != 0) {
    const Target& target = *index.data().target;
    counter_ = params.measure == SupportMeasure::kTransactions ? transaction_counter(index, offsets, control)
                                                               : image_counter(index, control);
    limits_ = {ranking_.largest(), params.max_edges, target.labeled(), target.coded()};
  }

  FragmentResult run() {
    add_edges();
    while (!queue_.empty() && !control_.check_now()) {
      Fragments batch = next_batch();
      if (batch.empty()) break;
      std::vector<Fragments> children(batch.size());
      parallel_for(static_cast<std::int64_t>(batch.size()), params_.threads,
                   [&](std::int64_t i, int) { children[i] = expand(*batch[i]); });
      for (auto& family : children)
        for (auto& child : family) add(std::move(child));
      control_.done.fetch_add(batch.size(), std::memory_order_relaxed);
    }
    result_.complete = !control_.stopped();
    result_.tested = tested_.load();
    ranking_.write(result_);
    return std::move(result_);
  }

 private:
  void add_edges() {
    auto edges = counter_->edges();
    for (const auto& [edge, where] : edges) vocabulary_.add(edge.from_label, edge.code, edge.to_label, where.support);
    tree_ =
        params_.miner == FragmentMiner::kGspan ? gspan_tree(vocabulary_, limits_) : gaston_tree(vocabulary_, limits_);
    for (auto& [edge, where] : edges) {
      ++tested_;
      auto fragment = made({edge}, std::move(where));
      if (fragment) add(std::move(fragment));
    }
  }

  /// The fragment, if it or a descendant can still be reported.
  std::unique_ptr<Fragment> made(Sequence edges, Occurrences where) {
    auto fragment = std::make_unique<Fragment>();
    fragment->nodes = node_count(edges);
    fragment->grows = tree_->gains_nodes(edges);
    fragment->edges = std::move(edges);
    fragment->where = std::move(where);
    const std::int64_t support = fragment->where.support;
    if (support < ranking_.needed(fragment->nodes, fragment->grows)) return nullptr;
    const bool reported = ranking_.wants(fragment->nodes) && support >= ranking_.needed(fragment->nodes, false) &&
                          (!params_.closed || closed(*fragment));
    if (reported && !control_.stopped())
      fragment->key = canonical_key(to_pattern(fragment->edges, limits_.labeled, limits_.coded));
    return fragment;
  }

  bool closed(const Fragment& fragment) {
    const std::int64_t support = fragment.where.support;
    for (const auto& edge : all_extensions(fragment.edges, vocabulary_, support)) {
      ++tested_;
      if (control_.check_now() || counter_->extend(extended(fragment.edges, edge), fragment.where, support))
        return false;
    }
    return true;
  }

  Fragments expand(Fragment& parent) {
    Fragments children;
    const auto refused = std::make_shared<InfrequentExtensions>(parent.refused);
    const auto edges = tree_->children(parent.edges, [&](const EdgeKind& kind, const CodeEdge& edge) {
      const std::int64_t needed = needed_with(parent, edge);
      return kind.support >= needed && !refused->cover(edge, needed);
    });
    if (!edges.empty() && parent.where.first.empty()) counter_->rebuild_lists(parent.edges, parent.where);
    for (const auto& edge : edges) {
      if (control_.check_now()) break;
      const std::int64_t needed = needed_with(parent, edge);
      ++tested_;
      auto where = counter_->extend(extended(parent.edges, edge), parent.where, needed);
      if (!where) {
        refused->add(edge, needed);
        continue;
      }
      auto fragment = made(extended(parent.edges, edge), std::move(*where));
      if (fragment) children.push_back(std::move(fragment));
    }
    for (auto& child : children) child->refused = refused;
    return children;
  }
  std::int64_t needed_with(const Fragment& parent, const CodeEdge& edge) const {
    return ranking_.needed(parent.nodes + (edge.forward() ? 1 : 0), tree_->gains_nodes(extended(parent.edges, edge)));
  }

  void add(std::unique_ptr<Fragment> fragment) {
    fragment->serial = next_serial_++;
    if (!fragment->key.empty()) ranking_.offer(*fragment);
    fragment->key = {};
    if (queue_.bytes() + fragment->bytes() > list_bytes()) fragment->where.forget_lists();
    queue_.push(std::move(fragment));
    const std::uint64_t bytes = queue_.bytes() + ranking_.bytes();
    result_.peak_bytes = std::max(result_.peak_bytes, bytes);
    if (params_.memory_limit != 0 && bytes > params_.memory_limit) control_.stop(StopReason::kMemoryLimit);
  }
  std::uint64_t list_bytes() const {
    return params_.memory_limit == 0 ? kListBytes : std::min(kListBytes, params_.memory_limit / 2);
  }

  Fragments next_batch() {
    const Next next = whose_turn();
    Fragments batch;
    while (!queue_.empty() && batch.size() < kBatch) {
      auto fragment = queue_.pop(next);
      if (fragment->where.support >= ranking_.needed(fragment->nodes, fragment->grows))
        batch.push_back(std::move(fragment));
    }
    return batch;
  }
  /// While thresholds are sought, every other batch goes for size until the largest has its number.
  Next whose_turn() {
    if (params_.top == 0) return Next::kLatest;
    return ranking_.full(ranking_.largest()) || batches_++ % 2 == 0 ? Next::kBest : Next::kDeepest;
  }

  const FragmentParams& params_;
  Control& control_;
  Ranking ranking_;
  PatternLimits limits_;
  std::unique_ptr<SupportCounter> counter_;
  Vocabulary vocabulary_;
  std::unique_ptr<PatternTree> tree_;
  FragmentQueue queue_;
  std::uint64_t batches_ = 0;
  std::uint64_t next_serial_ = 0;
  std::atomic<std::uint64_t> tested_{0};
  FragmentResult result_;
};

void check(const MatchIndex& index, std::span<const std::int64_t> offsets, const FragmentParams& params) {
  const auto& sizes = params.sizes;
  if (sizes.empty() || !std::is_sorted(sizes.begin(), sizes.end()) || sizes.front() < 2 ||
      sizes.back() > kMaxPatternNodes)
    throw std::invalid_argument("sizes are ascending numbers from 2 to " + std::to_string(kMaxPatternNodes));
  if (params.support < 1 || params.top < 0 || params.max_edges < 0)
    throw std::invalid_argument("support must be at least 1, top and max_edges at least 0");
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != index.data().target->size() ||
      !std::is_sorted(offsets.begin(), offsets.end()))
    throw std::invalid_argument("offsets must ascend from 0 to the number of nodes");
}

}  // namespace

FragmentResult mine_fragments(const MatchIndex& index, std::span<const std::int64_t> offsets,
                              const FragmentParams& params, Control& control) {
  check(index, offsets, params);
  return Mining(index, offsets, params, control).run();
}

}  // namespace spminer::fragments
