// Canonical forms of paths and free trees, far cheaper than those of graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/pattern/pattern.hh"

namespace spminer::fragments {

/// Labels and codes of a tree in the order in which its form reads them.
using TreeWords = std::vector<std::uint64_t>;

/// The form of a tree is read along its backbone: of its longest paths, the one whose labels come first; of several
/// such, the one that gives the greatest form.  Branches hang off the backbone, the greatest first.
struct TreeForm {
  TreeWords words;  ///< equal if and only if the trees are isomorphic
  int last = 0;     ///< the last node of the form, a leaf: without it, the tree's parent is left
};

/// Throws std::invalid_argument unless the pattern is a tree of at least two nodes.
TreeForm tree_form(const Pattern& tree);

}  // namespace spminer::fragments
