#include "spminer/enumerate/enumerate.hh"

#include "bindings.hh"
#include "class_arrays.hh"
#include "interruptible.hh"
#include "spminer/enumerate/tally.hh"

namespace spminer::bindings {

using namespace spminer::enumerate;

void init_enumerate(nb::module_& m) {
  nb::class_<EnumerateResult>(m, "Enumeration", "All classes of subgraphs of one size, with their frequencies.")
      .def_ro("complete", &EnumerateResult::complete, "Whether the run was not stopped early.")
      .def_ro("subgraphs", &EnumerateResult::subgraphs, "Number of subgraphs visited.")
      .def_ro("table_bytes", &EnumerateResult::table_bytes, "Memory of the engine's tables at the end.")
      .def_prop_ro("classes", &EnumerateResult::classes, "Number of classes.")
      .def_prop_ro(
          "graph_frequency", [](const EnumerateResult& r) { return view(r.graph_frequency); },
          "Distinct node sets of each class.")
      .def_prop_ro(
          "orbit_offset", [](const EnumerateResult& r) { return view(r.orbit_offset); },
          "First orbit of each class, and the number of orbits.")
      .def_prop_ro(
          "orbit_node", [](const EnumerateResult& r) { return view(r.orbit_node); },
          "A node of the class's pattern that stands for each orbit.")
      .def_prop_ro(
          "anchored_frequency", [](const EnumerateResult& r) { return view(r.anchored_frequency); },
          "Target nodes in each orbit.")
      .def("pattern", &class_pattern<EnumerateResult>, "class_id"_a, nb::kw_only(), "anchor"_a = kNoAnchor,
           "Pattern of a class in canonical order, anchored at a node of the class's pattern without an anchor.");

  m.def(
      "enumerate_subgraphs",
      [](const Target& target, int size, Control& control, int threads, std::uint64_t memory_limit) {
        const EnumerateParams params{.size = size, .threads = threads, .memory_limit = memory_limit};
        return run_interruptible(control, [&] { return enumerate_subgraphs(target, params, control); });
      },
      "target"_a, "size"_a, "control"_a, nb::kw_only(), "threads"_a = 0, "memory_limit"_a = 0,
      "Enumerate all connected induced subgraphs of one size.");

  nb::class_<TallyResult>(m, "Tally", "The most frequent labeled classes of subgraphs of one size.")
      .def_ro("complete", &TallyResult::complete, "Whether the run was not stopped early.")
      .def_ro("subgraphs", &TallyResult::subgraphs, "Number of subgraphs visited.")
      .def_ro("seen", &TallyResult::seen, "Number of classes in all.")
      .def_ro("rest", &TallyResult::rest, "No class that is not here has more node sets.")
      .def_prop_ro("classes", &TallyResult::classes, "Number of classes here.")
      .def_prop_ro(
          "graph_frequency", [](const TallyResult& r) { return view(r.graph_frequency); },
          "Distinct node sets of each class.")
      .def("pattern", &class_pattern<TallyResult>, "class_id"_a, nb::kw_only(), "anchor"_a = kNoAnchor,
           "Pattern of a class in canonical order, anchored at a node of the class's pattern without an anchor.");

  m.def("can_tally", &can_tally, "size"_a, "labels"_a, "Whether a table of so many labels has keys for this size.");
  m.def(
      "tally_subgraphs",
      [](const Target& shapes, const Array1<std::int32_t>& labels, int size, std::uint64_t most, Control& control,
         int threads, std::uint64_t memory_limit) {
        const TallyParams params{.size = size, .threads = threads, .most = most, .memory_limit = memory_limit};
        const auto per_node = as_span(labels);
        return run_interruptible(control, [&] { return tally_subgraphs(shapes, per_node, params, control); });
      },
      "shapes"_a, "labels"_a.noconvert(), "size"_a, "most"_a, "control"_a, nb::kw_only(), "threads"_a = 0,
      "memory_limit"_a = 0, "Count the node sets of labeled classes, and return the most frequent.");

  m.def(
      "estimate_subgraphs",
      [](const Target& target, int size, Control& control, std::uint64_t probes, std::uint64_t seed) {
        const auto result =
            run_interruptible(control, [&] { return estimate_subgraphs(target, size, probes, seed, control); });
        return std::make_tuple(result.subgraphs, result.standard_error, result.probes);
      },
      "target"_a, "size"_a, "control"_a, nb::kw_only(), "probes"_a, "seed"_a,
      "Estimated number of subgraphs of one size, its standard error, and the number of probes made.");
}

}  // namespace spminer::bindings
