// Embeddings of anchored graphs: the encoder's forward pass, with neither Python nor a tensor library.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/pattern/small_graphs.hh"

namespace spminer::encoder {

/// x -> weight x + bias.
struct DenseParams {
  int inputs = 0;
  int outputs = 0;
  std::vector<float> weight;  ///< outputs * inputs, row-major
  std::vector<float> bias;    ///< outputs
};

/// H -> relu(own(X) + scale * neighbor(sum of X over a node's neighbors)).
struct ConvolutionParams {
  DenseParams own;
  std::vector<float> neighbor;  ///< same shape as own.weight
};

/// A trained model.  Let H_0 = input(features) and w its width.  Convolution l = 1, 2, ... reads
/// X_l = [sum over i < l of mixture[l - 1][i] H_i ; H_{l-1}] if it has 2 w inputs, else X_l = H_{l-1}.
struct EncoderParams {
  /// Features of a node: anchor bit; if hops > 0 also log(1 + degree), log(1 + triangles), and for d = 1 .. hops
  /// whether the anchor is within d steps.
  int hops = 0;
  float scale = 1;          ///< on sums over neighbors
  float pool_scale = 1;     ///< on sums over all nodes
  bool anchor_pool = true;  ///< whether the anchor's own features follow the sums
  bool counts = false;      ///< whether log(1 + coordinate) of the order signature follows them
  bool induced = true;      ///< the kind of that signature
  DenseParams input;
  std::vector<ConvolutionParams> convolutions;
  std::vector<float> mixture;     ///< convolutions^2 weights, row-major; empty if no convolution has 2 w inputs
  std::vector<DenseParams> head;  ///< leaky rectifier (0.1) after the first layer, rectifier after others, none last
};

/// A model made ready for use: weights checked, padded and packed in the order in which they are read.
class EncoderNet {
 public:
  /// Throws std::invalid_argument if the shapes do not fit each other.
  explicit EncoderNet(const EncoderParams& params);
  ~EncoderNet();
  EncoderNet(EncoderNet&&) noexcept;

  int dimensions() const;

  struct Packed;
  const Packed& packed() const { return *packed_; }

 private:
  std::unique_ptr<const Packed> packed_;
};

struct EmbedParams {
  int threads = 0;  ///< 0: every core
};

struct EmbedResult {
  bool complete = false;      ///< a stopped call has no values
  std::vector<float> values;  ///< one row of net.dimensions() values per graph
};

/// Embeds every graph.  A graph's row depends on nothing but the graph and the model: neither on the number of threads
/// nor on the other graphs.  Processors with other vector instructions may differ in the last bits.  Throws
/// std::invalid_argument for a graph that is empty, larger than 64 nodes, looped or not symmetric.
EmbedResult embed(const EncoderNet& net, const SmallGraphs& graphs, const EmbedParams& params, Control& control);

}  // namespace spminer::encoder
