// The census of directed graphs against brute force, enumeration and closed forms. Tests of census/triads and
// census/triangle_finder.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "check.hh"
#include "random_target.hh"
#include "spminer/census/census.hh"
#include "spminer/enumerate/enumerate.hh"
#include "spminer/pattern/canonical.hh"

using namespace spminer;
using census::CensusOrbit;
using census::CensusResult;

namespace {

CensusResult full_census(const Target& target, int threads = 1) {
  Control control;
  return census::census(target, {.size = 3, .threads = threads, .per_node = true}, control);
}

testing::Graph directed_graph(const std::vector<std::set<Node>>& rows) {
  testing::Graph graph;
  graph.directed = true;
  for (const auto& row : rows) graph.add_row(row);
  return graph;
}

/// The orbit of node 0 of three joined by these codes.
const CensusOrbit& orbit_of(const CensusResult& result, EdgeCode a, EdgeCode b, EdgeCode ab) {
  Pattern pattern = Pattern::empty(3);
  pattern.anchor = 0;
  if (a != kNoEdge) pattern.connect(0, 1, a);
  if (b != kNoEdge) pattern.connect(0, 2, b);
  if (ab != kNoEdge) pattern.connect(1, 2, ab);
  const PatternKey key = canonical_key(pattern);
  return *std::ranges::find_if(result.orbits, [&](const CensusOrbit& o) { return canonical_key(o.pattern) == key; });
}

constexpr EdgeCode kOut = make_edge_code(1, 0), kIn = make_edge_code(0, 1), kBoth = kPlainEdge;

void random_graphs_agree_with_brute_force() {
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const int nodes = static_cast<int>(random.below(13));
    const testing::RandomTarget data(nodes, 0.05 + 0.015 * round, 1, 1, true, random);
    const Target target = data.target();
    std::vector<std::map<PatternKey, std::uint64_t>> expected(nodes);
    testing::for_each_subset(nodes, 3, [&](const std::vector<Node>& set) {
      for (int anchor = 0; anchor < 3; ++anchor)
        if (const Pattern pattern = induced(target, set, anchor); pattern.connected())
          ++expected[set[anchor]][canonical_key(pattern)];
    });
    const CensusResult result = full_census(target);
    CHECK(result.complete);
    for (std::size_t i = 0; i < result.orbits.size(); ++i) {
      const CensusOrbit& orbit = result.orbits[i];
      const PatternKey key = canonical_key(orbit.pattern);
      std::uint64_t with = 0, sum = 0, mismatches = 0;
      for (int u = 0; u < nodes; ++u) {
        const std::uint64_t count = expected[u][key];
        mismatches += result.per_node[u * result.orbits.size() + i] != count;
        with += count != 0;
        sum += count;
      }
      CHECK(mismatches == 0);
      CHECK(orbit.anchored_frequency == with);
      CHECK(orbit.graph_frequency * orbit.nodes == sum);
    }
  }
}

/// Also in the order in which an enumeration lists classes and orbits.
void random_graphs_agree_with_enumeration() {
  Random random(6);
  for (int round = 0; round < 10; ++round) {
    const testing::RandomTarget data(150, 0.01 + 0.02 * round, 1, 1, true, random);
    const Target target = data.target();
    Control control;
    const auto visited = enumerate::enumerate_subgraphs(target, {.size = 3, .threads = 1}, control);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> expected, found;
    for (std::size_t c = 0; c < visited.graph_frequency.size(); ++c)
      for (auto i = visited.orbit_offset[c]; i < visited.orbit_offset[c + 1]; ++i)
        expected.emplace_back(visited.graph_frequency[c], visited.anchored_frequency[i]);
    for (const CensusOrbit& orbit : full_census(target).orbits)
      if (orbit.graph_frequency != 0) found.emplace_back(orbit.graph_frequency, orbit.anchored_frequency);
    CHECK(found == expected);
  }
}

void there_are_13_classes_with_30_orbits() {
  const testing::Graph none = directed_graph({});
  const CensusResult result = full_census(none.target());
  CHECK(result.complete && result.per_node.empty());
  CHECK(result.orbits.size() == 30);
  std::vector<int> nodes(13);
  std::set<PatternKey> keys;
  for (const CensusOrbit& orbit : result.orbits) {
    nodes.at(orbit.graph_class) += orbit.nodes;
    keys.insert(canonical_key(orbit.pattern));
    CHECK(orbit.pattern.anchor == 0 && orbit.pattern.connected() && orbit.anchored_frequency == 0);
  }
  CHECK(keys.size() == 30);
  CHECK(nodes == std::vector<int>(13, 3));
}

/// A hub with arcs to `kLeaves` nodes, arcs from as many, and both to and from as many.
void hubs_have_closed_forms() {
  constexpr Node kLeaves = 100'000;
  constexpr std::uint64_t kSquare = 10'000'000'000, kPairs = 4'999'950'000;
  std::vector<std::set<Node>> rows(3 * kLeaves + 1);
  for (Node v = 1; v <= 3 * kLeaves; ++v) {
    if (v <= 2 * kLeaves) rows[0].insert(v);
    if (v > kLeaves) rows[v].insert(0);
  }
  const testing::Graph graph = directed_graph(rows);
  const CensusResult result = full_census(graph.target(), 2);
  const EdgeCode kinds[] = {kOut, kIn, kBoth};
  for (const EdgeCode a : kinds)
    for (const EdgeCode b : kinds) {
      const CensusOrbit &hub = orbit_of(result, a, b, kNoEdge), &leaf = orbit_of(result, reversed(a), kNoEdge, b);
      CHECK(hub.anchored_frequency == 1 && hub.graph_frequency == (a == b ? kPairs : kSquare));
      CHECK(leaf.anchored_frequency == kLeaves && leaf.graph_frequency == hub.graph_frequency);
    }
  CHECK(std::ranges::count_if(result.orbits, [](const auto& o) { return o.graph_frequency != 0; }) == 15);
}

void tournaments_and_complete_graphs_have_closed_forms() {
  constexpr Node kNodes = 301;
  constexpr std::uint64_t kTriples = 301ULL * 300 * 299 / 6, kTransitive = 301ULL * 150 * 149 / 2;
  std::vector<std::set<Node>> rotational(kNodes), transitive(kNodes), complete(kNodes);
  for (Node u = 0; u < kNodes; ++u)
    for (Node v = 0; v < kNodes; ++v) {
      if (u != v) complete[u].insert(v);
      if (u < v) transitive[u].insert(v);
      if (const Node step = (v - u + kNodes) % kNodes; step > 0 && step <= kNodes / 2) rotational[u].insert(v);
    }
  const auto round = full_census(directed_graph(rotational).target(), 2);
  CHECK(orbit_of(round, kOut, kOut, kOut).graph_frequency == kTransitive);
  CHECK(orbit_of(round, kOut, kIn, kOut).graph_frequency == kTriples - kTransitive);
  const auto ordered = full_census(directed_graph(transitive).target());
  CHECK(orbit_of(ordered, kOut, kIn, kIn).graph_frequency == kTriples);  // between the two others
  CHECK(orbit_of(ordered, kOut, kIn, kIn).anchored_frequency == kNodes - 2);
  const auto whole = full_census(directed_graph(complete).target(), 2);
  CHECK(orbit_of(whole, kBoth, kBoth, kBoth).graph_frequency == kTriples);
  CHECK(std::ranges::count_if(whole.orbits, [](const auto& o) { return o.graph_frequency != 0; }) == 1);
}

void threads_change_nothing() {
  Random random(11);
  const testing::RandomTarget data(700, 0.05, 1, 1, true, random);
  const Target target = data.target();
  const CensusResult one = full_census(target, 1);
  for (int threads = 2; threads <= 4; ++threads) CHECK(full_census(target, threads) == one);
}

void what_is_stopped_has_no_counts() {
  Random random(3);
  const testing::RandomTarget data(200, 0.1, 1, 1, true, random);
  const Target target = data.target();
  Control control, canceled;
  canceled.cancel();
  const CensusResult none = census::census(target, {.size = 3, .threads = 2, .per_node = true}, canceled);
  CHECK(!none.complete && none.orbits.empty() && none.per_node.empty());
  CHECK(census::census(target, {.size = 3}, control).complete);
  CHECK(control.total > 0 && control.done == control.total);
}

void what_cannot_be_counted_is_refused() {
  Random random(4);
  const testing::RandomTarget plain(9, 0.5, 1, 1, true, random), labeled(9, 0.5, 2, 1, true, random),
      marked(9, 0.5, 1, 2, true, random);
  const Target target = plain.target();
  Control control;
  CHECK_THROWS(census::census(target, {.size = 4}, control));
  CHECK_THROWS(census::census(target, {.size = 2}, control));
  CHECK_THROWS(census::census(labeled.target(), {.size = 3}, control));
  CHECK_THROWS(census::census(marked.target(), {.size = 3}, control));
  CHECK_THROWS(census::SharedCensus(target, {.size = 3}, control));
}

}  // namespace

int main() {
  random_graphs_agree_with_brute_force();
  random_graphs_agree_with_enumeration();
  there_are_13_classes_with_30_orbits();
  hubs_have_closed_forms();
  tournaments_and_complete_graphs_have_closed_forms();
  threads_change_nothing();
  what_is_stopped_has_no_counts();
  what_cannot_be_counted_is_refused();
  return testing::verdict();
}
