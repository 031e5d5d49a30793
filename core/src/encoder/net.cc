#include "encoder/net.hh"

#include <cmath>
#include <stdexcept>
#include <string>

namespace spminer::encoder {

namespace {

// Pairs among the other 63 nodes: no node is in more triangles.
constexpr int kMaxTriangles = (kMaxPatternNodes - 1) * (kMaxPatternNodes - 2) / 2;

void require(bool ok, const std::string& what) {
  if (!ok) throw std::invalid_argument("encoder weights: " + what);
}

void check_dense(const DenseParams& dense, const std::string& name, int inputs) {
  require(dense.inputs == inputs,
          name + " has " + std::to_string(dense.inputs) + " inputs, expected " + std::to_string(inputs));
  require(dense.outputs > 0, name + " has no outputs");
  require(dense.weight.size() == static_cast<std::size_t>(dense.inputs) * dense.outputs,
          name + " has a partial weight");
  require(dense.bias.size() == static_cast<std::size_t>(dense.outputs), name + " has a bias of the wrong length");
}

void check_convolutions(const EncoderParams& params) {
  const int width = params.input.outputs;
  const std::size_t layers = params.convolutions.size();
  for (std::size_t l = 0; l < layers; ++l) {
    const ConvolutionParams& conv = params.convolutions[l];
    const std::string name = "convolution " + std::to_string(l);
    const bool mixes = conv.own.inputs == 2 * width;
    check_dense(conv.own, name, mixes ? 2 * width : width);
    require(conv.own.outputs == width, name + " changes the width");
    require(conv.neighbor.size() == conv.own.weight.size(), name + " has neighbor weights of another shape");
    require(!mixes || params.mixture.size() == layers * layers, name + " needs mixture weights for all layers");
  }
}

/// Writes a weight matrix into the panels from column `first` on.
void pack(const std::vector<float>& weight, int outputs, float factor, int first, PackedDense& packed) {
  for (int o = 0; o < outputs; ++o) {
    const int column = first + o;
    float* panel = packed.panels.data() + static_cast<std::size_t>(column / kPanel) * packed.inputs * kPanel;
    for (int i = 0; i < packed.inputs; ++i)
      panel[i * kPanel + column % kPanel] = factor * weight[static_cast<std::size_t>(o) * packed.inputs + i];
  }
}

PackedDense make_packed(int inputs, int columns) {
  PackedDense packed{.inputs = inputs, .columns = columns, .panels = {}, .bias = {}};
  packed.panels.resize(static_cast<std::size_t>(inputs) * columns);
  packed.bias.resize(columns);
  return packed;
}

PackedDense pack_dense(const DenseParams& dense) {
  PackedDense packed = make_packed(dense.inputs, padded(dense.outputs, kPanel));
  pack(dense.weight, dense.outputs, 1, 0, packed);
  std::copy(dense.bias.begin(), dense.bias.end(), packed.bias.begin());
  return packed;
}

PackedDense pack_convolution(const ConvolutionParams& conv, float scale) {
  const int stride = padded(conv.own.outputs, kPanel);
  PackedDense packed = make_packed(conv.own.inputs, 2 * stride);
  pack(conv.own.weight, conv.own.outputs, 1, 0, packed);
  pack(conv.neighbor, conv.own.outputs, scale, stride, packed);
  std::copy(conv.own.bias.begin(), conv.own.bias.end(), packed.bias.begin());
  return packed;
}

std::vector<float> log1p_table() {
  std::vector<float> table(kMaxTriangles + 1);
  for (std::size_t count = 0; count < table.size(); ++count)
    table[count] = static_cast<float>(std::log1p(static_cast<double>(count)));
  return table;
}

std::unique_ptr<const EncoderNet::Packed> make_net(const EncoderParams& params) {
  require(params.hops >= 0, "hops below 0");
  auto net = std::make_unique<EncoderNet::Packed>();
  net->hops = params.hops;
  net->features = params.hops == 0 ? 1 : 3 + params.hops;
  check_dense(params.input, "input", net->features);
  check_convolutions(params);
  net->width = params.input.outputs;
  net->stride = padded(net->width, kPanel);
  net->pool_scale = params.pool_scale;
  net->anchor_pool = params.anchor_pool;
  net->counts = params.counts;
  net->induced = params.induced;
  net->input = pack_dense(params.input);
  for (const auto& conv : params.convolutions) net->convolutions.push_back(pack_convolution(conv, params.scale));
  net->mixture = params.mixture;
  require(!params.head.empty(), "no head");
  int inputs = net->pooled();
  for (std::size_t i = 0; i < params.head.size(); ++i) {
    check_dense(params.head[i], "head layer " + std::to_string(i), inputs);
    net->head.push_back(pack_dense(params.head[i]));
    inputs = params.head[i].outputs;
  }
  net->dimensions = inputs;
  net->log1p = log1p_table();
  return net;
}

}  // namespace

EncoderNet::EncoderNet(const EncoderParams& params) : packed_(make_net(params)) {}
EncoderNet::~EncoderNet() = default;
EncoderNet::EncoderNet(EncoderNet&&) noexcept = default;

int EncoderNet::dimensions() const { return packed_->dimensions; }

}  // namespace spminer::encoder
