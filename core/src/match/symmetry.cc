// Automorphisms of a pattern, found by matching it onto itself.
#include "match/dense.hh"
#include "match/plan.hh"
#include "pattern/as_target.hh"
#include "spminer/match/match.hh"

namespace spminer::match {

namespace {

/// Asks for automorphisms of one pattern that keep some nodes in place.
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
