// Draws without replacement.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "spminer/base/random.hh"

namespace spminer::inline base {

/// `count` different numbers below `bound`, every choice as likely (Floyd's method): adds each with add(number) and
/// asks taken(number) about earlier ones, so that the caller decides how they are kept.
template <typename Taken, typename Add>
void draw_distinct(std::uint64_t bound, std::uint64_t count, Random& random, Taken&& taken, Add&& add) {
  for (std::uint64_t top = bound - count; top < bound; ++top) {
    const std::uint64_t number = random.below(top + 1);
    add(taken(number) ? top : number);
  }
}

/// Puts `count` of the values, drawn at random and in random order, to the front.
template <typename T>
void shuffle_front(std::span<T> values, std::size_t count, Random& random) {
  for (std::size_t i = 0; i < count; ++i) std::swap(values[i], values[i + random.below(values.size() - i)]);
}

}  // namespace spminer::inline base
