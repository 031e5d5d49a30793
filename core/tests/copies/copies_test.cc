// Copies by decomposition, against a search for every embedding. Tests of copies/copies and copies/plan.
#include "spminer/copies/copies.hh"

#include <cmath>

#include "check.hh"
#include "copies/plan.hh"
#include "patterns.hh"
#include "random_target.hh"
#include "spminer/pattern/canonical.hh"

namespace {

using namespace spminer;
using namespace spminer::copies;
using spminer::testing::Graph;
using spminer::testing::graph_where;
using spminer::testing::random_graph_pattern;
using spminer::testing::RandomTarget;

struct Truth {
  std::uint64_t embeddings = 0;
  std::vector<std::uint64_t> at;  // node of the target * size of the pattern + node of the pattern
};

Truth every_embedding(const Pattern& pattern, const Target& target) {
  Truth truth;
  truth.at.assign(static_cast<std::size_t>(target.size()) * static_cast<std::size_t>(pattern.size), 0);
  std::vector<Node> images;
  const auto place = [&](const auto& again) -> void {
    const int i = static_cast<int>(images.size());
    if (i == pattern.size) {
      ++truth.embeddings;
      for (int j = 0; j < i; ++j) ++truth.at[images[j] * pattern.size + j];
      return;
    }
    for (Node v = 0; v < target.size(); ++v) {
      if (pattern.labeled() && target.labeled() && pattern.label(i) != target.label(v)) continue;
      bool fits = true;
      for (int j = 0; j < i && fits; ++j)
        fits = images[j] != v && (!pattern.adjacent(i, j) || target.adjacent(images[j], v));
      if (!fits) continue;
      images.push_back(v);
      again(again);
      images.pop_back();
    }
  };
  place(place);
  return truth;
}

void agrees(const Pattern& pattern, const Target& target, int threads) {
  Control first, second;
  const auto total = count_copies(pattern, target, {.threads = threads, .per_node = false}, first);
  const auto nodes = count_copies(pattern, target, {.threads = threads, .per_node = true}, second);
  const Truth truth = every_embedding(pattern, target);
  Pattern plain = pattern;
  plain.anchor = kNoAnchor;
  if (!target.labeled()) plain.labels.clear();
  const CanonicalForm form = canonical_form(plain);
  const auto automorphisms = static_cast<std::uint64_t>(form.automorphisms);
  CHECK(total.complete && nodes.complete);
  CHECK(total.copies == truth.embeddings / automorphisms);
  CHECK(nodes.copies == total.copies);
  const std::size_t orbits = nodes.orbit_node.size();
  CHECK(nodes.per_node.size() == orbits * static_cast<std::size_t>(target.size()));
  bool same = true;
  for (Node v = 0; v < target.size(); ++v)
    for (std::size_t o = 0; o < orbits; ++o) {
      std::uint64_t expected = 0;
      for (int i = 0; i < pattern.size; ++i)
        if (form.orbit[i] == nodes.orbit_node[o]) expected += truth.at[v * pattern.size + i];
      same = same && nodes.per_node[v * orbits + o] * automorphisms == expected;
    }
  CHECK(same);
}

void random_patterns_are_counted_as_by_search() {
  Random random(11);
  for (int round = 0; round < spminer::testing::rounds(800);) {
    const Pattern pattern =
        random_graph_pattern(random, 1 + static_cast<int>(random.below(6)), 0.3 + 0.7 * random.uniform());
    if (!pattern.connected()) continue;
    ++round;
    const RandomTarget graph(1 + static_cast<int>(random.below(10)), 0.1 + 0.9 * random.uniform(), 1, 1, false, random);
    agrees(pattern, graph.target(), 1);
  }
}

void patterns_of_seven_and_eight_nodes_too() {
  Random random(12);
  for (int round = 0; round < spminer::testing::rounds(60);) {
    const Pattern pattern =
        random_graph_pattern(random, 7 + static_cast<int>(random.below(2)), 0.2 + 0.5 * random.uniform());
    if (!pattern.connected()) continue;
    ++round;
    const RandomTarget graph(9, 0.2 + 0.6 * random.uniform(), 1, 1, false, random);
    agrees(pattern, graph.target(), 1);
  }
}

void labels_are_kept_apart() {
  Random random(13);
  for (int round = 0; round < spminer::testing::rounds(300);) {
    Pattern pattern = random_graph_pattern(random, 2 + static_cast<int>(random.below(4)), 0.7);
    if (!pattern.connected()) continue;
    ++round;
    for (int i = 0; i < pattern.size; ++i) pattern.labels.push_back(static_cast<int>(random.below(2)));
    const RandomTarget graph(10, 0.5, 1 + static_cast<int>(random.below(2)), 1, false, random);
    agrees(pattern, graph.target(), 1);
  }
}

/// More than a word of neighbors, threads, and all shapes of plans.
void larger_graphs_by_several_threads() {
  Random random(14);
  const Graph graph = graph_where(90, [&](Node u, Node v) { return v == 0 || random.uniform() < 0.06 || u - v == 1; });
  const Target target = graph.target();
  agrees(spminer::testing::ring(4, 4), target, 3);
  agrees(spminer::testing::clique(4), target, 3);
  agrees(spminer::testing::path(4), target, 3);
  agrees(spminer::testing::ring(5, 3), target, 3);
}

UInt128 choose(std::uint64_t n, int k) {
  UInt128 result = 1;
  for (int i = 0; i < k; ++i)
    result = divided(result * (n - static_cast<std::uint64_t>(i)), static_cast<std::uint32_t>(i + 1));
  return result;
}

/// A star of many leaves has more copies of a small one than 64 bits hold.
void counts_beyond_64_bits() {
  constexpr Node kLeaves = 20000;
  const Graph star = graph_where(kLeaves + 1, [](Node, Node v) { return v == 0; });
  Pattern pattern = Pattern::empty(7);
  for (int i = 1; i < 7; ++i) pattern.connect(0, i);
  Control control;
  CHECK(count_copies(pattern, star.target(), {}, control).copies == choose(kLeaves, 6));
  Control again;
  CHECK_THROWS(count_copies(pattern, star.target(), {.threads = 1, .per_node = true}, again));
}

void cliques_hold_every_pattern() {
  const Graph graph = graph_where(70, [](Node, Node) { return true; });
  Random random(15);
  for (int size = 1; size <= 7; ++size) {
    Pattern pattern = random_graph_pattern(random, size, 0.6);
    for (int i = 1; i < size; ++i) pattern.connect(i - 1, i);
    const CanonicalForm form = canonical_form(pattern);
    UInt128 expected = choose(70, size);
    for (int i = 2; i <= size; ++i) expected *= static_cast<std::uint64_t>(i);
    Control control;
    const auto found = count_copies(pattern, graph.target(), {.threads = 2, .per_node = size < 6}, control);
    CHECK(found.copies == divided(expected, static_cast<std::uint32_t>(form.automorphisms)));
  }
}

void a_stopped_count_says_so() {
  const Graph graph = graph_where(60, [](Node, Node) { return true; });
  for (const bool per_node : {false, true}) {
    Control control;
    control.cancel();
    CHECK(!count_copies(spminer::testing::ring(6, 6), graph.target(), {.threads = 2, .per_node = per_node}, control)
               .complete);
  }
}

void other_patterns_are_refused() {
  const Graph graph = graph_where(4, [](Node, Node) { return true; });
  Control control;
  CHECK_THROWS(count_copies(Pattern::empty(2), graph.target(), {}, control));
  CHECK_THROWS(count_copies(spminer::testing::path(9), graph.target(), {}, control));
}

/// Trees need no loops but those over the nodes: every other variable fills an array.
void trees_are_counted_without_nested_loops() {
  for (int size = 2; size <= kMaxNodes; ++size) {
    const Plan plan = make_plan(spminer::testing::path(size), TargetStatistics{1e4, 20, 60, 10, 10, 1}, false);
    for (const Loop& loop : plan.loops)
      for (const Factor& factor : loop.factors) CHECK(factor.array || plan.loops[factor.index].factors.empty());
  }
}

void an_empty_graph_has_no_copies() {
  const Graph none, nodes = graph_where(3, [](Node, Node) { return false; });
  Control control;
  CHECK(count_copies(spminer::testing::clique(3), none.target(), {}, control).copies == 0);
  CHECK(count_copies(spminer::testing::clique(3), nodes.target(), {}, control).copies == 0);
  CHECK(count_copies(Pattern::empty(1), nodes.target(), {}, control).copies == 3);
}

}  // namespace

int main() {
  random_patterns_are_counted_as_by_search();
  patterns_of_seven_and_eight_nodes_too();
  labels_are_kept_apart();
  larger_graphs_by_several_threads();
  counts_beyond_64_bits();
  cliques_hold_every_pattern();
  a_stopped_count_says_so();
  other_patterns_are_refused();
  trees_are_counted_without_nested_loops();
  an_empty_graph_has_no_copies();
  return spminer::testing::verdict();
}
