// Neighbors among hubs as bitmaps: quick adjacency tests where rows are long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/memory.hh"
#include "graph/row_sketches.hh"
#include "spminer/graph/target.hh"

namespace spminer::inline graph {

/// Which hubs each node is next to, as bits; other pairs are looked up in the shorter row.  The bits of one node lie
/// together, so that whoever asks about it and several hubs waits for memory once.
class HubRows {
 public:
  using Word = std::uint64_t;

  explicit HubRows(const Target& target, std::size_t bytes = std::size_t{64} << 20, int threads = 1);

  /// Number of a hub, or -1.
  std::int32_t hub(Node u) const { return hub_[u]; }
  const RowSketches& sketches() const { return sketches_; }
  /// Bits of a node by number of hub.
  const Word* row(Node v) const { return bits_.data() + static_cast<std::size_t>(v) * words_; }
  static bool test(const Word* row, std::int32_t hub) { return (row[hub >> 6] >> (hub & 63)) & 1; }

  bool adjacent(Node u, Node v) const {
    if (!sketches_.may_be_adjacent(u, v)) return false;
    if (hub_[u] < 0) std::swap(u, v);
    return hub_[u] < 0 ? target_->adjacent(u, v) : test(row(v), hub_[u]);
  }

 private:
  const Target* target_;
  RowSketches sketches_;
  std::size_t words_ = 0;          ///< of each node
  std::vector<std::int32_t> hub_;  ///< number of each node, or -1
  HugeVector<Word> bits_;
};

}  // namespace spminer::inline graph
