#include "match/plan.hh"

#include <stdexcept>
#include <tuple>

#include "match/dense.hh"
#include "pattern/as_target.hh"
#include "spminer/match/match.hh"

namespace spminer::match {

namespace {

constexpr Node kRaritySample = 512;

/// How many target nodes could be the image of each pattern node, or how many of some hundred evenly spread ones.
std::array<int, kMaxPatternNodes> commonness(const Plan& plan, const IndexData& index) {
  std::array<int, kMaxPatternNodes> hits{};
  if (plan.domains.known()) {
    for (int p = 0; p < plan.size(); ++p) hits[p] = static_cast<int>(plan.domains.of[p].count());
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
    std::vector<BitSet> moved(of.size());
    for (std::size_t i = 0; i < of.size(); ++i) moved[i] = std::move(of[order[i]]);
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

// Automorphisms of a pattern, found by matching it onto itself.

namespace {

/// Finds automorphisms of one pattern that keep some nodes in place.
class SelfMatcher {
 public:
  explicit SelfMatcher(const Plan& plan)
      : self_(plan.pattern),
        plan_(exact(plan)),
        signatures_(node_signatures(self_.target())),
        budget_(control_, 0),
        search_(plan_, self_.target(), budget_) {
    for (int i = 0; i < plan.size(); ++i) members_.push_back(i);
    for (int i = 0; i < plan.size(); ++i) rows_.push_back(plan.pattern.rows[i]);
  }

  /// Whether an automorphism keeps 0 .. i-1 in place and maps i to j.
  bool maps(int i, int j) {
    if (interchangeable(plan_.pattern, i, j)) return true;
    if (!search_.enter({plan_.size(), rows_.data(), members_.data(), signatures_.data()})) return false;
    for (int p = 0; p < i; ++p) search_.restrict(p, p);
    search_.restrict(i, j);
    FirstVisitor first;
    return search_.run_all(first);
  }

 private:
  static Plan exact(Plan plan) {
    plan.induced = true;
    plan.labels = plan.pattern.labeled();
    plan.codes = plan.pattern.coded();
    plan.larger = plan.smaller = {};
    plan.domains = {};  // of another target
    return plan;
  }

  PatternTarget self_;
  Plan plan_;
  std::vector<NodeSignature> signatures_;
  Control control_;
  Budget budget_;
  DenseSearch<1> search_;
  std::vector<Node> members_;
  std::vector<Word> rows_;
};

}  // namespace

// The chain of stabilizers: the image of i is to be the first of those of its orbit under the automorphisms
// that keep 0 .. i-1 in place.  Exactly one embedding of each class obeys all of these orders.
double break_symmetry(Plan& plan, Symmetry symmetry) {
  double automorphisms = 1;
  if (plan.size() == 1) return automorphisms;
  SelfMatcher self(plan);
  for (int i = symmetry == Symmetry::kFixRoot ? 1 : 0; i < plan.size(); ++i) {
    int orbit = 1;
    for (int j = i + 1; j < plan.size(); ++j) {
      if (plan.pattern.degree(i) != plan.pattern.degree(j) || !self.maps(i, j)) continue;
      ++orbit;
      plan.larger[i] |= bit(j);
      plan.smaller[j] |= bit(i);
    }
    automorphisms *= orbit;
  }
  return automorphisms;
}

}  // namespace spminer::match
