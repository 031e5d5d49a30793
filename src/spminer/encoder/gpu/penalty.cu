// Penalties of patterns against neighborhoods: for each pattern, the sum over a tile of neighborhoods of min(E, cap) and
// the number of them with E <= threshold, where E = sum over dimensions of max(0, sub - sup)^2 and a pair that the
// signatures reject counts as cap and never as contained.
//
// A block of 256 threads takes 128 patterns and 128 neighborhoods; a thread 8 of each, so that a number read from shared
// memory is used eight times.  Sums over the tile are added in a fixed order: equal runs give equal bits.

constexpr int kTile = 128;    // patterns, and neighborhoods, of a block
constexpr int kPart = 8;      // of a thread
constexpr int kAcross = 16;   // threads side by side along either axis
constexpr int kDepth = 16;    // dimensions (or words of signatures) in shared memory at a time
constexpr int kThreads = 256;
constexpr int kStride = kTile + 1;  // of a row in shared memory: neighbors of a column then lie in different banks

// Columns first .. first + kDepth - 1 of 128 rows into shared memory, transposed; what is not there is `absent`.
template <typename T>
__device__ void load_tile(const T* rows, int row, int count, int columns, int first, T absent, T (*tile)[kStride]) {
  for (int i = threadIdx.x; i < kTile * kDepth; i += kThreads) {
    const int r = i / kDepth, c = i % kDepth;
    const bool there = row + r < count && first + c < columns;
    tile[c][r] = there ? rows[(long long)(row + r) * columns + first + c] : absent;
  }
}

// Bit 8 * p + n: whether the signature of pattern p is nowhere above that of neighborhood n.
__device__ unsigned long long allowed_pairs(const unsigned* low, const unsigned* high, int patterns, int neighborhoods,
                                            int words, int pattern, int neighborhood, unsigned (*a)[kStride],
                                            unsigned (*b)[kStride], int down, int along) {
  unsigned above[kPart][kPart] = {};
  for (int first = 0; first < words; first += kDepth) {
    __syncthreads();
    load_tile(low, pattern, patterns, words, first, 0u, a);
    load_tile(high, neighborhood, neighborhoods, words, first, 0u, b);
    __syncthreads();
    for (int d = 0; d < kDepth; ++d)
#pragma unroll
      for (int p = 0; p < kPart; ++p)
#pragma unroll
        for (int n = 0; n < kPart; ++n)
          above[p][n] = __viaddmax_s16x2(a[d][down + p * kAcross], b[d][along + n * kAcross], above[p][n]);
  }
  unsigned long long allowed = 0;
#pragma unroll
  for (int p = 0; p < kPart; ++p)
#pragma unroll
    for (int n = 0; n < kPart; ++n)
      if (above[p][n] == 0) allowed |= 1ull << (8 * p + n);
  return allowed;
}

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    penalty_sums(const float* sub, const float* sup, const unsigned* low, const unsigned* high, int patterns,
                 int neighborhoods, int dimensions, int words, int first_block, const float* limits, float* soft, int* hard) {
  const float threshold = limits[0], cap = limits[1];
  __shared__ float a[kDepth][kStride], b[kDepth][kStride];
  const int pattern = blockIdx.x * kTile, block = first_block + blockIdx.y, neighborhood = block * kTile;
  const int down = threadIdx.x / kAcross, along = threadIdx.x % kAcross;
  unsigned long long allowed = ~0ull;
  if (words > 0)
    allowed = allowed_pairs(low, high, patterns, neighborhoods, words, pattern, neighborhood,
                            reinterpret_cast<unsigned(*)[kStride]>(a), reinterpret_cast<unsigned(*)[kStride]>(b), down,
                            along);
  float energy[kPart][kPart] = {};
  if (__syncthreads_or(allowed != 0)) {
    for (int first = 0; first < dimensions; first += kDepth) {
      __syncthreads();
      load_tile(sub, pattern, patterns, dimensions, first, 0.0f, a);
      load_tile(sup, neighborhood, neighborhoods, dimensions, first, 0.0f, b);
      __syncthreads();
#pragma unroll 4
      for (int d = 0; d < kDepth; ++d)
#pragma unroll
        for (int p = 0; p < kPart; ++p)
#pragma unroll
          for (int n = 0; n < kPart; ++n) {
            const float lack = fmaxf(a[d][down + p * kAcross] - b[d][along + n * kAcross], 0.0f);
            energy[p][n] = fmaf(lack, lack, energy[p][n]);
          }
    }
  }
#pragma unroll
  for (int p = 0; p < kPart; ++p) {
    float total = 0;
    int within = 0;
#pragma unroll
    for (int n = 0; n < kPart; ++n) {
      if (neighborhood + along + n * kAcross >= neighborhoods) continue;
      const bool possible = allowed >> (8 * p + n) & 1;
      total += possible ? fminf(energy[p][n], cap) : cap;
      within += possible && energy[p][n] <= threshold;
    }
    for (int step = kAcross / 2; step > 0; step /= 2) {  // the 16 threads of a row are half of a warp
      total += __shfl_xor_sync(0xffffffff, total, step);
      within += __shfl_xor_sync(0xffffffff, within, step);
    }
    const int row = pattern + down + p * kAcross;
    if (along == 0 && row < patterns) {
      soft[(long long)block * patterns + row] = total;
      hard[(long long)block * patterns + row] = within;
    }
  }
}
