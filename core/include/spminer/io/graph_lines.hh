// Parser of the line formats of frequent-subgraph miners: `t` starts a graph, `v` is a node, `e` an edge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spminer/io/edge_store.hh"
#include "spminer/io/tables.hh"
#include "spminer/io/text.hh"

namespace spminer::io {

/// Reads these lines, words separated by blanks; a missing label is "0":
///
///     t # NAME             a new graph; the name -1 ends the file
///     t NODES EDGES        a new graph with a declared size
///     v ID LABEL ...       a node; ids are numbers, unique within their graph
///     e ID ID LABEL ...    an edge between nodes listed before; `u` is the same, `d` an arc
///     x ...                ignored, as are lines that start with # or %
///
/// Feed it chunks, then finish once.
class GraphLinesParser {
 public:
  void feed(std::string_view chunk) {
    cutter_.feed(chunk, [this](std::string_view line) { read_line(line); });
  }
  void finish();
  /// Sorted rows of all graphs.  Call it once.
  CsrResult build(bool directed, Control& control) const;

  std::int64_t edges() const { return static_cast<std::int64_t>(store_.size()); }
  bool has_arcs() const { return arcs_; }
  const std::vector<std::int64_t>& graph_offsets() const { return offsets_; }
  const std::vector<std::int64_t>& ids() const { return ids_; }
  const std::vector<std::int32_t>& node_labels() const { return node_labels_; }
  const std::vector<std::string>& graph_names() const { return graph_names_; }
  const NameTable& node_label_names() const { return node_label_names_; }
  const NameTable& edge_label_names() const { return edge_label_names_; }

 private:
  void read_line(std::string_view line);
  void read_graph(std::string_view rest);
  void read_node(std::string_view rest);
  void read_edge(std::string_view rest, bool arc);
  void open_graph(std::string_view name);
  void close_graph();
  Node find_node(std::int64_t id);
  std::int32_t label_code(NameTable& names, std::string_view label);
  [[noreturn]] void fail(const std::string& reason, const char* remedy) const;

  Node first_node() const { return static_cast<Node>(offsets_.back()); }
  Node nodes() const { return static_cast<Node>(ids_.size()); }

  LineCutter cutter_;
  EdgeStore store_;
  std::vector<std::int64_t> offsets_ = {0};  // ends of the closed graphs; the open one starts at the last
  std::vector<std::int64_t> ids_;
  std::vector<std::int32_t> node_labels_;
  std::vector<std::string> graph_names_;
  NameTable node_label_names_, edge_label_names_;
  std::optional<IdTable> local_ids_;  // in use once the ids of the open graph are not 0, 1, ...
  std::int64_t declared_nodes_ = -1, declared_edges_ = -1, edges_before_ = 0;
  bool open_ = false, ended_ = false, edges_seen_ = false, arcs_ = false;
};

}  // namespace spminer::io
