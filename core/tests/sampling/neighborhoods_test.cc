// Tree samples against their exact distribution, in a target and in a pattern alike; samples by breadth against what
// their specification says of distances, and batches of samples against single ones.
#include "spminer/sampling/neighborhoods.hh"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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

/// A hub 0 with `leaves` leaves, the first of which is the start of a path of three more nodes.
Csr star_with_a_tail(int leaves) {
  Csr csr(Pattern::empty(0));
  const int nodes = leaves + 4;
  std::vector<std::vector<Node>> rows(nodes);
  const auto join = [&](int u, int v) {
    rows[u].push_back(v);
    rows[v].push_back(u);
  };
  for (int leaf = 1; leaf <= leaves; ++leaf) join(0, leaf);
  join(1, leaves + 1);
  join(leaves + 1, leaves + 2);
  join(leaves + 2, leaves + 3);
  for (auto& row : rows) {
    std::ranges::sort(row);
    csr.indices.insert(csr.indices.end(), row.begin(), row.end());
    csr.indptr.push_back(static_cast<std::int64_t>(csr.indices.size()));
  }
  return csr;
}

void test_breadth() {
  const Csr csr = star_with_a_tail(1000);
  const Target target = csr.target();
  Control control;
  SampleParams params{.low = 6, .high = 9, .method = SampleMethod::kBreadth, .hops = 0, .seed = 3, .threads = 1};
  const std::vector<Node> anchors{0, 1003, 1002, 5};
  const Neighborhoods any = sample_neighborhoods(target, anchors, params, control);
  CHECK(any.complete && control.done == 4);
  for (std::size_t b = 0; b < anchors.size(); ++b) {
    const std::span nodes(any.nodes.data() + b * static_cast<std::size_t>(any.width),
                          static_cast<std::size_t>(any.sizes[b]));
    CHECK(any.sizes[b] >= 6 && any.sizes[b] <= 9 && nodes[0] == anchors[b]);
    CHECK(std::set(nodes.begin(), nodes.end()).size() == nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)  // joined as the target joins them
      for (std::size_t j = 0; j < nodes.size(); ++j)
        CHECK(((any.rows[b * static_cast<std::size_t>(any.width) + i] >> j) & 1) ==
              target.adjacent(nodes[i], nodes[j]));
  }
  // The end of the tail: with two hops only two nodes are near enough, whatever the size.
  params.hops = 2;
  const Neighborhoods near = sample_neighborhoods(target, std::vector<Node>{1003}, params, control);
  CHECK(near.sizes[0] == 3 && near.nodes[1] == 1002 && near.nodes[2] == 1001);
  params.hops = 1;
  CHECK(sample_neighborhoods(target, std::vector<Node>{1003}, params, control).sizes[0] == 2);
  params.low = 0;
  CHECK_THROWS(sample_neighborhoods(target, anchors, params, control));
}

void test_batches_are_single_samples() {
  const Csr csr(example());
  const Target target = csr.target();
  Control control;
  const std::vector<Node> anchors(300, 2);
  const SampleParams params{.low = 2, .high = 4, .seed = 9, .threads = 2};
  const Neighborhoods all = sample_neighborhoods(target, anchors, params, control);
  CHECK(all.complete);
  std::set<std::int32_t> sizes(all.sizes.begin(), all.sizes.end());
  CHECK((sizes == std::set<std::int32_t>{2, 3, 4}));
  for (std::size_t b = 0; b < anchors.size(); ++b) {
    Random random(9, b);
    const int size = 2 + static_cast<int>(random.below(3));
    std::vector<Node> nodes;
    sample_tree(target, 2, size, random, nodes);
    const auto first = all.nodes.begin() + (b * static_cast<std::size_t>(all.width));
    CHECK(std::equal(nodes.begin(), nodes.end(), first) && all.sizes[b] == size);
  }
}

void test_anchors() {
  const Csr csr(example());
  const Target target = csr.target();
  const std::vector<Node> few = draw_anchors(target, 4, 1), many = draw_anchors(target, 15, 1);
  CHECK(std::set(few.begin(), few.end()).size() == 4);
  std::map<Node, int> times;
  for (const Node v : many) ++times[v];
  CHECK(times.size() == 6);
  for (const auto& [node, count] : times) CHECK(count == 2 || count == 3);  // equal shares
  CHECK(draw_anchors(target, 0, 1).empty());
  CHECK_THROWS(draw_anchors(target, -1, 1));
  const Csr none(Pattern::empty(0));
  CHECK_THROWS(draw_anchors(none.target(), 1, 1));
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
  test_breadth();
  test_batches_are_single_samples();
  test_anchors();
  test_stopping();
  return spminer::testing::verdict();
}
