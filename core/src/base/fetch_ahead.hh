// Memory that is asked for before it is looked at, so that several looks at random places wait together.
#pragma once

#if !defined(__GNUC__) && !defined(__clang__) && defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace spminer::inline base {

#if defined(__GNUC__) || defined(__clang__)

inline void fetch_ahead(const void* place) { __builtin_prefetch(place); }
inline void fetch_ahead_to_write(const void* place) { __builtin_prefetch(place, 1); }

#elif defined(_M_X64)

inline void fetch_ahead(const void* place) { _mm_prefetch(static_cast<const char*>(place), _MM_HINT_T0); }
inline void fetch_ahead_to_write(const void* place) { fetch_ahead(place); }

#else

inline void fetch_ahead(const void*) {}
inline void fetch_ahead_to_write(const void*) {}

#endif

}  // namespace spminer::inline base
