#if defined(__x86_64__)
#include <immintrin.h>

#include <cstddef>

#include "order/kernels.hh"

namespace spminer::order {

namespace {

#define SPMINER_TARGET __attribute__((target("avx2,fma")))
constexpr int kVectorBytes = 32;
constexpr int kTile = 4;

SPMINER_TARGET inline __m256i load(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

/// Whether a byte of the first chunk exceeds that of the second.
SPMINER_TARGET inline bool any_above(const std::uint8_t* sub, const std::uint8_t* sup) {
  const __m256i low = _mm256_subs_epu8(load(sub), load(sup));
  const __m256i high = _mm256_subs_epu8(load(sub + 32), load(sup + 32));
  const __m256i excess = _mm256_or_si256(low, high);
  return !_mm256_testz_si256(excess, excess);
}

#include "order/kernel_body.hh"

}  // namespace

const Kernels kAvx2Kernels{
    .tile = kTile, .score_tile = score_tile, .pair = pair, .survivors = survivors, .below = below};

}  // namespace spminer::order
#endif
