#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/enumerate/parts.hh"

namespace spminer::bindings {

using namespace spminer::enumerate;

namespace {

auto run_part(PartialEnumerator& enumerator, std::int64_t first, std::int64_t last, Control& control,
              std::int64_t branch, std::int64_t branch_end, std::uint64_t quota, std::uint64_t quota_bytes) {
  const RootRange range{.first = first, .last = last, .branch = branch, .branch_end = branch_end};
  auto part = run_interruptible(control, [&] { return enumerator.run(range, {quota, quota_bytes}, control); });
  const auto left = std::tuple(part.left.first, part.left.last, part.left.branch, part.left.branch_end);
  return std::tuple(to_numpy(std::move(part.packed)), part.subgraphs, left, part.left_branches, part.complete);
}

}  // namespace

void init_partial(nb::module_& m) {
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
