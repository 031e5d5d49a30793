// Rooted classes: connected graphs of 3 to 6 nodes with a root, up to isomorphism that keeps the root.
//
// The connected node sets of a graph that contain its anchor, sorted by the rooted class they induce, make
// the strongest family of order coordinates: an embedding maps them one to one to sets of the same class.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/order/signature.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::order {

inline constexpr int kSmallestClass = 3;
inline constexpr int kLargestClass = 6;
/// Rooted connected classes of 3, 4, 5 and 6 nodes: 3 + 11 + 58 + 407.
inline constexpr int kClassCount = 479;

/// A count that is too large to be worked out.
inline constexpr std::uint32_t kSaturated = ~std::uint32_t{0};

/// The class of every small rooted graph.  A graph is spelled by its key: bit i*(i-1)/2 + j says whether nodes i
/// and j < i are joined; node 0 is the root.  A class is named by its smallest key.
class RootedClasses {
 public:
  using Set = std::bitset<kClassCount>;

  static const RootedClasses& get();

  /// Index of the class of a connected graph, 0 .. kClassCount-1; -1 if the graph is not connected.
  int index(int size, std::uint32_t key) const { return index_[size][key]; }
  /// The classes that contain this one as a spanning subgraph, itself among them.
  const Set& above(int index) const { return above_[index]; }

 private:
  RootedClasses();
  void number_classes(int size);
  void close_upwards(int size);

  std::array<std::vector<std::int16_t>, kLargestClass + 1> index_;
  std::array<Set, kClassCount> above_;
  int classes_ = 0;
};

using ClassCounts = std::array<std::uint32_t, kClassCount>;

/// How many connected node sets that contain node 0 induce each rooted class.  With Induced::kNo: how many
/// induce the class or one above it.  Sizes with more than `most_sets` sets, and all above them, are saturated:
/// the number of sets is itself monotone, hence so is giving up.
void count_classes(std::span<const Row> rows, std::uint32_t most_sets, Induced induced, ClassCounts& counts);

}  // namespace spminer::order
