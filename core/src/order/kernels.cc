#include "order/kernels.hh"

#include <stdexcept>

#include "base/processor.hh"

namespace spminer::order {

SimdLevel best_simd_level() {
#if defined(__x86_64__)
  if (this_processor().avx512) return SimdLevel::kAvx512;
  if (this_processor().avx2) return SimdLevel::kAvx2;
#endif
  return SimdLevel::kPortable;
}

const Kernels& kernels(SimdLevel level) {
  static const SimdLevel best = best_simd_level();
  if (level > best) throw std::invalid_argument("this processor does not have the instruction set asked for");
#if defined(__x86_64__)
  if (level == SimdLevel::kAvx512) return kAvx512Kernels;
  if (level == SimdLevel::kAvx2) return kAvx2Kernels;
#endif
  return kPortableKernels;
}

}  // namespace spminer::order
