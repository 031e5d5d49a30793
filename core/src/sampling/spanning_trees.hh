// How many spanning trees a class has, in all and of each shape.
#pragma once

#include <vector>

#include "sampling/treelets.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::sampling {

/// Number of spanning trees of a connected pattern (Kirchhoff's theorem).
double spanning_trees(const Pattern& pattern);

/// Number of spanning trees of each shape of the catalog, whose size must be the pattern's.
std::vector<double> spanning_trees_by_shape(const Pattern& pattern, const TreeletCatalog& catalog,
                                            const ColorSets& sets);

}  // namespace spminer::sampling
