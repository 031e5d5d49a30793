#include "spminer/io/graph_lines.hh"

namespace spminer::io {

namespace {

constexpr const char* kFormatRemedy = "lines are 't # NAME', 'v ID LABEL' and 'e ID ID LABEL'";
constexpr const char* kOrderRemedy = "list the nodes of a graph before its edges";

}  // namespace

void GraphLinesParser::fail(const std::string& reason, const char* remedy) const {
  throw ParseError(cutter_.line(), reason, remedy);
}

void GraphLinesParser::finish() {
  cutter_.finish([this](std::string_view line) { read_line(line); });
  close_graph();
}

void GraphLinesParser::read_line(std::string_view line) {
  auto rest = line;
  const auto kind = next_word(rest);
  if (kind.empty() || kind.front() == '#' || kind.front() == '%' || kind == "x" || ended_) return;
  if (kind == "t")
    read_graph(rest);
  else if (kind == "v")
    read_node(rest);
  else if (kind == "e" || kind == "u" || kind == "d")
    read_edge(rest, kind == "d");
  else
    fail("line starts with " + quoted(kind), kFormatRemedy);
}

void GraphLinesParser::read_graph(std::string_view rest) {
  close_graph();
  const auto first = next_word(rest);
  const auto second = next_word(rest);
  if (first == "#") {
    ended_ = second == "-1";
    if (!ended_) open_graph(second);
  } else if (!second.empty()) {
    open_graph("");
    declared_nodes_ = parse_number(first, cutter_.line(), "number of nodes", kFormatRemedy);
    declared_edges_ = parse_number(second, cutter_.line(), "number of edges", kFormatRemedy);
  } else {
    open_graph(first);
  }
}

void GraphLinesParser::open_graph(std::string_view name) {
  check_text(name, cutter_.line());
  open_ = true;
  graph_names_.emplace_back(name);
  local_ids_.reset();
  declared_nodes_ = declared_edges_ = -1;
  edges_before_ = edges();
}

void GraphLinesParser::close_graph() {
  if (!open_) return;
  const auto nodes_here = static_cast<std::int64_t>(ids_.size()) - offsets_.back();
  const auto edges_here = edges() - edges_before_;
  if (declared_nodes_ >= 0 && (declared_nodes_ != nodes_here || declared_edges_ != edges_here))
    fail("graph declares " + std::to_string(declared_nodes_) + " nodes and " + std::to_string(declared_edges_) +
             " edges but has " + std::to_string(nodes_here) + " and " + std::to_string(edges_here),
         "correct the t line, or fetch the file again if it is cut off");
  offsets_.push_back(static_cast<std::int64_t>(ids_.size()));
  open_ = false;
}

std::int32_t GraphLinesParser::label_code(NameTable& names, std::string_view label) {
  bool is_new = false;
  const auto code = names.number(label.empty() ? "0" : label, is_new);
  if (is_new) check_text(label, cutter_.line());
  return code;
}

void GraphLinesParser::read_node(std::string_view rest) {
  if (!open_) open_graph("");
  const auto id = parse_number(next_word(rest), cutter_.line(), "node id", kFormatRemedy);
  const Node index = nodes() - first_node();
  if (!local_ids_ && id != index) {
    local_ids_.emplace();
    for (Node i = 0; i < index; ++i) local_ids_->number(i);
  }
  if (local_ids_ && local_ids_->number(id) != index)
    fail("node " + std::to_string(id) + " is listed twice", "give each node of a graph its own id");
  if (nodes() == NumberTable::kMostKeys) fail("more than 2^31 - 2 nodes", "split the file");
  ids_.push_back(id);
  node_labels_.push_back(label_code(node_label_names_, next_word(rest)));
}

Node GraphLinesParser::find_node(std::int64_t id) {
  const Node known = nodes() - first_node();
  const std::optional<Node> index = local_ids_   ? local_ids_->find(id)
                                    : id < known ? std::optional(static_cast<Node>(id))
                                                 : std::nullopt;
  if (!index) fail("edge ends at node " + std::to_string(id) + ", which has no v line before it", kOrderRemedy);
  return first_node() + *index;
}

void GraphLinesParser::read_edge(std::string_view rest, bool arc) {
  if (!open_) fail("edge before any node", kOrderRemedy);
  if (edges_seen_ && arc != arcs_) fail("edges and arcs are mixed", "use only 'e' or 'u' lines, or only 'd' lines");
  edges_seen_ = true;
  arcs_ = arc;
  const Node source = find_node(parse_number(next_word(rest), cutter_.line(), "node id", kFormatRemedy));
  const Node target = find_node(parse_number(next_word(rest), cutter_.line(), "node id", kFormatRemedy));
  store_.add(source, target, label_code(edge_label_names_, next_word(rest)));
}

CsrResult GraphLinesParser::build(bool directed, Control& control) const {
  const auto spans = store_.spans();
  return build_csr(spans, {.nodes = nodes(), .directed = directed, .labeled = true}, control);
}

}  // namespace spminer::io
