// A GPU's words for a C++ compiler: each lane of a warp is a thread, so that what lanes share is shared here too.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cmath>
#include <memory>
#include <thread>
#include <vector>

#define __device__ inline
#define __global__
#define __shared__

struct Place {
  int x;
};
struct float4 {
  float x, y, z, w;
};
thread_local Place threadIdx, blockIdx, blockDim;
thread_local std::barrier<>* own_warp;

inline int __popcll(unsigned long long set) { return __builtin_popcountll(set); }
inline int __ffsll(unsigned long long set) { return __builtin_ffsll(static_cast<long long>(set)); }
inline void __syncwarp() { own_warp->arrive_and_wait(); }

inline unsigned atomicAdd(unsigned* where, unsigned amount) { return std::atomic_ref(*where).fetch_add(amount); }

inline int atomicMin(int* where, int value) {
  std::atomic_ref place(*where);
  int before = place.load();
  while (before > value && !place.compare_exchange_weak(before, value)) {
  }
  return before;
}
