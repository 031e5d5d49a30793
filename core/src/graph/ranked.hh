// Nodes numbered by degree, and each edge once: what counts of triangles and cliques are quick on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/bits.hh"
#include "spminer/graph/target.hh"

namespace spminer::inline graph {

/// Ranks 0, 1, .. from the largest degree to the smallest; each edge is in the row of its end of smaller degree, so
/// that no row is longer than sqrt(2 * edges).  Rows are ascending and hold ranks before their own: what hubs have in
/// common lies close together.
class DegreeOrderedRows {
 public:
  DegreeOrderedRows(const Target& target, int threads);

  Node size() const { return static_cast<Node>(nodes_.size()); }
  Node node(Node rank) const { return nodes_[rank]; }
  Node rank(Node node) const { return ranks_[node]; }
  /// Where the row begins among all of them.
  std::size_t start(Node rank) const { return starts_[rank]; }
  std::size_t edges() const { return heads_.size(); }
  std::span<const Node> row(Node rank) const {
    return std::span(heads_).subspan(starts_[rank], starts_[rank + 1] - starts_[rank]);
  }

 private:
  void number_by_degree(const Target& target);

  std::vector<Node> nodes_, ranks_;
  std::vector<std::size_t> starts_;
  std::vector<Node> heads_;
};

/// The rows of the first ranks as bitmaps, a bit for each rank before their own.
class HubBitmaps {
 public:
  /// As many of the first rows as fit the bytes.
  HubBitmaps(const DegreeOrderedRows& ranked, std::size_t bytes, int threads);

  bool has(Node rank) const { return rank < hubs_; }
  const Word* row(Node rank) const { return bits_.data() + starts_[rank]; }

 private:
  Node hubs_ = 0;
  std::vector<std::size_t> starts_;
  std::vector<Word> bits_;
};

/// One thread's way to find what two rows have in common, one row after another.
class RowIntersection {
 public:
  RowIntersection(const DegreeOrderedRows& ranked, const HubBitmaps& hubs)
      : ranked_(ranked), hubs_(hubs), marks_(words_for(ranked.size())) {}

  /// Takes this row for the next calls.
  void enter(Node rank) {
    for (const Node v : row_) marks_[word_of(v)] = 0;
    row_ = ranked_.row(rank);
    for (const Node v : row_) set_bit(marks_.data(), v);
  }
  std::span<const Node> row() const { return row_; }

  /// How many ranks the row has in common with the row of its i-th entry.
  std::int64_t count(std::size_t i) const;

  /// Calls f(rank) for each of them, in ascending order.
  template <typename F>
  void for_each(std::size_t i, F&& f) const {
    const Node v = row_[i];
    if (hubs_.has(v) && i <= ranked_.row(v).size()) {
      const auto* bits = hubs_.row(v);
      for (const Node w : row_.first(i))
        if (test_bit(bits, w)) f(w);
      return;
    }
    for (const Node w : ranked_.row(v))
      if (test_bit(marks_.data(), w)) f(w);
  }

 private:
  const DegreeOrderedRows& ranked_;
  const HubBitmaps& hubs_;
  std::span<const Node> row_;
  std::vector<Word> marks_;
};

}  // namespace spminer::inline graph
