// Sums that several threads add to, in arrays that are otherwise plain.
#pragma once

#include <atomic>
#include <type_traits>

namespace spminer::inline base {

/// Adds to a number that other threads add to; nothing else is ordered by it.
template <typename T>
void atomic_add(T& value, std::type_identity_t<T> more) {
#ifdef __cpp_lib_atomic_ref
  std::atomic_ref(value).fetch_add(more, std::memory_order_relaxed);
#else  // libraries of Clang up to 18
  __atomic_fetch_add(&value, more, __ATOMIC_RELAXED);
#endif
}

}  // namespace spminer::inline base
