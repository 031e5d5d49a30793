#include "spminer/copies/copies.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

namespace {

/// The number of copies, an array with a row per node and a column per orbit, and the smallest node of each orbit.
auto copies_in(const Pattern& pattern, const Target& target, Control& control, int threads, bool per_node) {
  auto found = run_interruptible(control, [&] {
    return copies::count_copies(pattern, target, {.threads = threads, .per_node = per_node}, control);
  });
  const auto low = static_cast<std::uint64_t>(found.copies), high = static_cast<std::uint64_t>(found.copies >> 64);
  const nb::int_ copies((nb::int_(high) << nb::int_(64)) | nb::int_(low));
  auto at_nodes = to_numpy(std::move(found.per_node), found.orbit_node.empty() ? 1 : found.orbit_node.size());
  return std::tuple(copies, at_nodes, found.orbit_node, found.complete);
}

}  // namespace

void init_copies(nb::module_& m) {
  m.attr("MOST_NODES_OF_COPIES") = copies::kMaxNodes;
  m.def("count_copies", &copies_in, "pattern"_a, "target"_a, "control"_a, nb::kw_only(), "threads"_a = 0,
        "per_node"_a = false,
        "Number of copies of a pattern without codes, as edge-induced subgraphs; if wanted, for each node and each\n"
        "orbit of the pattern those that have the node there, with a node of each orbit; and whether nothing stopped\n"
        "the count.\n\n"
        "Raises ``OverflowError`` where counts may need too many bits.");
}

}  // namespace spminer::bindings
