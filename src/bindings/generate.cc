#include "spminer/generate/generate.hh"

#include <stdexcept>

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

using namespace spminer::generate;

namespace {

/// Sizes of the graphs, and the edges of all, one per row, the nodes numbered through.
auto tables(const std::vector<SyntheticGraph>& graphs) {
  std::vector<std::int64_t> sizes;
  std::vector<std::int32_t> ends;
  std::int64_t first = 0;
  for (const auto& graph : graphs) {
    if (first + graph.nodes >= INT32_MAX) throw std::invalid_argument("the graphs have more nodes than fit");
    for (const auto& [u, v] : graph.edges) {
      ends.push_back(static_cast<std::int32_t>(first) + u);
      ends.push_back(static_cast<std::int32_t>(first) + v);
    }
    sizes.push_back(graph.nodes);
    first += graph.nodes;
  }
  return std::tuple(to_numpy(std::move(sizes)), to_numpy(std::move(ends), 2));
}

auto synthetic(GraphKind kind, std::int64_t graphs, int low, int high, std::uint64_t seed, int threads) {
  Control control;
  const GenerateParams params{
      .kind = kind, .graphs = graphs, .low = low, .high = high, .seed = seed, .threads = threads};
  return tables(run_interruptible(control, [&] { return generate_graphs(params, control); }).graphs);
}

auto planted(PlantKind kind, std::int64_t graphs, int base_nodes, int attachments, std::uint64_t seed) {
  Control control;
  const PlantParams params{
      .kind = kind, .graphs = graphs, .base_nodes = base_nodes, .attachments = attachments, .seed = seed};
  const PlantResult result = run_interruptible(control, [&] { return plant(params); });
  return std::tuple_cat(std::tuple(result.pattern), tables(result.graphs));
}

}  // namespace

void init_generate(nb::module_& m) {
  nb::enum_<GraphKind>(m, "GraphKind", "How synthetic graphs are drawn.")
      .value("ERDOS_RENYI", GraphKind::kErdosRenyi)
      .value("BARABASI_ALBERT", GraphKind::kBarabasiAlbert)
      .value("POWER_LAW_CLUSTER", GraphKind::kPowerLawCluster)
      .value("WATTS_STROGATZ", GraphKind::kWattsStrogatz)
      .value("MIXED", GraphKind::kMixed)
      .value("SPARSE", GraphKind::kSparse);
  nb::enum_<PlantKind>(m, "PlantKind", "Which pattern is planted.")
      .value("STAR", PlantKind::kStar)
      .value("CLIQUE", PlantKind::kClique)
      .value("MOLECULE", PlantKind::kMolecule)
      .value("RANDOM", PlantKind::kRandom);
  m.def("generate_graphs", &synthetic, "kind"_a, nb::kw_only(), "graphs"_a, "low"_a, "high"_a, "seed"_a = 0,
        "threads"_a = 0,
        "Connected random graphs of low to high nodes: their sizes, and all edges, nodes numbered through.");
  m.def("plant", &planted, "kind"_a, nb::kw_only(), "graphs"_a, "base_nodes"_a, "attachments"_a, "seed"_a = 0,
        "Random graphs with a pattern planted in each: the pattern, sizes and edges as of `generate_graphs`.");
}

}  // namespace spminer::bindings
