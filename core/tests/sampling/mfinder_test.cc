// MFinder against brute force: unbiased if corrected, biased as its sampling is if not, the same for all threads.
// Tests of sampling/mfinder, sampling/classifier and sampling/samplers.
#include <cmath>
#include <set>

#include "check.hh"
#include "graph/components.hh"
#include "random_target.hh"
#include "spminer/sampling/samplers.hh"

using namespace spminer;
using namespace spminer::sampling;
using namespace spminer::testing;

namespace {

void test_corrected_counts_have_no_bias() {
  Random random(1);
  for (int round = 0; round < 12; ++round) {
    const int size = 2 + static_cast<int>(random.below(4));
    const RandomTarget data(9 + static_cast<int>(random.below(3)), 0.2 + 0.3 * random.uniform(),
                            1 + static_cast<int>(random.below(2)), 1 + static_cast<int>(random.below(2)),
                            random.below(2) != 0, random);
    const Target target = data.target();
    Runs runs(graph_frequencies(target, size));
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Control control;
      const auto result = sample_mfinder(target, {size, 1000, true, seed, 1, 0}, control);
      CHECK(result.complete && result.samples == 1000);
      CHECK(runs.add(result.classes.keys, result.classes.count));
    }
    CHECK(runs.worst(1) < 4);  // of dozens of classes; each alone is within 3 with probability 0.997
  }
}

// The share of the samples of each class follows from following all ways to draw a set.
double draw_chance(const Target& target, std::vector<Node>& drawn, const std::set<Node>& wanted) {
  if (drawn.size() == wanted.size()) return 1;
  std::int64_t leaving = 0;
  std::map<Node, double> edges;
  for (const Node u : drawn)
    for (const Node v : target.neighbors(u))
      if (std::find(drawn.begin(), drawn.end(), v) == drawn.end()) ++leaving, ++edges[v];
  double chance = 0;
  for (const auto& [v, count] : edges) {
    if (!wanted.contains(v)) continue;
    drawn.push_back(v);
    chance += count / static_cast<double>(leaving) * draw_chance(target, drawn, wanted);
    drawn.pop_back();
  }
  return chance;
}

void test_shares_are_what_the_sampling_gives() {
  Random random(2);
  const RandomTarget data(9, 0.5, 1, 1, false, random);
  const Target target = data.target();
  CHECK(components(target).count() == 1);
  constexpr int kSize = 4;
  std::map<PatternKey, double> share;  // by anchored class
  for_each_subset(target.size(), kSize, [&](const std::vector<Node>& nodes) {
    if (!induced(target, nodes).connected()) return;
    for (int i = 0; i < kSize; ++i) {
      std::vector<Node> drawn{nodes[i]};
      share[key_of(canonical_copy(induced(target, nodes, i)))] +=
          draw_chance(target, drawn, {nodes.begin(), nodes.end()}) / target.size();
    }
  });
  Control control;
  constexpr double kSamples = 200000;
  const auto result = sample_mfinder(target, {kSize, static_cast<std::uint64_t>(kSamples), false, 0, 2, 0}, control);
  const SampledClasses& classes = result.classes;
  CHECK(classes.count.empty() && classes.error.empty());
  CHECK(classes.orbit_score.size() == share.size());
  for (std::size_t c = 0; c < classes.classes(); ++c)
    for (auto o = classes.orbit_offset[c]; o < classes.orbit_offset[c + 1]; ++o) {
      Pattern pattern = pattern_from_key(classes.keys[c]);
      pattern.anchor = classes.orbit_node[o];
      const double expected = share[key_of(canonical_copy(pattern))];
      CHECK(std::abs(classes.orbit_score[o] - expected) < 4.5 * std::sqrt(expected / kSamples));
    }
}

void test_threads_do_not_matter() {
  Random random(3);
  const RandomTarget data(200, 0.03, 2, 1, false, random);
  const Target target = data.target();
  Control one, four;
  const auto a = sample_mfinder(target, {6, 3000, true, 7, 1, 0}, one).classes;
  const auto b = sample_mfinder(target, {6, 3000, true, 7, 4, 0}, four).classes;
  CHECK(a.keys == b.keys && a.hits == b.hits && a.count == b.count && a.error == b.error);
  CHECK(a.orbit_node == b.orbit_node && a.orbit_score == b.orbit_score);
  CHECK(one.done == 3000 && one.total == 3000);
}

void test_stopping_and_limits() {
  Random random(4);
  const RandomTarget data(60, 0.2, 1, 1, false, random);
  const Target target = data.target();
  Control canceled;
  canceled.cancel();
  const auto nothing = sample_mfinder(target, {5, 1000, false, 0, 1, 0}, canceled);
  CHECK(!nothing.complete && nothing.samples == 0 && nothing.classes.classes() == 0);
  Control small;
  CHECK(!sample_mfinder(target, {20, 100000, false, 0, 1, 1000}, small).complete);
  CHECK(small.reason() == StopReason::kMemoryLimit);
  Control control;
  CHECK(sample_mfinder(target, {61, 10, false, 0, 1, 0}, control).samples == 0);  // no component is that large
  CHECK_THROWS(sample_mfinder(target, {1, 10, false, 0, 1, 0}, control));
  CHECK_THROWS(sample_mfinder(target, {65, 10, false, 0, 1, 0}, control));
  CHECK_THROWS(sample_mfinder(target, {17, 10, true, 0, 1, 0}, control));
}

}  // namespace

int main() {
  test_corrected_counts_have_no_bias();
  test_shares_are_what_the_sampling_gives();
  test_threads_do_not_matter();
  test_stopping_and_limits();
  return verdict();
}
