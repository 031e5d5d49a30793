#include "spminer/graph/csr.hh"

#include "bindings.hh"
#include "graph/csr_dict.hh"
#include "interruptible.hh"

namespace spminer::bindings {

void init_csr(nb::module_& m) {
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
}

}  // namespace spminer::bindings
