// Integers of 128 bits, as GCC and Clang have them.
#pragma once

#include <cstdint>

namespace spminer::inline base {

__extension__ typedef unsigned __int128 UInt128;

/// A quotient, without the operator: compilers call a library for it, which Clang on Windows does not find.
constexpr UInt128 divided(UInt128 dividend, std::uint32_t divisor) {
  UInt128 quotient = 0;
  std::uint64_t rest = 0;
  for (int shift = 96; shift >= 0; shift -= 32) {
    const std::uint64_t part = (rest << 32) | static_cast<std::uint32_t>(dividend >> shift);
    quotient |= UInt128{part / divisor} << shift;
    rest = part % divisor;
  }
  return quotient;
}

}  // namespace spminer::inline base
