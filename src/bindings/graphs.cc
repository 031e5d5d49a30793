// Edge arrays and text into CSR arrays.
#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/csr.hh"
#include "spminer/edge_list.hh"
#include "spminer/graph_lines.hh"
#include "spminer/label_column.hh"
#include "spminer/structure.hh"

namespace spminer::bindings {

namespace {

// Typed for the stub.
using CsrDict = nb::typed<nb::dict, nb::str, nb::any>;
using NameList = nb::typed<nb::list, nb::str>;

/// Raised as ParseError(reason, line, remedy), so that Python can name the file as well.
void translate_parse_error(const std::exception_ptr& error, void* type) {
  try {
    std::rethrow_exception(error);
  } catch (const ParseError& e) {
    PyErr_SetObject(static_cast<PyObject*>(type), nb::make_tuple(e.what(), e.line(), e.remedy()).ptr());
  }
}

CsrDict csr_dict(CsrResult&& csr, bool labeled) {
  CsrDict result;
  result["indptr"] = to_numpy(std::move(csr.indptr));
  result["indices"] = to_numpy(std::move(csr.indices));
  result["edge_labels"] = labeled ? nb::cast(to_numpy(std::move(csr.edge_labels))) : nb::none();
  result["self_loops"] = csr.self_loops;
  result["repeated_edges"] = csr.repeated_edges;
  return result;
}

NameList name_list(const NameTable& names) {
  NameList result;
  for (Node i = 0; i < names.size(); ++i) {
    const auto name = names.name(i);
    result.append(nb::str(name.data(), name.size()));
  }
  return result;
}

std::string_view as_text(const nb::bytes& chunk) { return {chunk.c_str(), chunk.size()}; }

IdKind id_kind(const std::string& name) {
  if (name == "number") return IdKind::kNumber;
  if (name == "text") return IdKind::kText;
  if (name == "range") return IdKind::kRange;
  throw nb::value_error("ids must be 'number', 'text' or 'range'");
}

void init_build_csr(nb::module_& m) {
  m.def(
      "build_csr",
      [](const Array1<Node>& sources, const Array1<Node>& targets, Node nodes, bool directed,
         const std::optional<Array1<std::int32_t>>& edge_labels) {
        const EdgeSpan edges{as_span(sources), as_span(targets), as_span(edge_labels)};
        const CsrParams params{.nodes = nodes, .directed = directed, .labeled = edge_labels.has_value()};
        Control control;
        auto csr = run_interruptible(control, [&] { return build_csr({&edges, 1}, params, control); });
        return csr_dict(std::move(csr), params.labeled);
      },
      "sources"_a.noconvert(), "targets"_a.noconvert(), nb::kw_only(), "nodes"_a, "directed"_a,
      "edge_labels"_a.noconvert() = nb::none(), "Sorted CSR rows of edges in any order, and what was dropped.");
}

void init_edge_list(nb::module_& m) {
  nb::class_<EdgeListParser>(m, "EdgeListParser", "Reads a plain-text edge list chunk by chunk.")
      .def(
          "__init__",
          [](EdgeListParser* self, const std::string& delimiter, const std::string& ids, bool header, int source_column,
             int target_column, int label_column, std::int64_t first_id, std::int64_t id_count,
             const std::optional<Array1<std::int32_t>>& groups) {
            if (delimiter.size() != 1) throw nb::value_error("delimiter must be one character");
            new (self) EdgeListParser({.delimiter = delimiter[0],
                                       .ids = id_kind(ids),
                                       .header = header,
                                       .source_column = source_column,
                                       .target_column = target_column,
                                       .label_column = label_column,
                                       .first_id = first_id,
                                       .id_count = id_count,
                                       .groups = as_span(groups)});
          },
          nb::kw_only(), "delimiter"_a = " ", "ids"_a = "number", "header"_a = false, "source_column"_a = 0,
          "target_column"_a = 1, "label_column"_a = -1, "first_id"_a = 0, "id_count"_a = 0,
          "groups"_a.noconvert() = nb::none(), nb::keep_alive<1, 10>())
      .def(
          "feed", [](EdgeListParser& self, const nb::bytes& chunk) { self.feed(as_text(chunk)); }, "chunk"_a)
      .def("finish", &EdgeListParser::finish, "Reads a last line without a line end.")
      .def_prop_ro("edges", &EdgeListParser::edges)
      .def_prop_ro("has_extra_columns", &EdgeListParser::has_extra_columns)
      .def("node_names", [](const EdgeListParser& self) { return name_list(self.names()); })
      .def("label_names", [](const EdgeListParser& self) { return name_list(self.label_names()); })
      .def(
          "build",
          [](EdgeListParser& self, bool directed, const std::optional<Array1<std::int32_t>>& edge_labels) {
            Control control;
            auto built =
                run_interruptible(control, [&] { return self.build(directed, as_span(edge_labels), control); });
            const bool labeled = !built.csr.edge_labels.empty() || edge_labels.has_value();
            auto result = csr_dict(std::move(built.csr), labeled);
            result["ids"] = to_numpy(std::move(built.ids));
            return result;
          },
          nb::kw_only(), "directed"_a, "edge_labels"_a.noconvert() = nb::none(),
          "The CSR and the nodes' ids (none if they are 0, 1, ...). Call it once.");
}

void init_label_column(nb::module_& m) {
  nb::class_<LabelColumnParser>(m, "LabelColumnParser", "Reads one label per line, chunk by chunk.")
      .def(nb::init<>())
      .def(
          "feed", [](LabelColumnParser& self, const nb::bytes& chunk) { self.feed(as_text(chunk)); }, "chunk"_a)
      .def("finish", &LabelColumnParser::finish)
      .def(
          "codes", [](LabelColumnParser& self) { return to_numpy(self.take_codes()); }, "Call it once.")
      .def("names", [](const LabelColumnParser& self) { return name_list(self.names()); });
}

void init_graph_lines(nb::module_& m) {
  nb::class_<GraphLinesParser>(m, "GraphLinesParser", "Reads t/v/e lines (gSpan, GraMi) chunk by chunk.")
      .def(nb::init<>())
      .def(
          "feed", [](GraphLinesParser& self, const nb::bytes& chunk) { self.feed(as_text(chunk)); }, "chunk"_a)
      .def("finish", &GraphLinesParser::finish)
      .def_prop_ro("edges", &GraphLinesParser::edges)
      .def_prop_ro("has_arcs", &GraphLinesParser::has_arcs)
      .def_prop_ro("graph_names", &GraphLinesParser::graph_names)
      .def("graph_offsets", [](const GraphLinesParser& self) { return to_numpy(std::vector(self.graph_offsets())); })
      .def("ids", [](const GraphLinesParser& self) { return to_numpy(std::vector(self.ids())); })
      .def("node_labels", [](const GraphLinesParser& self) { return to_numpy(std::vector(self.node_labels())); })
      .def("node_label_names", [](const GraphLinesParser& self) { return name_list(self.node_label_names()); })
      .def("edge_label_names", [](const GraphLinesParser& self) { return name_list(self.edge_label_names()); })
      .def(
          "build",
          [](const GraphLinesParser& self, bool directed) {
            Control control;
            return csr_dict(run_interruptible(control, [&] { return self.build(directed, control); }), true);
          },
          nb::kw_only(), "directed"_a);
}

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

}  // namespace

void init_graphs(nb::module_& m) {
  const nb::exception<ParseError> type(m, "ParseError");
  nb::register_exception_translator(translate_parse_error, type.ptr());  // asked before the default one
  init_build_csr(m);
  init_edge_list(m);
  init_label_column(m);
  init_graph_lines(m);
  init_structure(m);
}

}  // namespace spminer::bindings
