// Threads over independent tasks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace spminer::inline base {

/// A thread that is waited for at the end of its life: std::jthread, which libraries of macOS do not have yet.
class JoinedThread {
 public:
  template <typename F, typename... Arguments>
  explicit JoinedThread(F&& f, Arguments&&... arguments)
      : thread_(std::forward<F>(f), std::forward<Arguments>(arguments)...) {}
  JoinedThread(JoinedThread&&) = default;
  JoinedThread& operator=(JoinedThread&&) = delete;
  ~JoinedThread() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

/// Number of threads to use: `requested`, or every core when it is 0 or less.
inline int thread_count(int requested) {
  if (requested > 0) return requested;
  const unsigned cores = std::thread::hardware_concurrency();
  return cores == 0 ? 1 : static_cast<int>(cores);
}

/// Calls f(task, worker) for task = 0 .. tasks-1; idle workers take the next open task.  Which worker runs a
/// task is not determined, so results must not depend on it.  The first exception stops the rest and is
/// rethrown in the calling thread.
template <typename F>
void parallel_for(std::int64_t tasks, int threads, F&& f) {
  const int workers = static_cast<int>(std::min<std::int64_t>(thread_count(threads), std::max<std::int64_t>(tasks, 1)));
  std::atomic<std::int64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  auto work = [&](int worker) {
    try {
      for (std::int64_t task = next.fetch_add(1); task < tasks; task = next.fetch_add(1)) f(task, worker);
    } catch (...) {
      next.store(tasks);
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<JoinedThread> pool;
    for (int worker = 1; worker < workers; ++worker) pool.emplace_back(work, worker);
    work(0);
  }
  if (failure) std::rethrow_exception(failure);
}

// Sums that several threads add to, in arrays that are otherwise plain.

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
