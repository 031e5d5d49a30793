#include "spminer/generate.hh"

#include <stdexcept>

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/parallel.hh"

namespace spminer::bindings {

namespace {

/// Graph g has the stream g of the seed, so a longer list starts with the same graphs.
std::vector<SyntheticGraph> generate_each(GraphKind kind, std::span<const std::int32_t> sizes, std::uint64_t seed,
                                          int threads, Control& control) {
  std::vector<SyntheticGraph> graphs(sizes.size());
  parallel_for(static_cast<std::int64_t>(sizes.size()), threads, [&](std::int64_t g, int) {
    if (control.check_now()) return;
    Random random(seed, static_cast<std::uint64_t>(g));
    graphs[static_cast<std::size_t>(g)] = generate(kind, sizes[static_cast<std::size_t>(g)], random);
  });
  return graphs;
}

/// Edges of all graphs, the nodes numbered through.
auto edge_table(const std::vector<SyntheticGraph>& graphs) {
  std::vector<std::int32_t> ends;
  std::int64_t first = 0;
  for (const auto& graph : graphs) {
    if (first + graph.nodes > INT32_MAX) throw std::invalid_argument("more than 2^31 - 1 nodes");
    for (const auto& [u, v] : graph.edges) {
      ends.push_back(static_cast<std::int32_t>(first) + u);
      ends.push_back(static_cast<std::int32_t>(first) + v);
    }
    first += graph.nodes;
  }
  return to_numpy(std::move(ends), 2);
}

}  // namespace

void init_generate(nb::module_& m) {
  nb::enum_<GraphKind>(m, "GraphKind", "How synthetic graphs are drawn.")
      .value("ERDOS_RENYI", GraphKind::kErdosRenyi)
      .value("BARABASI_ALBERT", GraphKind::kBarabasiAlbert)
      .value("POWER_LAW_CLUSTER", GraphKind::kPowerLawCluster)
      .value("WATTS_STROGATZ", GraphKind::kWattsStrogatz)
      .value("MIXED", GraphKind::kMixed);
  m.def(
      "generate_graphs",
      [](GraphKind kind, const Array1<std::int32_t>& sizes, Control& control, std::uint64_t seed, int threads) {
        return edge_table(
            run_interruptible(control, [&] { return generate_each(kind, as_span(sizes), seed, threads, control); }));
      },
      "kind"_a, "sizes"_a.noconvert(), "control"_a, nb::kw_only(), "seed"_a = 0, "threads"_a = 0,
      "Edges of connected random graphs of the given sizes, one per row; nodes are numbered through all graphs.");
}

}  // namespace spminer::bindings
