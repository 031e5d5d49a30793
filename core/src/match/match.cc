#include "spminer/match/match.hh"

#include <numeric>
#include <stdexcept>

#include "base/parallel.hh"
#include "match/count.hh"
#include "match/search.hh"

namespace spminer::match {

namespace {

constexpr std::size_t kMaxChunk = 64;
constexpr std::size_t kChunksPerThread = 8;  // a few hard roots must not keep one thread busy while others wait

enum Outcome : std::uint8_t { kUndecided, kNoMatch, kMatch };

/// What each thread owns: a searcher, and whatever it reports to.
template <typename V>
struct Worker {
  template <typename... Args>
  explicit Worker(const Plan& plan, const IndexData& index, const MatchParams& params, Control& control, Args&&... args)
      : searcher(plan, index, control, params.steps_per_anchor), visitor(std::forward<Args>(args)...) {}
  Searcher searcher;
  V visitor;
};

/// Calls f(worker, i) for each root in chunks over threads, until the control stops it.  `make` makes a worker.
template <typename Make, typename F>
void for_each_root(std::size_t roots, int threads, Control& control, Make&& make, F&& f) {
  using W = typename std::invoke_result_t<Make>::element_type;
  std::vector<std::unique_ptr<W>> workers(static_cast<std::size_t>(thread_count(threads)));
  const std::size_t length = std::clamp<std::size_t>(roots / (workers.size() * kChunksPerThread), 1, kMaxChunk);
  const auto chunks = static_cast<std::int64_t>((roots + length - 1) / length);
  control.total.store(roots);
  parallel_for(chunks, threads, [&](std::int64_t chunk, int id) {
    if (control.check_now()) return;
    auto& worker = workers[static_cast<std::size_t>(id)];
    if (!worker) worker = make();
    const std::size_t begin = static_cast<std::size_t>(chunk) * length;
    const std::size_t end = std::min(begin + length, roots);
    for (std::size_t i = begin; i < end && !control.stopped(); ++i) f(*worker, i);
    control.done.fetch_add(end - begin, std::memory_order_relaxed);
  });
}

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
    result.undecided += outcomes[i] == kUndecided;
    if (!list || outcomes[i] == kNoMatch) continue;
    (outcomes[i] == kMatch ? result.anchors : result.open_anchors).push_back(roots[i]);
  }
  std::ranges::sort(result.anchors);
  std::ranges::sort(result.open_anchors);
  return result;
}

MatchResult test_roots(const Plan& plan, const IndexData& index, std::span<const Node> roots, const MatchParams& params,
                       Control& control) {
  std::vector<std::uint8_t> outcomes(roots.size(), kUndecided);
  using W = Worker<FirstVisitor>;
  auto make = [&] { return std::make_unique<W>(plan, index, params, control); };
  for_each_root(roots.size(), params.threads, control, make, [&](W& worker, std::size_t i) {
    const bool found = worker.searcher.run_root(roots[i], worker.visitor);
    outcomes[i] = found ? kMatch : worker.searcher.cut_short() ? kUndecided : kNoMatch;
  });
  return summarize(roots, outcomes, params.list_anchors);
}

void require_anchor(const Pattern& pattern) {
  if (pattern.anchor == kNoAnchor) throw std::invalid_argument("the pattern has no anchor");
}

/// Sums over roots; V counts node sets.
template <typename V, typename... Args>
MatchResult sum_over_roots(const Plan& plan, const IndexData& index, const MatchParams& params, Control& control,
                           Args&... args) {
  const std::span<const Node> roots(index.members);
  std::vector<std::uint8_t> outcomes(roots.size(), kUndecided);
  std::atomic<std::uint64_t> total{0};
  using W = Worker<V>;
  auto make = [&] { return std::make_unique<W>(plan, index, params, control, args...); };
  for_each_root(roots.size(), params.threads, control, make, [&](W& worker, std::size_t i) {
    worker.visitor.total = 0;
    worker.searcher.run_root(roots[i], worker.visitor);
    total.fetch_add(worker.visitor.total, std::memory_order_relaxed);
    bool complete = !worker.searcher.cut_short();
    if constexpr (requires { worker.visitor.cut_short(); }) complete = complete && !worker.visitor.cut_short();
    if (complete) outcomes[i] = kNoMatch;
  });
  MatchResult result = summarize(roots, outcomes, false);
  result.count = total.load();
  return result;
}

}  // namespace

MatchResult count_anchors(const Pattern& pattern, const MatchIndex& index, const MatchParams& params,
                          Control& control) {
  require_anchor(pattern);
  const IndexData& data = index.data();
  const Plan plan = make_plan(pattern, pattern.anchor, data, params.induced, Symmetry::kFixRoot);
  return test_roots(plan, data, data.members, params, control);
}

MatchResult count_anchors(const Pattern& pattern, const MatchIndex& index, std::span<const Node> anchors,
                          const MatchParams& params, Control& control) {
  require_anchor(pattern);
  const IndexData& data = index.data();
  const Plan plan = make_plan(pattern, pattern.anchor, data, params.induced, Symmetry::kFixRoot);
  return test_roots(plan, data, in_index_order(anchors, data), params, control);
}

MatchResult count_node_sets(const Pattern& pattern, const MatchIndex& index, const MatchParams& params,
                            Control& control) {
  const IndexData& data = index.data();
  const Plan plan = make_plan(pattern, kNoAnchor, data, params.induced, Symmetry::kEverything);
  if (params.induced) return sum_over_roots<CountVisitor>(plan, data, params, control);
  return sum_over_roots<NodeSetVisitor>(plan, data, params, control, plan, *data.target, control);
}

std::optional<bool> contains(const Pattern& pattern, const MatchIndex& index, const MatchParams& params,
                             Control& control) {
  const IndexData& data = index.data();
  const Plan plan = make_plan(pattern, kNoAnchor, data, params.induced, Symmetry::kEverything);
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
  const Plan plan = make_plan(pattern, pattern.anchor, data, params.induced, Symmetry::kFixRoot);
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

}  // namespace spminer::match
