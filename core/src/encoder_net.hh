// A model in the order in which the forward pass reads it.
#pragma once

#include <new>

#include "encoder_kernels.hh"
#include "spminer/encoder.hh"

namespace spminer::encoder {

/// Memory on the border of a cache line, as the kernels want it.
template <typename T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  LineAllocator() = default;
  template <typename U>
  explicit LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* data, std::size_t) { ::operator delete(data, kLine); }
  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};
using Floats = std::vector<float, LineAllocator<float>>;

/// Weights in panels of kPanel output columns, padded with zeros.
struct PackedDense {
  int inputs = 0;
  int columns = 0;  ///< padded
  Floats panels;
  Floats bias;
};

}  // namespace spminer::encoder

namespace spminer {

struct EncoderNet::Packed {
  int hops = 0;
  int features = 0;
  int width = 0;   ///< of a state
  int stride = 0;  ///< of a state, padded
  float pool_scale = 1;
  bool anchor_pool = true;
  encoder::PackedDense input;
  std::vector<encoder::PackedDense> convolutions;  ///< own and neighbor side by side, the latter scaled
  std::vector<float> mixture;
  std::vector<encoder::PackedDense> head;
  int dimensions = 0;
  std::vector<float> log1p;  ///< of every count of neighbors or triangles

  int layers() const { return static_cast<int>(convolutions.size()); }
  bool mixes(int layer) const { return convolutions[layer].inputs != width; }
  int pooled() const { return (layers() + 1) * width * (anchor_pool ? 2 : 1); }
};

/// embed() with a given set of kernels.
EmbedResult embed_with(const encoder::Kernels& kernels, const EncoderNet& net, const AnchoredRows& graphs,
                       const EmbedParams& params, Control& control);

}  // namespace spminer
