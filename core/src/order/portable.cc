#include <cstddef>

#include "order/kernels.hh"

namespace spminer::order {

namespace {

#define SPMINER_TARGET
constexpr int kVectorBytes = 16;
constexpr int kTile = 2;

/// Whether a byte of the first chunk exceeds that of the second.
bool any_above(const std::uint8_t* sub, const std::uint8_t* sup) {
  std::uint8_t above = 0;
  for (int i = 0; i < kChunk; ++i) above |= sub[i] > sup[i];
  return above != 0;
}

#include "order/kernel_body.hh"

}  // namespace

const Kernels kPortableKernels{
    .tile = kTile, .score_tile = score_tile, .pair = pair, .survivors = survivors, .below = below};

}  // namespace spminer::order
