// Two edges about to exchange an end each.
#pragma once

#include <vector>

#include "nulls/blueprint.hh"

namespace spminer::nulls {

/// a-b, c-d -> a-d, c-b, where b and d are at the given ends.
struct Exchange {
  Exchange(const std::vector<Node>& ends, End first, End second)
      : a(ends[first ^ 1]), b(ends[first]), c(ends[second ^ 1]), d(ends[second]), tails(first % 2 == 0) {}

  /// Of an edge between a node that stays and one that moves.
  template <bool kOrdered>
  EdgeKey key(Node staying, Node moving) const {
    return kOrdered && tails ? edge_key<kOrdered>(moving, staying) : edge_key<kOrdered>(staying, moving);
  }
  /// No loop arises, and no edge that is there; nor do the same two edges, which are.
  template <bool kOrdered>
  bool possible(const EdgeSet& set) const {
    return a != d && c != b && !set.contains(key<kOrdered>(a, d)) && !set.contains(key<kOrdered>(c, b));
  }
  template <bool kOrdered>
  void apply(EdgeSet& set) const {
    set.erase(key<kOrdered>(a, b));
    set.erase(key<kOrdered>(c, d));
    set.insert(key<kOrdered>(a, d));
    set.insert(key<kOrdered>(c, b));
  }
  template <bool kOrdered>
  [[gnu::always_inline]] void prefetch(const EdgeSet& set) const {
    set.prefetch(key<kOrdered>(a, d));
    set.prefetch(key<kOrdered>(c, b));
    set.prefetch(key<kOrdered>(a, b));
    set.prefetch(key<kOrdered>(c, d));
  }

  Node a, b, c, d;
  bool tails;  ///< whether the ends that move are tails, if the edges are arcs
};

}  // namespace spminer::nulls
