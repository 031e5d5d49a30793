#include "spminer/base/control.hh"

#include <atomic>
#include <limits>
#include <thread>

#include "base/parallel.hh"
#include "check.hh"

namespace {

using namespace spminer;

void a_limit_that_no_clock_can_tell_is_none() {
  for (const double seconds : {1e9, 1e10, 1e300, std::numeric_limits<double>::infinity()}) {
    Control control(seconds);
    CHECK(!control.check_now());
    CHECK(control.seconds_left() == std::numeric_limits<double>::infinity());
  }
}

void a_limit_counts_from_now() {
  Control year(3e7);
  CHECK(!year.check_now());
  CHECK(year.seconds_left() > 2.9e7 && year.seconds_left() <= 3e7);
  for (const double seconds : {0.0, -1.0, -1e300}) {
    Control over(seconds);
    CHECK(over.check_now());
    CHECK(over.reason() == StopReason::kTimeLimit);
    CHECK(over.seconds_left() <= 0);
  }
}

void its_thread_polls_and_others_do_not() {
  Control control;
  std::atomic<int> polls{0};
  const auto until = Control::Clock::now() + 4 * Control::kPollEvery;
  control.start_polling([&] { ++polls; });
  std::thread other([&] {
    while (Control::Clock::now() < until) control.check_now();
  });
  other.join();
  CHECK(polls == 0);
  CHECK(!control.check_now() && polls == 1);  // the time has passed
  CHECK(!control.check_now() && polls == 1);
  control.end_polling();
  std::this_thread::sleep_for(2 * Control::kPollEvery);
  CHECK(!control.check_now() && polls == 1);
  CHECK(Control::polling() == nullptr);
}

void a_loop_that_waits_for_others_polls() {
  Control control;
  std::atomic<bool> begun{false};
  control.start_polling([&] { control.cancel(); });
  parallel_for(2, 2, [&](std::int64_t, int worker) {
    begun = begun || worker == 1;
    if (worker == 0) {
      while (!begun) std::this_thread::yield();
      return;  // and waits for the other, which ends when it is canceled
    }
    while (!control.stopped()) std::this_thread::yield();
  });
  control.end_polling();
  CHECK(control.reason() == StopReason::kCanceled);
}

}  // namespace

int main() {
  its_thread_polls_and_others_do_not();
  a_loop_that_waits_for_others_polls();
  a_limit_that_no_clock_can_tell_is_none();
  a_limit_counts_from_now();
  return spminer::testing::verdict();
}
