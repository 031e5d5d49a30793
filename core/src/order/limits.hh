// Where the counts of a signature end, and how they become bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace spminer::order {

/// Connected sets of one size that contain the anchor beyond which the classes of that size are saturated.
inline constexpr std::uint32_t kMostSets = 2048;
/// Paths of one length from the anchor beyond which they, and longer ones, are saturated.
inline constexpr std::size_t kMostPaths = 1024;
/// Pairs of cycle nodes to look at for one node beyond which its longer cycles are saturated.
inline constexpr std::uint32_t kMostCyclePairs = 1024;
/// The first count that is not told from larger ones.
inline constexpr std::uint64_t kLargestCount = 1u << 15;

/// Monotone map into a byte: exact below 128, then 16 steps for each doubling, up to 2^15.
constexpr std::uint8_t to_byte(std::uint64_t x) {
  if (x < 128) return static_cast<std::uint8_t>(x);
  if (x >= kLargestCount) return 255;
  const int octave = std::bit_width(x) - 8;
  return static_cast<std::uint8_t>(128 + 16 * octave + ((x >> (octave + 3)) & 15));
}

}  // namespace spminer::order
