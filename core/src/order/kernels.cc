#include "order/kernels.hh"

#include <stdexcept>

namespace spminer::order {

SimdLevel best_simd_level() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return SimdLevel::kAvx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return SimdLevel::kAvx2;
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
