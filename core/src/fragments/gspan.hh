// Depth-first codes: a pattern written down in the order in which a depth-first search meets its edges.
#pragma once

#include <compare>
#include <vector>

#include "fragments/pattern_tree.hh"

namespace spminer::fragments {

/// The order of gSpan among edges that may come next in a code: backward edges first, to the earliest
/// node first; then forward edges, from the latest node first; then by labels.
std::strong_ordering compare(const CodeEdge& a, const CodeEdge& b);

/// Nodes from the root to the last one, along forward edges.
std::vector<int> rightmost_path(const Sequence& code);

/// Whether no other depth-first search of the pattern gives a smaller code.
bool is_minimum(const Sequence& code, const Pattern& pattern);

}  // namespace spminer::fragments
