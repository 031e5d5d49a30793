
#include "bindings.hh"
#include "class_arrays.hh"
#include "interruptible.hh"
#include "spminer/sampling/neighborhoods.hh"
#include "spminer/sampling/samplers.hh"

namespace spminer::bindings {

using namespace spminer::sampling;

namespace {

auto neighborhoods(const Target& target, std::vector<Node> anchors, int low, int high, SampleMethod method, int hops,
                   std::uint64_t seed, int threads) {
  Control control;
  const SampleParams params{.low = low, .high = high, .method = method, .hops = hops, .seed = seed, .threads = threads};
  auto result = run_interruptible(control, [&] { return sample_neighborhoods(target, anchors, params, control); });
  const auto width = result.width;
  return std::tuple(to_numpy(std::move(result.rows), width), to_numpy(std::move(result.sizes)),
                    to_numpy(std::move(anchors)), to_numpy(std::move(result.nodes), width));
}

void init_classes(nb::module_& m) {
  nb::class_<SampledClasses>(m, "SampledClasses", "Classes of sampled subgraphs of one size.")
      .def_prop_ro("classes", &SampledClasses::classes, "Number of classes.")
      .def_prop_ro(
          "hits", [](const SampledClasses& c) { return view(c.hits); }, "Samples of each class.")
      .def_prop_ro(
          "count", [](const SampledClasses& c) { return view(c.count); },
          "Estimated graph-level frequency of each class; empty if none can be given.")
      .def_prop_ro(
          "error", [](const SampledClasses& c) { return view(c.error); },
          "Standard error of each count; empty if none can be given.")
      .def_prop_ro(
          "orbit_offset", [](const SampledClasses& c) { return view(c.orbit_offset); },
          "First orbit of each class, and the number of orbits.")
      .def_prop_ro(
          "orbit_node", [](const SampledClasses& c) { return view(c.orbit_node); },
          "A node of the class's pattern that stands for each orbit.")
      .def_prop_ro(
          "orbit_score", [](const SampledClasses& c) { return view(c.orbit_score); },
          "The sampler's measure of each orbit.")
      .def("pattern", &class_pattern<SampledClasses>, "class_id"_a, nb::kw_only(), "anchor"_a = kNoAnchor,
           "Pattern of a class in canonical order, anchored at a node of the class's pattern without an anchor.");
}

}  // namespace

void init_sampling(nb::module_& m) {
  nb::enum_<SampleMethod>(m, "SampleMethod", "How a neighborhood grows.")
      .value("TREE", SampleMethod::kTree)
      .value("BREADTH", SampleMethod::kBreadth);
  m.def(
      "sample_neighborhoods",
      [](const Target& target, std::int64_t count, int low, int high, SampleMethod method, int hops, std::uint64_t seed,
         int threads) {
        return neighborhoods(target, draw_anchors(target, count, seed), low, high, method, hops, seed, threads);
      },
      "target"_a, "count"_a, nb::kw_only(), "low"_a = 20, "high"_a = 29, "method"_a = SampleMethod::kTree, "hops"_a = 0,
      "seed"_a = 0, "threads"_a = 0,
      "Induced samples around `count` random nodes: rows, sizes, anchors, and target nodes (-1 beyond the size). The "
      "anchor is node 0 of its sample. Each node is an anchor at most once while there are enough.");
  m.def(
      "sample_neighborhoods",
      [](const Target& target, const Array1<Node>& anchors, int low, int high, SampleMethod method, int hops,
         std::uint64_t seed, int threads) {
        const auto nodes = as_span(anchors);
        return neighborhoods(target, {nodes.begin(), nodes.end()}, low, high, method, hops, seed, threads);
      },
      "target"_a, "anchors"_a.noconvert(), nb::kw_only(), "low"_a = 20, "high"_a = 29, "method"_a = SampleMethod::kTree,
      "hops"_a = 0, "seed"_a = 0, "threads"_a = 0, "The same around the given nodes.");

  init_classes(m);

  m.def(
      "sample_mfinder",
      [](const Target& target, int size, Control& control, std::uint64_t samples, bool corrected, std::uint64_t seed,
         int threads, std::uint64_t memory_limit) {
        const MfinderParams params{.size = size,
                                   .samples = samples,
                                   .corrected = corrected,
                                   .seed = seed,
                                   .threads = threads,
                                   .memory_limit = memory_limit};
        auto result = run_interruptible(control, [&] { return sample_mfinder(target, params, control); });
        return std::make_tuple(std::move(result.classes), result.samples, result.complete);
      },
      "target"_a, "size"_a, "control"_a, nb::kw_only(), "samples"_a, "corrected"_a = false, "seed"_a = 0,
      "threads"_a = 0, "memory_limit"_a = 0,
      "Sample subgraphs by MFinder: their classes, how many were drawn, and whether all were.");

  m.def("rand_esu_chance", &rand_esu_chance, "size"_a, "largest"_a, "tau"_a,
        "Chance that a walk of Rand-ESU meets any given subgraph of a size.");

  m.def(
      "sample_rand_esu",
      [](const Target& target, std::vector<int> sizes, Control& control, double tau, int repetitions,
         std::uint64_t seed, int threads, std::uint64_t memory_limit, std::uint64_t max_steps) {
        const RandEsuParams params{.sizes = std::move(sizes),
                                   .tau = tau,
                                   .repetitions = repetitions,
                                   .seed = seed,
                                   .threads = threads,
                                   .memory_limit = memory_limit,
                                   .max_steps = max_steps};
        auto result = run_interruptible(control, [&] { return sample_rand_esu(target, params, control); });
        return std::make_tuple(std::move(result.classes), std::move(result.samples), result.complete);
      },
      "target"_a, "sizes"_a, "control"_a, nb::kw_only(), "tau"_a, "repetitions"_a = 4, "seed"_a = 0, "threads"_a = 0,
      "memory_limit"_a = 0, "max_steps"_a = 0,
      "Sample subgraphs by Rand-ESU: classes and number of samples for each size, and whether the walks ended.");

  nb::class_<MotivoResult>(m, "ColorCoding", "Subgraphs of one size, estimated by color coding.")
      .def_ro("complete", &MotivoResult::complete, "Whether the run was not stopped early.")
      .def_ro("colorings", &MotivoResult::colorings, "Finished colorings.")
      .def_ro("samples", &MotivoResult::samples, "Treelets drawn in them.")
      .def_ro("treelets", &MotivoResult::treelets, "Colorful treelets, on average over the colorings.")
      .def_ro("table_bytes", &MotivoResult::table_bytes, "Memory of the largest table of treelets.")
      .def_ro("classes", &MotivoResult::classes, "Classes of the subgraphs met.");

  m.def(
      "sample_motivo",
      [](const Target& target, int size, Control& control, std::uint64_t samples, int colorings, bool adaptive,
         std::uint64_t cover, bool anchors, std::uint64_t seed, int threads, std::uint64_t memory_limit) {
        const MotivoParams params{.size = size,
                                  .samples = samples,
                                  .colorings = colorings,
                                  .adaptive = adaptive,
                                  .cover = cover,
                                  .anchors = anchors,
                                  .seed = seed,
                                  .threads = threads,
                                  .memory_limit = memory_limit};
        return run_interruptible(control, [&] { return sample_motivo(target, params, control); });
      },
      "target"_a, "size"_a, "control"_a, nb::kw_only(), "samples"_a, "colorings"_a, "adaptive"_a = true,
      "cover"_a = 1000, "anchors"_a = true, "seed"_a = 0, "threads"_a = 0, "memory_limit"_a = 0,
      "Estimate graph-level frequencies by color coding.");
}

}  // namespace spminer::bindings
