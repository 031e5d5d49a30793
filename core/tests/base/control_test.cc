#include "spminer/base/control.hh"

#include <limits>

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

}  // namespace

int main() {
  a_limit_that_no_clock_can_tell_is_none();
  a_limit_counts_from_now();
  return spminer::testing::verdict();
}
