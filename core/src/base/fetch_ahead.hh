// Memory that is asked for before it is looked at, so that several looks at random places wait together.
#pragma once

namespace spminer::inline base {

inline void fetch_ahead(const void* place) { __builtin_prefetch(place); }
inline void fetch_ahead_to_write(const void* place) { __builtin_prefetch(place, 1); }

}  // namespace spminer::inline base
