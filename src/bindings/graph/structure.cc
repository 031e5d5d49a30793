#include "spminer/graph/structure.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

void init_structure(nb::module_& m) {
  nb::class_<StructureResult>(m, "StructureResult")
      .def_ro("components", &StructureResult::components)
      .def_ro("largest_component", &StructureResult::largest_component)
      .def_ro("triangles", &StructureResult::triangles)
      .def_ro("complete", &StructureResult::complete);
  m.def(
      "describe_structure",
      [](const Target& target, int threads) {
        Control control;
        return run_interruptible(control, [&] { return describe_structure(target, {.threads = threads}, control); });
      },
      "target"_a, nb::kw_only(), "threads"_a = 0, "Components and triangles of the undirected skeleton.");
}

}  // namespace spminer::bindings
