// Enumeration against brute force over all node subsets, for every kind of target. Tests of enumerate/enumerate,
// enumerate/esu, enumerate/classes, enumerate/anchor_sets and enumerate/estimate.
#include "spminer/enumerate/enumerate.hh"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "check.hh"
#include "enumerate/results.hh"
#include "random_target.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

using namespace spminer;
using namespace spminer::enumerate;
using spminer::testing::for_each_subset;
using spminer::testing::Graph;
using spminer::testing::graph_where;
using spminer::testing::RandomTarget;

namespace {

struct Truth {
  std::map<PatternKey, std::uint64_t> graph;      // by class
  std::map<PatternKey, std::set<Node>> anchored;  // by anchored class
};

Truth brute_force(const Target& target, int size) {
  Truth truth;
  for_each_subset(target.size(), size, [&](const std::vector<Node>& nodes) {
    const Pattern pattern = induced(target, nodes);
    if (!pattern.connected()) return;
    ++truth.graph[key_of(canonical_copy(pattern))];
    for (int i = 0; i < size; ++i) truth.anchored[key_of(canonical_copy(induced(target, nodes, i)))].insert(nodes[i]);
  });
  return truth;
}

void check_equal(const EnumerateResult& result, const Truth& truth) {
  CHECK(result.complete);
  CHECK(result.classes() == truth.graph.size());
  CHECK(result.anchored_frequency.size() == truth.anchored.size());
  for (std::size_t c = 0; c < result.classes(); ++c) {
    const auto found = truth.graph.find(result.keys[c]);
    CHECK(found != truth.graph.end() && found->second == result.graph_frequency[c]);
    for (auto o = result.orbit_offset[c]; o < result.orbit_offset[c + 1]; ++o) {
      Pattern pattern = pattern_from_key(result.keys[c]);
      CHECK(key_of(pattern) == result.keys[c]);
      pattern.anchor = result.orbit_node[o];
      const auto anchored = truth.anchored.find(key_of(canonical_copy(pattern)));
      CHECK(anchored != truth.anchored.end() &&
            static_cast<std::int64_t>(anchored->second.size()) == result.anchored_frequency[o]);
    }
  }
}

void test_random_targets() {
  Random random(3);
  for (int round = 0; round < 250; ++round) {
    const int n = 5 + static_cast<int>(random.below(6)), size = 2 + static_cast<int>(random.below(4));
    const RandomTarget data(n, 0.1 + 0.5 * random.uniform(), 1 + static_cast<int>(random.below(3)),
                            1 + static_cast<int>(random.below(3)), random.below(2) != 0, random);
    const Target target = data.target();
    Control control;
    check_equal(enumerate_subgraphs(target, {size, 1 + static_cast<int>(random.below(3)), 0}, control),
                brute_force(target, size));
    CHECK(control.done == static_cast<std::uint64_t>(n));
  }
}

// A sparse graph of `parts` components, each a cycle with chords, long enough for several words or pages per set.
Graph rings(int parts, int length) {
  return graph_where(parts * length, [&](Node u, Node v) {
    if (u / length != v / length) return false;
    const Node i = u % length, j = v % length, step = i - j;
    const bool chord = (j % 5 == 0 && step == 7) || (i % 5 == 0 && step == length - 7);
    return step == 1 || step == length - 1 || (length > 10 && chord);
  });
}

void test_all_layouts_and_thread_counts_agree() {
  // One word (50 nodes), several words (300), and pages found by directories (3000 nodes) or by hash (6000):
  // frequencies per ring must be proportional.
  for (const auto& [parts, length] : {std::pair{60, 50}, {10, 300}, {1, 3000}, {1, 6000}}) {
    const auto times = static_cast<std::uint64_t>(parts * length / 100);
    const Graph data = rings(parts, length);
    const Target target = data.target();
    Control one, four;
    const auto result = enumerate_subgraphs(target, {6, 1, 0}, one);
    CHECK(same_classes(result, enumerate_subgraphs(target, {6, 4, 0}, four)));
    const Graph reference_data = rings(1, 100);
    const Target reference = reference_data.target();
    Control control;
    const auto expected = enumerate_subgraphs(reference, {6, 1, 0}, control);
    CHECK(result.keys == expected.keys);
    for (std::size_t c = 0; c < result.classes(); ++c)
      CHECK(result.graph_frequency[c] == times * expected.graph_frequency[c]);
    for (std::size_t o = 0; o < result.anchored_frequency.size(); ++o)
      CHECK(result.anchored_frequency[o] == times * expected.anchored_frequency[o]);
  }
}

void test_stopping() {
  Random random(5);
  const RandomTarget data(60, 0.4, 1, 1, false, random);
  const Target target = data.target();
  Control canceled;
  canceled.cancel();
  CHECK(!enumerate_subgraphs(target, {8, 1, 0}, canceled).complete);
  Control limited(0.05);
  CHECK(!enumerate_subgraphs(target, {10, 2, 0}, limited).complete);
  CHECK(limited.reason() == StopReason::kTimeLimit);
  Control small;
  CHECK(!enumerate_subgraphs(target, {6, 1, 1000}, small).complete);
  CHECK(small.reason() == StopReason::kMemoryLimit);
  Control control;
  CHECK_THROWS(enumerate_subgraphs(target, {1, 1, 0}, control));
  CHECK_THROWS(enumerate_subgraphs(target, {17, 1, 0}, control));
}

void test_estimate() {
  Random random(6);
  for (int round = 0; round < 10; ++round) {
    const RandomTarget data(80, 0.04 + 0.01 * round, 1, 1, false, random);
    const Target target = data.target();
    Control counting, probing;
    const auto truth = static_cast<double>(enumerate_subgraphs(target, {5, 1, 0}, counting).subgraphs);
    const auto estimate = estimate_subgraphs(target, 5, 20000, 1, probing);
    CHECK(std::abs(estimate.subgraphs - truth) < 5 * estimate.standard_error + 1e-9);
    CHECK(estimate.standard_error < 0.1 * truth);
  }
}

void test_an_estimate_ends_by_steps() {
  Random random(7);
  const RandomTarget data(300, 0.05, 1, 1, false, random);
  const Target target = data.target();
  Control whole, once, again, none;
  const auto all = estimate_subgraphs(target, 6, 20000, 1, whole);
  const auto some = estimate_subgraphs(target, 6, 20000, 1, once, 2000000);
  CHECK(0 < some.probes && some.probes < all.probes);
  CHECK(std::abs(some.subgraphs - all.subgraphs) < 5 * some.standard_error);
  CHECK(some.subgraphs == estimate_subgraphs(target, 6, 20000, 1, again, 2000000).subgraphs);
  CHECK(estimate_subgraphs(target, 6, 20000, 1, none, 1).probes == 0);
  for (std::uint64_t steps = 50000; steps < 2000000; steps += 50000) {
    Control few, shared;
    const auto found = estimate_subgraphs(target, 6, 20000, 1, few, steps);
    const auto by_four = estimate_subgraphs(target, 6, 20000, 1, shared, steps, 4);
    CHECK(found.subgraphs == by_four.subgraphs && found.probes == by_four.probes);
    CHECK(found.probes != 20000 / 32 || found.standard_error == found.subgraphs);  // one population tells no error
    CHECK((found.standard_error > 0) == (found.probes > 0));
  }
  CHECK(!once.stopped() && !none.stopped());
}

}  // namespace

int main() {
  test_random_targets();
  test_all_layouts_and_thread_counts_agree();
  test_stopping();
  test_estimate();
  test_an_estimate_ends_by_steps();
  return spminer::testing::verdict();
}
