// Components and triangles against brute force and closed forms.
#include "spminer/graph/structure.hh"

#include <numeric>

#include "check.hh"
#include "random_target.hh"
#include "spminer/base/random.hh"
#include "spminer/graph/csr.hh"

namespace spminer {
namespace {

struct Graph {
  std::vector<Node> sources = {}, targets = {};
  Node nodes = 0;
};

StructureResult describe(const Graph& graph, int threads) {
  Control control;
  const EdgeSpan span{graph.sources, graph.targets, {}};
  const auto csr = build_csr({&span, 1}, {.nodes = graph.nodes}, control);
  const Target target(CsrView{csr.indptr, csr.indices, {}, {}, false});
  return describe_structure(target, {.threads = threads}, control);
}

Node find(std::vector<Node>& parent, Node u) { return parent[u] == u ? u : parent[u] = find(parent, parent[u]); }

StructureResult brute_force(const Graph& graph) {
  std::vector<std::vector<bool>> adjacent(graph.nodes, std::vector<bool>(graph.nodes));
  std::vector<Node> parent(graph.nodes), sizes(graph.nodes);
  std::iota(parent.begin(), parent.end(), 0);
  for (std::size_t i = 0; i < graph.sources.size(); ++i) {
    const Node u = graph.sources[i], v = graph.targets[i];
    if (u == v) continue;
    adjacent[u][v] = adjacent[v][u] = true;
    parent[find(parent, u)] = find(parent, v);
  }
  StructureResult result;
  for (Node u = 0; u < graph.nodes; ++u) {
    result.components += parent[u] == u;
    result.largest_component = std::max(result.largest_component, ++sizes[find(parent, u)]);
    for (Node v = 0; v < u; ++v)
      for (Node w = 0; w < v; ++w) result.triangles += adjacent[u][v] && adjacent[v][w] && adjacent[u][w];
  }
  return result;
}

void test_random() {
  Random random(5, 0);
  for (int round = 0; round < 200; ++round) {
    Graph graph{.nodes = static_cast<Node>(1 + random.below(20))};
    for (auto count = random.below(60); count > 0; --count) {
      graph.sources.push_back(static_cast<Node>(random.below(static_cast<std::uint64_t>(graph.nodes))));
      graph.targets.push_back(static_cast<Node>(random.below(static_cast<std::uint64_t>(graph.nodes))));
    }
    const auto expected = brute_force(graph), found = describe(graph, 1 + round % 3);
    CHECK(found.components == expected.components && found.largest_component == expected.largest_component);
    CHECK(found.triangles == expected.triangles && found.complete);
  }
}

void test_clique() {
  Graph graph{.nodes = 3000};  // a clique on 40 of the nodes, spread over several tasks
  for (Node u = 0; u < 40; ++u)
    for (Node v = 0; v < u; ++v) {
      graph.sources.push_back(u * 70);
      graph.targets.push_back(v * 70);
    }
  const auto found = describe(graph, 2);
  CHECK(found.triangles == 40 * 39 * 38 / 6 && found.largest_component == 40 && found.components == 3000 - 39);
}

void test_edge_triangles() {
  Random random(6, 0);
  for (int round = 0; round < 100; ++round) {
    const testing::RandomTarget graph(static_cast<int>(random.below(15)), random.uniform(), 1, 1, round % 2 == 0,
                                      random);
    const Target target(graph.view());
    Control control;
    const auto found = edge_triangles(target, {.threads = 1 + round % 3}, control);
    std::size_t entry = 0;
    for (Node u = 0; u < target.size(); ++u)
      for (const Node v : target.neighbors(u)) {
        std::uint32_t expected = 0;
        for (const Node w : target.neighbors(u)) expected += w != v && target.adjacent(v, w) ? 1 : 0;
        CHECK(entry < found.size() && found[entry++] == expected);
      }
    CHECK(entry == found.size());
  }
}

}  // namespace
}  // namespace spminer

int main() {
  spminer::test_random();
  spminer::test_clique();
  spminer::test_edge_triangles();
  return spminer::testing::verdict();
}
