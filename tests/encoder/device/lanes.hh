// A GPU's words for a C++ compiler: each lane of a warp is a thread, so that what lanes share is shared here too.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#define __device__ inline
#define __global__
#define __shared__

struct Place {
  int x;
};
thread_local Place threadIdx, blockIdx;
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

unsigned long long shared[1 << 13];

extern "C" void signatures(const unsigned long long* rows, const long long* sizes, int graphs, int stride, int induced,
                           const int* coordinates, const short* class_of_key, const unsigned char* above_class,
                           const unsigned char* byte_of_count, const int* most, unsigned char* out);

// What a launch does, block after block; shared memory is filled with what a GPU may leave there, and what lies beyond
// the bytes that were asked for must not change.
extern "C" void run_blocks(const unsigned long long* rows, const long long* sizes, int graphs, int stride, int induced,
                           int shared_bytes, const int* coordinates, const short* class_of_key,
                           const unsigned char* above_class, const unsigned char* byte_of_count, const int* most,
                           unsigned char* out) {
  constexpr int kWarpsOfBlock = 4;
  const int words = shared_bytes / 8;
  for (int block = 0; block * kWarpsOfBlock < graphs; ++block) {
    std::fill(std::begin(shared), std::end(shared), 0x5a5a5a5a5a5a5a5aull);
    std::vector<std::unique_ptr<std::barrier<>>> warps;
    for (int w = 0; w < kWarpsOfBlock; ++w) warps.push_back(std::make_unique<std::barrier<>>(kLanes));
    std::vector<std::jthread> threads;
    for (int t = 0; t < kWarpsOfBlock * kLanes; ++t)
      threads.emplace_back([&, t, block] {
        threadIdx.x = t;
        blockIdx.x = block;
        own_warp = warps[t / kLanes].get();
        signatures(rows, sizes, graphs, stride, induced, coordinates, class_of_key, above_class, byte_of_count, most,
                   out);
      });
    threads.clear();
    if (std::any_of(std::begin(shared) + words, std::end(shared), [](auto v) { return v != 0x5a5a5a5a5a5a5a5aull; }))
      std::fill(out, out + static_cast<long long>(graphs) * 256, 0xff);  // a test then fails
  }
}
