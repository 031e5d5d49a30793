// Components and local graphs against the target they come from.
#include "graph/components.hh"

#include <algorithm>
#include <numeric>
#include <set>

#include "check.hh"
#include "random_target.hh"

namespace {

using namespace spminer;
using spminer::testing::RandomTarget;

/// Nodes that can be reached from u.
std::set<Node> reached_from(const Target& target, Node u) {
  std::set<Node> reached{u};
  for (std::vector<Node> open{u}; !open.empty();) {
    const Node v = open.back();
    open.pop_back();
    for (const Node w : target.neighbors(v))
      if (reached.insert(w).second) open.push_back(w);
  }
  return reached;
}

void components_are_what_can_be_reached() {
  Random random(5);
  for (int round = 0; round < 100; ++round) {
    const RandomTarget graph(12, 0.12, 1, 1, false, random);
    const Target target = graph.target();
    const ComponentList list = components(target);
    std::int64_t nodes = 0;
    for (std::int64_t c = 0; c < list.count(); ++c) {
      const std::set<Node> members(list[c].begin(), list[c].end());
      CHECK(members.size() == list[c].size() && members == reached_from(target, list[c][0]));
      nodes += static_cast<std::int64_t>(members.size());
    }
    CHECK(nodes == 12);
    for (const int size : {1, 3, 6}) {
      const auto chosen = components(target, size).nodes;
      const std::set<Node> large(chosen.begin(), chosen.end());
      CHECK(large.size() == chosen.size());
      for (Node u = 0; u < 12; ++u)
        CHECK(large.contains(u) == (static_cast<int>(reached_from(target, u).size()) >= size));
    }
  }
}

void local_graphs_are_the_same_graph() {
  Random random(6);
  for (int round = 0; round < 100; ++round) {
    const RandomTarget graph(10, 0.3, 3, 3, random.below(2) != 0, random);
    const Target target = graph.target();
    const CodeTable codes(target);
    std::vector<Node> scratch(10), all(10);
    std::iota(all.begin(), all.end(), 0);
    const LocalGraph local = local_graph(target, codes, all, scratch);
    for (Node i = 0; i < local.size(); ++i) {
      CHECK(i == 0 || target.degree(local.original[i - 1]) <= target.degree(local.original[i]));
      CHECK(local.labels[i] == target.label(local.original[i]));
      const auto row = local.neighbors(i);
      CHECK(std::is_sorted(row.begin(), row.end()));
      CHECK(static_cast<std::int64_t>(row.size()) == target.degree(local.original[i]));
      for (std::size_t k = 0; k < row.size(); ++k)
        CHECK(codes.code(local.codes_in[static_cast<std::size_t>(local.indptr[i]) + k]) ==
              target.code(local.original[row[k]], local.original[i]));
    }
  }
}

void degrees_order_all_nodes() {
  Random random(7);
  const RandomTarget graph(20, 0.3, 1, 1, false, random);
  const Target target = graph.target();
  for (Node u = 0; u < 20; ++u)
    for (Node v = 0; v < 20; ++v) {
      CHECK(before_by_degree(target, u, v) + before_by_degree(target, v, u) == (u != v));
      if (target.degree(u) < target.degree(v)) CHECK(before_by_degree(target, u, v));
    }
}

}  // namespace

int main() {
  components_are_what_can_be_reached();
  local_graphs_are_the_same_graph();
  degrees_order_all_nodes();
  return spminer::testing::verdict();
}
