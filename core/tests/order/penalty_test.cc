// Penalty scores of every kernel against plain loops in double precision. Tests of order/penalty, order/kernels and
// order/kernel_body.
#include "spminer/order/penalty.hh"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "check.hh"
#include "spminer/base/random.hh"

namespace spminer::order {
namespace {

struct Case {
  int candidates = 0, neighborhoods = 0, dims = 1;
  double pass = -1;  ///< share of pairs that pass the signature; negative: no signatures
  int signature = kSignatureSize;
  std::vector<float> sub{}, sup{}, thresholds{};
  std::vector<std::uint8_t> sub_signatures{}, sup_signatures{};
};

std::vector<float> floats(Random& random, int count) {
  std::vector<float> values(count);
  for (auto& x : values) x = static_cast<float>(random.uniform());
  return values;
}

/// Signatures of small values, but a large one at the given share of the coordinates.
std::vector<std::uint8_t> signature_bytes(Random& random, int count, double ones, int size = kSignatureSize) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count) * size);
  for (auto& byte : bytes) byte = random.uniform() < ones ? 200 : 3;
  return bytes;
}

Case make_case(Random& random) {
  constexpr double kShares[] = {-1, 0, 0.02, 0.5, 0.95, 1};
  Case c{.candidates = static_cast<int>(random.below(40)),
         .neighborhoods = static_cast<int>(random.below(1200)),
         .dims = 1 + static_cast<int>(random.below(random.below(8) == 0 ? 256 : 40)),
         .pass = kShares[random.below(6)],
         .signature = kSignatureSize * (1 + static_cast<int>(random.below(2)))};
  c.sub = floats(random, c.candidates * c.dims);
  c.sup = floats(random, c.neighborhoods * c.dims);
  c.thresholds.resize(c.candidates);
  for (auto& t : c.thresholds) t = static_cast<float>(random.uniform() * c.dims / 6 - 0.1);
  if (c.pass >= 0) {
    const double per_coordinate = 1 - std::pow(std::max(c.pass, 1e-9), 1.0 / c.signature);
    c.sub_signatures = signature_bytes(random, c.candidates, per_coordinate, c.signature);
    c.sup_signatures = signature_bytes(random, c.neighborhoods, 0.02, c.signature);
  }
  return c;
}

double energy(const Case& c, int i, int j) {
  double sum = 0;
  for (int d = 0; d < c.dims; ++d) {
    const double lack = std::max(0.0f, c.sub[i * c.dims + d] - c.sup[j * c.dims + d]);
    sum += lack * lack;
  }
  return sum;
}

bool violated(const Case& c, int i, int j) {
  for (int k = 0; k < c.signature && c.pass >= 0; ++k)
    if (c.sub_signatures[i * c.signature + k] > c.sup_signatures[j * c.signature + k]) return true;
  return false;
}

PenaltyResult score(const Case& c, PenaltyParams params) {
  Control control;
  const PenaltyIndex index(c.sup, c.dims, c.sup_signatures);
  return score_penalties(index, {c.sub, c.sub_signatures, c.thresholds}, params, control);
}

void check_case(const Case& c, SimdLevel simd, float cap) {
  const auto result = score(c, {.cap = cap, .threads = 1, .simd = simd});
  for (int i = 0; i < c.candidates; ++i) {
    double soft = 0;
    std::int64_t least = 0, most = 0;  // within rounding of the threshold either answer is right
    for (int j = 0; j < c.neighborhoods; ++j) {
      const bool out = violated(c, i, j);
      const double e = energy(c, i, j);
      soft += out ? cap : std::min<double>(e, cap);
      least += !out && e <= c.thresholds[i] - 1e-4;
      most += !out && e <= c.thresholds[i] + 1e-4;
    }
    CHECK(std::abs(result.soft[i] - soft) <= 1e-4 * (1 + soft));
    CHECK(result.hard[i] >= least && result.hard[i] <= most);
    CHECK(result.scored[i] == c.neighborhoods);
  }
  const auto threaded = score(c, {.cap = cap, .threads = 3, .simd = simd});
  CHECK(threaded.soft == result.soft && threaded.hard == result.hard);
}

void test_random_cases() {
  for (int level = 0; level <= static_cast<int>(best_simd_level()); ++level) {
    for (int trial = 0; trial < 40; ++trial) {
      Random random(1, trial);
      const auto c = make_case(random);
      check_case(c, static_cast<SimdLevel>(level), static_cast<float>(0.2 + random.uniform() * c.dims / 6));
    }
  }
}

/// A candidate's score is the same alone as among others.
void test_tile_does_not_matter(double pass) {
  Random random(2);
  auto c = make_case(random);
  while (c.candidates < 20 || c.neighborhoods < 600 || c.pass != pass) c = make_case(random);
  const auto together = score(c, {.cap = 2});
  for (int i = 0; i < c.candidates; ++i) {
    Case alone = c;
    alone.candidates = 1;
    alone.sub = {c.sub.begin() + i * c.dims, c.sub.begin() + (i + 1) * c.dims};
    alone.thresholds = {c.thresholds[i]};
    const auto bytes = c.sub_signatures.begin() + (pass < 0 ? 0 : i * c.signature);
    if (pass >= 0) alone.sub_signatures = {bytes, bytes + c.signature};
    const auto result = score(alone, {.cap = 2});
    CHECK(result.soft[0] == together.soft[i] && result.hard[0] == together.hard[i]);
  }
}

void test_bounds_stop_early() {
  Random random(3);
  Case c{.candidates = 3, .neighborhoods = 4000, .dims = 8, .pass = -1};
  c.sub = floats(random, c.candidates * c.dims);
  c.sup = floats(random, c.neighborhoods * c.dims);
  c.thresholds.assign(3, 0.5f);
  const auto full = score(c, {.cap = 2});
  const std::vector<double> soft{full.soft[0], full.soft[1] / 4, 0};
  const auto bounded = score(c, {.cap = 2, .soft_bounds = soft});
  CHECK(bounded.scored[0] == 4000 && bounded.soft[0] == full.soft[0]);
  CHECK(bounded.scored[1] < 4000 && bounded.soft[1] > soft[1] && bounded.soft[1] <= full.soft[1]);
  CHECK(bounded.scored[2] < bounded.scored[1]);
  const std::vector<std::int64_t> hard{full.hard[0], full.hard[1] + 1, 4001};
  const auto counted = score(c, {.cap = 2, .hard_bounds = hard});
  CHECK(counted.scored[0] == 4000 && counted.hard[0] == full.hard[0]);
  CHECK(counted.hard[1] <= full.hard[1] && counted.scored[2] < 4000);
}

void test_infinite_threshold_keeps_rejections() {
  Case c{.candidates = 1, .neighborhoods = 5, .dims = 2, .pass = 0};
  c.sub = {1, 1};
  c.sup.assign(10, 0);
  c.thresholds = {std::numeric_limits<float>::infinity()};
  c.sub_signatures.assign(kSignatureSize, 1);
  c.sup_signatures.assign(5 * kSignatureSize, 1);
  c.sup_signatures[2 * kSignatureSize + 255] = 0;
  const auto result = score(c, {.cap = 3});
  CHECK(result.hard[0] == 4 && result.soft[0] == 4 * 2 + 3);
}

void test_pairs() {
  Random random(4);
  const auto sub = floats(random, 7 * 20), sup = floats(random, 7 * 20);
  const auto low = signature_bytes(random, 9, 0.01), high = signature_bytes(random, 9, 0.5);
  for (int level = 0; level <= static_cast<int>(best_simd_level()); ++level) {
    const auto simd = static_cast<SimdLevel>(level);
    const Case pairs{.candidates = 7, .neighborhoods = 7, .dims = 20, .pass = -1, .sub = sub, .sup = sup};
    const auto energies = order_penalty(sub, sup, 20, simd);
    for (int i = 0; i < 7; ++i) CHECK(std::abs(energies[i] - energy(pairs, i, i)) < 1e-5);
    const Case bytes{.pass = 0, .sub_signatures = low, .sup_signatures = high};
    const auto flags = order_violated(low, high, simd);
    for (int i = 0; i < 9; ++i) CHECK(flags[i] == violated(bytes, i, i));
  }
  CHECK_THROWS(order_penalty(sub, std::vector<float>(3), 20));
  CHECK_THROWS(PenaltyIndex(sub, 3));
  CHECK_THROWS(PenaltyIndex(sub, 20, low));
  CHECK(!PenaltyIndex(sub, 20).has_signatures());
  CHECK(PenaltyIndex(sub, 20, std::span(low).first(7 * kSignatureSize)).has_signatures());
}

}  // namespace
}  // namespace spminer::order

int main() {
  spminer::order::test_random_cases();
  for (const double pass : {-1.0, 0.02, 0.5}) spminer::order::test_tile_does_not_matter(pass);
  spminer::order::test_bounds_stop_early();
  spminer::order::test_infinite_threshold_keeps_rejections();
  spminer::order::test_pairs();
  return spminer::testing::verdict();
}
