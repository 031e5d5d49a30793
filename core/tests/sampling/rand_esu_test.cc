// Rand-ESU against brute force: unbiased at every size, exact when it expands everything, the same for all threads.
#include <cmath>

#include "check.hh"
#include "random_target.hh"
#include "spminer/enumerate/enumerate.hh"
#include "spminer/sampling/samplers.hh"

using namespace spminer;
using namespace spminer::sampling;
using namespace spminer::enumerate;
using namespace spminer::testing;

namespace {

void test_counts_have_no_bias() {
  Random random(1);
  for (int round = 0; round < 12; ++round) {
    const RandomTarget data(10 + static_cast<int>(random.below(4)), 0.15 + 0.2 * random.uniform(),
                            1 + static_cast<int>(random.below(2)), 1 + static_cast<int>(random.below(2)),
                            random.below(2) != 0, random);
    const Target target = data.target();
    const std::vector<int> sizes{3, 5};
    const double tau = 0.5 + random.uniform();
    std::vector<Runs> runs;
    for (const int size : sizes) runs.emplace_back(graph_frequencies(target, size));
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Control control;
      const auto result = sample_rand_esu(target, {sizes, tau, 2, seed, 1, 0}, control);
      CHECK(result.complete);
      for (std::size_t i = 0; i < sizes.size(); ++i)
        CHECK(runs[i].add(result.classes[i].keys, result.classes[i].count));
    }
    for (std::size_t i = 0; i < sizes.size(); ++i)
      CHECK(runs[i].worst(1 / (2 * rand_esu_chance(sizes[i], sizes.back(), tau))) < 4);
  }
}

void test_tau_zero_is_enumeration() {
  Random random(2);
  const RandomTarget data(40, 0.1, 1, 1, false, random);
  const Target target = data.target();
  Control counting, sampling;
  const auto truth = enumerate_subgraphs(target, {5, 1, 0}, counting);
  const auto result = sample_rand_esu(target, {{5}, 0, 2, 0, 1, 0}, sampling);
  const SampledClasses& classes = result.classes[0];
  CHECK(classes.classes() == truth.classes() && result.samples[0] == 2 * truth.subgraphs);
  std::map<PatternKey, std::size_t> rank;
  for (std::size_t c = 0; c < truth.classes(); ++c) rank[truth.keys[c]] = c;
  for (std::size_t c = 0; c < classes.classes(); ++c) {
    const auto t = rank.at(classes.keys[c]);
    CHECK(classes.count[c] == static_cast<double>(truth.graph_frequency[t]) && classes.error[c] == 0);
    for (auto o = classes.orbit_offset[c], p = truth.orbit_offset[t]; o < classes.orbit_offset[c + 1]; ++o, ++p) {
      CHECK(classes.orbit_node[o] == truth.orbit_node[p]);
      CHECK(classes.orbit_score[o] == static_cast<double>(truth.anchored_frequency[p]));
    }
  }
}

void test_standard_errors_are_right() {
  Random random(3);
  const RandomTarget data(60, 0.06, 1, 1, false, random);
  const Target target = data.target();
  std::map<PatternKey, std::vector<double>> counts;
  std::map<PatternKey, double> variance;
  constexpr int kRuns = 200;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    Control control;
    const auto classes = sample_rand_esu(target, {{4}, 1, 3, seed, 2, 0}, control).classes[0];
    for (std::size_t c = 0; c < classes.classes(); ++c) {
      counts[classes.keys[c]].push_back(classes.count[c]);
      variance[classes.keys[c]] += classes.error[c] * classes.error[c] / kRuns;
    }
  }
  for (const auto& [key, values] : counts) {
    double sum = 0, squares = 0;
    for (const double value : values) sum += value, squares += value * value;
    const double observed = squares / kRuns - sum * sum / kRuns / kRuns;
    CHECK(std::abs(observed / variance[key] - 1) < 0.5);  // a variance from 200 runs is known to about 10 percent
  }
}

void test_threads_do_not_matter() {
  Random random(4);
  const RandomTarget data(150, 0.03, 2, 1, false, random);
  const Target target = data.target();
  Control one, four;
  const auto a = sample_rand_esu(target, {{3, 6}, 1, 4, 5, 1, 0}, one);
  const auto b = sample_rand_esu(target, {{3, 6}, 1, 4, 5, 4, 0}, four);
  CHECK(a.samples == b.samples && a.samples[1] > 0);
  for (int i = 0; i < 2; ++i) {
    const SampledClasses &x = a.classes[i], &y = b.classes[i];
    CHECK(x.keys == y.keys && x.hits == y.hits && x.count == y.count && x.error == y.error);
    CHECK(x.orbit_node == y.orbit_node && x.orbit_score == y.orbit_score);
  }
}

void test_stopping_and_limits() {
  Random random(5);
  const RandomTarget data(80, 0.3, 1, 1, false, random);
  const Target target = data.target();
  Control limited(0.05);
  const auto partial = sample_rand_esu(target, {{4, 10}, 0.5, 2, 0, 2, 0}, limited);
  CHECK(!partial.complete && partial.classes[0].count.empty() && partial.classes[0].error.empty());
  Control small;
  CHECK(!sample_rand_esu(target, {{6}, 0.1, 2, 0, 1, 1000}, small).complete);
  CHECK(small.reason() == StopReason::kMemoryLimit);
  Control control;
  CHECK_THROWS(sample_rand_esu(target, {{}, 1, 2, 0, 1, 0}, control));
  CHECK_THROWS(sample_rand_esu(target, {{5, 4}, 1, 2, 0, 1, 0}, control));
  CHECK_THROWS(sample_rand_esu(target, {{1}, 1, 2, 0, 1, 0}, control));
  CHECK_THROWS(sample_rand_esu(target, {{33}, 1, 2, 0, 1, 0}, control));
  CHECK_THROWS(sample_rand_esu(target, {{5}, -1, 2, 0, 1, 0}, control));
  CHECK_THROWS(sample_rand_esu(target, {{5}, 1, 1, 0, 1, 0}, control));
}

void test_steps_end_a_run_at_the_same_place() {
  Random random(6);
  const RandomTarget data(80, 0.2, 1, 1, false, random);
  const Target target = data.target();
  Control whole, once, again;
  const auto all = sample_rand_esu(target, {{5}, 1, 2, 0, 1, 0, 1'000'000'000}, whole);
  const auto some = sample_rand_esu(target, {{5}, 1, 2, 0, 1, 0, 20'000}, once);
  CHECK(all.complete && !some.complete);
  CHECK(0 < some.samples[0] && some.samples[0] < all.samples[0]);
  CHECK(some.samples == sample_rand_esu(target, {{5}, 1, 2, 0, 1, 0, 20'000}, again).samples);
  CHECK(!once.stopped());
  for (const std::uint64_t steps : {20'000, 1'000'000'000}) {  // whether a run ends does not depend on threads
    Control control;
    CHECK(sample_rand_esu(target, {{5}, 1, 2, 0, 4, 0, steps}, control).complete == (steps > 20'000));
  }
}

}  // namespace

int main() {
  test_counts_have_no_bias();
  test_tau_zero_is_enumeration();
  test_standard_errors_are_right();
  test_threads_do_not_matter();
  test_stopping_and_limits();
  test_steps_end_a_run_at_the_same_place();
  return verdict();
}
