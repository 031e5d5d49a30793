#include "sampling/spanning_trees.hh"

#include <cmath>
#include <numeric>

#include "pattern/as_target.hh"
#include "sampling/treelet_table.hh"
#include "spminer/base/control.hh"

namespace spminer::sampling {

double spanning_trees(const Pattern& pattern) {
  const int n = pattern.size - 1;  // any cofactor of the Laplacian will do: leave out the last node
  std::vector<double> matrix(static_cast<std::size_t>(n) * n, 0.0);
  auto at = [&](int i, int j) -> double& { return matrix[static_cast<std::size_t>(i) * n + j]; };
  for (int i = 0; i < n; ++i) {
    at(i, i) = pattern.degree(i);
    for_each_bit(pattern.rows[i], [&](int j) {
      if (j < n) at(i, j) = -1;
    });
  }
  double determinant = 1;
  for (int i = 0; i < n; ++i) {  // positive definite, so that no pivoting is needed
    determinant *= at(i, i);
    for (int j = i + 1; j < n; ++j) {
      const double factor = at(j, i) / at(i, i);
      for (int k = i; k < n; ++k) at(j, k) -= factor * at(i, k);
    }
  }
  return std::round(determinant);
}

std::vector<double> spanning_trees_by_shape(const Pattern& pattern, const TreeletCatalog& catalog,
                                            const ColorSets& sets) {
  // With a color of its own for every node, the treelets of all colors are the spanning trees.
  const PatternTarget graph(pattern);
  std::vector<std::uint8_t> colors(pattern.size);
  std::iota(colors.begin(), colors.end(), std::uint8_t{0});
  TreeletTable table(graph.target(), catalog, sets, colors);
  Control control;
  table.build(1, 0, control);
  std::vector<double> result(catalog.shape_count(), 0.0);
  const auto [keys, counts] = table.at(pattern.size, 0);
  for (std::size_t i = 0; i < keys.size(); ++i) result[catalog.shapes()[keys[i]]] += static_cast<double>(counts[i]);
  return result;
}

}  // namespace spminer::sampling
