// Tests of nulls/switching: all graphs that a model allows are met evenly, and the mixing diagnostic on walks whose
// autocorrelation is known.
//
// Seeds are fixed, so that the tests do not flake. The chi-squared tests also notice, and are shown to, if triangles
// are not reversed or if steps that change nothing do not count.
#include "nulls/switching.hh"

#include <cmath>
#include <vector>

#include "check.hh"
#include "nulls/chi_squared.hh"
#include "nulls/small_graphs.hh"

namespace {

using namespace spminer;
using namespace spminer::nulls;
using namespace spminer::nulls::testing;

constexpr std::size_t kMostRealizations = 120;
constexpr int kStepsPerSample = 400;
constexpr double kSmall = 1e-4, kTiny = 1e-9;

Mask mask_of(const Space& space, const EdgePools& pools, const SwitchChain& chain) {
  std::vector<Arc> arcs;
  for (std::size_t e = 0; e < pools.edges(); ++e) {
    const int u = chain.ends()[2 * e], v = chain.ends()[2 * e + 1];
    arcs.push_back({u, v});
    if (e < pools.mutual) arcs.push_back({v, u});
  }
  return space.mask_of(arcs);
}

struct Options {
  bool reversals = true;
  bool count_all = true;      ///< otherwise only successful steps count
  std::size_t samples = 150;  ///< per graph that may be met
};

std::map<Mask, int> meet(const Space& space, Mask start, Model model, std::size_t kinds, const Options& options = {}) {
  const Owned owned(space, start);
  EdgePools pools = make_edge_pools(owned.collection(), 0, model);
  pools.triangle_moves &= options.reversals;
  std::map<Mask, int> counts;
  for (std::size_t i = 0; i < options.samples * kinds; ++i) {
    Random random(start, i);
    SwitchChain chain(pools, random);
    if (options.count_all)
      chain.run(kStepsPerSample);
    else
      for (int step = 0; step < 100 * kStepsPerSample && chain.accepted() < 40 + i % 2; ++step) chain.run(1);
    ++counts[mask_of(space, pools, chain)];
  }
  return counts;
}

double evenness(const Space& space, Mask start, Model model, const std::set<Mask>& goal, const Options& options = {}) {
  const auto counts = meet(space, start, model, goal.size(), options);
  for (const auto& [mask, count] : counts)
    if (!goal.contains(mask)) return 0;
  return p_of_even(counts, goal.size());
}

/// Graphs of the space with a few realizations, no two with the same.
std::vector<Mask> some_graphs(const Space& space, Model model, std::size_t wanted, std::uint64_t seed) {
  Random random(seed);
  std::vector<Mask> result;
  std::set<std::vector<Facts>> seen;
  for (int tries = 0; tries < 2000 && result.size() < wanted; ++tries) {
    const Mask mask = random_mask(space, random);
    if (!seen.insert(kept(space, mask, model)).second) continue;
    const std::size_t count = realizations(space, mask, model).size();
    if (2 <= count && count <= kMostRealizations) result.push_back(mask);
  }
  CHECK(result.size() == wanted);
  return result;
}

std::set<Mask> all(const Space& space, Mask mask, Model model) {
  const auto list = realizations(space, mask, model);
  return {list.begin(), list.end()};
}

std::size_t some_of(std::size_t graphs) {
  return static_cast<std::size_t>(spminer::testing::rounds(static_cast<int>(graphs)));
}

/// For models whose moves connect everything: whatever degrees there are, all realizations are met evenly.
void test_uniform(const Space& space, Model model, std::size_t graphs) {
  for (const Mask mask : some_graphs(space, model, some_of(graphs), 7)) {
    const auto goal = all(space, mask, model);
    CHECK(reachable(space, mask, model) == goal);
    CHECK(evenness(space, mask, model, goal) > kSmall);
  }
}

/// For models whose moves may not: what they reach is met evenly.
std::size_t test_uniform_where_reached(const Space& space, Model model, std::size_t graphs) {
  std::size_t cut_off = 0;
  for (const Mask mask : some_graphs(space, model, some_of(graphs), 11)) {
    const auto goal = reachable(space, mask, model);
    cut_off += goal != all(space, mask, model);
    CHECK(evenness(space, mask, model, goal) > kSmall);
  }
  return cut_off;
}

/// Digraphs that only reversed triangles lead away from, or to all others.
void test_triangles_are_needed() {
  const Space space(4, true);
  int found = 0;
  std::set<std::vector<Facts>> seen;
  for (Mask mask = 0; mask < space.size(); ++mask) {
    if (!seen.insert(kept(space, mask, Model::kDegree)).second) continue;
    const auto goal = all(space, mask, Model::kDegree);
    if (goal.size() > kMostRealizations || reachable(space, mask, Model::kDegree, false) == goal) continue;
    CHECK(reachable(space, mask, Model::kDegree) == goal);
    ++found;
    CHECK(evenness(space, mask, Model::kDegree, goal) > kSmall);
    CHECK(evenness(space, mask, Model::kDegree, goal, {.reversals = false}) < kTiny);
  }
  CHECK(found == 16);
}

void test_steps_that_fail_count() {
  const Space space(6, false);
  const Mask graph = space.mask_of({{0, 1}, {0, 5}, {1, 4}, {2, 3}, {2, 4}, {2, 5}, {3, 4}});
  const auto goal = all(space, graph, Model::kDegree);
  CHECK(goal.size() > 10);
  CHECK(evenness(space, graph, Model::kDegree, goal, {.samples = 2000}) > kSmall);
  CHECK(evenness(space, graph, Model::kDegree, goal, {.count_all = false, .samples = 2000}) < kTiny);
}

/// Edge labels travel: the kinds of edges (labels of both nodes and of the edge) stay, and the labels do move.
void test_traveling_labels(bool directed) {
  const Space space(6, directed, {0, 0, 0, 1, 1, 1});
  Random random(5);
  bool moved = false;
  for (int i = 0; i < 100; ++i) {
    Owned owned(space, random_mask(space, random));
    for (std::size_t u = 0; u < 6; ++u)
      for (auto j = static_cast<std::size_t>(owned.indptr[u]); j < static_cast<std::size_t>(owned.indptr[u + 1]); ++j)
        owned.edge_labels.push_back(directed ? static_cast<std::int32_t>(random.below(3))
                                             : (static_cast<std::int32_t>(u) + owned.indices[j]) % 3);
    const EdgePools pools = make_edge_pools(owned.collection(), 0, Model::kLabels);
    SwitchChain chain(pools, random);
    const auto kinds = [&] {
      std::multiset<std::vector<int>> result;
      for (std::size_t e = 0; e < pools.edges(); ++e) {
        int u = space.labels[chain.ends()[2 * e]];
        int v = space.labels[chain.ends()[2 * e + 1]];
        if (!directed && u > v) std::swap(u, v);
        result.insert({u, v, chain.labels()[e]});
      }
      return result;
    };
    const auto before = kinds();
    chain.run(500);
    CHECK(kinds() == before);
    moved |= chain.labels() != pools.labels;
  }
  CHECK(moved == directed);  // an undirected edge keeps its place in the list
}

/// The statistic and the set of edges are kept up step by step: against those of a new chain from the same graph.
void test_bookkeeping() {
  for (const bool directed : {false, true})
    for (const Model model : {Model::kDegree, Model::kReciprocal, Model::kLabels, Model::kJointDegree}) {
      if (model == Model::kReciprocal && !directed) continue;
      const Space space(6, directed, {0, 1, 0, 1, 0, 1});
      Random random(9);
      const Owned owned(space, random_mask(space, random));
      const EdgePools pools = make_edge_pools(owned.collection(), 0, model);
      Random walk(3), again(3);
      SwitchChain chain(pools, walk), fresh(pools, again);
      chain.run(1000);
      CHECK(chain.attempted() == 1000 && chain.accepted() <= 1000);
      for (std::size_t e = 0; e < pools.edges(); ++e) {
        const Node u = chain.ends()[2 * e], v = chain.ends()[2 * e + 1];
        CHECK(chain.set().contains(pools.ordered ? edge_key<true>(u, v) : edge_key<false>(u, v)));
      }
      // In pieces of any length the same number of steps is taken.
      for (const std::uint64_t steps : {1, 63, 64, 65, 807}) fresh.run(steps);
      CHECK(fresh.attempted() == 1000);
    }
}

void test_statistic() {
  const Space space(6, false);
  const Owned owned(space, space.mask_of({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}));
  const EdgePools pools = make_edge_pools(owned.collection(), 0, Model::kDegree);
  Random random(1);
  SwitchChain chain(pools, random);
  std::map<std::vector<Arc>, std::int64_t> known;  // the same graph has the same value whenever it is met
  for (int i = 0; i < 2000; ++i) {
    std::vector<Arc> edges;
    for (std::size_t e = 0; e < pools.edges(); ++e) {
      const auto [low, high] = std::minmax(chain.ends()[2 * e], chain.ends()[2 * e + 1]);
      edges.push_back({low, high});
    }
    std::sort(edges.begin(), edges.end());
    CHECK(known.emplace(edges, chain.statistic()).first->second == chain.statistic());
    chain.run(1);
  }
  CHECK(known.size() > 10);
}

/// 65 values of an autoregressive process, of which neighbors have the correlation r.
std::vector<double> process(double r, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values;
  double value = 0;
  for (int i = 0; i < 200 + 65; ++i) {
    double noise = -6;
    for (int j = 0; j < 12; ++j) noise += random.uniform();  // nearly normal
    value = r * value + std::sqrt(1 - r * r) * noise;
    if (i >= 200) values.push_back(value);
  }
  return values;
}

void test_autocorrelation_of_processes() {
  int forgotten = 0, remembered = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    forgotten += autocorrelation_of_walk(process(0.5, seed)) < 0.01;
    remembered += autocorrelation_of_walk(process(0.998, seed)) > 0.05;  // 0.88 at the lag of the whole
  }
  CHECK(forgotten == 100);
  CHECK(remembered > 50);  // one short series does not tell more
}

void test_autocorrelation_of_special_walks() {
  std::vector<double> trend;
  for (int i = 0; i <= 64; ++i) trend.push_back(i);
  CHECK(autocorrelation_of_walk(trend) > 0.9);  // it has not even begun to turn
  CHECK(std::isnan(autocorrelation_of_walk(std::vector<double>(65, 3.0))));
  CHECK(std::isnan(autocorrelation_of_walk({})));
}

}  // namespace

int main() {
  test_uniform(Space(5, false), Model::kDegree, 12);
  test_uniform(Space(6, false), Model::kDegree, 12);
  test_uniform(Space(4, true), Model::kDegree, 16);
  test_uniform(Space(6, false), Model::kJointDegree, 12);
  test_uniform_where_reached(Space(4, true), Model::kJointDegree, 8);
  test_uniform_where_reached(Space(6, false, {0, 0, 1, 1, 2, 2}), Model::kLabels, 12);
  test_uniform_where_reached(Space(4, true, {0, 0, 1, 1}), Model::kLabels, 12);
  test_uniform_where_reached(Space(4, true), Model::kReciprocal, 12);
  test_triangles_are_needed();
  test_steps_that_fail_count();
  test_traveling_labels(false);
  test_traveling_labels(true);
  test_bookkeeping();
  test_statistic();
  test_autocorrelation_of_processes();
  test_autocorrelation_of_special_walks();
  return spminer::testing::verdict();
}
