// Graphs of a given number of edges are drawn evenly.
#include "nulls/edge_pools.hh"

#include "check.hh"
#include "nulls/chi_squared.hh"
#include "nulls/small_graphs.hh"

namespace {

using namespace spminer;
using namespace spminer::nulls;
using namespace spminer::nulls::testing;

void test_even(const Space& space, Mask start) {
  const auto all = realizations(space, start, Model::kErdosRenyi);
  const Owned owned(space, start);
  const EdgePools pools = make_edge_pools(owned.collection(), 0, Model::kErdosRenyi);
  Random random(start);
  std::map<Mask, int> counts;
  for (std::size_t i = 0; i < 100 * all.size(); ++i) {
    const auto ends = draw_uniform(pools, random);
    std::vector<Arc> arcs;
    for (std::size_t e = 0; e < ends.size(); e += 2) arcs.push_back({ends[e], ends[e + 1]});
    const Mask mask = space.mask_of(arcs);
    CHECK(space.arcs(mask).size() == pools.edges());  // no loop and no edge twice
    ++counts[mask];
  }
  CHECK(p_of_even(counts, all.size()) > 1e-4);
}

}  // namespace

int main() {
  for (const int nodes : {1, 2, 4, 5})  // even and odd
    for (std::size_t edges = 0; edges <= Space(nodes, false).pairs.size(); ++edges)
      test_even(Space(nodes, false), (Mask{1} << edges) - 1);
  for (const int nodes : {1, 3, 4})
    for (std::size_t edges = 0; edges <= Space(nodes, true).pairs.size(); edges += 3)
      test_even(Space(nodes, true), (Mask{1} << edges) - 1);
  return spminer::testing::verdict();
}
