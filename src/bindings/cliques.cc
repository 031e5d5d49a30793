#include "spminer/cliques/cliques.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

void init_cliques(nb::module_& m) {
  nb::class_<MaximalCliques>(m, "MaximalCliques", "All maximal cliques of the undirected skeleton, batch by batch.")
      .def(nb::init<const Target&>(), "target"_a, nb::keep_alive<1, 2>(), nb::call_guard<nb::gil_scoped_release>())
      .def(
          "next",
          [](MaximalCliques& self, std::size_t nodes) {
            Control control;
            auto batch = run_interruptible(control, [&] { return self.next(nodes, control); });
            return std::pair(to_numpy(std::move(batch.nodes)), to_numpy(std::move(batch.ends)));
          },
          "nodes"_a,
          "Nodes of the next cliques, until there are so many, and where each clique ends among them; none at the "
          "end.");
  nb::class_<CliquesOfSize>(m, "CliquesOfSize", "All cliques of one size of the undirected skeleton, batch by batch.")
      .def(nb::init<const Target&, int>(), "target"_a, "size"_a, nb::keep_alive<1, 2>(),
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "next",
          [](CliquesOfSize& self, std::size_t nodes) {
            Control control;
            return to_numpy(run_interruptible(control, [&] { return self.next(nodes, control); }));
          },
          "nodes"_a, "Nodes of the next cliques, ascending in each, until there are so many; none at the end.");
}

}  // namespace spminer::bindings
