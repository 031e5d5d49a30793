// The encoder's kernels for the baseline of the build, and the choice among all of them.
#define SPMINER_TARGET
#define SPMINER_LANES 4
#define SPMINER_ROWS 4
#include <vector>

#include "base/simd.hh"
#include "encoder/loops.hh"

namespace spminer::encoder {

extern const Kernels kAvx512Kernels;
extern const Kernels kAvx2Kernels;

namespace {

constexpr Kernels kPortableKernels{"portable", product, gather, mix, pool};

std::vector<const Kernels*> find_supported() {
  std::vector<const Kernels*> found;
#ifdef __x86_64__
  if (this_processor().avx512) found.push_back(&kAvx512Kernels);
  if (this_processor().avx2) found.push_back(&kAvx2Kernels);
#endif
  found.push_back(&kPortableKernels);
  return found;
}

}  // namespace

std::span<const Kernels* const> supported_kernels() {
  static const std::vector<const Kernels*> kernels = find_supported();
  return kernels;
}

}  // namespace spminer::encoder
