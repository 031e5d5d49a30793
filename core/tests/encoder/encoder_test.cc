// The forward pass, with every set of kernels that this processor has, against the definition in double precision.
// Tests of encoder/encoder, encoder/net, encoder/kernels and encoder/kernel_body.
#include "spminer/encoder/encoder.hh"

#include <cmath>
#include <cstdio>

#include "check.hh"
#include "encoder/net.hh"
#include "patterns.hh"
#include "spminer/base/random.hh"

using namespace spminer;
using namespace spminer::encoder;

namespace {

using Matrix = std::vector<std::vector<double>>;

float draw(Random& random, double radius) { return static_cast<float>(radius * (2 * random.uniform() - 1)); }

DenseParams random_dense(Random& random, int inputs, int outputs) {
  DenseParams dense{.inputs = inputs, .outputs = outputs, .weight = {}, .bias = {}};
  for (int i = 0; i < inputs * outputs; ++i) dense.weight.push_back(draw(random, 1.5 / std::sqrt(inputs)));
  for (int i = 0; i < outputs; ++i) dense.bias.push_back(draw(random, 0.5));
  return dense;
}

struct Shape {
  int width, layers, hops;
  bool skip, anchor_pool;
  std::vector<int> head;  // the last is the number of dimensions
};

const std::vector<Shape> kShapes = {
    {64, 3, 8, true, true, {40, 33, 64}},
    {5, 2, 0, true, false, {7}},
    {33, 4, 3, false, true, {16, 10}},
    {96, 0, 1, true, true, {32, 5}},
};

EncoderParams random_model(Random& random, const Shape& shape) {
  const int w = shape.width;
  EncoderParams params;
  params.hops = shape.hops;
  params.scale = 0.25F;
  params.pool_scale = 0.5F;
  params.anchor_pool = shape.anchor_pool;
  params.input = random_dense(random, shape.hops == 0 ? 1 : 3 + shape.hops, w);
  for (int l = 0; l < shape.layers; ++l) {
    ConvolutionParams conv{.own = random_dense(random, shape.skip ? 2 * w : w, w), .neighbor = {}};
    conv.neighbor = random_dense(random, conv.own.inputs, w).weight;
    params.convolutions.push_back(std::move(conv));
  }
  for (int i = 0; shape.skip && i < shape.layers * shape.layers; ++i)
    params.mixture.push_back(static_cast<float>(random.uniform()));
  int inputs = (shape.layers + 1) * w * (shape.anchor_pool ? 2 : 1);
  for (const int outputs : shape.head) {
    params.head.push_back(random_dense(random, inputs, outputs));
    inputs = outputs;
  }
  return params;
}

std::vector<double> affine(const DenseParams& dense, const std::vector<double>& x) {
  std::vector<double> y(dense.bias.begin(), dense.bias.end());
  for (int o = 0; o < dense.outputs; ++o)
    for (int i = 0; i < dense.inputs; ++i) y[o] += static_cast<double>(dense.weight[o * dense.inputs + i]) * x[i];
  return y;
}

std::vector<double> features(const Pattern& graph, int node, int hops) {
  std::vector<double> x = {node == 0 ? 1.0 : 0.0};
  if (hops == 0) return x;
  int triangles = 0;
  for (int i = 0; i < graph.size; ++i)
    for (int j = 0; j < i; ++j) triangles += graph.adjacent(node, i) && graph.adjacent(node, j) && graph.adjacent(i, j);
  x.push_back(std::log(1.0 + graph.degree(node)));
  x.push_back(std::log(1.0 + triangles));
  std::vector<int> distance(graph.size, 1000);
  distance[0] = 0;
  for (int round = 0; round < graph.size; ++round)
    for (int i = 0; i < graph.size; ++i)
      for (int j = 0; j < graph.size; ++j)
        if (graph.adjacent(i, j)) distance[i] = std::min(distance[i], distance[j] + 1);
  for (int hop = 1; hop <= hops; ++hop) x.push_back(distance[node] <= hop ? 1.0 : 0.0);
  return x;
}

/// What each node of convolution `layer` reads.
Matrix layer_input(const EncoderParams& params, const std::vector<Matrix>& states, int layer) {
  const int width = params.input.outputs;
  Matrix x = states[layer];
  if (params.convolutions[layer].own.inputs == width) return x;
  for (std::size_t node = 0; node < x.size(); ++node) {
    std::vector<double> mixture(width, 0.0);
    for (int i = 0; i <= layer; ++i)
      for (int c = 0; c < width; ++c)
        mixture[c] += params.mixture[layer * params.convolutions.size() + i] * states[i][node][c];
    x[node].insert(x[node].begin(), mixture.begin(), mixture.end());
  }
  return x;
}

Matrix convolve(const EncoderParams& params, const Pattern& graph, const Matrix& x, int layer) {
  const ConvolutionParams& conv = params.convolutions[layer];
  DenseParams neighbor = conv.own;
  neighbor.weight = conv.neighbor;
  neighbor.bias.assign(neighbor.outputs, 0.0F);
  Matrix out;
  for (int i = 0; i < graph.size; ++i) {
    std::vector<double> sum(conv.own.inputs, 0.0);
    for (int j = 0; j < graph.size; ++j)
      for (int c = 0; graph.adjacent(i, j) && c < conv.own.inputs; ++c) sum[c] += params.scale * x[j][c];
    std::vector<double> row = affine(conv.own, x[i]);
    const std::vector<double> received = affine(neighbor, sum);
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = std::max(0.0, row[c] + received[c]);
    out.push_back(row);
  }
  return out;
}

std::vector<double> reference(const EncoderParams& params, const Pattern& graph) {
  std::vector<Matrix> states(1);
  for (int i = 0; i < graph.size; ++i) states[0].push_back(affine(params.input, features(graph, i, params.hops)));
  for (int layer = 0; layer < static_cast<int>(params.convolutions.size()); ++layer)
    states.push_back(convolve(params, graph, layer_input(params, states, layer), layer));
  std::vector<double> x;
  for (const Matrix& state : states)
    for (int c = 0; c < params.input.outputs; ++c) {
      double sum = 0;
      for (const auto& row : state) sum += row[c];
      x.push_back(params.pool_scale * sum);
    }
  if (params.anchor_pool)
    for (const Matrix& state : states) x.insert(x.end(), state[0].begin(), state[0].end());
  for (std::size_t i = 0; i < params.head.size(); ++i) {
    x = affine(params.head[i], x);
    if (i + 1 < params.head.size())
      for (double& value : x) value = value > 0 ? value : (i == 0 ? 0.1 * value : 0.0);
  }
  return x;
}

/// Graphs with their rows in one array.
struct Batch {
  std::vector<Pattern> graphs;
  std::vector<Row> rows;
  std::vector<std::int32_t> sizes;

  void add(const Pattern& graph) {
    graphs.push_back(graph);
    rows.insert(rows.end(), graph.rows.begin(), graph.rows.end());
    sizes.push_back(graph.size);
  }
  SmallGraphs view() const { return {rows, kMaxPatternNodes, sizes}; }
};

Batch random_batch(Random& random, int count) {
  Batch batch;
  for (int i = 0; i < count; ++i)
    batch.add(
        spminer::testing::random_graph_pattern(random, 1 + static_cast<int>(random.below(64)), i % 7 == 0 ? 0.9 : 0.1));
  batch.add(spminer::testing::random_graph_pattern(random, 64, 1.0));
  batch.add(Pattern::empty(1));
  return batch;
}

std::vector<float> run(const encoder::Kernels& kernels, const EncoderNet& net, const Batch& batch, int threads) {
  Control control;
  const EmbedResult result = embed_with(kernels, net, batch.view(), {.threads = threads}, control);
  CHECK(result.complete);
  return result.values;
}

bool close(const std::vector<float>& values, std::size_t first, const std::vector<double>& expected) {
  double norm = 0, error = 0;
  for (std::size_t d = 0; d < expected.size(); ++d) {
    norm = std::max(norm, std::abs(expected[d]));
    error = std::max(error, std::abs(expected[d] - values[first + d]));
  }
  return error <= 1e-5 * norm;
}

void test_against_definition() {
  Random random(1);
  for (const Shape& shape : kShapes) {
    const EncoderParams params = random_model(random, shape);
    const EncoderNet net(params);
    const Batch batch = random_batch(random, 30);
    CHECK(net.dimensions() == shape.head.back());
    for (const encoder::Kernels* kernels : encoder::supported_kernels()) {
      const std::vector<float> values = run(*kernels, net, batch, 2);
      CHECK(values.size() == batch.graphs.size() * shape.head.back());
      for (std::size_t g = 0; g < batch.graphs.size(); ++g)
        CHECK(close(values, g * shape.head.back(), reference(params, batch.graphs[g])));
    }
  }
}

void test_rows_depend_on_their_graph_alone() {
  Random random(2);
  const EncoderNet net(random_model(random, kShapes[0]));
  const Batch batch = random_batch(random, 150);
  for (const encoder::Kernels* kernels : encoder::supported_kernels()) {
    const std::vector<float> together = run(*kernels, net, batch, 1);
    CHECK(run(*kernels, net, batch, 3) == together);
    std::vector<float> apart;
    for (const Pattern& graph : batch.graphs) {
      Batch single;
      single.add(graph);
      const std::vector<float> row = run(*kernels, net, single, 1);
      apart.insert(apart.end(), row.begin(), row.end());
    }
    CHECK(apart == together);
  }
}

void test_refusals() {
  Random random(3);
  const EncoderParams params = random_model(random, kShapes[0]);
  const auto refused = [&](auto&& spoil) {
    EncoderParams spoiled = params;
    spoil(spoiled);
    CHECK_THROWS(EncoderNet{spoiled});
  };
  refused([](EncoderParams& p) { p.hops = 7; });
  refused([](EncoderParams& p) { p.mixture.pop_back(); });
  refused([](EncoderParams& p) { p.head.clear(); });
  refused([](EncoderParams& p) { p.anchor_pool = false; });
  refused([](EncoderParams& p) { p.input.bias.pop_back(); });
  refused([](EncoderParams& p) { p.convolutions[1].neighbor.pop_back(); });

  const EncoderNet net(params);
  const auto refused_graph = [&](Pattern graph) {
    Batch batch;
    batch.add(graph);
    Control control;
    CHECK_THROWS(embed(net, batch.view(), {}, control));
  };
  Pattern graph = Pattern::empty(3);
  refused_graph(Pattern::empty(0));
  graph.rows[1] = bit(1);
  refused_graph(graph);
  graph.rows[1] = bit(0);
  refused_graph(graph);
  graph.rows[1] = bit(5);
  refused_graph(graph);
  Batch batch;
  batch.add(Pattern::empty(3));
  Control control;
  CHECK_THROWS(embed(net, {std::span(batch.rows).first(63), 64, batch.sizes}, {}, control));
}

void test_stop_and_nothing() {
  Random random(4);
  const EncoderNet net(random_model(random, kShapes[1]));
  const Batch batch = random_batch(random, 5);
  Control control;
  control.cancel();
  const EmbedResult stopped = embed(net, batch.view(), {}, control);
  CHECK(!stopped.complete && stopped.values.empty());
  Control fresh;
  const EmbedResult nothing = embed(net, {{}, 64, {}}, {}, fresh);
  CHECK(nothing.complete && nothing.values.empty());
}

}  // namespace

int main() {
  test_against_definition();
  test_rows_depend_on_their_graph_alone();
  test_refusals();
  test_stop_and_nothing();
  return testing::verdict();
}
