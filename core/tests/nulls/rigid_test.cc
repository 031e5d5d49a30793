// Graphs that cannot be shuffled, against all realizations of all small graphs.
#include "nulls/rigid.hh"

#include "check.hh"
#include "nulls/small_graphs.hh"

namespace {

using namespace spminer;
using namespace spminer::nulls;
using namespace spminer::nulls::testing;

/// Whether degrees determine a graph, for every graph of the space.
void test_degrees(const Space& space) {
  std::map<std::vector<Facts>, int> realizations;
  for (Mask mask = 0; mask < space.size(); ++mask) ++realizations[kept(space, mask, Model::kDegree)];
  int determined = 0;
  for (Mask mask = 0; mask < space.size(); ++mask) {
    const Owned owned(space, mask);
    const bool expected = realizations[kept(space, mask, Model::kDegree)] == 1;
    CHECK(degrees_determine(make_edge_pools(owned.collection(), 0, Model::kDegree)) == expected);
    determined += expected;
  }
  CHECK(determined > 0);
}

/// Whether a model's moves lead anywhere, for some graphs of the space.
void test_models(const Space& space, Model model) {
  Random random(2);
  int rigid = 0;
  for (int i = 0; i < 150; ++i) {
    const Mask mask = random_mask(space, random);
    const Owned owned(space, mask);
    const EdgePools pools = make_edge_pools(owned.collection(), 0, model);
    const SwitchChain chain(pools, random);
    const bool expected = reachable(space, mask, model).size() == 1;
    CHECK(find_rigid(pools, chain) == (expected ? Rigid::kYes : Rigid::kNo));
    rigid += expected;
  }
  CHECK(rigid > 0 && rigid < 150);
}

/// Large stars and cliques are settled by their degrees, in no time.
void test_large() {
  constexpr Node kLeaves = 100'000;
  for (const bool directed : {false, true}) {
    std::vector<Node> sources(kLeaves, 0), targets;
    for (Node v = 1; v <= kLeaves; ++v) targets.push_back(v);
    const EdgeSpan star{sources, targets, {}};
    Control control;
    const CsrResult csr =
        build_csr({&star, 1}, {.nodes = kLeaves + 1, .directed = directed, .labeled = false}, control);
    const std::vector<std::int64_t> offsets{0, kLeaves + 1};
    const Collection collection{CsrView{csr.indptr, csr.indices, {}, {}, directed}, offsets};
    const EdgePools pools = make_edge_pools(collection, 0, Model::kJointDegree);
    Random random(1);
    CHECK(find_rigid(pools, SwitchChain(pools, random)) == Rigid::kYes);
  }
}

}  // namespace

int main() {
  for (const int nodes : {1, 2, 3, 4, 5}) test_degrees(Space(nodes, false));
  for (const int nodes : {1, 2, 3, 4}) test_degrees(Space(nodes, true));
  for (const Model model : {Model::kDegree, Model::kJointDegree, Model::kLabels}) {
    test_models(Space(5, false, {0, 0, 0, 1, 1}), model);
    test_models(Space(4, true, {0, 0, 1, 1}), model);
  }
  test_models(Space(4, true), Model::kReciprocal);
  test_large();
  return spminer::testing::verdict();
}
