// The loops in which the encoder spends its time, once per instruction set and chosen at run time.
//
// All buffers are aligned to 64 bytes and all rows are padded to whole panels of kPanel floats, so that no loop has
// a remainder.  A row's result never depends on the rows around it.
#pragma once

#include <span>

#include "spminer/pattern/pattern.hh"

namespace spminer::encoder {

inline constexpr int kPanel = 32;     ///< columns of a packed panel of weights
inline constexpr int kTileRows = 12;  ///< a product's rows are padded to a multiple of this
inline constexpr int kMaxParts = 2;

/// out = bias + [inputs[0] ; inputs[1]] * weights.
struct Product {
  const float* inputs[kMaxParts];  ///< each rows * width, row-major with input_stride
  int parts;
  int width;  ///< columns of each input
  int input_stride;
  int rows;             ///< a multiple of kTileRows
  const float* panels;  ///< columns / kPanel panels of (parts * width) * kPanel weights
  const float* bias;    ///< columns
  int columns;          ///< a multiple of kPanel
  float* out;           ///< rows * columns
};

struct Kernels {
  const char* name;
  void (*product)(const Product& product);
  /// out[i] = max(0, own[i] + sum over neighbors j of neighbor[j]), where `both` holds own and neighbor side by
  /// side.
  void (*gather)(const Row* adjacency, int nodes, const float* both, int width, float* out);
  /// out = sum over i of weights[i] * states[i * distance ...], each of `count` floats.
  void (*mix)(const float* states, int distance, const float* weights, int terms, int count, float* out);
  /// out = scale * sum of the rows.
  void (*pool)(const float* rows, int nodes, int width, float scale, float* out);
};

/// The sets that this processor can run, fastest first; the last runs everywhere.
std::span<const Kernels* const> supported_kernels();

}  // namespace spminer::encoder
