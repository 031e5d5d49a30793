#include "order/kernels.hh"

#include <stdexcept>

#include "base/simd.hh"

namespace spminer::order {

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
  if (level > best) throw std::invalid_argument("this processor does not have the instruction set asked for");
#if defined(__x86_64__)
  if (level == SimdLevel::kAvx512) return kAvx512Kernels;
  if (level == SimdLevel::kAvx2) return kAvx2Kernels;
#endif
  return kPortableKernels;
}

}  // namespace spminer::order
