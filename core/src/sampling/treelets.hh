// Treelets: rooted trees, each made in one way from a smaller tree and a branch hung under its root.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

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

}  // namespace spminer::sampling
