// Color coding against brute force: no bias with and without adaptive sampling, the same for all threads.
#include <cmath>

#include "check.hh"
#include "random_target.hh"
#include "spminer/sampling/samplers.hh"

using namespace spminer;
using namespace spminer::sampling;
using namespace spminer::testing;

namespace {

MotivoParams params(int size, std::uint64_t samples, int colorings, std::uint64_t seed, int threads = 1) {
  MotivoParams result;
  result.size = size, result.samples = samples, result.colorings = colorings;
  result.seed = seed, result.threads = threads;
  return result;
}

void test_counts_have_no_bias(bool adaptive) {
  Random random(1);
  for (int round = 0; round < 12; ++round) {
    const int size = 3 + round % 3;
    const RandomTarget data(10 + static_cast<int>(random.below(3)), 0.2 + 0.3 * random.uniform(),
                            1 + static_cast<int>(random.below(2)), 1 + static_cast<int>(random.below(2)),
                            random.below(2) != 0, random);
    const Target target = data.target();
    Runs runs(graph_frequencies(target, size));
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Control control;
      MotivoParams p = params(size, 1000, 2, seed);
      p.adaptive = adaptive, p.cover = 30;
      const auto result = sample_motivo(target, p, control);
      CHECK(result.complete && result.colorings == 2);
      CHECK(runs.add(result.classes.keys, result.classes.count));
    }
    const double colorful = std::tgamma(size + 1) / std::pow(size, size);
    CHECK(runs.worst(1 / (2 * colorful)) < 4);
  }
}

// A star with a few edges between its leaves: nearly all samples are stars, unless sampling adapts.
void test_adaptive_sampling_meets_rare_classes() {
  constexpr int kLeaves = 60, kSize = 5;
  std::vector<std::vector<Node>> rows(kLeaves + 1);
  auto join = [&](Node u, Node v) { rows[u].push_back(v), rows[v].push_back(u); };
  for (Node leaf = 1; leaf <= kLeaves; ++leaf) join(0, leaf);
  for (const Node leaf : {1, 2, 3, 10, 20}) join(leaf, leaf + 1);
  std::vector<std::int64_t> indptr{0};
  std::vector<Node> indices;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end());
    indices.insert(indices.end(), row.begin(), row.end());
    indptr.push_back(static_cast<std::int64_t>(indices.size()));
  }
  const Target target({indptr, indices, {}, {}, false});
  auto uncertain = [&](bool adaptive) {
    Control control;
    MotivoParams p = params(kSize, 4000, 8, 0, 2);
    p.adaptive = adaptive, p.cover = 100;
    const auto classes = sample_motivo(target, p, control).classes;
    std::uint64_t fewest = UINT64_MAX;
    for (const auto hits : classes.hits) fewest = std::min(fewest, hits);
    return std::pair(classes.classes(), fewest);
  };
  CHECK(uncertain(true) > uncertain(false));
}

void test_threads_do_not_matter() {
  Random random(3);
  const RandomTarget data(300, 0.02, 2, 1, false, random);
  const Target target = data.target();
  Control one, four;
  const auto a = sample_motivo(target, params(6, 5000, 3, 5, 1), one).classes;
  const auto b = sample_motivo(target, params(6, 5000, 3, 5, 4), four).classes;
  CHECK(a.keys == b.keys && a.hits == b.hits && a.count == b.count && a.error == b.error);
  CHECK(a.orbit_node == b.orbit_node && a.orbit_score == b.orbit_score);
  CHECK(one.done == one.total && one.done == four.done);
}

void test_large_size() {
  std::vector<std::int64_t> indptr{0};
  std::vector<Node> indices;
  for (Node u = 0; u < 2000; ++u) {  // a ring: paths only
    for (const Node v : {(u + 1999) % 2000, (u + 1) % 2000}) indices.push_back(v);
    indptr.push_back(static_cast<std::int64_t>(indices.size()));
  }
  for (const Node u : {0, 1999}) std::sort(indices.begin() + 2 * u, indices.begin() + 2 * u + 2);
  const Target target({indptr, indices, {}, {}, false});
  Control control;
  const auto result = sample_motivo(target, params(10, 1000, 40, 0, 2), control);
  CHECK(result.classes.classes() == 1);
  CHECK(std::abs(result.classes.count[0] - 2000) < 4 * result.classes.error[0]);
}

void test_stopping_and_limits() {
  Random random(5);
  const RandomTarget data(400, 0.1, 1, 1, false, random);
  const Target target = data.target();
  Control limited(0.02);
  const auto partial = sample_motivo(target, params(9, 100000, 8, 0, 2), limited);
  CHECK(!partial.complete && limited.reason() == StopReason::kTimeLimit);
  Control small;
  MotivoParams p = params(7, 1000, 2, 0);
  p.memory_limit = 10000;
  const auto nothing = sample_motivo(target, p, small);
  CHECK(!nothing.complete && nothing.colorings == 0 && nothing.classes.classes() == 0);
  CHECK(small.reason() == StopReason::kMemoryLimit);
  Control control;
  CHECK(sample_motivo(target, params(5, 100, 1, 0), control).classes.error.empty());
  CHECK_THROWS(sample_motivo(target, params(1, 100, 1, 0), control));
  CHECK_THROWS(sample_motivo(target, params(13, 100, 1, 0), control));
  CHECK_THROWS(sample_motivo(target, params(5, 0, 1, 0), control));
  CHECK_THROWS(sample_motivo(target, params(5, 100, 0, 0), control));
}

}  // namespace

int main() {
  test_counts_have_no_bias(false);
  test_counts_have_no_bias(true);
  test_adaptive_sampling_meets_rare_classes();
  test_threads_do_not_matter();
  test_large_size();
  test_stopping_and_limits();
  return verdict();
}
