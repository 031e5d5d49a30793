#if defined(__x86_64__)
#include <immintrin.h>

#include <cstddef>

#include "order/kernels.hh"

namespace spminer::order {

namespace {

#define SPMINER_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma")))
constexpr int kVectorBytes = 64;
constexpr int kTile = 8;

/// Whether a byte of the first chunk exceeds that of the second.
SPMINER_TARGET inline bool any_above(const std::uint8_t* sub, const std::uint8_t* sup) {
  return _mm512_cmpgt_epu8_mask(_mm512_loadu_si512(sub), _mm512_loadu_si512(sup)) != 0;
}

#include "order/kernel_body.hh"

}  // namespace

const Kernels kAvx512Kernels{
    .tile = kTile, .score_tile = score_tile, .pair = pair, .survivors = survivors, .below = below};

}  // namespace spminer::order
#endif
