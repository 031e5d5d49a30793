// Threads over tasks, and the control that stops them. Tests of base/parallel and base/control.
#include "base/parallel.hh"

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "check.hh"
#include "spminer/base/control.hh"

namespace {

using namespace spminer;

void every_task_runs_once() {
  for (const int threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> runs(1000);
    std::atomic<bool> known{true};
    parallel_for(1000, threads, [&](std::int64_t task, int worker) {
      ++runs[task];
      if (worker < 0 || worker >= threads) known = false;
    });
    bool once = known;
    for (const auto& count : runs) once = once && count == 1;
    CHECK(once);
  }
  int none = 0;
  parallel_for(0, 4, [&](std::int64_t, int) { ++none; });
  CHECK(none == 0);
  CHECK(thread_count(3) == 3 && thread_count(0) >= 1 && thread_count(-2) == thread_count(0));
}

void an_exception_reaches_the_caller() {
  for (const int threads : {1, 3}) {
    std::atomic<int> after{0};
    CHECK_THROWS(parallel_for(100000, threads, [&](std::int64_t task, int) {
      if (task == 5) throw std::runtime_error("task 5");
      after += task > 50000;
    }));
    CHECK(after < 50000);  // the rest is not begun
  }
}

std::int64_t sum_of_tasks(std::int64_t tasks, int threads) {
  std::atomic<std::int64_t> sum{0};
  parallel_for(tasks, threads, [&](std::int64_t task, int) { sum += task; });
  return sum;
}

void waiting_threads_serve_many_loops() {
  bool right = true;
  for (int loop = 0; loop < 5000; ++loop) {
    const std::int64_t tasks = loop % 7;
    right = right && sum_of_tasks(tasks, 1 + loop % 5) == tasks * (tasks - 1) / 2;
  }
  CHECK(right);
}

void loops_in_loops_and_beside_each_other_run_once() {
  std::atomic<std::int64_t> sum{0};
  parallel_for(20, 3, [&](std::int64_t, int) { sum += sum_of_tasks(50, 3); });
  CHECK(sum == 20 * 1225);
  std::atomic<bool> right{true};
  {
    std::vector<JoinedThread> callers;
    for (int caller = 0; caller < 4; ++caller)
      callers.emplace_back([&right] {
        for (int loop = 0; loop < 200; ++loop)
          if (sum_of_tasks(50, 3) != 1225) right = false;
      });
  }
  CHECK(right);
}

#ifndef _WIN32
void a_forked_child_has_threads_of_its_own() {
  CHECK(sum_of_tasks(1000, 4) == 499500);
  const pid_t child = fork();
  if (child == 0) _exit(sum_of_tasks(1000, 4) == 499500 ? 0 : 1);
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(sum_of_tasks(1000, 4) == 499500);
}
#endif

void nothing_that_threads_add_is_lost() {
  std::uint32_t sum = 0;
  parallel_for(100000, 4, [&](std::int64_t task, int) { atomic_add(sum, static_cast<std::uint32_t>(task % 3)); });
  CHECK(sum == 99999);
}

void sums_of_workers_are_united() {
  for (const std::size_t count : {std::size_t{1000}, std::size_t{3} << 20}) {  // copies, and atomic additions
    std::vector<std::uint64_t> sums(count, 5);
    for (const int workers : {1, 4}) {
      WorkerSums<std::uint64_t> parts(sums, workers);
      for (int round = 0; round < 10; ++round) {
        parallel_for(300, workers, [&](std::int64_t task, int worker) {
          auto part = parts.part(worker);
          for (std::size_t i = 0; i < 1000; ++i) part.add(i, static_cast<std::uint64_t>(task));
        });
        parts.unite();
      }
    }
    CHECK(std::ranges::count(std::span(sums).first(1000), 5 + 20 * 44850) == 1000);
    CHECK(std::ranges::count(sums, 5) == static_cast<std::ptrdiff_t>(count) - 1000);
  }
}

void parts_are_united_in_the_first() {
  for (int count = 1; count < 20; ++count) {
    std::vector<std::vector<int>> parts(count);
    for (int i = 0; i < count; ++i) parts[i] = {i};
    unite_parts(count, [&](int into, int from) {
      parts[into].insert(parts[into].end(), parts[from].begin(), parts[from].end());
      parts[from].clear();
    });
    std::ranges::sort(parts[0]);
    CHECK(static_cast<int>(parts[0].size()) == count && parts[0].back() == count - 1);
    CHECK(std::ranges::adjacent_find(parts[0]) == parts[0].end());
  }
}

void a_thread_is_waited_for() {
  std::atomic<int> done{0};
  {
    std::vector<JoinedThread> threads;
    for (int i = 0; i < 5; ++i) threads.emplace_back([&done](int more) { done += more; }, i);
  }
  CHECK(done == 10);
}

void the_first_reason_stays() {
  Control control;
  CHECK(!control.stopped() && control.reason() == StopReason::kNone && !control.check_now());
  control.stop(StopReason::kMemoryLimit);
  control.cancel();
  CHECK(control.stopped() && control.reason() == StopReason::kMemoryLimit);
}

void a_ticker_meets_the_deadline() {
  Control control(0.0), endless;
  Ticker ticker(control), other(endless);
  std::uint32_t calls = 1;
  while (!ticker.should_stop() && calls <= Ticker::kPeriod) ++calls;
  CHECK(calls == Ticker::kPeriod && control.reason() == StopReason::kTimeLimit);
  bool stopped = false;
  for (std::uint32_t i = 0; i < 2 * Ticker::kPeriod; ++i) stopped = stopped || other.should_stop();
  CHECK(!stopped);
}

}  // namespace

int main() {
  every_task_runs_once();
  an_exception_reaches_the_caller();
  waiting_threads_serve_many_loops();
  loops_in_loops_and_beside_each_other_run_once();
#ifndef _WIN32
  a_forked_child_has_threads_of_its_own();
#endif
  nothing_that_threads_add_is_lost();
  sums_of_workers_are_united();
  parts_are_united_in_the_first();
  a_thread_is_waited_for();
  the_first_reason_stays();
  a_ticker_meets_the_deadline();
  return spminer::testing::verdict();
}
