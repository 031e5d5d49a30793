// Sketches never deny a pair of neighbors, and deny most others.
#include "check.hh"
#include "graph/adjacency.hh"
#include "random_target.hh"

namespace spminer {
namespace {

void test_random() {
  Random random(7);
  std::int64_t others = 0, doubtful = 0;
  for (int round = 0; round < 40; ++round) {
    const auto nodes = static_cast<int>(1 + random.below(200));
    const testing::RandomTarget made(nodes, 0.3 * random.uniform(), 1, 1, false, random);
    const Target target(CsrView{made.indptr, made.indices, {}, {}, false});
    const RowSketches sketches(target, 1 + round % 2);
    for (Node u = 0; u < target.size(); ++u)
      for (Node v = 0; v < target.size(); ++v) {
        if (u == v) continue;
        const bool joined = target.adjacent(u, v), may_be = sketches.may_be_adjacent(u, v);
        CHECK(may_be || !joined);
        others += !joined;
        doubtful += may_be && !joined;
      }
  }
  CHECK(others > 100000 && doubtful * 8 < others);
}

}  // namespace
}  // namespace spminer

int main() {
  spminer::test_random();
  return spminer::testing::verdict();
}
