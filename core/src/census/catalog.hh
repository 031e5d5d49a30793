// All rooted connected graphs of up to five nodes, and the arithmetic that turns homomorphism counts into
// counts of induced subgraphs.  Everything here is found by brute force; no table is typed in.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "spminer/census/census.hh"

namespace spminer::census {

/// Edges of a graph of up to five nodes: bit pair_index(i, j) for the edge {i, j}.  The root is node 0.
using EdgeMask = std::uint32_t;

/// Place of the pair in a mask; the pairs of the first k nodes come first, whatever the size.
constexpr int pair_index(int i, int j) { return i < j ? j * (j - 1) / 2 + i : i * (i - 1) / 2 + j; }
constexpr int pair_count(int size) { return size * (size - 1) / 2; }

struct RootedPattern {
  int size = 0;
  EdgeMask edges = 0;
  int automorphisms = 1;  ///< those that fix the root
  int orbit_nodes = 1;    ///< nodes that some automorphism maps the root to
  EdgeMask unrooted = 0;  ///< equal for all rootings of the same graph

  bool adjacent(int i, int j) const { return (edges >> pair_index(i, j)) & 1; }
};

/// A term of a linear combination: coefficient times the value of a column.
struct Term {
  int column;
  std::int64_t coefficient;
};

/// How the homomorphisms of a rooted pattern follow from those of smaller ones.
struct Recurrence {
  enum class Kind { kNone, kLeaf, kJoin };
  Kind kind = Kind::kNone;
  std::vector<int> parts;  ///< kLeaf: the pattern without its root, a leaf; kJoin: the branches at the root
};

/// The rooted connected patterns of 1 to `size` nodes, one column each, smaller patterns first.
class Catalog {
 public:
  /// The one of a size from 3 to 5, made once.
  static const Catalog& of(int size);

  int size() const { return size_; }
  int columns() const { return static_cast<int>(patterns_.size()); }
  const RootedPattern& pattern(int column) const { return patterns_[column]; }
  /// First column of the patterns of full size: the orbits of the census.
  int first_orbit() const { return first_orbit_; }

  /// Column of the pattern rooted at 0 with these edges, such as "01 12 20" for a triangle.
  int column(std::string_view edges) const;
  /// Column of the pattern with these edges, or -1 if it is not connected.
  int column(int size, EdgeMask edges) const { return columns_[size][edges]; }

  Recurrence recurrence(int column) const;

  /// The embeddings of the orbit `column` as an induced subgraph, in terms of homomorphisms.
  std::vector<Term> induced_embeddings(int column) const;

 private:
  explicit Catalog(int size);
  void add_patterns(int size);

  int size_;
  int first_orbit_ = 0;
  std::vector<RootedPattern> patterns_;
  std::array<std::vector<int>, kMaxCensusSize + 1> columns_;  // by size and mask
};

}  // namespace spminer::census
