#include "spminer/match/at_anchors.hh"

#include <numeric>
#include <stdexcept>

#include "match/count.hh"
#include "match/roots.hh"

namespace spminer::match {

namespace {

/// A node that is asked about, and where its answer goes.
struct Asked {
  Node node;
  std::size_t place;
};

/// In the order of the index, so that neighboring roots share a component.
std::vector<Asked> in_index_order(std::optional<std::span<const Node>> anchors, const IndexData& index) {
  const Node nodes = index.target->size();
  std::vector<Asked> asked(anchors ? anchors->size() : static_cast<std::size_t>(nodes));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Node u = anchors ? (*anchors)[i] : static_cast<Node>(i);
    if (u < 0 || u >= nodes) throw std::invalid_argument("an anchor is not a node of the target");
    asked[i] = {u, i};
  }
  std::stable_sort(asked.begin(), asked.end(),
                   [&](const Asked& a, const Asked& b) { return index.rank[a.node] < index.rank[b.node]; });
  return asked;
}

template <typename V, typename... Args>
AnchorCounts count_each(const std::vector<Asked>& asked, const Plan& plan, const IndexData& index, std::uint64_t limit,
                        const MatchParams& params, Control& control, Args... args) {
  AnchorCounts result{std::vector<std::uint64_t>(asked.size(), 0), std::vector<std::uint8_t>(asked.size(), 0)};
  using W = Worker<V>;
  auto make = [&] { return std::make_unique<W>(plan, index, params, control, args...); };
  for_each_root(asked.size(), params.threads, control, make, [&](W& worker, std::size_t i) {
    worker.visitor.total = 0;
    worker.searcher.run_root(asked[i].node, worker.visitor);
    const std::uint64_t found = worker.visitor.total;
    result.counts[asked[i].place] = std::min(found, limit);
    result.complete[asked[i].place] = !worker.cut_short() && found <= limit;
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
  const std::vector<Asked> asked = in_index_order(anchors, data);
  if (limit == 0) limit = kNoLimit;
  if (params.induced) return count_each<CountVisitor>(asked, plan, data, limit, params, control, limit);
  return count_each<NodeSetVisitor>(asked, plan, data, limit, params, control, std::cref(plan), std::cref(*data.target),
                                    std::ref(control), true, limit);
}

}  // namespace spminer::match
