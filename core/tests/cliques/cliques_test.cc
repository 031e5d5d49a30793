// Cliques against every set of nodes.
#include "spminer/cliques/cliques.hh"

#include <set>

#include "check.hh"
#include "random_target.hh"

namespace spminer {
namespace {

using Sets = std::multiset<std::vector<Node>>;

bool is_clique(const Target& target, const std::vector<Node>& nodes) {
  for (const Node u : nodes)
    for (const Node v : nodes)
      if (u < v && !target.adjacent(u, v)) return false;
  return true;
}

bool is_maximal(const Target& target, const std::vector<Node>& nodes) {
  for (Node w = 0; w < target.size(); ++w)
    if (std::ranges::all_of(nodes, [&](Node u) { return u != w && target.adjacent(u, w); })) return false;
  return true;
}

/// All maximal cliques, taken in batches.
Sets maximal(const Target& target, std::size_t nodes) {
  Sets found;
  Control control;
  MaximalCliques search(target);
  for (auto batch = search.next(nodes, control); !batch.ends.empty(); batch = search.next(nodes, control)) {
    std::int64_t begin = 0;
    for (const auto end : batch.ends) {
      std::vector<Node> clique(batch.nodes.begin() + begin, batch.nodes.begin() + end);
      std::ranges::sort(clique);
      found.insert(clique);
      begin = end;
    }
  }
  return found;
}

Sets of_size(const Target& target, int size, std::size_t nodes) {
  Sets found;
  Control control;
  CliquesOfSize search(target, size);
  for (auto batch = search.next(nodes, control); !batch.empty(); batch = search.next(nodes, control))
    for (auto it = batch.begin(); it != batch.end(); it += size) found.emplace(it, it + size);
  return found;
}

void test_random() {
  Random random(3, 0);
  for (int round = 0; round < 120; ++round) {
    const auto n = static_cast<Node>(random.below(11));
    const testing::RandomTarget graph(n, random.uniform(), 1, 1, round % 2 == 0, random);
    const Target target(graph.view());
    Sets all_maximal;
    for (int size = 1; size <= n + 1; ++size) {
      Sets all;
      testing::for_each_subset(n, size, [&](const std::vector<Node>& nodes) {
        if (!is_clique(target, nodes)) return;
        all.insert(nodes);
        if (is_maximal(target, nodes)) all_maximal.insert(nodes);
      });
      CHECK(of_size(target, size, 1 + round) == all);
    }
    CHECK(maximal(target, 1 + round) == all_maximal);
  }
}

/// Sets of more than one word: the complement of 70 nodes in pairs, less all but three pairs.
void test_wide() {
  testing::Graph graph;
  constexpr Node kNodes = 140;
  for (Node u = 0; u < kNodes; ++u) {
    for (Node v = 0; v < kNodes; ++v)
      if (u != v && (u / 2 != v / 2 || u >= 6)) graph.indices.push_back(v);
    graph.indptr.push_back(static_cast<std::int64_t>(graph.indices.size()));
  }
  const auto found = maximal(Target(graph.view()), 1);
  CHECK(found.size() == 8 && std::ranges::all_of(found, [](const auto& clique) { return clique.size() == 137; }));
}

void test_stopped() {
  testing::Graph graph;
  graph.indptr.push_back(0);
  const Target target(graph.view());
  Control control;
  control.cancel();
  CHECK(MaximalCliques(target).next(1, control).ends.empty() && CliquesOfSize(target, 1).next(1, control).empty());
  CHECK_THROWS(CliquesOfSize(target, 0));
}

}  // namespace
}  // namespace spminer

int main() {
  spminer::test_random();
  spminer::test_wide();
  spminer::test_stopped();
  return spminer::testing::verdict();
}
