// Integers of 128 bits: the compiler's own where it has them (GCC, Clang), else two words (Microsoft's).
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <utility>

namespace spminer::inline base {

/// An unsigned integer of 128 bits, as far as this library computes with them.
class TwoWords {
 public:
  constexpr TwoWords() = default;
  template <std::integral T>
  constexpr TwoWords(T value)  // NOLINT: as from any integer to a wider one
      : high_(std::cmp_less(value, 0) ? ~std::uint64_t{0} : 0), low_(static_cast<std::uint64_t>(value)) {}
  constexpr TwoWords(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  template <std::integral T>
  constexpr explicit operator T() const {
    return static_cast<T>(low_);
  }

  friend constexpr TwoWords operator+(TwoWords a, TwoWords b) {
    const std::uint64_t low = a.low_ + b.low_;
    return {a.high_ + b.high_ + (low < a.low_ ? 1 : 0), low};
  }
  friend constexpr TwoWords operator-(TwoWords a, TwoWords b) {
    return {a.high_ - b.high_ - (a.low_ < b.low_ ? 1 : 0), a.low_ - b.low_};
  }
  friend constexpr TwoWords operator*(TwoWords a, TwoWords b) {
    TwoWords product = multiplied(a.low_, b.low_);
    product.high_ += a.high_ * b.low_ + a.low_ * b.high_;
    return product;
  }
  friend constexpr TwoWords operator&(TwoWords a, TwoWords b) { return {a.high_ & b.high_, a.low_ & b.low_}; }
  friend constexpr TwoWords operator|(TwoWords a, TwoWords b) { return {a.high_ | b.high_, a.low_ | b.low_}; }
  /// By 0 to 127 bits.
  friend constexpr TwoWords operator<<(TwoWords a, int bits) {
    if (bits == 0) return a;
    if (bits >= 64) return {a.low_ << (bits - 64), 0};
    return {(a.high_ << bits) | (a.low_ >> (64 - bits)), a.low_ << bits};
  }
  friend constexpr TwoWords operator>>(TwoWords a, int bits) {
    if (bits == 0) return a;
    if (bits >= 64) return {0, a.high_ >> (bits - 64)};
    return {a.high_ >> bits, (a.low_ >> bits) | (a.high_ << (64 - bits))};
  }
  constexpr TwoWords& operator+=(TwoWords b) { return *this = *this + b; }
  constexpr TwoWords& operator*=(TwoWords b) { return *this = *this * b; }
  constexpr TwoWords& operator&=(TwoWords b) { return *this = *this & b; }
  constexpr TwoWords& operator|=(TwoWords b) { return *this = *this | b; }

  friend constexpr bool operator==(TwoWords a, TwoWords b) = default;
  friend constexpr std::strong_ordering operator<=>(TwoWords a, TwoWords b) = default;

 private:
  /// The whole product of two words, from those of their halves.
  static constexpr TwoWords multiplied(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kHalf = 0xffffffff;
    const std::uint64_t lowest = (a & kHalf) * (b & kHalf);
    const std::uint64_t first = (a >> 32) * (b & kHalf) + (lowest >> 32);
    const std::uint64_t second = (a & kHalf) * (b >> 32) + (first & kHalf);
    return {(a >> 32) * (b >> 32) + (first >> 32) + (second >> 32), (second << 32) | (lowest & kHalf)};
  }

  std::uint64_t high_ = 0;  // first, so that comparisons look at it first
  std::uint64_t low_ = 0;
};

#if defined(__SIZEOF_INT128__) && !defined(SPMINER_TWO_WORDS)
__extension__ typedef unsigned __int128 UInt128;
#else
using UInt128 = TwoWords;
#endif

/// A quotient, without the operator: compilers call a library for it, which Clang on Windows does not find.
template <typename Wide>
constexpr Wide divided(Wide dividend, std::uint32_t divisor) {
  Wide quotient = 0;
  std::uint64_t rest = 0;
  for (int shift = 96; shift >= 0; shift -= 32) {
    const std::uint64_t part = (rest << 32) | static_cast<std::uint32_t>(dividend >> shift);
    quotient |= Wide{part / divisor} << shift;
    rest = part % divisor;
  }
  return quotient;
}

}  // namespace spminer::inline base
