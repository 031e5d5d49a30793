// What an order signature is made of, as tables: for code elsewhere (on a graphics card) that counts the same.
#pragma once

#include <cstdint>
#include <vector>

namespace spminer::order {

/// Columns of SignatureTables::coordinates.
inline constexpr int kCoordinateColumns = 4;

struct SignatureTables {
  /// Per coordinate: measure (0 sets of a rooted class, 1 nodes, 2 total, 3 edges, 4 non-edges), region, quantity, and
  /// the index of the class or the least quantity.
  std::vector<std::int32_t> coordinates;
  /// For sizes 3 .. 6 one after the other: the class of every key, -1 where it is not connected.
  std::vector<std::int16_t> class_of_key;
  /// [class][class]: whether the second contains the first as a spanning subgraph.
  std::vector<std::uint8_t> above;
  /// The byte of each count up to 2^15, which stands for all above it.
  std::vector<std::uint8_t> byte_of_count;
  /// Beyond these many sets of one size, paths of one length, pairs of cycle nodes at one node, counts are saturated.
  std::int64_t most_sets = 0, most_paths = 0, most_cycle_pairs = 0;
};

SignatureTables signature_tables();

}  // namespace spminer::order
