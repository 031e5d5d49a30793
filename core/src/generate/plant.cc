#include <algorithm>
#include <stdexcept>

#include "base/draw.hh"
#include "spminer/generate/generate.hh"

namespace spminer::generate {

namespace {

// The edges of Plant-Random in the paper's table, less what attachment and base graphs have in all four data sets.
constexpr int kRandomEdges = 28;

Pattern star() {
  Pattern pattern = Pattern::empty(kPlantedNodes);
  for (int leaf = 1; leaf < kPlantedNodes; ++leaf) pattern.connect(0, leaf);
  return pattern;
}

Pattern clique() {
  Pattern pattern = Pattern::empty(kPlantedNodes);
  for (int i = 0; i < kPlantedNodes; ++i) pattern.rows[i] = pattern.all() & ~bit(i);
  return pattern;
}

Pattern naphthalene() {
  Pattern pattern = Pattern::empty(kPlantedNodes);
  for (int i = 0; i < kPlantedNodes; ++i) pattern.connect(i, (i + 1) % kPlantedNodes);
  pattern.connect(0, kPlantedNodes / 2);
  return pattern;
}

Pattern random_pattern(Random& random) {
  for (;;) {
    Pattern pattern = Pattern::empty(kPlantedNodes);
    for (int edges = 0; edges < kRandomEdges;) {
      const int i = draw_below(kPlantedNodes, random), j = draw_below(kPlantedNodes, random);
      if (i == j || pattern.adjacent(i, j)) continue;
      pattern.connect(i, j);
      ++edges;
    }
    if (pattern.connected()) return pattern;
  }
}

Pattern make_pattern(PlantKind kind, Random& random) {
  switch (kind) {
    case PlantKind::kStar:
      return star();
    case PlantKind::kClique:
      return clique();
    case PlantKind::kMolecule:
      return naphthalene();
    default:
      return random_pattern(random);
  }
}

SyntheticGraph attach(const Pattern& pattern, const SyntheticGraph& base, int attachments, Random& random) {
  SyntheticGraph graph{pattern.size + base.nodes, {}};
  for (int i = 0; i < pattern.size; ++i)
    for_each_bit(pattern.rows[i] & ~(bit(i) - 1), [&](int j) { graph.edges.emplace_back(i, j); });
  for (const auto& [u, v] : base.edges) graph.edges.emplace_back(u + pattern.size, v + pattern.size);
  std::vector<std::pair<Node, Node>> bridges;
  while (static_cast<int>(bridges.size()) < attachments) {
    const std::pair<Node, Node> bridge{draw_below(pattern.size, random), pattern.size + draw_below(base.nodes, random)};
    if (std::find(bridges.begin(), bridges.end(), bridge) == bridges.end()) bridges.push_back(bridge);
  }
  graph.edges.insert(graph.edges.end(), bridges.begin(), bridges.end());
  std::sort(graph.edges.begin(), graph.edges.end());
  return graph;
}

}  // namespace

PlantResult plant(const PlantParams& params) {
  if (params.graphs < 0 || params.base_nodes < 1)
    throw std::invalid_argument("the number of graphs must not be negative, and base graphs have a node at least");
  if (params.attachments < 1 || params.attachments > kPlantedNodes * std::int64_t{params.base_nodes})
    throw std::invalid_argument("there must be an attachment, and no more than pairs of nodes");
  PlantResult result;
  Random random(params.seed);
  result.pattern = make_pattern(params.kind, random);
  result.pattern.anchor = 0;
  for (int i = 1; i < kPlantedNodes; ++i)
    if (result.pattern.degree(i) > result.pattern.degree(result.pattern.anchor)) result.pattern.anchor = i;
  result.graphs.reserve(params.graphs);
  for (std::int64_t g = 0; g < params.graphs; ++g) {
    Random stream(params.seed, static_cast<std::uint64_t>(g) + 1);
    const SyntheticGraph base = generate(GraphKind::kMixed, params.base_nodes, stream);
    result.graphs.push_back(attach(result.pattern, base, params.attachments, stream));
  }
  return result;
}

}  // namespace spminer::generate
