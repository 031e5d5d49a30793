// The inner loops of penalties and signature comparisons, one set per instruction set.
#pragma once

#include <cstdint>

#include "spminer/order/penalty.hh"

namespace spminer::order {

/// Neighborhoods side by side in one vector.
inline constexpr int kLanes = 16;
/// Neighborhoods that are scored before the next candidates: their embeddings stay in the second-level cache.
inline constexpr int kStrip = 512;
/// Signatures are compared in chunks; the first one of each neighborhood lies apart, since it mostly suffices.
inline constexpr int kChunk = 64;

/// A tile of candidates against one strip of neighborhoods.
struct TileJob {
  const float* strip;          ///< [blocks][dims][kLanes]
  const float* tile;           ///< [dims][Kernels::tile]
  const float* const* reject;  ///< per candidate and neighborhood: 0, or not a number to reject it
  const float* thresholds;     ///< per candidate
  int blocks;
  int dims;
  float cap;
  float* soft;         ///< out, per candidate: sum over the strip of min(E, cap)
  std::int32_t* hard;  ///< out, per candidate: neighborhoods with E <= threshold
};

struct Kernels {
  /// Candidates of one TileJob: as many as the registers hold.
  int tile;
  void (*score_tile)(const TileJob& job);
  /// E of one pair; dims is a multiple of kLanes.
  float (*pair)(const float* sub, const float* sup, int dims);
  /// Writes which of `count` neighborhoods a signature does not reject and returns how many; `first` and `rest` hold
  /// the first chunk and the other ones, `rest_size` bytes, of each neighborhood.
  int (*survivors)(const std::uint8_t* sub, const std::uint8_t* first, const std::uint8_t* rest, int rest_size,
                   int count, std::uint16_t* out);
  /// Whether no byte of a whole signature exceeds the other's.
  bool (*below)(const std::uint8_t* sub, const std::uint8_t* sup);
};

/// Throws std::invalid_argument if this processor does not have the level.
const Kernels& kernels(SimdLevel level);

}  // namespace spminer::order
