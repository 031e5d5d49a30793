#include "spminer/copies/copies.hh"

#include <limits>

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/copies/estimate.hh"

namespace spminer::bindings {

namespace {

/// The number of copies, an array with a row per node and a column per orbit, and the smallest node of each orbit.
auto copies_in(const Pattern& pattern, const Target& target, Control& control, int threads, bool per_node,
               double most_cost) {
  auto found = run_interruptible(control, [&] {
    return copies::count_copies(pattern, target, {.threads = threads, .per_node = per_node, .most_cost = most_cost},
                                control);
  });
  const auto low = static_cast<std::uint64_t>(found.copies), high = static_cast<std::uint64_t>(found.copies >> 64);
  const nb::int_ copies((nb::int_(high) << nb::int_(64)) | nb::int_(low));
  auto at_nodes = to_numpy(std::move(found.per_node), found.orbit_node.empty() ? 1 : found.orbit_node.size());
  return std::tuple(copies, at_nodes, found.orbit_node, found.complete);
}

/// The scale, the number of samples and of hits, and whether nothing stopped them.
auto drawn_in(const Pattern& pattern, const Target& target, Control& control, std::uint64_t hits,
              std::uint64_t most_samples, bool induced, bool node_sets, std::uint64_t seed, int threads) {
  const auto found = run_interruptible(control, [&] {
    return copies::draw_copies(pattern, target,
                               {.induced = induced,
                                .node_sets = node_sets,
                                .hits = hits,
                                .most_samples = most_samples,
                                .seed = seed,
                                .threads = threads},
                               control);
  });
  return std::tuple(found.scale, found.samples, found.hits, found.complete);
}

}  // namespace

void init_copies(nb::module_& m) {
  m.attr("MOST_NODES_OF_COPIES") = copies::kMaxNodes;
  m.def("count_copies", &copies_in, "pattern"_a, "target"_a, "control"_a, nb::kw_only(), "threads"_a = 0,
        "per_node"_a = false, "most_cost"_a = std::numeric_limits<double>::infinity(),
        "Number of copies of a pattern without codes, as edge-induced subgraphs; if wanted, for each node and each\n"
        "orbit of the pattern those that have the node there, with a node of each orbit; and whether nothing stopped\n"
        "the count, such as an estimated cost of more nanoseconds than the most.\n\n"
        "Raises ``OverflowError`` where counts may need too many bits.");
  m.def(
      "draw_copies", &drawn_in, "pattern"_a, "target"_a, "control"_a, nb::kw_only(), "hits"_a, "most_samples"_a,
      "induced"_a = true, "node_sets"_a = false, "seed"_a = 0, "threads"_a = 0,
      "Samples that are hits with probability (copies or node sets) / scale, until there are so many hits or samples:\n"
      "the scale (0 if there is no copy), samples, hits, and whether nothing stopped them.");
}

}  // namespace spminer::bindings
