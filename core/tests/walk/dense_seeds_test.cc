// Dense seeds against a plain greedy search, and a planted clique.
#include "spminer/walk/dense_seeds.hh"

#include <algorithm>
#include <cmath>
#include <set>

#include "check.hh"
#include "graphs.hh"
#include "spminer/base/random.hh"

namespace {

using namespace spminer;
using namespace spminer::walk;
using testing::all_nodes;
using testing::Graph;
using testing::graph_where;

/// The first `clique` nodes are all joined.
Graph random_graph(int nodes, double density, int clique, std::uint64_t seed) {
  Random random(seed);
  return graph_where(nodes, [&](Node u, Node) { return u < clique || random.uniform() < density; });
}

/// Every node of the graph is tried at every step.
std::vector<Node> plain_dense_seed(const Target& target, Node start, int size) {
  std::vector<Node> walk{start};
  while (static_cast<int>(walk.size()) < size) {
    Node best = -1;
    double most = 0, degrees = 0, company_degrees = 0;
    std::vector<Node> company;
    auto links_to = [&](Node u, const std::vector<Node>& nodes) {
      return static_cast<int>(std::ranges::count_if(nodes, [&](Node w) { return target.adjacent(u, w); }));
    };
    for (const Node w : walk) degrees += static_cast<double>(target.degree(w));
    for (Node u = 0; u < target.size(); ++u)
      if (links_to(u, walk) == static_cast<int>(walk.size())) {
        company.push_back(u);
        company_degrees += static_cast<double>(target.degree(u));
      }
    for (Node u = 0; u < target.size(); ++u) {
      const int links = links_to(u, walk);
      if (links == 0 || std::ranges::find(walk, u) != walk.end()) continue;
      const double share = static_cast<double>(target.degree(u)) / (2.0 * target.edges());
      double gain = links - degrees * share;
      if (links == static_cast<int>(walk.size()))
        gain += (links_to(u, company) - company_degrees * share) / std::sqrt(company_degrees * share + 1);
      if (best >= 0 && gain <= most) continue;
      best = u;
      most = gain;
    }
    if (best < 0) break;
    walk.push_back(best);
  }
  return walk;
}

void test_equals_a_plain_search() {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = random_graph(24, seed % 2 ? 0.05 : 0.3, 0, seed);
    const Target target = graph.target();
    Control control;
    const auto starts = all_nodes(target);
    const auto found = dense_seeds(target, starts, {.size = 6, .threads = 2}, control);
    CHECK(found.complete);
    for (const Node start : starts) {
      auto expected = plain_dense_seed(target, start, 6);
      for (std::size_t i = 0; i < expected.size(); ++i)
        for (std::size_t j = 0; j < expected.size(); ++j)
          CHECK(((found.rows[start * 6 + i] >> j) & 1) == (i != j && target.adjacent(expected[i], expected[j])));
      expected.resize(6, -1);
      CHECK(std::equal(expected.begin(), expected.end(), found.nodes.begin() + start * 6));
    }
  }
}

void test_walks_into_a_planted_clique() {
  const Graph graph = random_graph(300, 0.08, 9, 5);
  const Target target = graph.target();
  Control control;
  const std::vector<Node> starts{0, 4, 8};
  const auto found = dense_seeds(target, starts, {.size = 9}, control);
  for (const Node u : found.nodes) CHECK(u >= 0 && u < 9);
}

void test_ends_where_the_surroundings_are_too_large() {
  const Graph graph = random_graph(60, 1.0, 0, 1);
  const Target target = graph.target();
  Control control;
  const std::vector<Node> starts{7};
  const auto found = dense_seeds(target, starts, {.size = 4, .surroundings = 20}, control);
  CHECK(found.nodes == (std::vector<Node>{7, -1, -1, -1}));
}

void test_stops_when_asked() {
  const Graph graph = random_graph(30, 0.3, 0, 2);
  const Target target = graph.target();
  Control control;
  control.cancel();
  CHECK(!dense_seeds(target, all_nodes(target), {.size = 3}, control).complete);
}

void test_refuses_what_is_no_node() {
  const Graph graph = random_graph(5, 0.5, 0, 3);
  const Target target = graph.target();
  Control control;
  const std::vector<Node> starts{5};
  CHECK_THROWS(dense_seeds(target, starts, {.size = 3}, control));
  CHECK_THROWS(dense_seeds(target, all_nodes(target), {.size = 65}, control));
}

}  // namespace

int main() {
  test_equals_a_plain_search();
  test_walks_into_a_planted_clique();
  test_ends_where_the_surroundings_are_too_large();
  test_stops_when_asked();
  test_refuses_what_is_no_node();
  return spminer::testing::verdict();
}
