
#include "spminer/census/census.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

namespace {

/// Undirected edges from the smaller node, or arcs.
std::vector<std::tuple<int, int>> edge_list(const Pattern& pattern) {
  std::vector<std::tuple<int, int>> edges;
  for (int i = 0; i < pattern.size; ++i)
    for_each_bit(pattern.rows[i], [&](int j) {
      if (pattern.coded() ? pattern.code(i, j) >> 32 != 0 : i < j) edges.emplace_back(i, j);
    });
  return edges;
}

census::CensusResult run_census(const Target& target, Control& control, int size, int threads, bool per_node) {
  const census::CensusParams params{.size = size, .threads = threads, .per_node = per_node};
  return run_interruptible(control, [&] { return census::census(target, params, control); }, is_small(target));
}

std::optional<nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<2>>> take_counts(census::CensusResult& result) {
  if (result.per_node.empty()) return std::nullopt;
  return to_numpy(std::move(result.per_node), result.orbits.size());
}

}  // namespace

void init_census(nb::module_& m) {
  nb::class_<census::CensusOrbit>(m, "CensusOrbit",
                                  "One anchored class of a census: a node orbit of a connected graph.")
      .def_ro("pattern", &census::CensusOrbit::pattern, "A representative, anchored at node 0.")
      .def_prop_ro(
          "edges", [](const census::CensusOrbit& o) { return edge_list(o.pattern); },
          "Edges of the representative, or arcs.")
      .def_prop_ro(
          "anchor", [](const census::CensusOrbit& o) { return o.pattern.anchor; }, "Anchor of the representative: 0.")
      .def_ro("graph_class", &census::CensusOrbit::graph_class, "Orbits of the same graph share this number.")
      .def_ro("nodes", &census::CensusOrbit::nodes, "How many nodes of the pattern are in the orbit.")
      .def_ro("anchored_frequency", &census::CensusOrbit::anchored_frequency,
              "Nodes that sit in this orbit of some induced subgraph.")
      .def_ro("graph_frequency", &census::CensusOrbit::graph_frequency, "Induced subgraphs of this class.");
  nb::class_<census::CensusResult>(m, "CensusResult", "The census of a target.")
      .def_ro("complete", &census::CensusResult::complete, "Whether nothing stopped it.")
      .def_ro("orbits", &census::CensusResult::orbits,
              "3, 11 or 58 orbits, fewest edges first, or 30 of a directed target; of a stopped census those that are "
              "certain.")
      .def("take_counts", &take_counts,
           "Hand over the counts, a row per node and a column per orbit: once, and only if wanted; else None.");
  nb::class_<census::CensusParts>(m, "CensusParts", "The longest pass of a census, for a part of the roots at a time.")
      .def(
          "__init__",
          [](census::CensusParts* self, const Target& target, int size, Control& control, int threads) {
            const nb::gil_scoped_release release;
            new (self) census::CensusParts(target, size, threads, control);
          },
          "target"_a, "size"_a, "control"_a, nb::kw_only(), "threads"_a = 0, nb::keep_alive<1, 2>())
      .def(
          "count",
          [](const census::CensusParts& parts, Node first, Node last, Control& control) {
            std::vector<std::uint64_t> words;
            {
              const nb::gil_scoped_release release;
              words = parts.count(first, last, control);
            }
            return to_numpy(std::move(words));
          },
          "first"_a, "last"_a, "control"_a, "What these roots add, as words.");
  nb::class_<census::SharedCensus>(m, "SharedCensus", "A census whose longest pass others count.")
      .def(
          "__init__",
          [](census::SharedCensus* self, const Target& target, Control& control, int size, int threads, bool per_node) {
            const nb::gil_scoped_release release;
            new (self) census::SharedCensus(target, {.size = size, .threads = threads, .per_node = per_node}, control);
          },
          "target"_a, "control"_a, nb::kw_only(), "size"_a, "threads"_a = 0, "per_node"_a = false,
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def("count_here", &census::SharedCensus::count_here, nb::call_guard<nb::gil_scoped_release>(),
           "Count the other passes.")
      .def(
          "absorb",
          [](census::SharedCensus& shared, const Array1<std::uint64_t>& part) { shared.absorb(as_span(part)); },
          "part"_a.noconvert(), nb::call_guard<nb::gil_scoped_release>(),
          "Add what some roots add, in any order, also while the other passes are counted.")
      .def("result", &census::SharedCensus::result, "all_parts"_a, nb::call_guard<nb::gil_scoped_release>(),
           "The census; of what was counted, if that are not all parts.");
  m.def("census", &run_census, "target"_a, "control"_a, nb::kw_only(), "size"_a, "threads"_a = 0, "per_node"_a = false,
        "Count all connected induced subgraphs of 3, 4 or 5 nodes of a target without labels, per node orbit, without\n"
        "visiting them one by one; of a directed target those of 3 nodes.\n\n"
        "Raises ``ValueError`` for another size or target, ``OverflowError`` where counts may exceed 64 bits.");
}

}  // namespace spminer::bindings
