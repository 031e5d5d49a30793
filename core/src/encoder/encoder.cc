// The forward pass.  Graphs are stacked until their nodes fill a chunk whose states stay in the second-level cache
// with the weights of the convolutions; the pooled vectors of a block of graphs then go through the head together,
// because its weights are larger.
#include "spminer/encoder/encoder.hh"

#include <algorithm>
#include <array>
#include <atomic>

#include "base/parallel.hh"
#include "encoder/net.hh"

namespace spminer::encoder {

namespace {

using Net = EncoderNet::Packed;

constexpr int kChunkRows = 11 * kTileRows;   // two graphs of 64 nodes fit
constexpr int kBlockGraphs = 4 * kTileRows;  // graphs that share a pass through the head
static_assert(kChunkRows >= kMaxPatternNodes);

constexpr float kLeak = 0.1F;

/// Fills the features of one graph's nodes, net.features floats each.
void write_features(const Net& net, const Row* rows, int size, float* out) {
  for (int i = 0; i < size; ++i) out[i * net.features] = i == 0 ? 1.0F : 0.0F;
  if (net.hops == 0) return;
  Row reached = 1;
  for (int hop = 1; hop <= net.hops; ++hop) {
    Row next = reached;
    for_each_bit(reached, [&](int i) { next |= rows[i]; });
    reached = next;
    for (int i = 0; i < size; ++i) out[i * net.features + 2 + hop] = reached & bit(i) ? 1.0F : 0.0F;
  }
  for (int i = 0; i < size; ++i) {
    int corners = 0;  // each triangle at i is seen from both of its other nodes
    for_each_bit(rows[i], [&](int j) { corners += std::popcount(rows[i] & rows[j]); });
    out[i * net.features + 1] = net.log1p[std::popcount(rows[i])];
    out[i * net.features + 2] = net.log1p[corners / 2];
  }
}

/// Everything that one worker writes to.
class ForwardPass {
 public:
  ForwardPass(const Kernels& kernels, const Net& net)
      : kernels_(kernels),
        net_(net),
        features_(kChunkRows * net.features),
        states_(static_cast<std::size_t>(net.layers() + 1) * kChunkRows * net.stride),
        mixture_(kChunkRows * net.stride),
        both_(kChunkRows * 2 * net.stride),
        sums_(net.stride),
        pooled_(static_cast<std::size_t>(kBlockGraphs) * net.pooled()) {}

  /// Embeds graphs first .. last-1, at most kBlockGraphs, into rows of `out`.
  void embed(const SmallGraphs& graphs, std::int64_t first, std::int64_t last, float* out) {
    for (std::int64_t begin = first; begin < last;) {
      std::int64_t end = begin;
      int rows = 0;
      for (; end < last && rows + graphs.sizes[end] <= kChunkRows; ++end) rows += graphs.sizes[end];
      convolve(graphs, begin, end, padded(rows, kTileRows));
      pool(graphs, begin, end, static_cast<int>(begin - first));
      begin = end;
    }
    apply_head(static_cast<int>(last - first), out);
  }

 private:
  float* state(int layer) { return states_.data() + static_cast<std::size_t>(layer) * state_size(); }
  int state_size() const { return kChunkRows * net_.stride; }

  /// Fills the states of every layer for the nodes of a chunk.
  void convolve(const SmallGraphs& graphs, std::int64_t begin, std::int64_t end, int rows) {
    float* features = features_.data();
    for (std::int64_t graph = begin; graph < end; features += graphs.sizes[graph++] * net_.features)
      write_features(net_, graphs[graph].data(), graphs.sizes[graph], features);
    multiply({features_.data(), nullptr}, 1, net_.features, net_.input, rows, state(0));
    for (int layer = 0; layer < net_.layers(); ++layer) {
      multiply_layer(layer, rows);
      gather(graphs, begin, end, state(layer + 1));
    }
  }

  void multiply_layer(int layer, int rows) {
    const PackedDense& weights = net_.convolutions[layer];
    if (!net_.mixes(layer)) return multiply({state(layer), nullptr}, 1, net_.stride, weights, rows, both_.data());
    kernels_.mix(states_.data(), state_size(), net_.mixture.data() + layer * net_.layers(), layer + 1,
                 rows * net_.stride, mixture_.data());
    multiply({mixture_.data(), state(layer)}, 2, net_.stride, weights, rows, both_.data());
  }

  struct Inputs {
    const float* data[kMaxParts];
  };
  void multiply(Inputs inputs, int parts, int stride, const PackedDense& weights, int rows, float* out) const {
    kernels_.product({.inputs = {inputs.data[0], inputs.data[1]},
                      .parts = parts,
                      .width = weights.inputs / parts,
                      .input_stride = stride,
                      .rows = rows,
                      .panels = weights.panels.data(),
                      .bias = weights.bias.data(),
                      .columns = weights.columns,
                      .out = out});
  }

  void gather(const SmallGraphs& graphs, std::int64_t begin, std::int64_t end, float* out) const {
    const float* both = both_.data();
    for (std::int64_t graph = begin; graph < end; ++graph) {
      const int size = graphs.sizes[graph];
      kernels_.gather(graphs[graph].data(), size, both, net_.stride, out);
      both += size * 2 * net_.stride;
      out += size * net_.stride;
    }
  }

  /// Appends, per graph, the sum over nodes of each layer, the anchor's row of each layer, then the exact counts.
  void pool(const SmallGraphs& graphs, std::int64_t begin, std::int64_t end, int slot) {
    std::ptrdiff_t row = 0;
    for (std::int64_t graph = begin; graph < end; row += graphs.sizes[graph++], ++slot) {
      float* out = pooled_.data() + static_cast<std::size_t>(slot) * net_.pooled();
      for (int layer = 0; layer <= net_.layers(); ++layer, out += net_.width) {
        kernels_.pool(state(layer) + row * net_.stride, graphs.sizes[graph], net_.stride, net_.pool_scale,
                      sums_.data());
        std::copy_n(sums_.data(), net_.width, out);
      }
      for (int layer = 0; net_.anchor_pool && layer <= net_.layers(); ++layer, out += net_.width)
        std::copy_n(state(layer) + row * net_.stride, net_.width, out);
      if (net_.counts) write_counts(graphs[graph], out);
    }
  }

  void write_counts(std::span<const Row> rows, float* out) const {
    std::array<std::uint8_t, order::kSignatureSize> counts;
    order::signature(rows, counts, net_.induced ? order::Induced::kYes : order::Induced::kNo);
    std::ranges::transform(counts, out, [this](std::uint8_t count) { return net_.log1p[count]; });
  }

  void apply_head(int graphs, float* out) {
    const int rows = padded(graphs, kTileRows);
    const AlignedFloats* input = &pooled_;
    int stride = net_.pooled();
    for (std::size_t i = 0; i < net_.head.size(); ++i) {
      const PackedDense& layer = net_.head[i];
      AlignedFloats& output = hidden_[i % 2];
      output.resize(static_cast<std::size_t>(kBlockGraphs) * layer.columns);
      multiply({input->data(), nullptr}, 1, stride, layer, rows, output.data());
      if (i + 1 < net_.head.size()) rectify(output, i == 0 ? kLeak : 0.0F);
      input = &output;
      stride = layer.columns;
    }
    for (int graph = 0; graph < graphs; ++graph)
      std::copy_n(input->data() + static_cast<std::size_t>(graph) * stride, net_.dimensions,
                  out + static_cast<std::size_t>(graph) * net_.dimensions);
  }

  static void rectify(AlignedFloats& values, float leak) {
    for (float& value : values) value = value > 0 ? value : leak * value;
  }

  const Kernels& kernels_;
  const Net& net_;
  AlignedFloats features_, states_, mixture_, both_, sums_, pooled_, hidden_[2];
};

}  // namespace

EmbedResult embed_with(const Kernels& kernels, const EncoderNet& net, const SmallGraphs& graphs,
                       const EmbedParams& params, Control& control) {
  const auto count = static_cast<std::int64_t>(graphs.sizes.size());
  check_shape(graphs);
  for (std::int64_t graph = 0; graph < count; ++graph) check_graph(graphs, graph);

  const int threads = thread_count(params.threads);
  const auto share = static_cast<int>(std::min<std::int64_t>((count + threads - 1) / threads, kBlockGraphs));
  const int block = std::max(padded(share, kTileRows), kTileRows);
  EmbedResult result;
  result.values.resize(static_cast<std::size_t>(count) * net.dimensions());
  control.total = static_cast<std::uint64_t>(count);
  std::vector<std::unique_ptr<ForwardPass>> passes(threads);
  std::atomic<std::int64_t> finished{0};
  parallel_for((count + block - 1) / block, threads, [&](std::int64_t task, int worker) {
    if (control.check_now()) return;
    if (!passes[worker]) passes[worker] = std::make_unique<ForwardPass>(kernels, net.packed());
    const std::int64_t first = task * block;
    const std::int64_t last = std::min(count, first + block);
    passes[worker]->embed(graphs, first, last, result.values.data() + first * net.dimensions());
    finished += last - first;
    control.done += static_cast<std::uint64_t>(last - first);
  });
  result.complete = finished == count;
  if (!result.complete) result.values.clear();
  return result;
}

EmbedResult embed(const EncoderNet& net, const SmallGraphs& graphs, const EmbedParams& params, Control& control) {
  return embed_with(*supported_kernels().front(), net, graphs, params, control);
}

}  // namespace spminer::encoder
