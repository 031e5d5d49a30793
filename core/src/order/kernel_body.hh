// The kernels, written once with vector types; kernels.cc includes this in a namespace for each instruction set, where
// it has defined SPMINER_TARGET (a function attribute), kVectorBytes, kTile and any_above().  No header may be included
// here.

constexpr int kWidth = kVectorBytes / 4;
constexpr int kParts = kLanes / kWidth;
/// One register of floats; kParts of them make the kLanes of a block.
typedef float Vector __attribute__((vector_size(kVectorBytes)));
typedef std::int32_t IntVector __attribute__((vector_size(kVectorBytes)));

SPMINER_TARGET inline Vector least(Vector a, Vector b) { return a < b ? a : b; }
/// -1 in the lanes that do not exceed a limit.
SPMINER_TARGET inline IntVector at_most(Vector value, float limit) { return value <= limit; }

// Lanes are added in a fixed order, so that a score depends neither on threads nor on the tile.
SPMINER_TARGET inline float sum_lanes(const Vector* parts) {
  float sums[kLanes];
  for (int p = 0; p < kParts; ++p)
    for (int i = 0; i < kWidth; ++i) sums[p * kWidth + i] = parts[p][i];
  for (int half = kLanes / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) sums[i] += sums[i + half];
  return sums[0];
}

SPMINER_TARGET void score_tile(const TileJob& job) {
  const Vector zero = {};
  const Vector cap = zero + job.cap;
  Vector soft[kTile][kParts] = {};
  IntVector hard[kTile][kParts] = {};
  for (int block = 0; block < job.blocks; ++block) {
    const auto* sup =
        reinterpret_cast<const Vector*>(job.strip + static_cast<std::ptrdiff_t>(block) * job.dims * kLanes);
    Vector energy[kTile][kParts] = {};
    for (int d = 0; d < job.dims; ++d) {
      const float* sub = job.tile + static_cast<std::ptrdiff_t>(d) * kTile;
      for (int c = 0; c < kTile; ++c) {
        for (int p = 0; p < kParts; ++p) {
          const Vector slack = sup[d * kParts + p] - sub[c];
          const Vector lack = least(slack, zero);
          energy[c][p] += lack * lack;
        }
      }
    }
    for (int c = 0; c < kTile; ++c) {
      const auto* reject = reinterpret_cast<const Vector*>(job.reject[c] + block * kLanes);
      for (int p = 0; p < kParts; ++p) {
        const Vector value = energy[c][p] + reject[p];
        soft[c][p] += least(value, cap);
        hard[c][p] -= at_most(value, job.thresholds[c]);
      }
    }
  }
  for (int c = 0; c < kTile; ++c) {
    job.soft[c] = sum_lanes(soft[c]);
    job.hard[c] = 0;
    for (int i = 0; i < kLanes; ++i) job.hard[c] += hard[c][i / kWidth][i % kWidth];
  }
}

SPMINER_TARGET float pair(const float* sub, const float* sup, int dims) {
  const Vector zero = {};
  Vector energy[kParts] = {};
  for (int d = 0; d < dims; d += kLanes) {
    for (int p = 0; p < kParts; ++p) {
      const Vector slack = *reinterpret_cast<const Vector*>(sup + d + p * kWidth) -
                           *reinterpret_cast<const Vector*>(sub + d + p * kWidth);
      const Vector lack = least(slack, zero);
      energy[p] += lack * lack;
    }
  }
  return sum_lanes(energy);
}

SPMINER_TARGET int survivors(const std::uint8_t* sub, const std::uint8_t* first, const std::uint8_t* rest,
                             int rest_size, int count, std::uint16_t* out) {
  int found = 0;
  for (int i = 0; i < count; ++i) {  // without a branch: nothing is known about the next one
    out[found] = static_cast<std::uint16_t>(i);
    found += !any_above(sub, first + static_cast<std::ptrdiff_t>(i) * kChunk);
  }
  int kept = 0;
  for (int s = 0; s < found; ++s) {
    const std::uint8_t* sup = rest + static_cast<std::ptrdiff_t>(out[s]) * rest_size;
    bool above = false;
    for (int chunk = 0; chunk < rest_size && !above; chunk += kChunk)
      above = any_above(sub + kChunk + chunk, sup + chunk);
    out[kept] = out[s];
    kept += !above;
  }
  return kept;
}

SPMINER_TARGET bool below(const std::uint8_t* sub, const std::uint8_t* sup) {
  for (int chunk = 0; chunk < kSignatureSize; chunk += kChunk)
    if (any_above(sub + chunk, sup + chunk)) return false;
  return true;
}

constexpr Kernels kKernels{
    .tile = kTile, .score_tile = score_tile, .pair = pair, .survivors = survivors, .below = below};
