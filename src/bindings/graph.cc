
#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/graph/csr.hh"
#include "spminer/graph/structure.hh"
#include "spminer/graph/target.hh"

namespace spminer::bindings {

void init_graph(nb::module_& m) {
  m.def(
      "check_csr",
      [](const Array1<std::int64_t>& indptr, const Array1<Node>& indices, const Array1<std::int64_t>& graph_offsets,
         const std::optional<Array1<std::int32_t>>& edge_labels, bool directed) {
        nb::gil_scoped_release release;
        check_csr({.indptr = as_span(indptr),
                   .indices = as_span(indices),
                   .node_labels = {},
                   .edge_labels = as_span(edge_labels),
                   .directed = directed},
                  as_span(graph_offsets));
      },
      "indptr"_a.noconvert(), "indices"_a.noconvert(), "graph_offsets"_a.noconvert(), nb::kw_only(),
      "edge_labels"_a.noconvert() = nb::none(), "directed"_a,
      "Raise ``ValueError`` unless these are the rows of a collection: sorted, each within its graph, without repeats\n"
      "and self-loops, and, if undirected, with each edge in both rows under the same label.");
  nb::class_<Target>(m, "Target", "A graph collection as the native engines see it.")
      .def(
          "__init__",
          [](Target* self, const Array1<std::int64_t>& indptr, const Array1<Node>& indices,
             const std::optional<Array1<std::int32_t>>& node_labels,
             const std::optional<Array1<std::int32_t>>& edge_labels, bool directed) {
            nb::gil_scoped_release release;
            new (self) Target(CsrView{.indptr = as_span(indptr),
                                      .indices = as_span(indices),
                                      .node_labels = as_span(node_labels),
                                      .edge_labels = as_span(edge_labels),
                                      .directed = directed});
          },
          "indptr"_a.noconvert(), "indices"_a.noconvert(), nb::kw_only(), "node_labels"_a.noconvert() = nb::none(),
          "edge_labels"_a.noconvert() = nb::none(), "directed"_a = false,
          // The target borrows the arrays.
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 5>())
      .def_prop_ro("nodes", &Target::size)
      .def_prop_ro("edges", &Target::edges, "Edges of the undirected skeleton.")
      .def(
          "degrees",
          [](const Target& self) {
            std::vector<std::int64_t> degrees(self.size());
            for (Node u = 0; u < self.size(); ++u) degrees[u] = self.degree(u);
            return to_numpy(std::move(degrees));
          },
          "Number of neighbors of each node.")
      .def_prop_ro("labeled", &Target::labeled)
      .def_prop_ro("coded", &Target::coded, "Whether direction or edge labels matter.");

  m.def(
      "build_csr",
      [](const Array1<Node>& sources, const Array1<Node>& targets, Node nodes, bool directed,
         const std::optional<Array1<std::int32_t>>& edge_labels) {
        const EdgeSpan edges{.sources = as_span(sources), .targets = as_span(targets), .labels = as_span(edge_labels)};
        const CsrParams params{.nodes = nodes, .directed = directed, .labeled = edge_labels.has_value()};
        Control control;
        auto csr = run_interruptible(control, [&] { return build_csr({&edges, 1}, params, control); });
        return csr_dict(std::move(csr), params.labeled);
      },
      "sources"_a.noconvert(), "targets"_a.noconvert(), nb::kw_only(), "nodes"_a, "directed"_a,
      "edge_labels"_a.noconvert() = nb::none(), "Sorted CSR rows of edges in any order, and what was dropped.");

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
  m.def(
      "edge_triangles",
      [](const Target& target, int threads) {
        Control control;
        return to_numpy(
            run_interruptible(control, [&] { return edge_triangles(target, {.threads = threads}, control); }));
      },
      "target"_a, nb::kw_only(), "threads"_a = 0,
      "Triangles of each neighbor of each node of the undirected skeleton, row after row.");
}

}  // namespace spminer::bindings
