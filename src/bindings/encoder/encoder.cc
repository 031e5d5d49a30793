#include "spminer/encoder/encoder.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

using namespace spminer::encoder;

namespace {

using Weight = Array2<float>;
using Bias = Array1<float>;
using Dense = std::tuple<Weight, Bias>;
using Convolution = std::tuple<Weight, Bias, Weight>;

std::vector<float> values_of(const Weight& weight) { return {weight.data(), weight.data() + weight.size()}; }

DenseParams dense_params(const Weight& weight, const Bias& bias) {
  return {.inputs = static_cast<int>(weight.shape(1)),
          .outputs = static_cast<int>(weight.shape(0)),
          .weight = values_of(weight),
          .bias = {bias.data(), bias.data() + bias.size()}};
}

void make_net(EncoderNet* self, const Dense& input, const std::vector<Convolution>& convolutions,
              const std::optional<Weight>& mixture, const std::vector<Dense>& head, int hops, float scale,
              float pool_scale, bool anchor_pool, bool counts, bool induced) {
  EncoderParams params{.hops = hops,
                       .scale = scale,
                       .pool_scale = pool_scale,
                       .anchor_pool = anchor_pool,
                       .counts = counts,
                       .induced = induced};
  params.input = dense_params(std::get<0>(input), std::get<1>(input));
  for (const auto& [own, bias, neighbor] : convolutions)
    params.convolutions.push_back({.own = dense_params(own, bias), .neighbor = values_of(neighbor)});
  if (mixture) params.mixture = values_of(*mixture);
  for (const auto& [weight, bias] : head) params.head.push_back(dense_params(weight, bias));
  new (self) EncoderNet(params);
}

std::optional<nb::ndarray<nb::numpy, float, nb::ndim<2>>> embed_arrays(const EncoderNet& net, const Array2<Row>& rows,
                                                                       const Array1<std::int32_t>& sizes,
                                                                       Control& control, int threads) {
  const AnchoredRows graphs{
      .rows = {rows.data(), rows.size()}, .stride = static_cast<int>(rows.shape(1)), .sizes = as_span(sizes)};
  EmbedResult result = run_interruptible(control, [&] { return embed(net, graphs, {.threads = threads}, control); });
  if (!result.complete) return std::nullopt;
  return to_numpy(std::move(result.values), static_cast<std::size_t>(net.dimensions()));
}

}  // namespace

void init_encoder(nb::module_& m) {
  nb::class_<EncoderNet>(m, "EncoderNet", "A trained encoder, ready to embed anchored graphs.")
      .def("__init__", &make_net, nb::kw_only(), "input"_a.noconvert(), "convolutions"_a.noconvert(),
           "mixture"_a.noconvert().none(), "head"_a.noconvert(), "hops"_a, "scale"_a, "pool_scale"_a, "anchor_pool"_a,
           "counts"_a = false, "induced"_a = true,
           "Weights are (outputs, inputs) float32 arrays: (weight, bias) of a dense layer, (own, bias, neighbor) of\n"
           "a convolution. A convolution with twice as many inputs as the width also reads the mixture of all layers\n"
           "before it. With `counts`, the head reads the order signature too (of the kind `induced`). Raises\n"
           "``ValueError`` if shapes do not fit.")
      .def_prop_ro("dimensions", &EncoderNet::dimensions, "Dimensions of the embedding.")
      .def("embed", &embed_arrays, "rows"_a.noconvert(), "sizes"_a.noconvert(), "control"_a, nb::kw_only(),
           "threads"_a = 0,
           "One float32 row per graph; None if stopped. Bit j of ``rows[b, i]`` joins nodes i and j of graph b, whose\n"
           "anchor is node 0. Raises ``ValueError`` for a graph that is empty, looped or not symmetric.");
}

}  // namespace spminer::bindings
