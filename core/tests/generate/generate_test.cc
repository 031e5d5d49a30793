// Draws against the moments of their distributions; generated and planted graphs against their specification. Tests
// of generate/generate and generate/plant.
#include "spminer/generate/generate.hh"

#include <cmath>
#include <set>

#include "base/draw.hh"
#include "check.hh"

namespace {

using namespace spminer;
using namespace spminer::generate;

/// Whether the mean of many draws is within four standard errors of `mean`, given the variance.
template <typename F>
bool has_mean(double mean, double variance, F&& draw) {
  constexpr int kDraws = 200000;
  Random random(11);
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) sum += draw(random);
  return std::abs(sum / kDraws - mean) < 4 * std::sqrt(variance / kDraws);
}

void test_draws() {
  CHECK(has_mean(0.05, 0.0025, [](Random& r) { return draw_exponential(20, r); }));
  CHECK(has_mean(0, 1, [](Random& r) { return draw_normal(r); }));
  CHECK(has_mean(1, 2, [](Random& r) { return std::pow(draw_normal(r), 2); }));
  for (const double shape : {0.4, 1.0, 1.3, 7.5}) {
    CHECK(has_mean(shape, shape, [&](Random& r) { return draw_gamma(shape, r); }));
    // The second moment, whose own variance follows from the fourth.
    const double second = shape * (shape + 1), fourth = second * (shape + 2) * (shape + 3);
    CHECK(has_mean(second, fourth - second * second, [&](Random& r) { return std::pow(draw_gamma(shape, r), 2); }));
  }
  const double a = 1.3, b = 6.2, mean = a / (a + b), variance = mean * (1 - mean) / (a + b + 1);
  CHECK(has_mean(mean, variance, [&](Random& r) { return draw_beta(a, b, r); }));
}

void test_coins() {
  for (const double p : {0.0, 0.03, 0.5, 0.9, 1.0}) {
    const Row lanes = 0xf0f0f0f0f0f0f0f0ULL;
    CHECK(has_mean(32 * p, 32 * p * (1 - p) + 1e-9, [&](Random& r) { return std::popcount(draw_coins(p, lanes, r)); }));
    Random random(5);
    CHECK((draw_coins(p, lanes, random) & ~lanes) == 0);
  }
}

void test_graphs() {
  for (const auto kind : {GraphKind::kErdosRenyi, GraphKind::kBarabasiAlbert, GraphKind::kPowerLawCluster,
                          GraphKind::kWattsStrogatz, GraphKind::kMixed, GraphKind::kSparse})
    for (const int nodes : {1, 2, 3, 4, 7, 33, 64}) {
      Random first(nodes, 1), second(nodes, 1);
      const Pattern pattern = generate_pattern(kind, nodes, first);
      const SyntheticGraph graph = spminer::generate::generate(kind, nodes, second);
      CHECK(pattern.connected() && pattern.size == nodes && graph.nodes == nodes);
      Pattern same = Pattern::empty(nodes);
      for (const auto& [u, v] : graph.edges) same.connect(u, v);
      CHECK(same == pattern);
      CHECK(static_cast<int>(graph.edges.size()) == pattern.edges());
    }
  Random random(1);
  CHECK_THROWS(spminer::generate::generate(GraphKind::kMixed, 0, random));
  CHECK_THROWS(generate_pattern(GraphKind::kMixed, 65, random));
}

void test_lists_beyond_64_nodes() {
  for (const auto kind : {GraphKind::kErdosRenyi, GraphKind::kBarabasiAlbert, GraphKind::kPowerLawCluster,
                          GraphKind::kWattsStrogatz, GraphKind::kSparse}) {
    Random random(3);
    const SyntheticGraph graph = spminer::generate::generate(kind, 500, random);
    const std::set<std::pair<Node, Node>> distinct(graph.edges.begin(), graph.edges.end());
    CHECK(distinct.size() == graph.edges.size());
    for (const auto& [u, v] : graph.edges) CHECK(0 <= u && u < v && v < 500);
  }
}

void test_lists() {
  Control control;
  GenerateParams params{.graphs = 40, .low = 5, .high = 9, .seed = 4, .threads = 2};
  const GenerateResult longer = generate_graphs(params, control);
  CHECK(longer.complete && control.done == 40);
  std::set<int> sizes;
  for (const auto& graph : longer.graphs) sizes.insert(graph.nodes);
  CHECK((sizes == std::set{5, 6, 7, 8, 9}));
  params.graphs = 7;
  params.threads = 1;
  const GenerateResult shorter = generate_graphs(params, control);
  for (std::size_t g = 0; g < 7; ++g) CHECK(shorter.graphs[g].edges == longer.graphs[g].edges);
  params.low = 10;  // above the other one
  CHECK_THROWS(generate_graphs(params, control));
}

void test_stopping() {
  Control control;
  control.cancel();
  const GenerateResult result = generate_graphs({.graphs = 10}, control);
  CHECK(!result.complete);
}

void test_planting() {
  const PlantResult result = plant({.kind = PlantKind::kMolecule, .graphs = 3, .attachments = 2, .seed = 1});
  CHECK(result.pattern.edges() == 11 && result.pattern.degree(result.pattern.anchor) == 3);
  for (const auto& graph : result.graphs) {
    int inside = 0, bridges = 0;
    for (const auto& [u, v] : graph.edges) {
      inside += v < kPlantedNodes;
      bridges += u < kPlantedNodes && v >= kPlantedNodes;
      CHECK(v >= kPlantedNodes || result.pattern.adjacent(u, v));
    }
    CHECK(inside == 11 && bridges == 2);
  }
  CHECK_THROWS(plant({.base_nodes = 1, .attachments = 11}));
  CHECK_THROWS(plant({.graphs = -1}));
  const auto planted = [](PlantKind kind) { return plant({.kind = kind, .graphs = 2, .seed = 5}).pattern; };
  const Pattern star = planted(PlantKind::kStar), clique = planted(PlantKind::kClique);
  CHECK(star.edges() == 9 && star.degree(star.anchor) == 9 && clique.edges() == 45);
  const Pattern random = planted(PlantKind::kRandom);
  CHECK(random.edges() == 28 && random.connected() && random == planted(PlantKind::kRandom));
}

}  // namespace

int main() {
  test_draws();
  test_coins();
  test_graphs();
  test_lists_beyond_64_nodes();
  test_lists();
  test_stopping();
  test_planting();
  return spminer::testing::verdict();
}
