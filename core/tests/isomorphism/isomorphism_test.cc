// Isomorphisms against all permutations of the nodes.
#include "spminer/isomorphism/isomorphism.hh"

#include <set>

#include "check.hh"
#include "random_target.hh"

namespace spminer {
namespace {

using Maps = std::multiset<std::vector<Node>>;
using Colors = std::vector<std::int32_t>;

Maps found(const Target& first, const Target& second, const Colors& a, const Colors& b) {
  Maps maps;
  Control control;
  std::vector<Node> images;
  for (Isomorphisms search(first, second, a, b); search.next(images, control);) maps.insert(images);
  return maps;
}

Maps brute_force(const Target& first, const Target& second, const Colors& a, const Colors& b) {
  Maps maps;
  if (first.size() != second.size()) return maps;
  std::vector<Node> images(first.size());
  std::iota(images.begin(), images.end(), 0);
  do {
    bool keeps = true;
    for (Node u = 0; u < first.size() && keeps; ++u) {
      keeps = a.empty() || a[u] == b[images[u]];
      for (Node v = 0; v < first.size() && keeps; ++v)
        keeps = u == v || first.code(u, v) == second.code(images[u], images[v]);
    }
    if (keeps) maps.insert(images);
  } while (std::next_permutation(images.begin(), images.end()));
  return maps;
}

/// The same graph with other numbers.
testing::Graph shuffled(const testing::Graph& graph, const Target& target, Random& random) {
  std::vector<Node> from(target.size());
  std::iota(from.begin(), from.end(), 0);
  for (std::size_t i = from.size(); i > 1; --i) std::swap(from[i - 1], from[random.below(i)]);
  testing::Graph other;
  other.directed = graph.directed;
  for (Node u = 0; u < target.size(); ++u) {
    for (Node v = 0; v < target.size(); ++v)
      if (u != v && target.code(from[u], from[v]) >> 32 != 0) {
        other.indices.push_back(v);
        if (!graph.edge_labels.empty())
          other.edge_labels.push_back(static_cast<std::int32_t>(target.code(from[u], from[v]) >> 32) - 1);
      }
    other.indptr.push_back(static_cast<std::int64_t>(other.indices.size()));
  }
  return other;
}

void test_random() {
  Random random(8, 0);
  std::size_t isomorphic = 0;
  for (int round = 0; round < 300; ++round) {
    const auto n = static_cast<int>(random.below(7));
    const double density = random.uniform();
    const int marks = 1 + round % 3 / 2;
    const testing::RandomTarget graph(n, density, 1, marks, round % 2 == 0, random);
    const Target first(graph.view());
    const testing::Graph other = round % 4 == 0 ? testing::RandomTarget(n, density, 1, marks, round % 2 == 0, random)
                                                : shuffled(graph, first, random);
    const Target second(other.view());
    Colors a, b;
    if (round % 5 == 0)
      for (int i = 0; i < n; ++i) {
        a.push_back(static_cast<std::int32_t>(random.below(2)));
        b.push_back(static_cast<std::int32_t>(random.below(2)));
      }
    const Maps maps = found(first, second, a, b);
    CHECK(maps == brute_force(first, second, a, b));
    isomorphic += maps.empty() ? 0 : 1;
  }
  CHECK(isomorphic > 200);
}

/// Two cycles of half the length are refined no further than one cycle.
testing::Graph cycles(Node nodes, int parts) {
  testing::Graph graph;
  const Node length = nodes / parts;
  for (Node u = 0; u < nodes; ++u) {
    const Node base = u / length * length, at = u - base;
    std::vector<Node> row{base + (at + 1) % length, base + (at + length - 1) % length};
    std::ranges::sort(row);
    graph.indices.insert(graph.indices.end(), row.begin(), row.end());
    graph.indptr.push_back(static_cast<std::int64_t>(graph.indices.size()));
  }
  return graph;
}

void test_regular() {
  const testing::Graph one = cycles(40, 1), two = cycles(40, 2);
  const Target first(one.view()), second(two.view());
  CHECK(found(first, first, {}, {}).size() == 80);
  CHECK(found(second, second, {}, {}).size() == 2 * 40 * 40);
  CHECK(found(first, second, {}, {}).empty());
}

/// Symmetric choices cost a step each, however many there are.
void test_many_alike() {
  testing::Graph star;
  constexpr Node kLeaves = 50000;
  for (Node u = 1; u <= kLeaves; ++u) star.indices.push_back(u);
  star.indptr.push_back(kLeaves);
  for (Node u = 1; u <= kLeaves; ++u) {
    star.indices.push_back(0);
    star.indptr.push_back(kLeaves + u);
  }
  const Target target(star.view());
  Isomorphisms search(target, target);
  Control control;
  std::vector<Node> images;
  CHECK(search.next(images, control) && images[0] == 0 && search.next(images, control));
  control.cancel();
  CHECK(!search.next(images, control));
}

void test_refused() {
  testing::Graph graph;
  graph.indptr.push_back(0);
  const Target target(graph.view());
  const Colors colors{1, 2};
  CHECK_THROWS(Isomorphisms(target, target, colors, colors));
}

}  // namespace
}  // namespace spminer

int main() {
  spminer::test_random();
  spminer::test_regular();
  spminer::test_many_alike();
  spminer::test_refused();
  return spminer::testing::verdict();
}
