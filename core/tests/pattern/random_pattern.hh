// Random patterns with every combination of anchor, labels, codes and direction.
#pragma once

#include <numeric>
#include <vector>

#include "spminer/base/random.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::testing {

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
