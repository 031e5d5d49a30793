
#include "spminer/enumerate/enumerate.hh"

#include "bindings.hh"
#include "class_arrays.hh"
#include "interruptible.hh"
#include "spminer/enumerate/parts.hh"

namespace spminer::bindings {

using namespace spminer::enumerate;

namespace {

auto run_part(PartialEnumerator& enumerator, std::int64_t first, std::int64_t last, Control& control,
              std::int64_t branch, std::int64_t branch_end, std::uint64_t quota, std::uint64_t quota_bytes) {
  const RootRange range{.first = first, .last = last, .branch = branch, .branch_end = branch_end};
  auto part = run_interruptible(control, [&] { return enumerator.run(range, {quota, quota_bytes}, control); });
  const RootRange& rest = part.unfinished;
  return std::tuple(to_numpy(std::move(part.packed)), part.subgraphs,
                    std::tuple(rest.first, rest.last, rest.branch, rest.branch_end), part.branches, part.complete);
}

}  // namespace

void init_enumerate(nb::module_& m) {
  nb::class_<EnumerateResult>(m, "Enumeration", "All classes of subgraphs of one size, with their frequencies.")
      .def_ro("complete", &EnumerateResult::complete, "Whether the run was not stopped early.")
      .def_ro("subgraphs", &EnumerateResult::subgraphs, "Number of subgraphs visited.")
      .def_ro("seen", &EnumerateResult::seen, "Number of classes met, of which the result may have the best only.")
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
        return run_interruptible(
            control, [&] { return enumerate_subgraphs(target, params, control); }, is_small(target));
      },
      "target"_a, "size"_a, "control"_a, nb::kw_only(), "threads"_a = 0, "memory_limit"_a = 0,
      "Enumerate all connected induced subgraphs of one size.");

  nb::enum_<Ranking>(m, "Ranking", "What a tally ranks classes by.")
      .value("anchored", Ranking::kAnchored, "Anchors of the best orbit.")
      .value("graph", Ranking::kGraph, "Node sets.")
      .value("images", Ranking::kImages, "Anchors of the worst orbit.");

  m.def("can_tally", &can_tally, "target"_a, "size"_a, "Whether labels and codes of subgraphs of this size fit a key.");
  m.def(
      "tally_subgraphs",
      [](const Target& target, int size, Control& control, Ranking ranking, std::uint64_t most, int threads,
         std::uint64_t memory_limit) {
        const TallyParams params{
            .size = size, .threads = threads, .most = most, .ranking = ranking, .memory_limit = memory_limit};
        return run_interruptible(control, [&] { return tally_subgraphs(target, params, control); });
      },
      "target"_a, "size"_a, "control"_a, nb::kw_only(), "ranking"_a, "most"_a = 0, "threads"_a = 0,
      "memory_limit"_a = 0,
      "Enumerate all connected induced subgraphs of one size, and keep the best classes; 0 keeps all.");

  m.def(
      "estimate_subgraphs",
      [](const Target& target, int size, Control& control, std::uint64_t probes, std::uint64_t seed,
         std::uint64_t max_steps, int threads) {
        const auto result = run_interruptible(
            control, [&] { return estimate_subgraphs(target, size, probes, seed, control, max_steps, threads); });
        return std::make_tuple(result.subgraphs, result.standard_error, result.probes);
      },
      "target"_a, "size"_a, "control"_a, nb::kw_only(), "probes"_a, "seed"_a, "max_steps"_a = 0, "threads"_a = 0,
      "Estimated number of subgraphs of one size, its standard error, and the number of probes made.");

  nb::class_<PartialEnumerator>(m, "PartialEnumerator", "Enumerates the subgraphs of a target part by part.")
      .def(nb::init<const Target&, int>(), "target"_a, "size"_a, nb::keep_alive<1, 2>(),
           nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("roots", &PartialEnumerator::roots, "Number of roots.")
      .def(
          "degrees", [](const PartialEnumerator& e) { return to_numpy(e.degrees()); }, "Degrees of all roots.")
      .def("run", &run_part, "first"_a, "last"_a, "control"_a, nb::kw_only(), "branch"_a = 0, "branch_end"_a = -1,
           "quota"_a, "quota_bytes"_a,
           "Visit the subgraphs of some roots by one thread, until more than the quota are seen, or more is kept of "
           "their classes. Gives the classes, "
           "for PartialClasses; the number of subgraphs; what is left (first, last, branch, branch_end); how many "
           "branches its first root has; and whether the control did not end it.");
  nb::class_<PartialClasses>(m, "PartialClasses", "The union of the classes of parts.")
      .def(nb::init<>())
      .def(
          "absorb", [](PartialClasses& self, const Array1<std::uint64_t>& packed) { self.absorb(as_span(packed)); },
          "packed"_a.noconvert(), nb::call_guard<nb::gil_scoped_release>(), "Add a part, or another union.")
      .def(
          "packed", [](const PartialClasses& self) { return to_numpy(self.packed()); }, "All of it, like a part.")
      .def(
          "result", [](const PartialClasses& self, int threads) { return self.result(threads); }, nb::kw_only(),
          "threads"_a = 0, nb::call_guard<nb::gil_scoped_release>(), "Both frequencies of every class.")
      .def_prop_ro("bytes", &PartialClasses::bytes, "Memory of its tables.");
}

}  // namespace spminer::bindings
