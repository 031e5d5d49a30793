#include "order/kernels.hh"

#include <cstddef>
#include <stdexcept>

#include "base/simd.hh"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace spminer::order {

namespace {

// The body once for each instruction set, after the one loop that is written for each: whether a byte of the first
// chunk exceeds that of the second.

namespace portable {
#define SPMINER_TARGET
constexpr int kVectorBytes = 16;
constexpr int kTile = 2;

bool any_above(const std::uint8_t* sub, const std::uint8_t* sup) {
  std::uint8_t above = 0;
  for (int i = 0; i < kChunk; ++i) above |= sub[i] > sup[i];
  return above != 0;
}

#include "order/kernel_body.hh"
#undef SPMINER_TARGET
}  // namespace portable

#if defined(__x86_64__)
namespace avx2 {
#define SPMINER_TARGET __attribute__((target("avx2,fma")))
constexpr int kVectorBytes = 32;
constexpr int kTile = 4;

SPMINER_TARGET inline __m256i load(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

SPMINER_TARGET inline bool any_above(const std::uint8_t* sub, const std::uint8_t* sup) {
  const __m256i low = _mm256_subs_epu8(load(sub), load(sup));
  const __m256i high = _mm256_subs_epu8(load(sub + 32), load(sup + 32));
  const __m256i excess = _mm256_or_si256(low, high);
  return !_mm256_testz_si256(excess, excess);
}

#include "order/kernel_body.hh"
#undef SPMINER_TARGET
}  // namespace avx2

namespace avx512 {
#define SPMINER_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma")))
constexpr int kVectorBytes = 64;
constexpr int kTile = 8;

SPMINER_TARGET inline bool any_above(const std::uint8_t* sub, const std::uint8_t* sup) {
  return _mm512_cmpgt_epu8_mask(_mm512_loadu_si512(sub), _mm512_loadu_si512(sup)) != 0;
}

#include "order/kernel_body.hh"
#undef SPMINER_TARGET
}  // namespace avx512
#endif

}  // namespace

SimdLevel best_simd_level() {
#if defined(__x86_64__)
  const auto& processor = this_processor();
  return processor.avx512 ? SimdLevel::kAvx512 : processor.avx2 ? SimdLevel::kAvx2 : SimdLevel::kPortable;
#else
  return SimdLevel::kPortable;
#endif
}

const Kernels& kernels(SimdLevel level) {
  static const SimdLevel best = best_simd_level();
  if (level > best) throw std::invalid_argument("unsupported instruction set: this processor does not have it");
#if defined(__x86_64__)
  if (level == SimdLevel::kAvx512) return avx512::kKernels;
  if (level == SimdLevel::kAvx2) return avx2::kKernels;
#endif
  return portable::kKernels;
}

}  // namespace spminer::order
