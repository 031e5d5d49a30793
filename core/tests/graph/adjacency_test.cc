// Fast tests of adjacency: bitmaps of hubs against the rows of the target; sketches never deny a pair of neighbors,
// and deny most others.
#include "graph/adjacency.hh"

#include "check.hh"
#include "random_target.hh"

namespace {

using namespace spminer;

void sketches_deny_no_neighbors() {
  Random random(7);
  std::int64_t others = 0, doubtful = 0;
  for (int round = 0; round < 40; ++round) {
    const auto nodes = static_cast<int>(1 + random.below(200));
    const testing::RandomTarget made(nodes, 0.3 * random.uniform(), 1, 1, false, random);
    const Target target(CsrView{made.indptr, made.indices, {}, {}, false});
    const RowFilters sketches(target, 1 + round % 2);
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

void hub_rows_agree_with_the_target() {
  Random random(8);
  const testing::RandomTarget graph(90, 0.4, 1, 1, false, random);
  const Target target = graph.target();
  // Room for all hubs, for three of them, and for none.
  for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{3 * 2 * 8}, std::size_t{0}}) {
    const HubRows rows(target, bytes);
    for (Node u = 0; u < 90; ++u)
      for (Node v = 0; v < 90; ++v)
        if (u != v) CHECK(rows.adjacent(u, v) == target.adjacent(u, v));
  }
}

}  // namespace

int main() {
  sketches_deny_no_neighbors();
  hub_rows_agree_with_the_target();
  return spminer::testing::verdict();
}
