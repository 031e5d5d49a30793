// Several numbers computed with as one, for compilers without vector types (Microsoft's): SPMINER_PLAIN_LANES is
// defined for these.  Kernels take the compiler's own types elsewhere.
#pragma once

#include <cstdint>

#if !defined(__GNUC__) && !defined(__clang__) && !defined(SPMINER_PLAIN_LANES)
#define SPMINER_PLAIN_LANES 1
#endif

namespace spminer::inline base {

/// What kernels do with a vector, lane by lane and in the same order, so that the sums are the same to the last bit.
template <typename T, int kCount>
struct PlainLanes {
  T lanes[kCount];

  T operator[](int lane) const { return lanes[lane]; }

  friend PlainLanes operator+(const PlainLanes& a, const PlainLanes& b) {
    return each([&](int i) { return a.lanes[i] + b.lanes[i]; });
  }
  friend PlainLanes operator-(const PlainLanes& a, const PlainLanes& b) {
    return each([&](int i) { return a.lanes[i] - b.lanes[i]; });
  }
  friend PlainLanes operator*(const PlainLanes& a, const PlainLanes& b) {
    return each([&](int i) { return a.lanes[i] * b.lanes[i]; });
  }
  friend PlainLanes operator+(const PlainLanes& a, T b) {
    return each([&](int i) { return a.lanes[i] + b; });
  }
  friend PlainLanes operator-(const PlainLanes& a, T b) {
    return each([&](int i) { return a.lanes[i] - b; });
  }
  friend PlainLanes operator*(T a, const PlainLanes& b) {
    return each([&](int i) { return a * b.lanes[i]; });
  }
  PlainLanes& operator+=(const PlainLanes& b) { return *this = *this + b; }
  PlainLanes& operator-=(const PlainLanes& b) { return *this = *this - b; }

  /// The smaller one of each lane; the second one where the first is not a number.
  friend PlainLanes least(const PlainLanes& a, const PlainLanes& b) {
    return each([&](int i) { return a.lanes[i] < b.lanes[i] ? a.lanes[i] : b.lanes[i]; });
  }
  /// Each lane, or 0 if it is not above.
  friend PlainLanes positive(const PlainLanes& a) {
    return each([&](int i) { return a.lanes[i] > T{0} ? a.lanes[i] : T{0}; });
  }
  /// -1 in the lanes that do not exceed a limit, as vector types have it.
  friend PlainLanes<std::int32_t, kCount> at_most(const PlainLanes& a, T limit) {
    return PlainLanes<std::int32_t, kCount>::each([&](int i) { return a.lanes[i] <= limit ? -1 : 0; });
  }

  template <typename F>
  static PlainLanes each(F&& lane) {
    PlainLanes result;
    for (int i = 0; i < kCount; ++i) result.lanes[i] = static_cast<T>(lane(i));
    return result;
  }
};

}  // namespace spminer::inline base
