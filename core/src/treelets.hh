// Treelets: rooted trees, each made in one way from a smaller tree and a branch hung under its root.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace spminer {

inline constexpr int kMaxTreeletSize = 12;  // the largest for which a tree and a colour set fit 16 bits

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
class TreeletCatalogue {
 public:
  explicit TreeletCatalogue(int size);

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

using ColourSet = std::uint16_t;

/// The sets of a given number of colours among `colours`, numbered in ascending order, and their subsets.
class ColourSets {
 public:
  explicit ColourSets(int colours);

  int colours() const { return colours_; }
  ColourSet all() const { return static_cast<ColourSet>((1 << colours_) - 1); }
  int count(int size) const { return static_cast<int>(sets_[size].size()); }
  ColourSet set(int size, int number) const { return sets_[size][number]; }
  int number(ColourSet set) const { return number_[set]; }
  /// Subsets of `set` with `size` colours.
  std::span<const ColourSet> subsets(ColourSet set, int size) const {
    const auto place = static_cast<std::size_t>(set) * (colours_ + 1) + size;
    return std::span(subsets_).subspan(first_[place], first_[place + 1] - first_[place]);
  }

 private:
  int colours_;
  std::vector<std::vector<ColourSet>> sets_;
  std::vector<int> number_;
  std::vector<std::uint32_t> first_;
  std::vector<ColourSet> subsets_;
};

}  // namespace spminer
