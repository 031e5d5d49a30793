// Floats on cache lines, as kernels that load whole vectors want them.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace spminer::inline base {

/// Memory on the border of a cache line.
template <typename T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  LineAllocator() = default;
  template <typename U>
  explicit LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* data, std::size_t) { ::operator delete(data, kLine); }
  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};
using AlignedFloats = std::vector<float, LineAllocator<float>>;

/// The smallest multiple of `unit` that is not less.
template <typename T>
constexpr T padded(T count, T unit) {
  return (count + unit - 1) / unit * unit;
}

}  // namespace spminer::inline base
