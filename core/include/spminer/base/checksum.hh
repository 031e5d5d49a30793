// Checksum of bytes at the speed of memory: XXH64 without a seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace spminer::inline base {

/// Finds accidents (flipped bits, lost blocks), not malice: who can write a file can write its checksum.
/// Bytes may come in pieces of any size; the value is that of all of them in a row.
class Checksum {
 public:
  void update(std::span<const std::byte> bytes);
  std::uint64_t value() const;

 private:
  static constexpr std::size_t kStripe = 32;

  void take_stripes(const std::byte* at, std::size_t count);

  static constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87ULL, kPrime2 = 0xC2B2AE3D27D4EB4FULL;
  std::array<std::uint64_t, 4> lanes_ = {kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1};
  std::array<std::byte, kStripe> rest_ = {};
  std::uint64_t total_ = 0;
};

inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  Checksum sum;
  sum.update(bytes);
  return sum.value();
}

}  // namespace spminer::inline base
