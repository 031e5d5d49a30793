// Walks against a brute-force expansion, and confirmed steps against the matcher. Tests of walk/walk and
// walk/confirm.
#include "spminer/walk/walk.hh"

#include <algorithm>
#include <map>
#include <set>

#include "check.hh"
#include "graphs.hh"
#include "random_target.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

namespace {

using namespace spminer;
using namespace spminer::walk;
using namespace spminer::match;
using testing::Graph;
using testing::graph_where;

/// A random graph on a path.
Graph random_graph(int nodes, double density, int labels, std::uint64_t seed) {
  Random random(seed);
  Graph graph = graph_where(nodes, [&](Node u, Node v) { return v == u - 1 || random.uniform() < density; });
  for (int u = 0; u < nodes && labels > 0; ++u)
    graph.node_labels.push_back(static_cast<std::int32_t>(random.below(labels)));
  return graph;
}

/// Induced walks of one size: every node order in which a random walk can collect them.
struct Walks {
  int size = 1;
  std::vector<Node> nodes;
  std::vector<Row> rows;
  WalkView view() const { return {size, nodes, rows}; }
};

Walks random_walks(const Target& target, int count, int size, Random& random) {
  Walks walks{size, {}, {}};
  for (int w = 0; w < count; ++w) {
    std::vector<Node> nodes{static_cast<Node>(random.below(target.size()))};
    while (static_cast<int>(nodes.size()) < size) {
      const auto row = target.neighbors(nodes[random.below(nodes.size())]);
      const Node v = row[random.below(row.size())];
      if (std::find(nodes.begin(), nodes.end(), v) == nodes.end()) nodes.push_back(v);
    }
    const Pattern pattern = induced(target, nodes, 0);
    walks.nodes.insert(walks.nodes.end(), nodes.begin(), nodes.end());
    walks.rows.insert(walks.rows.end(), pattern.rows.begin(), pattern.rows.begin() + size);
  }
  return walks;
}

std::set<PatternKey> brute_force(const Target& target, std::span<const Node> nodes) {
  std::set<PatternKey> keys;
  for (Node v = 0; v < target.size(); ++v) {
    std::vector<Node> all(nodes.begin(), nodes.end());
    if (std::find(all.begin(), all.end(), v) != all.end()) continue;
    if (std::none_of(all.begin(), all.end(), [&](Node u) { return target.adjacent(u, v); })) continue;
    all.push_back(v);
    keys.insert(canonical_key(induced(target, all, 0)));
  }
  return keys;
}

void test_expansion() {
  Random random(1);
  for (int round = 0; round < 60; ++round) {
    const Graph graph = random_graph(20, 0.12, round % 3 == 0 ? 2 : 0, round);
    const Target target = graph.target();
    const Walks walks = random_walks(target, 8, 1 + round % 6, random);
    Control control;
    const WalkSteps one = expand_walks(target, walks.view(), {.seed = 5, .threads = 1}, control);
    const WalkSteps two = expand_walks(target, walks.view(), {.seed = 5, .threads = 3}, control);
    CHECK(one.complete);
    CHECK(one.keys == two.keys && one.node == two.node && one.pattern == two.pattern && one.offset == two.offset);
    CHECK(std::set<PatternKey>(one.keys.begin(), one.keys.end()).size() == one.keys.size());
    CHECK(one.structure.size() == one.keys.size());
    CHECK(target.labeled() ? one.structure_keys.size() <= one.keys.size() : one.structure_keys == one.keys);
    for (std::int64_t w = 0; w < walks.view().count(); ++w) {
      std::set<PatternKey> keys;
      for (auto s = one.offset[w]; s < one.offset[w + 1]; ++s) {
        keys.insert(one.keys[one.pattern[s]]);
        for (int i = 0; i < walks.size; ++i)
          CHECK(target.adjacent(walks.nodes[w * walks.size + i], one.node[s]) == ((one.mask[s] >> i) & 1));
      }
      CHECK(keys == brute_force(target, walks.view().nodes_of(w)));
    }
  }
}

/// Edge-induced steps join a node by any part of its edges.
void test_subsets() {
  const Graph graph = random_graph(5, 1.0, 0, 0);  // complete
  const Target target = graph.target();
  const std::vector<Node> nodes{0, 1, 2};
  const std::vector<Row> path{0b110, 0b001, 0b001};
  Control control;
  const WalkSteps steps = expand_walks(target, {3, nodes, path}, {.induced = false}, control);
  CHECK(steps.node.size() == 7);  // subsets of three nodes, one neighbor for each
  CHECK(steps.keys.size() == 5);  // nodes 1 and 2 are alike
}

/// A hub is sampled, but what joins a sampled node to the walk is complete.
void test_hub() {
  const int leaves = 5000;
  std::vector<std::int64_t> indptr{0};
  std::vector<Node> indices;
  for (Node v = 2; v < leaves + 2; ++v) indices.push_back(v);
  indptr.push_back(indices.size());
  for (Node v = 2; v < leaves + 2; ++v) indices.push_back(v);
  indptr.push_back(indices.size());
  for (int v = 0; v < leaves; ++v) indices.insert(indices.end(), {0, 1}), indptr.push_back(indices.size());
  const Target target({indptr, indices, {}, {}, false});
  const std::vector<Node> nodes{0, 2};
  const std::vector<Row> rows{0b10, 0b01};
  Control control;
  const WalkSteps steps = expand_walks(target, {2, nodes, rows}, {.frontier_limit = 16}, control);
  CHECK(steps.keys.size() == 2);  // another leaf, or the other hub
  const std::vector<Node> both{0, 2, 1};
  const std::vector<Row> path{0b010, 0b101, 0b010};
  const WalkSteps closing = expand_walks(target, {3, both, path}, {.frontier_limit = 16}, control);
  CHECK(closing.mask == std::vector<Row>{0b101});
}

void test_confirmation() {
  Random random(3);
  for (int round = 0; round < 40; ++round) {
    const Graph graph = random_graph(24, 0.08, round % 2 == 0 ? 2 : 0, 100 + round);
    const Target target = graph.target();
    const MatchIndex index(target);
    const Walks walk = random_walks(target, 1, 3 + round % 3, random);
    const Pattern pattern = pattern_of(target, walk.nodes, walk.rows);
    Control control;
    std::vector<Node> nodes;
    for (Node u = 0; u < target.size(); ++u) {
      const auto list = find_embeddings(pattern, index, 1, {}, control, std::span<const Node>(&u, 1));
      nodes.insert(nodes.end(), list.nodes.begin(), list.nodes.end());
    }
    const std::vector<std::int64_t> offset{0, static_cast<std::int64_t>(nodes.size()) / walk.size};
    const std::span<const Node> example(nodes.data(), walk.size);
    const WalkSteps steps = expand_walks(target, {walk.size, example, walk.rows}, {}, control);
    const std::vector<std::int64_t> examples(steps.node.size(), 0);
    const auto found = confirm_steps(index, {walk.size, walk.rows, offset, nodes}, {examples, steps.node, steps.mask},
                                     {.steps = 1000000, .threads = 2}, control);
    CHECK(found.complete);
    for (std::size_t s = 0; s < steps.node.size(); ++s) {
      const Pattern larger = pattern_from_key(steps.keys[steps.pattern[s]]);
      CHECK(found.offset[s + 1] - found.offset[s] ==
            static_cast<std::int64_t>(count_anchors(larger, index, {}, control).count));
      for (auto o = found.offset[s]; o < found.offset[s + 1]; ++o) {
        const std::span<const Node> grown(found.nodes.data() + o * (walk.size + 1), walk.size + 1);
        CHECK(canonical_key(induced(target, grown, 0)) == steps.keys[steps.pattern[s]]);
      }
    }
  }
}

/// The same in directed targets with labels of nodes and arcs, by all occurrences of the walk's pattern.
void test_confirmation_with_codes() {
  Random random(6);
  for (int round = 0; round < 20; ++round) {
    const spminer::testing::RandomTarget arrays(14, 0.18, 2, 2, true, random);
    const Target target = arrays.target();
    const MatchIndex index(target);
    Node start = 0;
    while (start < target.size() && target.neighbors(start).empty()) ++start;
    if (start == target.size()) continue;
    const std::vector<Node> pair{start, target.neighbors(start)[0]};
    const Pattern pattern = induced(target, pair, 0);
    const std::vector<Row> rows(pattern.rows.begin(), pattern.rows.begin() + 2);
    Control control;
    std::vector<Node> nodes = pair;
    for (Node u = 0; u < target.size(); ++u) {
      if (u == start) continue;
      const auto list = find_embeddings(pattern, index, 1, {}, control, std::span<const Node>(&u, 1));
      nodes.insert(nodes.end(), list.nodes.begin(), list.nodes.end());
    }
    const std::vector<std::int64_t> offset{0, static_cast<std::int64_t>(nodes.size()) / 2};
    const WalkSteps steps = expand_walks(target, {2, pair, rows}, {}, control);
    const std::vector<std::int64_t> examples(steps.node.size(), 0);
    const OccurrenceView parents{2, rows, offset, nodes};
    const auto found =
        confirm_steps(index, parents, {examples, steps.node, steps.mask}, {.steps = 1000000, .threads = 1}, control);
    for (std::size_t s = 0; s < steps.node.size(); ++s) {
      const Pattern larger = pattern_from_key(steps.keys[steps.pattern[s]]);
      CHECK(found.offset[s + 1] - found.offset[s] ==
            static_cast<std::int64_t>(count_anchors(larger, index, {}, control).count));
    }
  }
}

void test_steps_that_cannot_be_meant() {
  const Graph graph = random_graph(10, 0.3, 0, 9);
  const Target target = graph.target();
  const MatchIndex index(target);
  Control control;
  const std::vector<Row> rows{2, 1};
  const std::vector<std::int64_t> offset{0, 1}, falling{0, 1, 0};
  const std::vector<Node> nodes{0, 1}, outside{0, 99}, node{2}, beyond{99};
  const std::vector<std::int64_t> example{0}, unknown{5};
  const std::vector<Row> mask{1}, none{0}, high{4};
  const OccurrenceView fine{2, rows, offset, nodes};
  const auto refused = [&](const OccurrenceView& parents, const StepView& steps) {
    CHECK_THROWS(confirm_steps(index, parents, steps, {}, control));
  };
  refused({2, rows, falling, nodes}, {example, node, mask});
  refused({2, rows, {}, nodes}, {example, node, mask});
  refused({2, rows, offset, outside}, {example, node, mask});
  refused(fine, {example, beyond, mask});
  refused(fine, {example, node, {}});
  refused(fine, {unknown, node, mask});
  refused(fine, {example, node, none});
  refused(fine, {example, node, high});
}

void test_counts_and_refusals() {
  const Graph graph = random_graph(30, 0.1, 0, 7);
  const Target target = graph.target();
  const MatchIndex index(target);
  Random random(4);
  const Walks walks = random_walks(target, 5, 4, random);
  std::vector<Node> all;
  std::vector<std::int64_t> offset{0};
  for (int w = 0; w < 5; ++w) {
    for (Node u = 0; u < 30; ++u) all.push_back(u);
    offset.push_back(static_cast<std::int64_t>(all.size()));
  }
  Control control;
  const auto counts = count_walks(target, walks.view(), index, offset, all, {.threads = 2}, control);
  for (std::int64_t w = 0; w < 5; ++w) {
    const Pattern pattern = pattern_of(target, walks.view().nodes_of(w), walks.view().rows_of(w));
    CHECK(counts.offset[w + 1] - counts.offset[w] ==
          static_cast<std::int64_t>(count_anchors(pattern, index, {}, control).count));
  }
  const std::vector<Node> outside{99};
  const std::vector<Row> row{0};
  CHECK_THROWS(expand_walks(target, {1, outside, row}, {}, control));
  CHECK_THROWS(count_walks(target, walks.view(), index, {}, all, {}, control));
  control.cancel();
  CHECK(!expand_walks(target, walks.view(), {}, control).complete);
}

}  // namespace

int main() {
  test_expansion();
  test_subsets();
  test_hub();
  test_confirmation();
  test_confirmation_with_codes();
  test_steps_that_cannot_be_meant();
  test_counts_and_refusals();
  return spminer::testing::verdict();
}
