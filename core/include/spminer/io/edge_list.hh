// Parser of plain-text edge lists: lines of columns, two of which are node ids.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "spminer/io/edge_store.hh"
#include "spminer/io/name_list.hh"
#include "spminer/io/tables.hh"
#include "spminer/io/text.hh"

namespace spminer::io {

enum class IdKind {
  kNumber,  ///< 64-bit numbers with any gaps: nodes are those that occur, in the order of their ids
  kText,    ///< names: nodes are those that occur, in the order in which they first occur
  kRange,   ///< numbers within a declared range, all of which are nodes
  kAuto,    ///< kNumber if all ids are written as numbers usually are (7, not 007 or +7), else kText
};

struct EdgeListParams {
  char delimiter = ' ';                       ///< between columns; a space means any run of blanks
  IdKind ids = IdKind::kNumber;               ///< what the ids are
  bool header = false;                        ///< the first line that is no comment names the columns
  int source_column = 0;                      ///< counted from 0
  int target_column = 1;                      ///< counted from 0
  int label_column = -1;                      ///< column with edge labels; -1 for none
  std::int64_t first_id = 0;                  ///< kRange: the smallest id
  std::int64_t id_count = 0;                  ///< kRange: number of ids, below 2^31
  std::span<const std::int32_t> groups = {};  ///< kRange: group of each node; no edge may join two; empty for no groups
};

struct EdgeListResult {
  CsrResult csr;
  std::vector<std::int64_t> ids;  ///< kNumber: id of each node; empty if the ids are 0, 1, ... without gaps
};

/// Edges as they are listed, to be sorted outside memory.
struct EdgeBatch {
  std::vector<std::int64_t> sources;  ///< kNumber: ids; else numbers of nodes, for kText those of `names`
  std::vector<std::int64_t> targets;
  std::vector<std::int32_t> labels;  ///< numbers of label_names(); empty without a label column
  NameList names;                    ///< kText: in the order in which they first occur within the batch
};

/// Feed it chunks of any size, then finish once.  Lines that start with #, % or // are comments.
class EdgeListParser {
 public:
  explicit EdgeListParser(const EdgeListParams& params);

  void feed(std::string_view chunk) {
    cutter_.feed(chunk, [this](std::string_view line) { read_line(line); });
  }
  /// After the last chunk, before build(): reads a last line without a line end.
  void finish() {
    cutter_.finish([this](std::string_view line) { read_line(line); });
  }
  /// Numbers the nodes and builds the rows.  `labels`, one per edge line, replace those of the label column.
  /// May be called again, for the other direction.
  EdgeListResult build(bool directed, std::span<const std::int32_t> labels, Control& control);
  /// Hands out the edges read since the last batch and forgets them; label numbers go on.  Instead of build().
  EdgeBatch take_batch();

  /// Edges that are held.
  std::int64_t edges() const { return static_cast<std::int64_t>(store_.size()); }
  /// Whether lines had columns that were not wanted.
  bool has_extra_columns() const { return extra_columns_; }
  /// What the ids are; of kAuto, what they are so far.
  IdKind ids() const { return ids_; }
  const NameTable& names() const { return names_; }
  const NameTable& label_names() const { return label_names_; }

 private:
  void read_line(std::string_view line);
  bool read_plain_line(std::string_view line);
  void read_any_line(std::string_view line);
  void split(std::string_view line);
  void split_delimited(std::string_view line);
  void add(Node source, Node target, std::string_view label);
  void add_ids(std::int64_t source, std::int64_t target, std::string_view label);
  Node node_in_range(std::int64_t id) const;
  Node node_of_name(std::string_view name);
  void take_ids_for_names(std::string_view line, std::string_view id);

  void use_table();
  void number_nodes();
  std::vector<std::int64_t> number_by_rank();
  std::vector<std::int64_t> number_by_table();

  EdgeListParams params_;
  IdKind ids_;  // kNumber or kText where params_ says kAuto
  std::size_t columns_needed_;
  bool plain_;  // two numbers per line are all that matters: the fast way
  bool header_pending_;
  bool extra_columns_ = false;
  LineCutter cutter_;
  EdgeStore store_;
  std::int64_t largest_id_ = -1;         // kNumber without a table: the store holds the ids themselves
  std::optional<IdTable> table_;         // kNumber: in use once an id does not fit into a Node
  bool numbered_ = false;                // whether the store holds final numbers of nodes
  std::vector<std::int64_t> final_ids_;  // kNumber: as in EdgeListResult
  NameTable names_;
  NameTable label_names_;
  std::vector<std::string_view> fields_;
};

}  // namespace spminer::io
