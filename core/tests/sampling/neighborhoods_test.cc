// Tree samples against their exact distribution, in a target and in a pattern alike.
#include "spminer/sampling/neighborhoods.hh"

#include <cmath>
#include <map>

#include "check.hh"

namespace {

using namespace spminer;
using namespace spminer::sampling;

/// A triangle 0-1-2 with a tail 2-3-4 and a node 5 joined to 0, 1 and 3.
Pattern example() {
  Pattern graph = Pattern::empty(6);
  for (const auto& [u, v] : {std::pair{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {0, 5}, {1, 5}, {3, 5}})
    graph.connect(u, v);
  return graph;
}

struct Csr {
  std::vector<std::int64_t> indptr{0};
  std::vector<Node> indices;

  explicit Csr(const Pattern& graph) {
    for (int i = 0; i < graph.size; ++i) {
      for_each_bit(graph.rows[i], [&](int j) { indices.push_back(j); });
      indptr.push_back(static_cast<std::int64_t>(indices.size()));
    }
  }
  Target target() const { return Target(CsrView{indptr, indices, {}, {}, false}); }
};

/// Adds the probability of each node set of `size` that holds `inside`, grown by edges into the sample.
void grow(const Pattern& graph, Row inside, int size, double probability, std::map<Row, double>& sets) {
  if (std::popcount(inside) == size) {
    sets[inside] += probability;
    return;
  }
  int cut = 0;
  for_each_bit(inside, [&](int u) { cut += std::popcount(graph.rows[u] & ~inside); });
  for_each_bit(graph.all() & ~inside, [&](int v) {
    const int into = std::popcount(graph.rows[v] & inside);
    if (into > 0) grow(graph, inside | bit(v), size, probability * into / cut, sets);
  });
}

template <typename Draw>
void check_frequencies(const std::map<Row, double>& sets, Draw&& draw) {
  constexpr int kDraws = 40000;
  std::map<Row, int> seen;
  Random random(7);
  for (int i = 0; i < kDraws; ++i) ++seen[draw(random)];
  CHECK(seen.size() == sets.size());
  for (const auto& [set, probability] : sets)
    CHECK(std::abs(seen[set] - kDraws * probability) < 4.5 * std::sqrt(kDraws * probability * (1 - probability)));
}

void test_distribution() {
  const Pattern graph = example();
  const Csr csr(graph);
  const Target target = csr.target();
  std::vector<Node> nodes;
  const auto as_set = [&] {
    Row set = 0;
    for (const Node v : nodes) set |= bit(v);
    return set;
  };
  for (const int size : {2, 3, 4}) {
    std::map<Row, double> sets;
    grow(graph, bit(0), size, 1.0, sets);
    check_frequencies(sets, [&](Random& random) { return sample_tree(target, 0, size, random, nodes), as_set(); });
    check_frequencies(sets, [&](Random& random) { return sample_tree(graph, 0, size, random, nodes), as_set(); });
  }
}

void test_whole_component() {
  Pattern graph = example();
  graph.size = 9;  // three more nodes, alone
  const Csr csr(graph);
  const Target target = csr.target();
  Random random(1);
  std::vector<Node> nodes;
  sample_tree(target, 2, 9, random, nodes);
  CHECK(nodes.size() == 6 && nodes[0] == 2);
  sample_tree(graph, 2, 9, random, nodes);
  CHECK(nodes.size() == 6 && nodes[0] == 2);
  sample_tree(target, 8, 9, random, nodes);
  CHECK(nodes.size() == 1);
  CHECK(anchored_at_first(target, std::vector<Node>{4, 3, 5}) == anchored_at_first(graph, std::vector<int>{4, 3, 5}));
}

void test_stopping() {
  const Csr csr(example());
  const Target target = csr.target();
  Control control;
  control.cancel();
  const Neighborhoods result = sample_neighborhoods(target, std::vector<Node>{0, 1}, {.low = 2, .high = 3}, control);
  CHECK(!result.complete && result.sizes[0] == 0);
}

}  // namespace

int main() {
  test_distribution();
  test_whole_component();
  test_stopping();
  return spminer::testing::verdict();
}
