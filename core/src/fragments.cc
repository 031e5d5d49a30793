// The search: fragments wait in a frontier and are expanded in batches.  What a batch does depends on what was known
// before it, never on the threads, so neither do the results.
#include "spminer/fragments.hh"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "fragments_growth.hh"
#include "fragments_support.hh"
#include "match_index.hh"
#include "spminer/canonical.hh"
#include "spminer/parallel.hh"

namespace spminer {

namespace {

using namespace fragments;

/// Fragments expanded between two looks at the thresholds.
constexpr std::size_t kBatch = 32;
/// Lists of waiting fragments are forgotten beyond this, and found again when needed.
constexpr std::uint64_t kListBytes = std::uint64_t{64} << 20;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// Extensions that turned out too rare: no descendant can have them more often, since nodes keep their numbers.
struct Refusals {
  struct Refusal {
    GrowthEdge edge;  ///< `to` is -1 for a new node
    std::int64_t below;
  };
  std::vector<Refusal> list;
  std::shared_ptr<const Refusals> inherited;

  static GrowthEdge name(GrowthEdge edge) {
    if (edge.forward()) edge.to = -1;
    return edge;
  }
  void add(const GrowthEdge& edge, std::int64_t needed) { list.push_back({name(edge), needed}); }
  bool cover(const GrowthEdge& edge, std::int64_t needed) const {
    for (const Refusals* known = this; known != nullptr; known = known->inherited.get())
      for (const auto& refusal : known->list)
        if (refusal.below <= needed && refusal.edge == name(edge)) return true;
    return false;
  }
};

struct Fragment {
  Sequence edges;
  Occurrences where;
  std::uint64_t serial = 0;
  int nodes = 0;
  bool grows = false;              ///< descendants may have more nodes
  std::vector<std::uint64_t> key;  ///< empty unless it is to be reported
  std::shared_ptr<const Refusals> refused;

  std::uint64_t bytes() const { return sizeof(Fragment) + edges.capacity() * sizeof(GrowthEdge) + where.bytes(); }
};
using Fragments = std::vector<std::unique_ptr<Fragment>>;

/// Whether b is expanded before a.  While thresholds are sought, the most frequent goes first and the larger of equals,
/// so that thresholds rise early; otherwise the latest, so that few wait.
struct Later {
  bool best_first;

  bool operator()(const std::unique_ptr<Fragment>& a, const std::unique_ptr<Fragment>& b) const {
    if (best_first && a->where.support != b->where.support) return a->where.support < b->where.support;
    if (best_first && a->nodes != b->nodes) return a->nodes < b->nodes;
    return a->serial < b->serial;
  }
};

struct Reported {
  std::int64_t support;
  std::uint64_t serial;
  std::vector<std::uint64_t> key;

  /// The better one; the first of equals.
  static bool better(const Reported& a, const Reported& b) {
    return a.support != b.support ? a.support > b.support : a.serial < b.serial;
  }
};

/// The best fragments of each size, and the support that a newcomer needs.
class Ranking {
 public:
  explicit Ranking(const FragmentParams& params)
      : top_(static_cast<std::size_t>(params.top)), support_(params.support) {
    for (const int size : params.sizes) wanted_[static_cast<std::size_t>(size)] = true;
    largest_ = params.sizes.back();
  }

  bool wants(int nodes) const { return wanted_[static_cast<std::size_t>(nodes)]; }
  int largest() const { return largest_; }

  /// Least support with which a fragment can still be reported, or a descendant if it grows.
  std::int64_t needed(int nodes, bool grows) const {
    std::int64_t least = kNever;
    for (int size = nodes; size <= (grows ? largest_ : nodes); ++size)
      if (wants(size)) least = std::min(least, needed(size));
    return least;
  }

  void offer(const Fragment& fragment) {
    auto& heap = best_[static_cast<std::size_t>(fragment.nodes)];
    if (fragment.where.support < needed(fragment.nodes)) return;
    heap.push_back({fragment.where.support, fragment.serial, fragment.key});
    bytes_ += sizeof(Reported) + fragment.key.size() * sizeof(std::uint64_t);
    if (top_ == 0) return;
    std::push_heap(heap.begin(), heap.end(), Reported::better);
    if (heap.size() <= top_) return;
    std::pop_heap(heap.begin(), heap.end(), Reported::better);
    heap.pop_back();
  }

  void write(FragmentResult& result) {
    for (auto& found : best_) {
      std::sort(found.begin(), found.end(), [](const Reported& a, const Reported& b) {
        return a.support != b.support ? a.support > b.support : a.key < b.key;
      });
      for (auto& entry : found) {
        result.keys.push_back(std::move(entry.key));
        result.support.push_back(entry.support);
      }
    }
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::int64_t needed(int size) const {
    const auto& heap = best_[static_cast<std::size_t>(size)];
    return top_ != 0 && heap.size() == top_ ? heap.front().support + 1 : support_;
  }

  std::size_t top_;
  std::int64_t support_;
  int largest_ = 0;
  std::uint64_t bytes_ = 0;
  std::array<bool, kMaxPatternNodes + 1> wanted_{};
  std::array<std::vector<Reported>, kMaxPatternNodes + 1> best_;
};

class Mining {
 public:
  Mining(const MatchIndex& index, std::span<const std::int64_t> offsets, const FragmentParams& params, Control& control)
      : params_(params), control_(control), ranking_(params), order_{params.top != 0} {
    const Target& target = *index.data().target;
    counter_ = params.measure == SupportMeasure::kTransactions ? transaction_counter(index, offsets, control)
                                                               : image_counter(index, control);
    limits_ = {ranking_.largest(), params.max_edges, target.labelled(), target.coded()};
  }

  FragmentResult run() {
    add_edges();
    while (!frontier_.empty() && !control_.check_now()) {
      Fragments batch = next_batch();
      if (batch.empty()) break;
      std::vector<Fragments> children(batch.size());
      parallel_for(static_cast<std::int64_t>(batch.size()), params_.threads, [&](std::int64_t i, int) {
        children[static_cast<std::size_t>(i)] = expand(*batch[static_cast<std::size_t>(i)]);
      });
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
    growth_ = params_.miner == FragmentMiner::kGspan ? gspan_growth(vocabulary_, limits_)
                                                     : gaston_growth(vocabulary_, limits_);
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
    fragment->grows = growth_->gains_nodes(edges);
    fragment->edges = std::move(edges);
    fragment->where = std::move(where);
    const std::int64_t support = fragment->where.support;
    if (support < ranking_.needed(fragment->nodes, fragment->grows)) return nullptr;
    const bool reported = ranking_.wants(fragment->nodes) && support >= ranking_.needed(fragment->nodes, false) &&
                          (!params_.closed || closed(*fragment));
    if (reported && !control_.stopped())
      fragment->key = key_words(canonical_copy(to_pattern(fragment->edges, limits_.labelled, limits_.coded)));
    return fragment;
  }

  bool closed(const Fragment& fragment) {
    const std::int64_t support = fragment.where.support;
    for (const auto& edge : all_extensions(fragment.edges, vocabulary_, support)) {
      ++tested_;
      if (counter_->extend(extended(fragment.edges, edge), fragment.where, support)) return false;
    }
    return true;
  }

  Fragments expand(Fragment& parent) {
    Fragments children;
    auto refused = std::make_shared<Refusals>();
    refused->inherited = parent.refused;
    const auto edges = growth_->children(parent.edges, [&](const EdgeKind& kind, const GrowthEdge& edge) {
      const std::int64_t needed = needed_with(parent, edge);
      return kind.support >= needed && !refused->cover(edge, needed);
    });
    if (!edges.empty() && parent.where.first.empty()) counter_->recall(parent.edges, parent.where);
    for (const auto& edge : edges) {
      if (control_.stopped()) break;
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
  std::int64_t needed_with(const Fragment& parent, const GrowthEdge& edge) const {
    return ranking_.needed(parent.nodes + (edge.forward() ? 1 : 0), growth_->gains_nodes(extended(parent.edges, edge)));
  }

  void add(std::unique_ptr<Fragment> fragment) {
    fragment->serial = next_serial_++;
    if (!fragment->key.empty()) ranking_.offer(*fragment);
    fragment->key = {};
    if (waiting_bytes_ + fragment->bytes() > list_bytes()) fragment->where.forget_lists();
    waiting_bytes_ += fragment->bytes();
    result_.peak_bytes = std::max(result_.peak_bytes, waiting_bytes_ + ranking_.bytes());
    if (params_.memory_limit != 0 && waiting_bytes_ + ranking_.bytes() > params_.memory_limit)
      control_.stop(StopReason::kMemoryLimit);
    frontier_.push_back(std::move(fragment));
    std::push_heap(frontier_.begin(), frontier_.end(), order_);
  }
  std::uint64_t list_bytes() const {
    return params_.memory_limit == 0 ? kListBytes : std::min(kListBytes, params_.memory_limit / 2);
  }

  Fragments next_batch() {
    Fragments batch;
    while (!frontier_.empty() && batch.size() < kBatch) {
      std::pop_heap(frontier_.begin(), frontier_.end(), order_);
      auto fragment = std::move(frontier_.back());
      frontier_.pop_back();
      waiting_bytes_ -= fragment->bytes();
      if (fragment->where.support >= ranking_.needed(fragment->nodes, fragment->grows))
        batch.push_back(std::move(fragment));
    }
    return batch;
  }

  const FragmentParams& params_;
  Control& control_;
  Ranking ranking_;
  const Later order_;
  GrowthLimits limits_;
  std::unique_ptr<SupportCounter> counter_;
  Vocabulary vocabulary_;
  std::unique_ptr<Growth> growth_;
  Fragments frontier_;  ///< a heap
  std::uint64_t waiting_bytes_ = 0;
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

}  // namespace spminer
