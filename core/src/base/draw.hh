// Draws without replacement, and from distributions: the standard library's differ from one vendor to the next, these
// do not.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "spminer/base/random.hh"

namespace spminer::inline base {

/// `count` different numbers below `bound`, every choice as likely (Floyd's method): adds each with add(number) and
/// calls taken(number) for earlier ones, so that the caller decides how they are kept.
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
inline int draw_below(int bound, Random& random) {
  return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
}

/// Uniform in (0, 1]: its logarithm is finite.
inline double positive_uniform(Random& random) { return 1.0 - random.uniform(); }

inline double draw_exponential(double rate, Random& random) { return -std::log(positive_uniform(random)) / rate; }

/// Standard normal, by Marsaglia's polar method (one of the two values is not used).
inline double draw_normal(Random& random) {
  for (;;) {
    const double x = 2 * random.uniform() - 1, y = 2 * random.uniform() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

/// Gamma with unit scale, by the squeeze of Marsaglia and Tsang; shapes below one by a power of a uniform.
inline double draw_gamma(double shape, Random& random) {
  if (shape < 1) {
    const double power = std::pow(positive_uniform(random), 1 / shape);
    return draw_gamma(shape + 1, random) * power;
  }
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(random), base = 1 + c * x;
    if (base <= 0) continue;
    const double v = base * base * base, u = positive_uniform(random);
    if (u < 1 - 0.0331 * x * x * x * x || std::log(u) < x * x / 2 + d * (1 - v + std::log(v))) return d * v;
  }
}

inline double draw_beta(double a, double b, Random& random) {
  const double x = draw_gamma(a, random);
  return x / (x + draw_gamma(b, random));
}

/// 64 independent coins of probability p, one per bit set in `lanes`.  Each lane compares a random number with p bit
/// by bit from the top, all lanes at once; after about eight words every lane has met a difference.
inline std::uint64_t draw_coins(double p, std::uint64_t lanes, Random& random) {
  if (p >= 1) return lanes;
  const auto threshold = static_cast<std::uint64_t>(p * 0x1.0p53);
  std::uint64_t heads = 0;
  for (int digit = 52; digit >= 0 && lanes != 0; --digit) {
    const std::uint64_t word = random.next();
    if ((threshold >> digit) & 1) {
      heads |= lanes & ~word;
      lanes &= word;
    } else {
      lanes &= ~word;
    }
  }
  return heads;
}

/// One of the bits that are set, each as likely; there must be one.
inline int draw_bit(std::uint64_t bits, Random& random) {
  for (auto skip = random.below(static_cast<std::uint64_t>(std::popcount(bits))); skip > 0; --skip) bits &= bits - 1;
  return std::countr_zero(bits);
}

}  // namespace spminer::inline base
