// How a new node may be joined to a pattern.
#pragma once

#include <array>
#include <span>

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

/// Calls f(codes) for the arcs that an edge-induced pattern may have where a directed target has those of `codes`: of
/// two opposite arcs both, or either alone; of many codes, all arcs alone.
template <typename F>
void for_each_choice_of_arcs(std::span<const EdgeCode> codes, F&& f) {
  constexpr std::size_t kChosenCodes = 4;
  constexpr EdgeCode kBackward = 0xffffffffU, kForward = ~kBackward;
  if (codes.size() > kChosenCodes) return f(codes);
  std::array<EdgeCode, kChosenCodes> chosen{};
  const auto choose = [&](const auto& again, std::size_t i) -> void {
    if (i == codes.size()) return f(std::span<const EdgeCode>(chosen).first(i));
    chosen[i] = codes[i];
    again(again, i + 1);
    if ((codes[i] & kForward) == 0 || (codes[i] & kBackward) == 0) return;
    for (const EdgeCode half : {kForward, kBackward}) {
      chosen[i] = codes[i] & half;
      again(again, i + 1);
    }
  };
  choose(choose, 0);
}

}  // namespace spminer::inline pattern
