// Large tables in large pages: looks at random places of them wait for memory once, not twice.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace spminer::inline base {

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

}  // namespace spminer::inline base
