// How a new node may be joined to a pattern.
#pragma once

#include "spminer/pattern/pattern.hh"

namespace spminer::inline pattern {

/// Calls f for the sets of nodes that a node may be joined to, if the target joins it to those of `mask`: to all of
/// them in induced patterns, else to any of its subsets; of large sets, to the whole and to single nodes.
template <typename F>
void for_each_choice(Row mask, bool induced, F&& f) {
  constexpr int kSubsetNodes = 4;
  if (induced) return f(mask);
  if (std::popcount(mask) <= kSubsetNodes) {
    for (Row subset = mask; subset != 0; subset = (subset - 1) & mask) f(subset);
    return;
  }
  f(mask);
  for_each_bit(mask, [&](int i) { f(bit(i)); });
}

}  // namespace spminer::inline pattern
