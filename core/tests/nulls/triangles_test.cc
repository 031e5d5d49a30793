// Triangles are counted through every switch, degrees stay, and the number that is wanted is reached.
#include "nulls/triangles.hh"

#include "check.hh"
#include "nulls/small_graphs.hh"

namespace {

using namespace spminer;
using namespace spminer::nulls;
using namespace spminer::nulls::testing;

std::int64_t count_triangles(const Space& space, Mask mask) {
  const auto adjacent = [&](int u, int v) { return space.has(mask, u, v) || space.has(mask, v, u); };
  std::int64_t found = 0;
  for (int u = 0; u < space.nodes; ++u)
    for (int v = u + 1; v < space.nodes; ++v)
      for (int w = v + 1; w < space.nodes; ++w) found += adjacent(u, v) && adjacent(v, w) && adjacent(u, w);
  return found;
}

Mask mask_of(const Space& space, const std::vector<Node>& ends) {
  std::vector<Arc> arcs;
  for (std::size_t e = 0; e < ends.size(); e += 2) arcs.push_back({ends[e], ends[e + 1]});
  return space.mask_of(arcs);
}

/// Steered to the fewest and to the most triangles that graphs of these degrees have.
void test_small(const Space& space, std::uint64_t seed) {
  Random random(seed);
  const Mask start = random_mask(space, random);
  std::int64_t fewest = 1000, most = 0;
  for (const Mask mask : realizations(space, start, Model::kDegree)) {
    fewest = std::min(fewest, count_triangles(space, mask));
    most = std::max(most, count_triangles(space, mask));
  }
  const Owned owned(space, start);
  const EdgePools pools = make_edge_pools(owned.collection(), 0, Model::kClustering);
  CHECK(TriangleSwitching(pools, pools.ends, pools.set).triangles() == count_triangles(space, start));
  for (const std::int64_t wanted : {fewest, most, count_triangles(space, start)}) {
    TriangleSwitching steering(pools, pools.ends, pools.set);
    Control control;
    steering.steer(wanted, 20000, random, control);
    const std::int64_t told = steering.triangles();
    CHECK(wanted != count_triangles(space, start) || steering.attempted() == 0);
    const Mask end = mask_of(space, steering.take_ends());
    CHECK(told == count_triangles(space, end));
    CHECK(std::abs(told - wanted) <= std::abs(count_triangles(space, start) - wanted));
    CHECK(kept(space, end, Model::kDegree) == kept(space, start, Model::kDegree));
  }
}

void test_stopping() {
  const Space space(6, false);
  const Owned owned(space, space.mask_of({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}));
  const EdgePools pools = make_edge_pools(owned.collection(), 0, Model::kClustering);
  TriangleSwitching steering(pools, pools.ends, pools.set);
  Control control;
  Random random(1);
  steering.steer(2, 20000, random, control);
  CHECK(steering.triangles() == 2);  // a ring of six becomes two triangles
  Control canceled;
  canceled.cancel();
  TriangleSwitching other(pools, pools.ends, pools.set);
  other.steer(2, 20000, random, canceled);
  CHECK(other.attempted() == 0 && other.triangles() == 0);
}

}  // namespace

int main() {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    test_small(Space(6, false), seed);
    test_small(Space(4, true), seed);
  }
  test_stopping();
  return spminer::testing::verdict();
}
