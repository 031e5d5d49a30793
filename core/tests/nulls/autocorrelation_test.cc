// The mixing diagnostic on walks whose autocorrelation is known.
#include <cmath>
#include <vector>

#include "check.hh"
#include "nulls/switching.hh"
#include "spminer/base/random.hh"

namespace {

using namespace spminer;
using namespace spminer::nulls;

/// 65 values of an autoregressive process, of which neighbors have the correlation r.
std::vector<double> process(double r, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values;
  double value = 0;
  for (int i = 0; i < 200 + 65; ++i) {
    double noise = -6;
    for (int j = 0; j < 12; ++j) noise += random.uniform();  // nearly normal
    value = r * value + std::sqrt(1 - r * r) * noise;
    if (i >= 200) values.push_back(value);
  }
  return values;
}

void test_processes() {
  int forgotten = 0, remembered = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    forgotten += autocorrelation_of_walk(process(0.5, seed)) < 0.01;
    remembered += autocorrelation_of_walk(process(0.998, seed)) > 0.05;  // 0.88 at the lag of the whole
  }
  CHECK(forgotten == 100);
  CHECK(remembered > 50);  // one short series does not tell more
}

void test_limits() {
  std::vector<double> trend;
  for (int i = 0; i <= 64; ++i) trend.push_back(i);
  CHECK(autocorrelation_of_walk(trend) > 0.9);  // it has not even begun to turn
  CHECK(std::isnan(autocorrelation_of_walk(std::vector<double>(65, 3.0))));
  CHECK(std::isnan(autocorrelation_of_walk({})));
}

}  // namespace

int main() {
  test_processes();
  test_limits();
  return spminer::testing::verdict();
}
