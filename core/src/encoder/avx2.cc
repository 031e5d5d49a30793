// The encoder's kernels for AVX2: 12 of the 16 registers hold sums.
#ifdef __x86_64__
#define SPMINER_TARGET [[gnu::target("avx2,fma")]]
#define SPMINER_LANES 8
#define SPMINER_ROWS 6
#include "encoder/loops.hh"

namespace spminer::encoder {

extern const Kernels kAvx2Kernels{"avx2", product, gather, mix, pool};

}  // namespace spminer::encoder
#endif
