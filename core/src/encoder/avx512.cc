// The encoder's kernels for AVX-512: 24 of the 32 registers hold sums.
#ifdef __x86_64__
#define SPMINER_TARGET [[gnu::target("avx512f,avx512vl,avx512dq")]]
#define SPMINER_LANES 16
#define SPMINER_ROWS 12
#include "encoder/loops.hh"

namespace spminer::encoder {

extern const Kernels kAvx512Kernels{"avx512", product, gather, mix, pool};

}  // namespace spminer::encoder
#endif
