// Patterns that tests share: named graphs, and random ones with every combination of anchor, labels, codes and
// direction.
#pragma once

#include <numeric>
#include <vector>

#include "spminer/base/random.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::testing {

/// All joined, anchored at node 0.
inline Pattern clique(int nodes) {
  Pattern pattern = Pattern::empty(nodes);
  pattern.anchor = 0;
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < i; ++j) pattern.connect(i, j);
  return pattern;
}

/// One after the other, anchored at the first.
inline Pattern path(int nodes) {
  Pattern pattern = Pattern::empty(nodes);
  pattern.anchor = 0;
  for (int i = 1; i < nodes; ++i) pattern.connect(i - 1, i);
  return pattern;
}

/// A ring of `length` nodes, and the others as tails on it.
inline Pattern ring(int size, int length) {
  Pattern pattern = Pattern::empty(size);
  pattern.anchor = 0;
  for (int i = 0; i < length; ++i) pattern.connect(i, (i + 1) % length);
  for (int i = length; i < size; ++i) pattern.connect(i, i - length);
  return pattern;
}

inline Pattern grid(int width, int height) {
  Pattern pattern = Pattern::empty(width * height);
  pattern.anchor = 0;
  for (int i = 0; i < pattern.size; ++i) {
    if (i % width + 1 < width) pattern.connect(i, i + 1);
    if (i + width < pattern.size) pattern.connect(i, i + width);
  }
  return pattern;
}

/// Squares of a chess board, joined when a rook can move between them.
inline Pattern rook(int side) {
  Pattern pattern = Pattern::empty(side * side);
  for (int a = 0; a < side * side; ++a)
    for (int b = 0; b < a; ++b)
      if (a / side == b / side || a % side == b % side) pattern.connect(a, b);
  return pattern;
}

inline Pattern hypercube(int dimensions) {
  Pattern pattern = Pattern::empty(1 << dimensions);
  for (int a = 0; a < pattern.size; ++a)
    for (int d = 0; d < dimensions; ++d) pattern.connect(a, a ^ (1 << d));
  return pattern;
}

/// Without anchor and labels.
inline Pattern random_graph_pattern(Random& random, int size, double density) {
  Pattern pattern = Pattern::empty(size);
  for (int i = 1; i < size; ++i)
    for (int j = 0; j < i; ++j)
      if (random.uniform() < density) pattern.connect(i, j);
  return pattern;
}

inline std::vector<int> shuffled(int n, Random& random) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (int i = n - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

inline Pattern random_pattern(int n, double density, int labels, int marks, bool directed, Random& random) {
  Pattern pattern = Pattern::empty(n);
  if (random.below(2) != 0 && n > 0) pattern.anchor = static_cast<int>(random.below(n));
  for (int i = 0; i < n && labels > 1; ++i) pattern.labels.push_back(static_cast<int>(random.below(labels)));
  if (directed || marks > 1) pattern.codes.assign(static_cast<std::size_t>(n) * n, kNoEdge);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      if (random.uniform() >= density) continue;
      const auto mark = [&] { return static_cast<std::uint32_t>(1 + random.below(marks)); };
      if (directed) {
        const auto kind = random.below(3);
        pattern.connect(i, j, make_edge_code(kind != 1 ? mark() : 0, kind != 0 ? mark() : 0));
      } else if (marks > 1) {
        const auto m = mark();
        pattern.connect(i, j, make_edge_code(m, m));
      } else {
        pattern.connect(i, j);
      }
    }
  return pattern;
}

/// One with everything about it drawn.
inline Pattern random_pattern(int n, Random& random) {
  return random_pattern(n, random.uniform(), 1 + static_cast<int>(random.below(3)),
                        1 + static_cast<int>(random.below(2)), random.below(2) != 0, random);
}

}  // namespace spminer::testing
