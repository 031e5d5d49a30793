// An ordered partition of a pattern's nodes, and its refinement: the inner loop of canonical forms.
#pragma once

#include <array>
#include <cstdint>

#include "pattern/relations.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::inline pattern {

/// Cells are node sets; a cell is named by its first position.  A partition of n nodes into n cells is an order.
class Cells {
 public:
  /// Appends a cell at the end.
  void append(Row nodes) {
    const int start = size_;
    nodes_[start] = nodes;
    starts_ |= bit(start);
    const int length = std::popcount(nodes);
    if (length > 1) wide_ |= bit(start);
    size_ += length;
  }

  bool discrete() const { return wide_ == 0; }
  Row starts() const { return starts_; }
  Row nodes(int start) const { return nodes_[start]; }

  /// The first of the smallest cells with more than one node.
  int smallest_wide() const {
    int best = -1, best_length = kMaxPatternNodes + 1;
    for_each_bit(wide_, [&](int start) {
      const int length = std::popcount(nodes_[start]);
      if (length < best_length) best = start, best_length = length;
    });
    return best;
  }

  /// Splits cell `start` into {v} and the rest, in this order.
  void individualize(int start, int v) {
    const Row rest = nodes_[start] & ~bit(v);
    set_cell(start, bit(v));
    set_cell(start + 1, rest);
  }

  /// Refines until every node of a cell sees every cell equally often, starting with the given splitters (a set
  /// of cell names).  Returns a hash of what happened that is the same for isomorphic input.
  std::uint64_t refine(const Relations& relations, Row splitters) {
    std::uint64_t trace = 0;
    while (splitters != 0 && wide_ != 0) {
      const int splitter = std::countr_zero(splitters);
      splitters &= splitters - 1;
      const Row by = nodes_[splitter];
      for (int r = 0; r < relations.count(); ++r) {
        const Row* rows = relations[r];
        for (Row open = wide_; open != 0; open &= open - 1) {
          const int cell = std::countr_zero(open);
          if ((by & (by - 1)) == 0)
            split_in_two(cell, rows[std::countr_zero(by)], splitter, trace, splitters);
          else
            split_by_count(cell, rows, by, splitter, trace, splitters);
        }
      }
    }
    return mix(trace, std::popcount(starts_));
  }

 private:
  static std::uint64_t mix(std::uint64_t trace, std::uint64_t event) {
    return mix64(trace ^ (event * 0x2545f4914f6cdd1dULL));
  }

  void set_cell(int start, Row nodes) {
    nodes_[start] = nodes;
    starts_ |= bit(start);
    if ((nodes & (nodes - 1)) != 0)
      wide_ |= bit(start);
    else
      wide_ &= ~bit(start);
  }

  void split_in_two(int cell, Row reached, int splitter, std::uint64_t& trace, Row& splitters) {
    const Row inside = nodes_[cell] & reached, outside = nodes_[cell] & ~reached;
    if (inside == 0 || outside == 0) {
      // Whether all or none are reached tells graphs apart, too.
      trace = mix(trace, (static_cast<std::uint64_t>(cell) << 16) | (static_cast<std::uint64_t>(splitter) << 8) |
                             (inside != 0));
      return;
    }
    const int middle = cell + std::popcount(outside);
    set_cell(cell, outside);
    set_cell(middle, inside);
    trace = mix(trace, (static_cast<std::uint64_t>(middle) << 16) | (static_cast<std::uint64_t>(splitter) << 8) | 2);
    if ((splitters >> cell) & 1)
      splitters |= bit(middle);
    else
      splitters |= std::popcount(inside) < std::popcount(outside) ? bit(middle) : bit(cell);
  }

  void split_by_count(int cell, const Row* rows, Row by, int splitter, std::uint64_t& trace, Row& splitters) {
    std::array<Row, kMaxPatternNodes + 1> with_count;
    Row seen = 0;  // counts that occur; 64 is impossible, since no node is its own neighbor
    for_each_bit(nodes_[cell], [&](int v) {
      const int count = std::popcount(rows[v] & by);
      if (((seen >> count) & 1) == 0) with_count[count] = 0;
      seen |= bit(count);
      with_count[count] |= bit(v);
    });
    trace = mix(trace, mix(seen, (static_cast<std::uint64_t>(cell) << 8) | static_cast<std::uint64_t>(splitter)));
    if ((seen & (seen - 1)) == 0) return;
    const bool was_splitter = (splitters >> cell) & 1;
    int start = cell, largest = cell, largest_length = 0;
    for_each_bit(seen, [&](int count) {
      const int length = std::popcount(with_count[count]);
      set_cell(start, with_count[count]);
      splitters |= bit(start);
      if (length > largest_length) largest = start, largest_length = length;
      trace = mix(trace, static_cast<std::uint64_t>(length));
      start += length;
    });
    // All parts but one determine the last (Hopcroft); the largest is the cheapest to leave out.
    if (!was_splitter) splitters &= ~bit(largest);
  }

  int size_ = 0;
  Row starts_ = 0;
  Row wide_ = 0;  ///< names of cells with more than one node
  std::array<Row, kMaxPatternNodes> nodes_;
};

}  // namespace spminer::inline pattern
