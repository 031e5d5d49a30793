// Threads over independent tasks.
#pragma once

#ifndef _WIN32
#include <pthread.h>
#endif

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "spminer/base/control.hh"

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

/// Threads that wait for work between loops, since starting a thread takes longer than many a loop.
///
/// One loop at a time has them.  Another one, or one inside of it, starts threads of its own.  Before a fork they end,
/// so that neither side has a thread that it does not know; the next loop starts them again.
class ThreadPool {
 public:
  /// The pool of this process.  It is never destroyed: its threads may wait until the process ends.
  static ThreadPool& shared() {
#ifndef _WIN32
    static const int registered = pthread_atfork([] { end_threads(); }, nullptr, [] { forget_busy(); });
    static_cast<void>(registered);
#endif
    ThreadPool* known = pool().load(std::memory_order_acquire);
    if (known != nullptr) return *known;
    auto* made = new ThreadPool;
    if (pool().compare_exchange_strong(known, made)) return *made;
    delete made;  // another thread was first
    return *known;
  }

  /// Calls work(0) here and work(1) .. work(workers - 1) in waiting threads, and returns when all that began have
  /// ended.  Those that have not begun when work(0) returns do not begin: it returns when no task is left.
  /// False, and nothing is done, if the pool is in use.
  template <typename F>
  bool run(int workers, F& work) {
    if (busy_.test_and_set(std::memory_order_acquire)) return false;
    const Release release{busy_};  // also if a thread cannot be started
    while (static_cast<int>(threads_.size()) < workers - 1) threads_.emplace_back([this] { wait_for_work(); });
    {
      const std::lock_guard lock(mutex_);
      call_ = [](void* context, int worker) { (*static_cast<F*>(context))(worker); };
      context_ = &work;
      next_ = 1;
      end_ = workers;
    }
    wake_.notify_all();
    work(0);
    {
      std::unique_lock lock(mutex_);
      end_ = next_;
      while (!ended_.wait_for(lock, Control::kPollEvery, [this] { return running_ == 0; })) {
        if (Control* control = Control::polling(); control != nullptr) {
          lock.unlock();
          control->check_now();
          lock.lock();
        }
      }
    }
    return true;
  }

 private:
  struct Release {
    std::atomic_flag& busy;
    ~Release() { busy.clear(std::memory_order_release); }
  };

  static std::atomic<ThreadPool*>& pool() {
    static std::atomic<ThreadPool*> shared{nullptr};
    return shared;
  }

  static void end_threads() {
    ThreadPool* known = pool().load();
    if (known == nullptr || known->busy_.test_and_set(std::memory_order_acquire)) return;
    {
      const std::lock_guard lock(known->mutex_);
      known->ending_ = true;
    }
    known->wake_.notify_all();
    known->threads_.clear();  // waits for them
    known->ending_ = false;
    known->busy_.clear(std::memory_order_release);
  }

  /// In a forked child: a pool that another thread of the parent was using has threads that are not here.
  static void forget_busy() {
    ThreadPool* known = pool().load();
    if (known != nullptr && known->busy_.test_and_set(std::memory_order_acquire))
      pool().store(nullptr);
    else if (known != nullptr)
      known->busy_.clear(std::memory_order_release);
  }

  void wait_for_work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return next_ < end_ || ending_; });
      if (ending_) return;
      const int worker = next_++;
      ++running_;
      const auto call = call_;
      void* const context = context_;
      lock.unlock();
      call(context, worker);
      lock.lock();
      if (--running_ == 0) ended_.notify_one();
    }
  }

  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  std::vector<JoinedThread> threads_;  // of the caller that has the pool
  std::mutex mutex_;
  std::condition_variable wake_, ended_;
  bool ending_ = false;
  void (*call_)(void*, int) = nullptr;
  void* context_ = nullptr;
  int next_ = 0, end_ = 0, running_ = 0;
};

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
  if (workers == 1) {
    work(0);
  } else if (!ThreadPool::shared().run(workers, work)) {
    std::vector<JoinedThread> own;
    for (int worker = 1; worker < workers; ++worker) own.emplace_back(work, worker);
    work(0);
  }
  if (failure) std::rethrow_exception(failure);
}

/// Unites the parts of all workers in the first: calls absorb(into, from) for pairs of parts, side by side.
template <typename F>
void unite_parts(int parts, F&& absorb) {
  for (int step = 1; step < parts; step *= 2)
    parallel_for((parts + step - 1) / (2 * step), parts, [&](std::int64_t pair, int) {
      const int into = static_cast<int>(pair) * 2 * step;
      absorb(into, into + step);
    });
}

// Values that several threads use, in arrays that are otherwise plain.

/// Adds to a number that other threads add to; nothing else is ordered by it.
template <typename T>
void atomic_add(T& value, std::type_identity_t<T> more) {
#ifdef __cpp_lib_atomic_ref
  std::atomic_ref(value).fetch_add(more, std::memory_order_relaxed);
#else  // libraries of Clang up to 18
  __atomic_fetch_add(&value, more, __ATOMIC_RELAXED);
#endif
}

/// Numbers that all workers of a loop add to: each in a copy of its own where that is small, else by atomic additions.
template <typename T>
class WorkerSums {
 public:
  WorkerSums(std::span<T> sums, int workers)
      : sums_(sums), shared_(workers > 1 && sums.size_bytes() > kMostBytes), copies_(shared_ ? 0 : workers - 1) {}

  /// What one worker adds to.
  class Part {
   public:
    Part(T* sums, bool shared) : sums_(sums), shared_(shared) {}
    void add(std::size_t i, T more) {
      if (shared_)
        atomic_add(sums_[i], more);
      else
        sums_[i] += more;
    }

   private:
    T* sums_;
    bool shared_;
  };

  Part part(int worker) {
    if (shared_ || worker == 0) return Part(sums_.data(), shared_);
    auto& copy = copies_[worker - 1];
    if (copy.empty()) copy.resize(sums_.size());
    return Part(copy.data(), false);
  }

  /// Adds up what all workers have added; they may go on.
  void unite() {
    constexpr std::int64_t kNumbers = 4096;
    const auto count = static_cast<std::int64_t>(sums_.size());
    if (std::ranges::all_of(copies_, &std::vector<T>::empty)) return;
    parallel_for((count + kNumbers - 1) / kNumbers, static_cast<int>(copies_.size()) + 1, [&](std::int64_t range, int) {
      const auto first = range * kNumbers, last = std::min(count, first + kNumbers);
      for (const auto& copy : copies_)
        if (!copy.empty())
          for (auto i = first; i < last; ++i) sums_[i] += copy[i];
    });
    for (auto& copy : copies_) std::vector<T>().swap(copy);
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 24;

  std::span<T> sums_;
  bool shared_;
  std::vector<std::vector<T>> copies_;  // of all workers but the first, which adds to the sums
};

/// Reads a value and what was written before it was stored.
template <typename T>
T load_acquire(const T& value) {
#ifdef __cpp_lib_atomic_ref
  return std::atomic_ref(const_cast<T&>(value)).load(std::memory_order_acquire);
#else
  return __atomic_load_n(&value, __ATOMIC_ACQUIRE);
#endif
}

/// Stores a value for those who read it by load_acquire().
template <typename T>
void store_release(T& value, std::type_identity_t<T> to) {
#ifdef __cpp_lib_atomic_ref
  std::atomic_ref(value).store(to, std::memory_order_release);
#else
  __atomic_store_n(&value, to, __ATOMIC_RELEASE);
#endif
}

}  // namespace spminer::inline base
