// Plans: their order, their conditions on images, and how they break symmetry, against canonical forms. Tests of
// match/plan and match/node_signature.
#include "match/plan.hh"

#include <algorithm>

#include "check.hh"
#include "match/node_signature.hh"
#include "pattern/as_target.hh"
#include "patterns.hh"
#include "random_target.hh"
#include "spminer/pattern/canonical.hh"

namespace {

using namespace spminer;
using namespace spminer::match;
using spminer::testing::random_pattern;
using spminer::testing::RandomTarget;

Pattern connected_pattern(Random& random) {
  for (;;) {
    const Pattern pattern = random_pattern(1 + static_cast<int>(random.below(7)), random);
    if (pattern.connected()) return pattern;
  }
}

void broken_symmetry_counts_automorphisms() {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    Pattern pattern = connected_pattern(random);
    pattern.anchor = random.below(2) == 0 ? kNoAnchor : static_cast<int>(random.below(pattern.size));
    const PatternTarget self(pattern);
    const IndexData index(self.target());
    Plan plan = make_plan(pattern, pattern.anchor, index, true, Symmetry::kNone);
    const auto symmetry = pattern.anchor == kNoAnchor ? Symmetry::kEverything : Symmetry::kFixRoot;
    CHECK(break_symmetry(plan, symmetry) == canonical_form(pattern).automorphisms);
  }
}

void plans_start_at_the_root_and_stay_connected() {
  Random random(2);
  for (int round = 0; round < 500; ++round) {
    const Pattern pattern = connected_pattern(random);
    const PatternTarget self(pattern);
    const IndexData index(self.target());
    const int root = static_cast<int>(random.below(pattern.size));
    const Plan plan = make_plan(pattern, root, index, true, Symmetry::kNone);
    CHECK(plan.node_at[0] == root);
    for (int p = 0; p < plan.size(); ++p) {
      CHECK(p == 0 || (plan.pattern.rows[p] & (bit(p) - 1)) != 0);
      for (int q = 0; q < plan.size(); ++q)
        CHECK(plan.pattern.code(p, q) == pattern.code(plan.node_at[p], plan.node_at[q]));
    }
  }
}

/// An induced subgraph is embedded as it stands, and with edges taken away it is embedded with edges to spare.
void images_cover_what_is_asked() {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const RandomTarget graph(40, 0.05 + 0.3 * random.uniform(), 1, 1, false, random);
    const Target target = graph.target();
    std::vector<Node> nodes;
    for (Node u = 0; u < 40; ++u)
      if (random.below(4) == 0) nodes.push_back(u);
    if (nodes.empty()) continue;
    Pattern pattern = induced(target, nodes);
    const auto images = node_signatures(target);
    const auto needs = node_signatures(PatternTarget(pattern).target());
    for (std::size_t i = 0; i < nodes.size(); ++i) CHECK(covers(images[nodes[i]], needs[i]));
    for (int i = 0; i < pattern.size; ++i)
      for_each_bit(pattern.rows[i] & (bit(i) - 1), [&](int j) {
        if (random.below(3) != 0) return;
        pattern.rows[i] &= ~bit(j);
        pattern.rows[j] &= ~bit(i);
      });
    const auto fewer = node_signatures(PatternTarget(pattern).target());
    for (std::size_t i = 0; i < nodes.size(); ++i) CHECK(covers(images[nodes[i]], without_induced_features(fewer[i])));
  }
}

void a_larger_degree_is_not_covered() {
  Pattern star = Pattern::empty(5), path = Pattern::empty(5);
  for (int i = 1; i < 5; ++i) star.connect(0, i), path.connect(i - 1, i);
  const auto center = node_signatures(PatternTarget(star).target())[0];
  for (const auto& signature : node_signatures(PatternTarget(path).target())) CHECK(!covers(signature, center));
}

}  // namespace

int main() {
  broken_symmetry_counts_automorphisms();
  plans_start_at_the_root_and_stay_connected();
  images_cover_what_is_asked();
  a_larger_degree_is_not_covered();
  return spminer::testing::verdict();
}
