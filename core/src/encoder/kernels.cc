#include "encoder/kernels.hh"

#include <bit>
#include <cstddef>
#include <vector>

#include "base/simd.hh"

namespace spminer::encoder {

namespace {

// The body once for each instruction set.  A register tile has as many rows as the registers hold with two vectors for
// each.

namespace portable {
#define SPMINER_TARGET
constexpr const char* kName = "portable";
constexpr int kLanes = 4, kRows = 4;
#include "encoder/kernel_body.hh"
#undef SPMINER_TARGET
}  // namespace portable

#ifdef __x86_64__
namespace avx2 {
#define SPMINER_TARGET [[gnu::target("avx2,fma")]]
constexpr const char* kName = "avx2";
constexpr int kLanes = 8, kRows = 6;
#include "encoder/kernel_body.hh"
#undef SPMINER_TARGET
}  // namespace avx2

namespace avx512 {
#define SPMINER_TARGET [[gnu::target("avx512f,avx512vl,avx512dq")]]
constexpr const char* kName = "avx512";
constexpr int kLanes = 16, kRows = 12;
#include "encoder/kernel_body.hh"
#undef SPMINER_TARGET
}  // namespace avx512
#endif

std::vector<const Kernels*> find_supported() {
  std::vector<const Kernels*> found;
#ifdef __x86_64__
  if (this_processor().avx512) found.push_back(&avx512::kKernels);
  if (this_processor().avx2) found.push_back(&avx2::kKernels);
#endif
  found.push_back(&portable::kKernels);
  return found;
}

}  // namespace

std::span<const Kernels* const> supported_kernels() {
  static const std::vector<const Kernels*> kernels = find_supported();
  return kernels;
}

}  // namespace spminer::encoder
