#include "spminer/sampling/neighborhoods.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

using namespace spminer::sampling;

namespace {

auto neighborhoods(const Target& target, std::vector<Node> anchors, int low, int high, SampleMethod method, int hops,
                   std::uint64_t seed, int threads) {
  Control control;
  const SampleParams params{.low = low, .high = high, .method = method, .hops = hops, .seed = seed, .threads = threads};
  auto result = run_interruptible(control, [&] { return sample_neighborhoods(target, anchors, params, control); });
  const auto width = static_cast<std::size_t>(result.width);
  return std::tuple(to_numpy(std::move(result.rows), width), to_numpy(std::move(result.sizes)),
                    to_numpy(std::move(anchors)), to_numpy(std::move(result.nodes), width));
}

}  // namespace

void init_neighborhoods(nb::module_& m) {
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
}

}  // namespace spminer::bindings
