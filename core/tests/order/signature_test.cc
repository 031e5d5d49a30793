// Order signatures never shrink from a graph to one that contains it; their parts against closed forms. Tests of
// order/signature, order/coordinates, order/rooted_classes and order/quantities.
#include "spminer/order/signature.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "check.hh"
#include "order/coordinates.hh"
#include "order/quantities.hh"
#include "order/rooted_classes.hh"
#include "patterns.hh"
#include "spminer/base/random.hh"

namespace spminer::order {
namespace {

using Bytes = std::array<std::uint8_t, kSignatureSize>;
using spminer::testing::clique;
using spminer::testing::grid;
using spminer::testing::random_graph_pattern;
using spminer::testing::ring;

Bytes signature_of(const Pattern& pattern, Induced induced) {
  Bytes bytes;
  signature(pattern, bytes, induced);
  return bytes;
}

Pattern anchored(int size) {
  Pattern pattern = Pattern::empty(size);
  pattern.anchor = 0;
  return pattern;
}

Pattern random_graph(Random& random, int size, double density) {
  Pattern graph = random_graph_pattern(random, size, density);
  graph.anchor = 0;
  return graph;
}

/// Each node is joined to one of the `reach` before it: a path for 1, bushy for many.
Pattern tree(Random& random, int size, int reach) {
  Pattern graph = anchored(size);
  for (int i = 1; i < size; ++i) graph.connect(i, i - 1 - static_cast<int>(random.below(std::min(i, reach))));
  return graph;
}

/// One of the kinds above, with the anchor at a random node.
Pattern any_graph(Random& random);

/// The same graph with nodes renamed at random, the anchor staying node 0.
Pattern shuffled(Random& random, const Pattern& graph) {
  std::vector<int> position(graph.size);
  std::iota(position.begin(), position.end(), 0);
  for (int i = graph.size - 1; i > 1; --i) std::swap(position[i], position[1 + random.below(i)]);
  return permuted(graph, position);
}

/// A connected induced subgraph with the anchor, grown node by node.
Pattern random_subgraph(Random& random, const Pattern& graph, int size) {
  std::vector<int> nodes{0};
  Row chosen = bit(0), frontier = graph.rows[0];
  while (static_cast<int>(nodes.size()) < size && frontier != 0) {
    for (auto skip = random.below(std::popcount(frontier)); skip > 0; --skip) frontier &= frontier - 1;
    const int node = std::countr_zero(frontier);
    nodes.push_back(node);
    chosen |= bit(node);
    frontier = 0;
    for (const int v : nodes) frontier |= graph.rows[v] & ~chosen;
  }
  Pattern sub = anchored(static_cast<int>(nodes.size()));
  for (int i = 0; i < sub.size; ++i)
    for (int j = 0; j < i; ++j)
      if (graph.adjacent(nodes[i], nodes[j])) sub.connect(i, j);
  return sub;
}

void delete_edges(Random& random, Pattern& graph, double share) {
  for (int i = 0; i < graph.size; ++i) {
    for (int j = 0; j < i; ++j) {
      if (!graph.adjacent(i, j) || random.uniform() >= share) continue;
      graph.rows[i] &= ~bit(j);
      graph.rows[j] &= ~bit(i);
    }
  }
}

Pattern any_graph(Random& random) {
  const int size = 2 + static_cast<int>(random.below(63));
  Pattern graph;
  switch (random.below(6)) {
    case 0:
      graph = tree(random, size, 1 + static_cast<int>(random.below(6)));
      break;
    case 1:
      graph = ring(std::max(size, 4), 3 + static_cast<int>(random.below(std::max(size, 4) - 2)));
      break;
    case 2:
      graph = grid(1 + static_cast<int>(random.below(8)), 2 + static_cast<int>(random.below(7)));
      break;
    case 3:
      graph = clique(size);
      break;
    default:
      graph = random_graph(random, size, std::min(1.0, 6 * random.uniform() * random.uniform() / std::sqrt(size)));
  }
  std::vector<int> position(graph.size);
  std::iota(position.begin(), position.end(), 0);
  std::swap(position[0], position[random.below(graph.size)]);
  graph = permuted(graph, position);
  graph.anchor = 0;
  return graph;
}

void test_never_shrinks() {
  for (int trial = 0; trial < 6000; ++trial) {
    Random random(1, trial);
    const Pattern sup = any_graph(random);
    Pattern sub = random_subgraph(random, sup, 1 + static_cast<int>(random.below(sup.size)));
    const auto large = signature_of(sup, Induced::kYes);
    const auto small = signature_of(sub, Induced::kYes);
    CHECK(std::ranges::equal(small, large, std::less_equal{}));
    CHECK(may_contain(small.data(), large.data()));
    delete_edges(random, sub, random.uniform() * 0.5);
    CHECK(std::ranges::equal(signature_of(sub, Induced::kNo), signature_of(sup, Induced::kNo), std::less_equal{}));
  }
}

void test_ignores_node_order() {
  for (int trial = 0; trial < 1000; ++trial) {
    Random random(2, trial);
    const Pattern graph = any_graph(random);
    for (const auto induced : {Induced::kYes, Induced::kNo}) {
      CHECK(signature_of(graph, induced) == signature_of(shuffled(random, graph), induced));
    }
  }
}

void test_rejects() {
  const auto rejects = [](const Pattern& sub, const Pattern& sup, Induced induced) {
    return !may_contain(signature_of(sub, induced).data(), signature_of(sup, induced).data());
  };
  CHECK(rejects(ring(5, 5), grid(8, 8), Induced::kYes));  // no odd cycle in a grid
  CHECK(rejects(ring(5, 5), grid(8, 8), Induced::kNo));
  CHECK(rejects(grid(2, 2), clique(9), Induced::kYes));  // a square is in a clique, but not an induced one
  CHECK(!rejects(grid(2, 2), clique(9), Induced::kNo));
  CHECK(rejects(clique(4), ring(64, 7), Induced::kNo));
  CHECK_THROWS(signature_of(Pattern::empty(3), Induced::kYes));
}

void test_batches_that_cannot_be_meant() {
  std::vector<std::uint8_t> out(kSignatureSize);
  const auto refused = [&](std::vector<Row> rows, std::size_t stride, std::vector<std::int32_t> sizes) {
    CHECK_THROWS(signatures({rows, stride, sizes}, Induced::kYes, 1, out));
  };
  const std::vector<Row> edge{2, 1, 0};
  const std::vector<std::int32_t> two{2};
  signatures({edge, 3, two}, Induced::kYes, 1, out);
  refused({2, 1}, 3, {2});
  refused({2, 1, 2, 1}, 2, {2, 2});  // two graphs, room for one
  refused({2, 1, 0}, 3, {0});
  refused({2, 1, 0}, 3, {4});
  refused({6, 1, 0}, 3, {2});  // joined to a node beyond
  refused({3, 1, 0}, 3, {2});  // and to itself
  refused({2, 0, 0}, 3, {2});  // in one direction
  refused({2, 1, 1}, 3, {2});  // more than the size says
}

void test_table_names_classes() {
  const auto& classes = order::RootedClasses::get();
  for (const auto& coordinate : order::kCoordinates)
    if (coordinate.measure == order::Measure::kRooted) CHECK(classes.index(coordinate.size, coordinate.value) >= 0);
  CHECK(classes.index(6, (1 << 15) - 1) == order::kClassCount - 1);  // the clique has the largest key of all
  const int path = classes.index(3, 0b101), triangle = classes.index(3, 0b111);
  CHECK(classes.above(path)[triangle] && classes.above(path)[path] && !classes.above(triangle)[path]);
}

std::uint32_t class_count(const Pattern& graph, int size, std::uint32_t key, Induced induced) {
  order::ClassCounts counts;
  order::count_classes({graph.rows.data(), static_cast<std::size_t>(graph.size)}, 1u << 20, induced, counts);
  return counts[order::RootedClasses::get().index(size, key)];
}

void test_class_counts() {
  CHECK(class_count(clique(8), 4, 0b111111, Induced::kYes) == 35);  // 7 choose 3
  CHECK(class_count(clique(8), 4, 0b110011, Induced::kYes) == 0);   // no induced square
  CHECK(class_count(clique(8), 4, 0b110011, Induced::kNo) == 35);   // but each of those sets has one
  CHECK(class_count(ring(7, 7), 3, 0b101, Induced::kYes) == 2);     // 0-1-2 and back: the anchor at an end
  CHECK(class_count(ring(7, 7), 3, 0b011, Induced::kYes) == 1);     // in the middle
  const Pattern big = clique(64);
  order::ClassCounts counts;
  order::count_classes({big.rows.data(), 64}, 2048, Induced::kYes, counts);
  CHECK(counts[order::RootedClasses::get().index(3, 0b111)] == 63 * 62 / 2);
  CHECK(counts[order::RootedClasses::get().index(4, 0b001011)] == order::kSaturated);
}

std::uint32_t quantity(const Pattern& graph, order::Quantity which, int node, Induced induced = Induced::kYes) {
  order::NodeQuantities table;
  order::fill_nodes({graph.rows.data(), static_cast<std::size_t>(graph.size)}, induced, table);
  return table.quantity[which][node];
}

void test_node_quantities() {
  const Pattern k5 = clique(5), c6 = ring(6, 6), square = grid(3, 3);
  CHECK(quantity(k5, kDegree, 2) == 4 && quantity(k5, kTriangles, 2) == 6 && quantity(k5, kCliques, 2) == 4);
  CHECK(quantity(k5, kCherries, 2) == 0 && quantity(k5, kCherries, 2, Induced::kNo) == 6);
  CHECK(quantity(k5, kStars, 2, Induced::kNo) == 4 && quantity(k5, kSteps, 2, Induced::kNo) == 12);
  CHECK(quantity(k5, kSquares, 0, Induced::kNo) == 12 && quantity(k5, kPentagons, 0, Induced::kNo) == 12);
  CHECK(quantity(k5, kPaws, 0, Induced::kNo) == 12 && quantity(k5, kDiamonds, 0, Induced::kNo) == 12);
  CHECK(quantity(clique(6), kHexagons, 0, Induced::kNo) == 60);
  CHECK(quantity(c6, kHexagons, 3) == 1 && quantity(c6, kPentagons, 3) == 0 && quantity(c6, kBall, 0) == 5);
  CHECK(quantity(c6, kPaths3, 3) == 2 && quantity(c6, kPaths4, 2) == 1 && quantity(c6, kPaths5, 1) == 0);
  CHECK(quantity(c6, kPaths5, 1, Induced::kNo) == 1);
  CHECK(quantity(square, kSquares, 4) == 4 && quantity(square, kStars, 4) == 4 && quantity(square, kSteps, 0) == 4);
  CHECK(quantity(ring(5, 5), kPentagons, 1) == 1);
}

}  // namespace
}  // namespace spminer::order

int main() {
  spminer::order::test_never_shrinks();
  spminer::order::test_ignores_node_order();
  spminer::order::test_rejects();
  spminer::order::test_table_names_classes();
  spminer::order::test_batches_that_cannot_be_meant();
  spminer::order::test_class_counts();
  spminer::order::test_node_quantities();
  return spminer::testing::verdict();
}
