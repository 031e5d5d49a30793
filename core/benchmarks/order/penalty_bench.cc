// Time of the penalty kernel against the arithmetic bound of the processor.
//
//   penalty_bench [candidates] [neighborhoods] [dimensions]
//
// The bound: a loop of the same three instructions (subtract, minimum, fused multiply-add) on registers alone, for the
// same number of elements.  Everything runs on one thread; the best of several rounds counts.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "spminer/base/random.hh"
#include "spminer/order/penalty.hh"

namespace {

using spminer::order::SimdLevel;

template <typename F>
double best_seconds(F&& f) {
  double best = 1e30;
  for (int round = 0; round < 7; ++round) {
    const auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

// Eight independent chains hide the latency; the empty assembly keeps the compiler from folding them.
#define SPMINER_REGISTER_LOOP(name, bytes, constraint, target_attribute) \
  target_attribute double name(long rounds) {                            \
    typedef float Vector __attribute__((vector_size(bytes)));            \
    Vector energy[8] = {}, zero = {}, level = zero + 0.5f;               \
    const Vector sub = zero + 1.0f;                                      \
    for (long i = 0; i < rounds; ++i) {                                  \
      for (int c = 0; c < 8; ++c) {                                      \
        asm volatile("" : constraint(level));                            \
        const Vector slack = level - sub;                                \
        const Vector lack = slack < zero ? slack : zero;                 \
        energy[c] += lack * lack;                                        \
      }                                                                  \
    }                                                                    \
    for (int c = 1; c < 8; ++c) energy[0] += energy[c];                  \
    return energy[0][0];                                                 \
  }
SPMINER_REGISTER_LOOP(loop_portable, 16, "+x", )
SPMINER_REGISTER_LOOP(loop_avx2, 32, "+x", __attribute__((target("avx2,fma"))))
SPMINER_REGISTER_LOOP(loop_avx512, 64, "+v", __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma"))))

/// Seconds that `elements` elements take at least.
double bound_seconds(SimdLevel level, double elements) {
  const auto loop = level == SimdLevel::kAvx512 ? loop_avx512 : level == SimdLevel::kAvx2 ? loop_avx2 : loop_portable;
  constexpr long kRounds = 1'000'000;
  const double lanes = level == SimdLevel::kAvx512 ? 16 : level == SimdLevel::kAvx2 ? 8 : 4;
  volatile double sink = 0;
  return best_seconds([&] { sink = sink + loop(kRounds); }) * elements / (kRounds * 8.0 * lanes);
}

std::vector<float> random_floats(spminer::Random& random, std::size_t count) {
  std::vector<float> values(count);
  for (auto& x : values) x = static_cast<float>(random.uniform());
  return values;
}

/// Signatures of which the given share of pairs passes: one coordinate of the candidates decides.
std::vector<std::uint8_t> flagged(spminer::Random& random, std::size_t count, double share, std::uint8_t value) {
  std::vector<std::uint8_t> bytes(count * spminer::order::kSignatureSize, 0);
  for (std::size_t i = 0; i < count; ++i)
    bytes[i * spminer::order::kSignatureSize] = random.uniform() < share ? value : 0;
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
  const std::size_t candidates = argument(1, 1000), neighborhoods = argument(2, 10000);
  const int dims = argument(3, 64);
  spminer::Random random(1);
  const auto sub = random_floats(random, candidates * dims), sup = random_floats(random, neighborhoods * dims);
  const std::vector<float> thresholds(candidates, 1.0f);
  const double elements = static_cast<double>(candidates) * static_cast<double>(neighborhoods) * dims;
  const spminer::order::PenaltyIndex index(sup, dims);
  std::printf("%zu candidates x %zu neighborhoods x %d dimensions\n", candidates, neighborhoods, dims);
  std::printf("level  seconds  bound  ratio  us/candidate\n");
  for (int level = 0; level <= static_cast<int>(spminer::order::best_simd_level()); ++level) {
    const auto simd = static_cast<SimdLevel>(level);
    const auto score = [&](const spminer::order::PenaltyIndex& against, std::span<const std::uint8_t> signatures) {
      spminer::Control control;
      return spminer::order::score_penalties(against, {sub, signatures, thresholds},
                                             {.cap = 4, .threads = 1, .simd = simd}, control);
    };
    const double seconds = best_seconds([&] { score(index, {}); });
    const double bound = bound_seconds(simd, elements);
    std::printf("%5d  %.4f  %.4f  %.2f  %.1f\n", level, seconds, bound, seconds / bound, 1e6 * seconds / candidates);
    const std::vector<std::uint8_t> ones = flagged(random, candidates, 1, 1);
    for (const int percent : {0, 2, 5, 10, 20, 30, 50, 100}) {
      const spminer::order::PenaltyIndex signed_index(sup, dims, flagged(random, neighborhoods, percent / 100.0, 1));
      const double with = best_seconds([&] { score(signed_index, ones); });
      std::printf("       %3d %% pass the signature: %.4f s, %.2f of the time without\n", percent, with,
                  with / seconds);
    }
  }
}
