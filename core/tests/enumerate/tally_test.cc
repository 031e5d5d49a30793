// Tallies against brute force over all node subsets and against full enumeration. Tests of enumerate/tally,
// enumerate/label_keys and enumerate/tally_tables.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "check.hh"
#include "enumerate/results.hh"
#include "enumerate/tally_tables.hh"
#include "random_target.hh"
#include "spminer/enumerate/enumerate.hh"
#include "spminer/pattern/canonical.hh"

using namespace spminer;
using namespace spminer::enumerate;
using spminer::testing::for_each_subset;
using spminer::testing::RandomTarget;

namespace {

constexpr Ranking kRankings[] = {Ranking::kAnchored, Ranking::kGraph, Ranking::kImages};

std::uint64_t value(const EnumerateResult& result, std::size_t c, Ranking ranking) {
  if (ranking == Ranking::kGraph) return result.graph_frequency[c];
  const auto begin = result.anchored_frequency.begin() + result.orbit_offset[c];
  const auto end = result.anchored_frequency.begin() + result.orbit_offset[c + 1];
  return static_cast<std::uint64_t>(ranking == Ranking::kAnchored ? *std::max_element(begin, end)
                                                                  : *std::min_element(begin, end));
}

/// The rows of a full result whose value is that of the `most`-th class at least.
EnumerateResult best_of(const EnumerateResult& all, std::uint64_t most, Ranking ranking) {
  std::vector<std::uint64_t> values;
  for (std::size_t c = 0; c < all.classes(); ++c) values.push_back(value(all, c, ranking));
  std::sort(values.rbegin(), values.rend());
  const std::uint64_t least = most == 0 || values.size() < most ? 0 : values[most - 1];
  EnumerateResult best;
  best.subgraphs = all.subgraphs;
  best.seen = all.classes();
  best.orbit_offset = {0};
  for (std::size_t c = 0; c < all.classes(); ++c) {
    if (value(all, c, ranking) < least) continue;
    best.keys.push_back(all.keys[c]);
    best.graph_frequency.push_back(all.graph_frequency[c]);
    for (auto o = all.orbit_offset[c]; o < all.orbit_offset[c + 1]; ++o) {
      best.orbit_node.push_back(all.orbit_node[o]);
      best.anchored_frequency.push_back(all.anchored_frequency[o]);
    }
    best.orbit_offset.push_back(static_cast<std::int64_t>(best.orbit_node.size()));
  }
  return best;
}

RandomTarget random_graph(Random& random) {
  const int labels[] = {1, 2, 3, 40}, marks[] = {1, 2, 5};
  return RandomTarget(5 + static_cast<int>(random.below(6)), 0.1 + 0.6 * random.uniform(),
                      labels[random.below(std::size(labels))], marks[random.below(std::size(marks))],
                      random.below(2) != 0, random);
}

void test_against_brute_force() {
  Random random(11);
  for (int round = 0; round < testing::rounds(200); ++round) {
    const RandomTarget data = random_graph(random);
    const Target target = data.target();
    const int size = 2 + static_cast<int>(random.below(4));
    std::map<PatternKey, std::set<Node>> anchored;
    for_each_subset(target.size(), size, [&](const std::vector<Node>& nodes) {
      if (!induced(target, nodes).connected()) return;
      for (int i = 0; i < size; ++i) anchored[key_of(canonical_copy(induced(target, nodes, i)))].insert(nodes[i]);
    });
    const auto graph = spminer::testing::graph_frequencies(target, size);
    Control control;
    const auto found = tally_subgraphs(target, {size, 1, 0, Ranking::kAnchored, 0}, control);
    CHECK(found.complete && found.classes() == graph.size() && found.anchored_frequency.size() == anchored.size());
    for (std::size_t c = 0; c < found.classes(); ++c) {
      CHECK(graph.at(found.keys[c]) == static_cast<double>(found.graph_frequency[c]));
      for (auto o = found.orbit_offset[c]; o < found.orbit_offset[c + 1]; ++o) {
        Pattern pattern = pattern_from_key(found.keys[c]);
        pattern.anchor = found.orbit_node[o];
        CHECK(static_cast<std::int64_t>(anchored.at(key_of(canonical_copy(pattern))).size()) ==
              found.anchored_frequency[o]);
      }
    }
  }
}

void test_best_rows_of_full_enumeration() {
  Random random(12);
  for (int round = 0; round < testing::rounds(200); ++round) {
    const RandomTarget data = random_graph(random);
    const Target target = data.target();
    const int size = 2 + static_cast<int>(random.below(kMaxTallySize - 1));
    if (!can_tally(target, size)) continue;
    Control full;
    const auto all = enumerate_subgraphs(target, {size, 1, 0}, full);
    for (const Ranking ranking : kRankings) {
      const std::uint64_t most = random.below(12);
      Control control;
      const int threads = 1 + static_cast<int>(random.below(3));
      const std::uint64_t first_choice = 1 + random.below(20);
      CHECK(same_classes(tally_subgraphs(target, {size, threads, most, ranking, 0, first_choice}, control),
                         best_of(all, most, ranking)));
      CHECK(control.done == control.total);
    }
  }
}

// Large enough for lists and bits of anchors, several loads of keys, and classes that the first choice misses.
void test_large_targets() {
  Random random(13);
  int third_walks = 0;
  for (const auto& [labels, marks, directed] : {std::tuple{60, 1, false}, {12, 3, true}, {1, 4, true}}) {
    const RandomTarget data(400, directed ? 0.006 : 0.012, labels, marks, directed, random);
    const Target target = data.target();
    Control full;
    const auto all = enumerate_subgraphs(target, {4, 1, 0}, full);
    for (const Ranking ranking : kRankings)
      for (const std::uint64_t most : {1, 10, 500, 0}) {
        Control one, four;
        const auto found = tally_subgraphs(target, {4, 1, most, ranking, 0, 16}, one);
        CHECK(same_classes(found, best_of(all, most, ranking)));
        CHECK(same_classes(tally_subgraphs(target, {4, 4, most, ranking, 0}, four), found));
        third_walks += one.done.load() > four.done.load();
      }
  }
  CHECK(third_walks > 0);
}

void test_stopping() {
  Random random(14);
  const RandomTarget data(400, 0.1, 50, 1, false, random);
  const Target target = data.target();
  Control canceled;
  canceled.cancel();
  CHECK(!tally_subgraphs(target, {4, 1, 10, Ranking::kAnchored, 0}, canceled).complete);
  bool counted = false;
  for (double seconds = 1; seconds <= 64 && !counted; seconds *= 4) {  // a sanitizer or a busy machine needs longer
    Control limited(seconds);
    const auto part = tally_subgraphs(target, {5, 2, 10, Ranking::kAnchored, 0}, limited);
    CHECK(!part.complete && limited.reason() == StopReason::kTimeLimit);
    CHECK(part.classes() >= 10);
    // Anchors of the part of the graph that was counted, not only the few that a single subgraph proves.
    counted = *std::max_element(part.anchored_frequency.begin(), part.anchored_frequency.end()) > 5;
  }
  CHECK(counted);
  const RandomTarget less_data(150, 0.1, 20, 1, false, random);
  const Target less = less_data.target();
  Control small, control;
  const auto little = tally_subgraphs(less, {4, 2, 10, Ranking::kAnchored, 6'000'000}, small);
  CHECK(!little.complete && small.reason() == StopReason::kMemoryLimit && little.classes() >= 10);
  CHECK(*std::max_element(little.anchored_frequency.begin(), little.anchored_frequency.end()) > 4);
  const auto all = enumerate_subgraphs(less, {4, 2, 0}, control);
  std::map<PatternKey, std::size_t> number;
  for (std::size_t c = 0; c < all.classes(); ++c) number[all.keys[c]] = c;
  for (std::size_t c = 0; c < little.classes(); ++c) {
    const std::size_t whole = number.at(little.keys[c]);
    CHECK(little.graph_frequency[c] <= all.graph_frequency[whole]);
    for (auto o = 0; o < little.orbit_offset[c + 1] - little.orbit_offset[c]; ++o)
      CHECK(little.anchored_frequency[little.orbit_offset[c] + o] <=
            all.anchored_frequency[all.orbit_offset[whole] + o]);
  }
}

void test_what_fits() {
  Random random(15);
  const RandomTarget data(100, 0.05, 1, 200, true, random);  // codes of more than eight bits, for fifteen edges
  const Target target = data.target();
  CHECK(can_tally(target, 5) && !can_tally(target, 6) && !can_tally(target, kMaxTallySize + 1));
  Control control;
  CHECK_THROWS(tally_subgraphs(target, {6, 1, 1, Ranking::kGraph, 0}, control));
  CHECK_THROWS(tally_subgraphs(target, {kMaxTallySize + 1, 1, 1, Ranking::kGraph, 0}, control));
  CHECK_THROWS(tally_subgraphs(target, {1, 1, 1, Ranking::kGraph, 0}, control));
  const RandomTarget nothing(0, 0, 1, 1, false, random);
  Control idle;
  CHECK(tally_subgraphs(nothing.target(), {3, 1, 1, Ranking::kAnchored, 0}, idle).classes() == 0);
}

void test_counts_of_keys() {
  KeyCounts<UInt128> counts;
  std::map<std::uint64_t, std::uint64_t> expected;
  {
    KeyBuffers<UInt128> buffers(counts);
    Random random(16);
    for (int i = 0; i < 200'000; ++i) {
      const std::uint64_t key = random.below(50'000);
      buffers.push(UInt128{key} << 64);
      ++expected[key];
    }
    buffers.flush();
  }
  CHECK(counts.size() == expected.size());
  for (std::size_t part = 0; part < KeyCounts<UInt128>::kParts; ++part)
    counts.for_each(part, [&](UInt128 key, std::uint64_t count) {
      CHECK(expected.at(static_cast<std::uint64_t>(key >> 64)) == count);
    });
}

}  // namespace

int main() {
  test_against_brute_force();
  test_best_rows_of_full_enumeration();
  test_large_targets();
  test_stopping();
  test_what_fits();
  test_counts_of_keys();
  return spminer::testing::verdict();
}
