// Matching: one plan for the pattern, one search for each root, several engines.
//
// A plan orders the pattern's nodes so that each is joined to an earlier one, with conditions that leave one
// embedding of each class of automorphisms (plan.hh).  A root is a target node tried as the image of the first.
// Node signatures refute most roots in O(1) (node_signature.hh).  Threads share the roots (search.hh).
//
// Which engine a root gets:
//   components of up to 512 nodes   DenseSearch: bitmap domains, forward checking, smallest domain first; after 64
//                                   steps, if the visitor allows a second start, arc consistency too (dense.hh)
//   larger ones                     SparseSearch: candidates from neighbor lists, with backjumping (sparse.hh)
//   hard roots of larger ones       after 256 steps, if the visitor allows a second start: BallSearch on bitmaps of
//                                   the root's neighborhood (ball.hh), or DenseSearch on those of a component of up to
//                                   2048 nodes, made once, if this has over 512; else DenseSearch on up to 4096 nodes
//   two small graphs met once       contains_anchored, without plan and index (anchored.cc)
// `narrow` filters the domains first by where the dense part of the pattern can be (narrow.hh).
//
// Cost: exponential in the size of the pattern at worst.  The budget counts steps: a node assigned, or 64 neighbors
// of a hub looked at.  A root beyond its budget is undecided, and so is one that the control ends; counts are then
// lower bounds, and `count + undecided` is an upper bound for anchors.  Equal budgets give equal answers for any
// number of threads.
//
// References: R. Haralick and G. Elliott, Increasing tree search efficiency for constraint satisfaction problems,
// Artificial Intelligence 14 (1980); P. Prosser, Hybrid algorithms for the constraint satisfaction problem,
// Computational Intelligence 9 (1993).
#include "spminer/match/match.hh"

#include <numeric>
#include <stdexcept>

#include "match/search.hh"

namespace spminer::match {

namespace {

/// kLeft: the control ended the search, or it never began.
enum Outcome : std::uint8_t { kLeft, kUndecided, kNoMatch, kMatch };

Outcome cut_short(const Control& control) { return control.stopped() ? kLeft : kUndecided; }

/// The distinct nodes in the order of the index, so that neighboring roots share a component.
std::vector<Node> in_index_order(std::span<const Node> nodes, const IndexData& index) {
  std::vector<Node> ordered;  // ranks first, then the nodes themselves
  ordered.reserve(nodes.size());
  for (const Node u : nodes) {
    if (u < 0 || u >= index.target->size()) throw std::invalid_argument("an anchor is not a node of the target");
    ordered.push_back(index.rank[u]);
  }
  std::sort(ordered.begin(), ordered.end());
  ordered.erase(std::unique(ordered.begin(), ordered.end()), ordered.end());
  for (Node& node : ordered) node = index.members[node];
  return ordered;
}

MatchResult summarize(std::span<const Node> roots, const std::vector<std::uint8_t>& outcomes, bool list) {
  MatchResult result;
  result.tested = roots.size();
  for (std::size_t i = 0; i < roots.size(); ++i) {
    result.count += outcomes[i] == kMatch;
    result.undecided += outcomes[i] == kUndecided || outcomes[i] == kLeft;
    if (!list || outcomes[i] == kNoMatch) continue;
    (outcomes[i] == kMatch ? result.anchors : result.open_anchors).push_back(roots[i]);
    if (outcomes[i] == kLeft) result.left.push_back(roots[i]);
  }
  for (auto* nodes : {&result.anchors, &result.open_anchors, &result.left}) std::ranges::sort(*nodes);
  return result;
}

MatchResult test_roots(const Plan& plan, const IndexData& index, std::span<const Node> roots, const MatchParams& params,
                       Control& control) {
  std::vector<std::uint8_t> outcomes(roots.size(), kLeft);
  using W = Worker<FirstVisitor>;
  auto make = [&] { return std::make_unique<W>(plan, index, params, control); };
  for_each_root(roots.size(), params.threads, control, make, [&](W& worker, std::size_t i) {
    const bool found = worker.searcher.run_root(roots[i], worker.visitor);
    outcomes[i] = found ? kMatch : worker.searcher.cut_short() ? cut_short(control) : kNoMatch;
  });
  return summarize(roots, outcomes, params.list_anchors);
}

/// A plan by the parameters; narrowing it takes a part of the search's time, and of its control.
Plan plan_for(const Pattern& pattern, int root, const IndexData& index, const MatchParams& params, Symmetry symmetry,
              Control& control) {
  Narrow narrow;
  if (params.narrow) narrow = [&](const Plan& plan) { return narrowed(plan, index, params.threads, control); };
  return make_plan(pattern, root, index, params.induced, symmetry, narrow);
}

void require_anchor(const Pattern& pattern) {
  if (pattern.anchor == kNoAnchor) throw std::invalid_argument("the pattern has no anchor");
}

/// Sums over roots; V counts node sets.
template <typename V, typename... Args>
MatchResult sum_over_roots(const Plan& plan, const IndexData& index, std::span<const Node> roots,
                           const MatchParams& params, Control& control, Args&... args) {
  std::vector<std::uint8_t> outcomes(roots.size(), kLeft);
  std::atomic<std::uint64_t> total{0};
  using W = Worker<V>;
  auto make = [&] { return std::make_unique<W>(plan, index, params, control, args...); };
  for_each_root(roots.size(), params.threads, control, make, [&](W& worker, std::size_t i) {
    worker.visitor.total = 0;
    worker.searcher.run_root(roots[i], worker.visitor);
    outcomes[i] = worker.cut_short() ? cut_short(control) : kNoMatch;
    if (outcomes[i] == kLeft && params.list_anchors) return;  // another call counts all of it
    total.fetch_add(worker.visitor.total, std::memory_order_relaxed);
  });
  MatchResult result = summarize(roots, outcomes, false);
  if (params.list_anchors)
    for (std::size_t i = 0; i < roots.size(); ++i)
      if (outcomes[i] == kLeft) result.left.push_back(roots[i]);
  std::ranges::sort(result.left);
  result.count = total.load();
  return result;
}

MatchResult node_sets(const Pattern& pattern, const IndexData& data, std::span<const Node> roots,
                      const MatchParams& params, Control& control) {
  const Plan plan = plan_for(pattern, kNoAnchor, data, params, Symmetry::kEverything, control);
  if (params.induced || params.copies) return sum_over_roots<CountVisitor>(plan, data, roots, params, control);
  return sum_over_roots<NodeSetVisitor>(plan, data, roots, params, control, plan, *data.target, control);
}

}  // namespace

MatchResult count_anchors(const Pattern& pattern, const MatchIndex& index, const MatchParams& params,
                          Control& control) {
  require_anchor(pattern);
  const IndexData& data = index.data();
  const Plan plan = plan_for(pattern, pattern.anchor, data, params, Symmetry::kFixRoot, control);
  return test_roots(plan, data, data.members, params, control);
}

MatchResult count_anchors(const Pattern& pattern, const MatchIndex& index, std::span<const Node> anchors,
                          const MatchParams& params, Control& control) {
  require_anchor(pattern);
  const IndexData& data = index.data();
  const Plan plan = plan_for(pattern, pattern.anchor, data, params, Symmetry::kFixRoot, control);
  return test_roots(plan, data, in_index_order(anchors, data), params, control);
}

std::vector<MatchResult> count_anchors_each(std::span<const Pattern> patterns, const MatchIndex& index,
                                            std::span<const std::span<const Node>> anchors, const MatchParams& params,
                                            Control& control) {
  if (patterns.size() != anchors.size()) throw std::invalid_argument("one set of anchors per pattern is needed");
  std::vector<MatchResult> results(patterns.size());
  MatchParams alone = params;
  alone.threads = 1;
  parallel_for(static_cast<std::int64_t>(patterns.size()), params.threads, [&](std::int64_t i, int) {
    results[i] = count_anchors(patterns[i], index, anchors[i], alone, control);
  });
  return results;
}

MatchResult count_node_sets(const Pattern& pattern, const MatchIndex& index, const MatchParams& params,
                            Control& control) {
  return node_sets(pattern, index.data(), index.data().members, params, control);
}

MatchResult count_node_sets(const Pattern& pattern, const MatchIndex& index, std::span<const Node> roots,
                            const MatchParams& params, Control& control) {
  return node_sets(pattern, index.data(), in_index_order(roots, index.data()), params, control);
}

std::optional<bool> contains(const Pattern& pattern, const MatchIndex& index, const MatchParams& params,
                             Control& control) {
  const IndexData& data = index.data();
  const Plan plan = plan_for(pattern, kNoAnchor, data, params, Symmetry::kEverything, control);
  using W = Worker<FirstVisitor>;
  std::atomic<bool> found{false}, cut_short{false};
  auto make = [&] {
    auto worker = std::make_unique<W>(plan, data, params, control);
    worker->searcher.stop_when(found);
    return worker;
  };
  for_each_root(data.members.size(), params.threads, control, make, [&](W& worker, std::size_t i) {
    if (found.load(std::memory_order_relaxed)) return;
    if (worker.searcher.run_root(data.members[i], worker.visitor)) found = true;
    if (worker.searcher.cut_short()) cut_short = true;
  });
  if (found) return true;
  if (cut_short || control.stopped()) return std::nullopt;
  return false;
}

EmbeddingList find_embeddings(const Pattern& pattern, const MatchIndex& index, std::size_t limit,
                              const MatchParams& params, Control& control,
                              std::optional<std::span<const Node>> anchors) {
  if (anchors) require_anchor(pattern);
  const IndexData& data = index.data();
  const Plan plan = plan_for(pattern, pattern.anchor, data, params, Symmetry::kFixRoot, control);
  const std::vector<Node> roots = in_index_order(anchors ? *anchors : std::span<const Node>(data.members), data);
  Searcher searcher(plan, data, control, params.steps_per_anchor);
  CollectVisitor collect(plan, limit);
  EmbeddingList result;
  for (const bool one_per_root : {true, false}) {
    collect.one_per_root = one_per_root;
    for (std::size_t i = 0; i < roots.size() && !collect.full() && !control.stopped(); ++i) {
      searcher.run_root(roots[i], collect);
      if (searcher.cut_short()) result.complete = false;
    }
  }
  if (control.stopped()) result.complete = false;
  result.nodes = std::move(collect.embeddings);
  return result;
}

namespace {

/// A node to count at, and the place of its count.
struct AnchorAt {
  Node node;
  std::size_t place;
};

/// In the order of the index, so that neighboring roots share a component.
std::vector<AnchorAt> in_index_order(std::optional<std::span<const Node>> anchors, const IndexData& index) {
  const Node nodes = index.target->size();
  std::vector<AnchorAt> places(anchors ? anchors->size() : static_cast<std::size_t>(nodes));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Node u = anchors ? (*anchors)[i] : static_cast<Node>(i);
    if (u < 0 || u >= nodes) throw std::invalid_argument("an anchor is not a node of the target");
    places[i] = {u, i};
  }
  std::stable_sort(places.begin(), places.end(),
                   [&](const AnchorAt& a, const AnchorAt& b) { return index.rank[a.node] < index.rank[b.node]; });
  return places;
}

template <typename V, typename... Args>
AnchorCounts count_each(const std::vector<AnchorAt>& places, const Plan& plan, const IndexData& index,
                        std::uint64_t limit, const MatchParams& params, Control& control, Args... args) {
  AnchorCounts result{std::vector<std::uint64_t>(places.size(), 0), std::vector<std::uint8_t>(places.size(), 0)};
  using W = Worker<V>;
  auto make = [&] { return std::make_unique<W>(plan, index, params, control, args...); };
  for_each_root(places.size(), params.threads, control, make, [&](W& worker, std::size_t i) {
    worker.visitor.total = 0;
    worker.searcher.run_root(places[i].node, worker.visitor);
    const std::uint64_t found = worker.visitor.total;
    result.counts[places[i].place] = std::min(found, limit);
    result.complete[places[i].place] = !worker.cut_short() && found <= limit;
  });
  return result;
}

}  // namespace

AnchorCounts count_at_anchors(const Pattern& pattern, const MatchIndex& index,
                              std::optional<std::span<const Node>> anchors, std::uint64_t limit,
                              const MatchParams& params, Control& control) {
  if (pattern.anchor == kNoAnchor) throw std::invalid_argument("the pattern has no anchor");
  const IndexData& data = index.data();
  const Plan plan = make_plan(pattern, pattern.anchor, data, params.induced, Symmetry::kFixRoot);
  const std::vector<AnchorAt> places = in_index_order(anchors, data);
  if (limit == 0) limit = kNoLimit;
  if (params.induced || params.copies)
    return count_each<CountVisitor>(places, plan, data, limit, params, control, limit);
  return count_each<NodeSetVisitor>(places, plan, data, limit, params, control, std::cref(plan),
                                    std::cref(*data.target), std::ref(control), true, limit);
}

}  // namespace spminer::match
