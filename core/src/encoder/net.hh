// A model in the order in which the forward pass reads it.
#pragma once

#include "base/memory.hh"
#include "encoder/kernels.hh"
#include "spminer/encoder/encoder.hh"
#include "spminer/order/signature.hh"

namespace spminer::encoder {

/// Weights in panels of kPanel output columns, padded with zeros.
struct PackedDense {
  int inputs = 0;
  int columns = 0;  ///< padded
  AlignedFloats panels;
  AlignedFloats bias;
};

struct EncoderNet::Packed {
  int hops = 0;
  int features = 0;
  int width = 0;   ///< of a state
  int stride = 0;  ///< of a state, padded
  float pool_scale = 1;
  bool anchor_pool = true;
  bool counts = false;
  bool induced = true;
  PackedDense input;
  std::vector<PackedDense> convolutions;  ///< own and neighbor side by side, the latter scaled
  std::vector<float> mixture;
  std::vector<PackedDense> head;
  int dimensions = 0;
  std::vector<float> log1p;  ///< of every count of neighbors or triangles

  int layers() const { return static_cast<int>(convolutions.size()); }
  bool mixes(int layer) const { return convolutions[layer].inputs != width; }
  int pooled() const { return (layers() + 1) * width * (anchor_pool ? 2 : 1) + (counts ? order::kSignatureSize : 0); }
};

/// embed() with a given set of kernels.
EmbedResult embed_with(const Kernels& kernels, const EncoderNet& net, const SmallGraphs& graphs,
                       const EmbedParams& params, Control& control);

}  // namespace spminer::encoder
