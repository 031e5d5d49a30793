// Parsers of text, fed chunk by chunk.

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/io/edge_list.hh"
#include "spminer/io/graph_lines.hh"
#include "spminer/io/label_column.hh"
#include "spminer/io/name_list.hh"

namespace spminer::bindings {

using namespace spminer::io;

namespace {

// Typed for the stub.
using PythonNames = nb::typed<nb::list, nb::str>;

/// Raised as ParseError(reason, line, remedy), so that Python can name the file as well.
void translate_parse_error(const std::exception_ptr& error, void* type) {
  try {
    std::rethrow_exception(error);
  } catch (const ParseError& e) {
    PyErr_SetObject(static_cast<PyObject*>(type), nb::make_tuple(e.what(), e.line(), e.remedy()).ptr());
  }
}

PythonNames name_list(const NameTable& names) {
  PythonNames result;
  for (Node i = 0; i < names.size(); ++i) {
    const auto name = names.name(i);
    result.append(nb::str(name.data(), name.size()));
  }
  return result;
}

/// The text as bytes, and where each name ends.
auto as_arrays(NameList&& names) {
  std::vector<std::uint8_t> text(names.text.begin(), names.text.end());
  return std::tuple(to_numpy(std::move(text)), to_numpy(std::move(names.ends)));
}

std::string_view as_text(const nb::bytes& chunk) { return {chunk.c_str(), chunk.size()}; }

IdKind id_kind(const std::string& name) {
  if (name == "number") return IdKind::kNumber;
  if (name == "text") return IdKind::kText;
  if (name == "range") return IdKind::kRange;
  if (name == "auto") return IdKind::kAuto;
  throw nb::value_error("ids must be 'auto', 'number', 'text' or 'range'");
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
      .def_prop_ro(
          "named", [](const EdgeListParser& self) { return self.ids() == IdKind::kText; },
          "Whether ids are names; of 'auto', whether they are so far.")
      .def_prop_ro("has_extra_columns", &EdgeListParser::has_extra_columns)
      .def("node_names", [](const EdgeListParser& self) { return name_list(self.names()); })
      .def("label_names", [](const EdgeListParser& self) { return name_list(self.label_names()); })
      .def(
          "build",
          [](EdgeListParser& self, Control& control, bool directed,
             const std::optional<Array1<std::int32_t>>& edge_labels) {
            auto built =
                run_interruptible(control, [&] { return self.build(directed, as_span(edge_labels), control); });
            const bool labeled = !built.csr.edge_labels.empty() || edge_labels.has_value();
            auto result = csr_dict(std::move(built.csr), labeled);
            result["ids"] = to_numpy(std::move(built.ids));
            return result;
          },
          "control"_a, nb::kw_only(), "directed"_a, "edge_labels"_a.noconvert() = nb::none(),
          "The CSR and the nodes' ids (none if they are 0, 1, ...), unless the control stopped it.")
      .def(
          "take_batch",
          [](EdgeListParser& self) {
            auto batch = self.take_batch();
            return std::tuple(to_numpy(std::move(batch.sources)), to_numpy(std::move(batch.targets)),
                              to_numpy(std::move(batch.labels)), as_arrays(std::move(batch.names)));
          },
          "Sources, targets, labels and names of the edges since the last batch, which are forgotten.");
}

void init_name_list(nb::module_& m) {
  const auto view = [](const Array1<std::uint8_t>& text, const Array1<std::int64_t>& ends) {
    const NameView names{{reinterpret_cast<const char*>(text.data()), text.size()}, as_span(ends)};
    check_names(names);
    return names;
  };
  m.def(
      "first_of_equal_names",
      [view](const Array1<std::uint8_t>& text, const Array1<std::int64_t>& ends) {
        return to_numpy(first_of_equal(view(text, ends)));
      },
      "text"_a.noconvert(), "ends"_a.noconvert(), "Of each name, the first one that equals it.");
  m.def(
      "parts_of_names",
      [view](const Array1<std::uint8_t>& text, const Array1<std::int64_t>& ends, std::int64_t parts) {
        return to_numpy(parts_of_names(view(text, ends), parts));
      },
      "text"_a.noconvert(), "ends"_a.noconvert(), "parts"_a, "A part for each name, the same for equal names.");
  m.def(
      "chosen_names",
      [view](const Array1<std::uint8_t>& text, const Array1<std::int64_t>& ends, const Array1<std::int64_t>& chosen) {
        return as_arrays(chosen_names(view(text, ends), as_span(chosen)));
      },
      "text"_a.noconvert(), "ends"_a.noconvert(), "chosen"_a.noconvert(), "Text and ends of a choice of names.");
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
          [](const GraphLinesParser& self, Control& control, bool directed) {
            return csr_dict(run_interruptible(control, [&] { return self.build(directed, control); }), true);
          },
          "control"_a, nb::kw_only(), "directed"_a, "The CSR, unless the control stopped it.");
}

}  // namespace

void init_io(nb::module_& m) {
  const nb::exception<ParseError> type(m, "ParseError");
  nb::register_exception_translator(translate_parse_error, type.ptr());  // called before the default one
  init_edge_list(m);
  init_label_column(m);
  init_graph_lines(m);
  init_name_list(m);
}

}  // namespace spminer::bindings
