// Ranks, rows, bitmaps and what rows have in common, against the target they are of.
#include "graph/ranked.hh"

#include <algorithm>
#include <set>

#include "check.hh"
#include "random_target.hh"

namespace spminer {
namespace {

std::set<Node> common_by_hand(const DegreeOrderedRows& ranked, Node a, Node b) {
  std::set<Node> result;
  for (const Node v : ranked.row(a))
    if (std::ranges::find(ranked.row(b), v) != ranked.row(b).end()) result.insert(v);
  return result;
}

void check_rows(const Target& target, const DegreeOrderedRows& ranked) {
  std::size_t edges = 0;
  for (Node r = 0; r < ranked.size(); ++r) {
    const Node u = ranked.node(r);
    CHECK(ranked.rank(u) == r);
    CHECK(r == 0 || target.degree(ranked.node(r - 1)) >= target.degree(u));
    CHECK(std::ranges::is_sorted(ranked.row(r)) && ranked.start(r) == edges);
    for (const Node v : ranked.row(r)) CHECK(v < r && target.adjacent(u, ranked.node(v)));
    edges += ranked.row(r).size();
  }
  CHECK(edges == static_cast<std::size_t>(target.edges()) && edges == ranked.edges());
}

void check_common(const DegreeOrderedRows& ranked, std::size_t bytes) {
  const HubBitmaps hubs(ranked, bytes, 1);
  RowIntersection common(ranked, hubs);
  for (Node r = 0; r < ranked.size(); ++r) {
    common.enter(r);
    for (std::size_t i = 0; i < common.row().size(); ++i) {
      const auto expected = common_by_hand(ranked, r, common.row()[i]);
      std::set<Node> found;
      common.for_each(i, [&](Node w) { CHECK(found.insert(w).second); });
      CHECK(found == expected);
      CHECK(common.count(i) == static_cast<std::int64_t>(expected.size()));
    }
  }
}

void test_random() {
  Random random(11, 0);
  for (int round = 0; round < 60; ++round) {
    const auto nodes = static_cast<int>(1 + random.below(round % 4 == 0 ? 300 : 40));
    const testing::RandomTarget made(nodes, random.uniform(), 1, 1, false, random);
    const Target target(CsrView{made.indptr, made.indices, {}, {}, false});
    const DegreeOrderedRows ranked(target, 1 + round % 3);
    check_rows(target, ranked);
    // No bitmaps, some, and all: each way to compare two rows is taken.
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{200}, std::size_t{1} << 20})
      check_common(ranked, bytes);
  }
}

void test_empty() {
  const std::vector<std::int64_t> indptr{0};
  const Target target(CsrView{indptr, {}, {}, {}, false});
  const DegreeOrderedRows ranked(target, 2);
  CHECK(ranked.size() == 0 && ranked.edges() == 0);
  CHECK(!HubBitmaps(ranked, 100, 1).has(0));
}

}  // namespace
}  // namespace spminer

int main() {
  spminer::test_random();
  spminer::test_empty();
  return spminer::testing::verdict();
}
