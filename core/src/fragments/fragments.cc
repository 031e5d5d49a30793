// The search: fragments wait in a queue and are expanded in batches.  What a batch does depends on what was known
// before it, never on the threads, so neither do the results.
#include "spminer/fragments/fragments.hh"

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/parallel.hh"
#include "fragments/queue.hh"
#include "fragments/ranking.hh"
#include "match/index.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::fragments {

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
    const auto refused = std::make_shared<Refusals>(parent.refused);
    const auto edges = tree_->children(parent.edges, [&](const EdgeKind& kind, const CodeEdge& edge) {
      const std::int64_t needed = needed_with(parent, edge);
      return kind.support >= needed && !refused->cover(edge, needed);
    });
    if (!edges.empty() && parent.where.first.empty()) counter_->recall(parent.edges, parent.where);
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
