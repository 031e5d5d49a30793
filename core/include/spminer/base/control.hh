// Progress, time limit and cancellation of a running engine: a shared object, never a global.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <thread>
#include <utility>

namespace spminer::inline base {

/// Why an engine returned before it was done.
enum class StopReason : int { kNone = 0, kCanceled, kTimeLimit, kMemoryLimit };

/// One per call.  The engine's threads call `should_stop()` often (it costs one relaxed load, and reads the
/// clock rarely); any other thread may `cancel()` or read the progress counters.
class Control {
 public:
  using Clock = std::chrono::steady_clock;

  Control() = default;
  explicit Control(double time_limit_s) { set_time_limit(time_limit_s); }
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  /// The limit counts from now.  A limit of decades is none: the clock cannot tell such a time.
  void set_time_limit(double seconds) {
    constexpr double kLongest = 1e9;
    has_deadline_ = seconds < kLongest;
    if (!has_deadline_) return;
    const std::chrono::duration<double> left(std::max(seconds, 0.0));
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
  }

  void cancel() { stop(StopReason::kCanceled); }
  /// The first reason stays.
  void stop(StopReason reason) {
    int none = 0;
    reason_.compare_exchange_strong(none, static_cast<int>(reason), std::memory_order_relaxed);
  }
  StopReason reason() const { return static_cast<StopReason>(reason_.load(std::memory_order_relaxed)); }
  bool stopped() const { return reason() != StopReason::kNone; }

  /// stopped(), after comparing the clock with the deadline.  A few dozen nanoseconds: use a Ticker in loops.
  bool check_now() {
    if (has_deadline_ && Clock::now() >= deadline_) stop(StopReason::kTimeLimit);
    if (poller_ == std::this_thread::get_id() && Clock::now() >= next_poll_) {
      poll_();
      next_poll_ = Clock::now() + kPollEvery;
    }
    return stopped();
  }

  /// Until `end_polling`, check_now() of this thread calls `poll` every 50 ms; so does parallel_for() while this thread
  /// waits for others.
  void start_polling(std::function<void()> poll) {
    poll_ = std::move(poll);
    next_poll_ = Clock::now() + kPollEvery;
    poller_ = std::this_thread::get_id();
    polling() = this;
  }
  void end_polling() {
    poller_ = {};
    polling() = nullptr;
  }
  /// The control that polls in this thread, if any.
  static Control*& polling() {
    thread_local Control* polling = nullptr;
    return polling;
  }
  static constexpr std::chrono::milliseconds kPollEvery{50};

  /// Seconds until the time limit, negative beyond it; infinity without one.
  double seconds_left() const {
    if (!has_deadline_) return std::numeric_limits<double>::infinity();
    return std::chrono::duration<double>(deadline_ - Clock::now()).count();
  }

  // Apart from the rest, which threads read at every step.
  alignas(64) std::atomic<std::uint64_t> done{0};  ///< units of work finished
  std::atomic<std::uint64_t> total{0};             ///< units of work in all; 0 while unknown

 private:
  alignas(64) std::atomic<int> reason_{0};
  Clock::time_point deadline_{};
  bool has_deadline_ = false;
  std::thread::id poller_;  // of no thread
  Clock::time_point next_poll_{};
  std::function<void()> poll_;
};

/// A thread's cheap test of the control: the clock is read once in `kPeriod` calls.
class Ticker {
 public:
  static constexpr std::uint32_t kPeriod = 4096;

  explicit Ticker(Control& control) : control_(&control) {}
  bool should_stop() {
    if (++calls_ % kPeriod != 0) return control_->stopped();
    return control_->check_now();
  }

 private:
  Control* control_;
  std::uint32_t calls_ = 0;
};

}  // namespace spminer::inline base
