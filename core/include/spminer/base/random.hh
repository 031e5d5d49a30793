// Randomness as an argument: small, fast, the same on every machine.
#pragma once

#include <cstdint>

#include "spminer/base/int128.hh"

namespace spminer::inline base {

/// A well-mixed 64-bit value from a counter: streams of different (seed, stream) pairs are unrelated.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// xoshiro256** seeded by mix64.  Give each task its own stream, so that results do not depend on threads.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t x = mix64(seed) ^ mix64(~stream);
    for (auto& word : state_) word = mix64(x += 0x9e3779b97f4a7c15ULL);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotl(state_[3], 45);
    return result;
  }
  /// Uniform in 0 .. bound-1, without bias; bound must be positive.
  std::uint64_t below(std::uint64_t bound) {
    auto product = static_cast<UInt128>(next()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {  // rare: only then is the division worth its time
      const std::uint64_t threshold = -bound % bound;
      while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<UInt128>(next()) * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }
  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static constexpr std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4];
};

}  // namespace spminer::inline base
