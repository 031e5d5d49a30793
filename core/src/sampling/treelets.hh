// Treelets: rooted trees, each made in one way from a smaller tree and a branch hung under its root.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::sampling {

inline constexpr int kMaxTreeletSize = 12;  // the largest for which a tree and a color set fit 16 bits

/// A rooted tree of `size` nodes is the tree `rest`, with `branch` as a further child of its root; branch is the
/// smallest of the root's branches (by size, then number), which makes the two unique.
struct Treelet {
  int rest = -1, branch = -1;  ///< numbers among the trees of size - branch_size and of branch_size nodes
  int branch_size = 0;         ///< 0: the single node
  int twins = 1;               ///< how many branches of the root are equal to `branch`
};

/// The trees that one `rest` and all its possible branches of one size make: consecutive numbers from `first`, in the
/// order of the branches 0 .. branches - 1.
struct TreeletFamily {
  int rest = 0, branch_size = 0, first = 0, branches = 0;
};

/// All rooted trees of up to `size` nodes, numbered from 0 for each number of nodes.
class TreeletCatalog {
 public:
  explicit TreeletCatalog(int size);

  int size() const { return static_cast<int>(trees_.size()) - 1; }
  const std::vector<Treelet>& trees(int nodes) const { return trees_[nodes]; }
  const std::vector<TreeletFamily>& families(int nodes) const { return families_[nodes]; }
  /// Which tree without a root each of the largest trees is.
  const std::vector<int>& shapes() const { return shapes_; }
  int shape_count() const { return shape_count_; }

 private:
  void grow(int nodes);
  void name_shapes();

  std::vector<std::vector<Treelet>> trees_;
  std::vector<std::vector<TreeletFamily>> families_;
  std::vector<int> shapes_;
  int shape_count_ = 0;
};

using ColorSet = std::uint16_t;

/// The sets of a given number of colors among `colors`, numbered in ascending order, and their subsets.
class ColorSets {
 public:
  explicit ColorSets(int colors);

  int colors() const { return colors_; }
  ColorSet all() const { return static_cast<ColorSet>((1 << colors_) - 1); }
  int count(int size) const { return static_cast<int>(sets_[size].size()); }
  ColorSet set(int size, int number) const { return sets_[size][number]; }
  int number(ColorSet set) const { return number_[set]; }
  /// Subsets of `set` with `size` colors.
  std::span<const ColorSet> subsets(ColorSet set, int size) const {
    const auto row = static_cast<std::size_t>(set) * (colors_ + 1) + size;
    return std::span(subsets_).subspan(first_[row], first_[row + 1] - first_[row]);
  }

 private:
  int colors_;
  std::vector<std::vector<ColorSet>> sets_;
  std::vector<int> number_;
  std::vector<std::uint32_t> first_;
  std::vector<ColorSet> subsets_;
};

// How many colored treelets are rooted at each node of a colored target.

/// The treelets of one size at one node: keys ascending, one count each.
struct TreeletEntries {
  std::span<const std::uint16_t> keys;
  std::span<const float> counts;
};

/// Counts, per node, of the trees in the target that are rooted there and have all colors different, by tree and
/// color set.  A key is tree number * sets of that size + set number.  Only what occurs is stored, in six bytes an
/// entry: counts are added up in double precision and rounded once, an error of 6e-8 that no sample can notice.
/// Trees of all colors are kept at their node of color 0 only, which counts each of them once.
class TreeletTable {
 public:
  /// All arguments must outlive the table; colors are 0 .. catalog.size() - 1, one per node.
  TreeletTable(const Target& target, const TreeletCatalog& catalog, const ColorSets& sets,
               std::span<const std::uint8_t> colors)
      : target_(target), catalog_(catalog), sets_(sets), colors_(colors), levels_(catalog.size() + 1) {}

  /// Counts trees of all sizes, smaller ones first.  Stops with StopReason::kMemoryLimit rather than take more bytes
  /// (0: no limit); false if the control stopped it.  `control.done` goes up by one per node and size.
  /// Throws std::overflow_error if a count is beyond 1e38.
  bool build(int threads, std::uint64_t memory_limit, Control& control);

  TreeletEntries at(int size, Node v) const {
    const Chunk& chunk = levels_[size][v / kChunk];
    const auto begin = chunk.offset[v % kChunk], end = chunk.offset[v % kChunk + 1];
    return {std::span(chunk.keys).subspan(begin, end - begin), std::span(chunk.counts).subspan(begin, end - begin)};
  }
  /// The part of at() that belongs to one tree.
  TreeletEntries at(int size, Node v, int tree) const;

  int color(Node v) const { return colors_[v]; }
  const Target& target() const { return target_; }
  const TreeletCatalog& catalog() const { return catalog_; }
  const ColorSets& sets() const { return sets_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr Node kChunk = 128;
  /// The entries of consecutive nodes.
  struct Chunk {
    std::vector<std::uint32_t> offset{0};
    std::vector<std::uint16_t> keys;
    std::vector<float> counts;
  };
  class Worker;

  bool build_level(int size, int threads, std::uint64_t memory_limit, Control& control);

  const Target& target_;
  const TreeletCatalog& catalog_;
  const ColorSets& sets_;
  std::span<const std::uint8_t> colors_;
  std::vector<std::vector<Chunk>> levels_;
  std::atomic<std::uint64_t> bytes_{0};
};

// How many spanning trees a class has, in all and of each shape.

/// Number of spanning trees of a connected pattern (Kirchhoff's theorem).
double spanning_trees(const Pattern& pattern);

/// Number of spanning trees of each shape of the catalog, whose size must be the pattern's.
std::vector<double> spanning_trees_by_shape(const Pattern& pattern, const TreeletCatalog& catalog,
                                            const ColorSets& sets);

}  // namespace spminer::sampling
