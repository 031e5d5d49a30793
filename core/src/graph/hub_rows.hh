// Rows of hubs as bitmaps: quick adjacency tests where rows are long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "spminer/graph/target.hh"

namespace spminer::inline graph {

/// Bitmaps of the rows of hubs; other pairs are looked up in the shorter row.
class HubRows {
 public:
  explicit HubRows(const Target& target, std::size_t bytes = std::size_t{64} << 20);

  bool adjacent(Node u, Node v) const {
    if (row_[u] < 0) std::swap(u, v);
    if (row_[u] < 0) return target_->adjacent(u, v);
    return (bits_[static_cast<std::size_t>(row_[u]) * words_ + static_cast<std::size_t>(v) / 64] >> (v % 64)) & 1;
  }

 private:
  const Target* target_;
  std::size_t words_;
  std::vector<std::int32_t> row_;  ///< bitmap of each node, or -1
  std::vector<std::uint64_t> bits_;
};

}  // namespace spminer::inline graph
