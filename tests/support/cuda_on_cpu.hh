// Enough of CUDA to run kernels on the CPU: the threads of a block take turns, one after the other up to the next point
// where all of them meet.  Blocks run one after the other, so that shared memory is static memory.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(...)

struct Dim {
  unsigned x = 1, y = 1, z = 1;
};
struct float4 {
  float x, y, z, w;
};

inline Dim threadIdx, blockIdx, blockDim;

class Block {
 public:
  static constexpr std::size_t kStack = 1 << 16;

  explicit Block(unsigned threads) : threads_(threads), exchange(threads) {
    for (auto& thread : threads_) thread.stack = std::make_unique<char[]>(kStack);
  }

  template <typename Work>
  void run(Work&& work) {
    work_ = [](void* what) { (*static_cast<std::remove_reference_t<Work>*>(what))(); };
    what_ = &work;
    current = this;
    for (auto& thread : threads_) {
      getcontext(&thread.context);
      thread.context.uc_stack = {.ss_sp = thread.stack.get(), .ss_flags = 0, .ss_size = kStack};
      thread.context.uc_link = &scheduler_;
      thread.done = false;
      makecontext(&thread.context, &Block::start, 0);
    }
    for (bool left = true; left;) {
      left = false;
      for (unsigned i = 0; i < threads_.size(); ++i) {
        if (threads_[i].done) continue;
        left = true;
        threadIdx.x = turn_ = i;
        swapcontext(&scheduler_, &threads_[i].context);
      }
    }
  }

  void meet() { swapcontext(&threads_[turn_].context, &scheduler_); }

  static inline Block* current = nullptr;

 private:
  struct Thread {
    ucontext_t context;
    std::unique_ptr<char[]> stack;
    bool done;
  };

  static void start() {
    current->work_(current->what_);
    current->threads_[current->turn_].done = true;
  }

  std::vector<Thread> threads_;
  ucontext_t scheduler_;
  unsigned turn_ = 0;
  void (*work_)(void*) = nullptr;
  void* what_ = nullptr;

 public:
  std::vector<std::uint64_t> exchange;  ///< what threads give to each other
};

inline void __syncthreads() { Block::current->meet(); }
inline void __syncwarp() { Block::current->meet(); }
inline int __syncthreads_or(int value) {
  auto& all = Block::current->exchange;
  all[threadIdx.x] = value;
  __syncthreads();
  const bool any = std::ranges::any_of(all, [](auto v) { return v != 0; });
  __syncthreads();
  return any;
}
template <typename T>
T __shfl_xor_sync(unsigned, T value, int with) {
  static_assert(sizeof(T) == 4);
  auto& all = Block::current->exchange;
  all[threadIdx.x] = std::bit_cast<std::uint32_t>(value);
  __syncwarp();
  const auto other = std::bit_cast<T>(static_cast<std::uint32_t>(all[threadIdx.x ^ with]));
  __syncwarp();
  return other;
}

inline int __popcll(unsigned long long set) { return std::popcount(set); }
inline int __ffsll(unsigned long long set) { return set == 0 ? 0 : std::countr_zero(set) + 1; }
/// max(a + b, c) in both halves of a word.
inline unsigned __viaddmax_s16x2(unsigned a, unsigned b, unsigned c) {
  const auto half = [](unsigned word, int shift) { return static_cast<std::int16_t>(word >> shift); };
  const auto best = [&](int shift) {
    const auto sum = static_cast<std::int16_t>(half(a, shift) + half(b, shift));
    return static_cast<std::uint16_t>(std::max(sum, half(c, shift)));
  };
  return best(0) | static_cast<unsigned>(best(16)) << 16;
}

template <typename T>
T atomicAdd(T* at, T more) {
  return std::exchange(*at, *at + more);
}
inline unsigned atomicAdd(unsigned* at, int more) { return atomicAdd(at, static_cast<unsigned>(more)); }
template <typename T>
T atomicOr(T* at, T more) {
  return std::exchange(*at, *at | more);
}
template <typename T>
T atomicMin(T* at, T other) {
  return std::exchange(*at, std::min(*at, other));
}

template <typename... Types, std::size_t... Index>
void launch(void (*kernel)(Types...), Dim grid, Dim block, void** arguments, std::index_sequence<Index...>) {
  Block threads(block.x);
  blockDim = block;
  for (unsigned y = 0; y < grid.y; ++y)
    for (unsigned x = 0; x < grid.x; ++x) {
      blockIdx = {x, y, 1};
      threads.run([&] { kernel(*static_cast<Types*>(arguments[Index])...); });
    }
}

/// Runs a kernel; arguments are given as addresses of their values, as CUDA's own launch takes them.
template <typename... Types>
void launch(void (*kernel)(Types...), const unsigned* grid, const unsigned* block, void** arguments) {
  launch(kernel, {grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}, arguments,
         std::index_sequence_for<Types...>{});
}
