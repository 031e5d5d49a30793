#include "spminer/isomorphism/isomorphism.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

void init_isomorphism(nb::module_& m) {
  nb::class_<Isomorphisms>(m, "Isomorphisms", "Isomorphisms of two graphs of any size, one after another.")
      .def(
          "__init__",
          [](Isomorphisms* self, const Target& first, const Target& second, const Array1<std::int32_t>& first_colors,
             const Array1<std::int32_t>& second_colors) {
            new (self) Isomorphisms(first, second, as_span(first_colors), as_span(second_colors));
          },
          "first"_a, "second"_a, nb::kw_only(), "first_colors"_a.noconvert(), "second_colors"_a.noconvert(),
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def(
          "next",
          [](Isomorphisms& self) -> std::optional<nb::ndarray<nb::numpy, Node, nb::ndim<1>>> {
            Control control;
            std::vector<Node> images;
            if (!run_interruptible(control, [&] { return self.next(images, control); })) return std::nullopt;
            return to_numpy(std::move(images));
          },
          "The image of each node of the first graph, or None if there are no more.");
}

}  // namespace spminer::bindings
