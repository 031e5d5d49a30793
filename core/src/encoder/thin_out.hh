// Edge-induced patterns: what is left of the edges of a connected graph.
#pragma once

#include <bit>
#include <span>
#include <vector>

#include "spminer/base/random.hh"
#include "spminer/pattern/pattern.hh"
#include "spminer/sampling/neighborhoods.hh"

namespace spminer::encoder {

/// Keeps a random spanning tree and a random share of the other edges.
inline void thin_out(Pattern& graph, Random& random) {
  const Pattern full = graph;
  const double share = random.uniform();
  graph.rows.fill(0);
  std::vector<int> order;
  sampling::sample_tree(full, 0, full.size, random, order);
  Row reached = bit(0);
  for (const int u : std::span(order).subspan(1)) {
    const Row parents = full.rows[u] & reached;
    auto chosen = static_cast<int>(random.below(static_cast<std::uint64_t>(std::popcount(parents))));
    for_each_bit(parents, [&](int v) {
      if (chosen-- == 0 || random.uniform() < share) graph.connect(u, v);
    });
    reached |= bit(u);
  }
}

}  // namespace spminer::encoder
