#include "spminer/pattern/pattern.hh"

#include <stdexcept>

#include "bindings.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::bindings {

namespace {

Pattern from_arrays(int size, const Array2<std::int32_t>& edges, int anchor, bool directed,
                    const std::optional<Array1<std::int32_t>>& node_labels,
                    const std::optional<Array1<std::int32_t>>& edge_labels) {
  Pattern pattern = Pattern::empty(size);
  if (anchor < kNoAnchor || anchor >= size) throw std::invalid_argument("the anchor is not a node of the pattern");
  if (edges.shape(1) != 2) throw std::invalid_argument("edges must have two columns");
  if (node_labels && node_labels->size() != static_cast<std::size_t>(size))
    throw std::invalid_argument("one node label per node is needed");
  if (edge_labels && edge_labels->size() != edges.shape(0))
    throw std::invalid_argument("one edge label per edge is needed");
  pattern.anchor = anchor;
  if (node_labels) pattern.labels.assign(node_labels->data(), node_labels->data() + size);
  if (directed || edge_labels) pattern.codes.assign(static_cast<std::size_t>(size) * size, kNoEdge);
  for (std::size_t e = 0; e < edges.shape(0); ++e) {
    const int i = edges.data()[2 * e], j = edges.data()[2 * e + 1];
    if (i < 0 || j < 0 || i >= size || j >= size || i == j)
      throw std::invalid_argument("an edge joins two different nodes of the pattern");
    if (!directed && !edge_labels) {
      pattern.connect(i, j);
      continue;
    }
    const auto mark = edge_labels ? static_cast<std::uint32_t>(edge_labels->data()[e]) + 1u : 1u;
    // A second arc of the pair, in the other direction, joins the first one's code.
    pattern.connect(i, j, pattern.code(i, j) | make_edge_code(mark, directed ? 0 : mark));
  }
  return pattern;
}

/// Edges (i < j) and, if coded, the labels plus one of the arcs i->j and j->i, 0 for no arc.
auto edge_table(const Pattern& pattern) {
  std::vector<std::int32_t> rows;
  for (int i = 0; i < pattern.size; ++i)
    for (int j = i + 1; j < pattern.size; ++j) {
      if (!pattern.adjacent(i, j)) continue;
      const EdgeCode code = pattern.code(i, j);
      rows.insert(rows.end(), {i, j, static_cast<std::int32_t>(code >> 32), static_cast<std::int32_t>(code)});
    }
  return to_numpy(std::move(rows), 4);
}

auto order_and_orbits(const Pattern& pattern) {
  const CanonicalForm form = canonical_form(pattern);
  const NodeNumbers position = canonical_order(pattern, form);
  const auto size = static_cast<std::size_t>(pattern.size);
  return std::make_tuple(std::vector<int>(position.begin(), position.begin() + size),
                         std::vector<int>(form.orbit.begin(), form.orbit.begin() + size), form.automorphisms);
}

}  // namespace

void init_pattern(nb::module_& m) {
  nb::class_<Pattern>(m, "Pattern", "A graph of at most 64 nodes as the native engines see it.")
      .def(
          "__init__",
          [](Pattern* self, int size, const Array2<std::int32_t>& edges, int anchor, bool directed,
             const std::optional<Array1<std::int32_t>>& node_labels,
             const std::optional<Array1<std::int32_t>>& edge_labels) {
            new (self) Pattern(from_arrays(size, edges, anchor, directed, node_labels, edge_labels));
          },
          "size"_a, "edges"_a.noconvert(), nb::kw_only(), "anchor"_a = kNoAnchor, "directed"_a = false,
          "node_labels"_a.noconvert() = nb::none(), "edge_labels"_a.noconvert() = nb::none())
      .def_prop_ro("size", [](const Pattern& p) { return p.size; })
      .def_prop_ro(
          "anchor", [](const Pattern& p) { return p.anchor; }, "The anchor, or -1.")
      .def_prop_ro("connected", &Pattern::connected)
      .def_prop_ro("edges", &edge_table, nb::rv_policy::automatic,
                   "One row per edge: nodes i < j, then the labels plus one of the arcs i->j and j->i (0: no arc).")
      .def_prop_ro(
          "labels", [](const Pattern& p) { return p.labels; }, "Node labels; empty if there are none.")
      .def("canonical_order", &order_and_orbits,
           "Position of each node in the canonical order (breadth first, as people read it), smallest node of its "
           "orbit, and the number of automorphisms.")
      .def(
          "__eq__", [](const Pattern& a, const Pattern& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"));
}

}  // namespace spminer::bindings
