#include "match/plan.hh"

#include <stdexcept>
#include <tuple>

#include "pattern/as_target.hh"

namespace spminer::match {

namespace {

constexpr Node kRaritySample = 512;

/// How many target nodes could be the image of each pattern node, or how many of some hundred evenly spread ones.
std::array<int, kMaxPatternNodes> commonness(const Plan& plan, const IndexData& index) {
  std::array<int, kMaxPatternNodes> hits{};
  if (plan.domains.known()) {
    for (int p = 0; p < plan.size(); ++p) hits[p] = plan.domains.of[p].count();
    return hits;
  }
  const Node nodes = index.target->size();
  const Node stride = std::max<Node>(1, nodes / kRaritySample);
  for (Node i = 0; i < nodes; i += stride) {
    const auto label = index.target->label(index.members[i]);
    for (int p = 0; p < plan.size(); ++p)
      hits[p] += plan.label_fits(p, label) && covers(index.signatures[i], plan.need[p]);
  }
  return hits;
}

/// Root first; then always the node with most edges to those before it, rarest first, highest degree first.
std::vector<int> matching_order(const Pattern& pattern, int root, const std::array<int, kMaxPatternNodes>& common) {
  std::vector<int> order;
  Row ordered = 0;
  auto rank = [&](int p) {
    return std::tuple(std::popcount(pattern.rows[p] & ordered), -common[p], pattern.degree(p), -p);
  };
  for (int next = root; next >= 0;) {
    order.push_back(next);
    ordered |= bit(next);
    next = -1;
    for_each_bit(pattern.all() & ~ordered, [&](int p) {
      if (next < 0 || rank(p) > rank(next)) next = p;
    });
  }
  return order;
}

int rarest(const Pattern& pattern, const std::array<int, kMaxPatternNodes>& common) {
  int best = 0;
  for (int p = 1; p < pattern.size; ++p)
    if (std::tuple(-common[p], pattern.degree(p)) > std::tuple(-common[best], pattern.degree(best))) best = p;
  return best;
}

void set_needs(Plan& plan) {
  const PatternTarget self(plan.pattern);
  const auto signatures = node_signatures(self.target());
  for (int p = 0; p < plan.size(); ++p)
    plan.need[p] = plan.induced ? signatures[p] : without_induced_features(signatures[p]);
}

void reorder(Plan& plan, const std::vector<int>& order) {
  std::vector<int> position(order.size());
  auto need = plan.need;
  for (int i = 0; i < plan.size(); ++i) {
    position[order[i]] = i;
    plan.need[i] = need[order[i]];
  }
  if (plan.domains.known()) {
    auto& of = plan.domains.of;
    std::vector<NodeSet> moved(of.size());
    for (std::size_t i = 0; i < of.size(); ++i) moved[i] = std::move(of[static_cast<std::size_t>(order[i])]);
    of = std::move(moved);
  }
  plan.pattern = permuted(plan.pattern, position);
  plan.node_at = order;
}

}  // namespace

Plan make_plan(const Pattern& pattern, int root, const IndexData& index, bool induced, Symmetry symmetry,
               const Narrow& narrow) {
  if (pattern.size == 0) throw std::invalid_argument("the pattern has no nodes");
  if (!pattern.connected()) throw std::invalid_argument("the pattern is not connected");
  Plan plan;
  plan.pattern = pattern;
  plan.induced = induced;
  plan.labels = pattern.labeled() && index.target->labeled();
  plan.codes = pattern.coded() && index.target->coded();
  // What is not compared must not count as a difference between the pattern's own nodes either.
  if (!plan.labels) plan.pattern.labels.clear();
  if (!plan.codes) plan.pattern.codes.clear();
  set_needs(plan);
  if (narrow) plan.domains = narrow(plan);
  const auto common = commonness(plan, index);
  reorder(plan, matching_order(plan.pattern, root == kNoAnchor ? rarest(plan.pattern, common) : root, common));
  if (symmetry != Symmetry::kNone) break_symmetry(plan, symmetry);
  return plan;
}

}  // namespace spminer::match
