// Floats on cache lines, as kernels that load whole vectors want them.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

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

// Large tables in large pages: looks at random places of them wait for memory once, not twice.

/// Asks the system for large pages where a table has several of them.  It may refuse, which changes nothing but speed.
template <typename T>
struct HugeAllocator {
  using value_type = T;
  static constexpr std::size_t kPage = std::size_t{1} << 21;

  HugeAllocator() = default;
  template <typename U>
  explicit HugeAllocator(const HugeAllocator<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* data = ::operator new(bytes, alignment(count));
#ifdef __linux__
    if (bytes >= kPage) madvise(data, bytes / kPage * kPage, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(data);
  }
  void deallocate(T* data, std::size_t count) { ::operator delete(data, alignment(count)); }
  friend bool operator==(const HugeAllocator&, const HugeAllocator&) { return true; }

 private:
  static std::align_val_t alignment(std::size_t count) {
    return std::align_val_t{count * sizeof(T) >= kPage ? kPage : alignof(std::max_align_t)};
  }
};

template <typename T>
using HugeVector = std::vector<T, HugeAllocator<T>>;

// Prefetching: several reads of random places wait for memory together.

inline void fetch_ahead(const void* place) { __builtin_prefetch(place); }
inline void fetch_ahead_to_write(const void* place) { __builtin_prefetch(place, 1); }

}  // namespace spminer::inline base
