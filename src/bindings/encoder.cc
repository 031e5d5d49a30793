
#include "spminer/encoder/encoder.hh"

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/encoder/blocks.hh"
#include "spminer/encoder/pairs.hh"

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
  EmbedResult result =
      run_interruptible(control, [&] { return embed(net, small_graphs(rows, sizes), {.threads = threads}, control); });
  if (!result.complete) return std::nullopt;
  return to_numpy(std::move(result.values), static_cast<std::size_t>(net.dimensions()));
}

auto batch(const PairStream& stream, std::uint64_t step, std::int64_t pairs, int low, int high, int threads) {
  Control control;
  PairBatch result = run_interruptible(control, [&] {
    return stream.batch({.step = step, .pairs = pairs, .low = low, .high = high, .threads = threads}, control);
  });
  return std::tuple(to_numpy(std::move(result.target_rows), result.target_width),
                    to_numpy(std::move(result.target_sizes)),
                    to_numpy(std::move(result.pattern_rows), result.pattern_width),
                    to_numpy(std::move(result.pattern_sizes)), to_numpy(std::move(result.labels)));
}

auto decide(const Array2<Row>& pattern_rows, const Array1<std::int32_t>& pattern_sizes, const Array2<Row>& rows,
            const Array1<std::int32_t>& sizes, bool induced, std::uint64_t steps, int threads) {
  Control control;
  const DecideParams params{.induced = induced, .steps = steps, .threads = threads};
  auto answers = run_interruptible(control, [&] {
    return decide_block(small_graphs(pattern_rows, pattern_sizes), small_graphs(rows, sizes), params, control);
  });
  return to_numpy(std::move(answers), std::max<std::size_t>(sizes.size(), 1));
}

auto grow(const Array2<Row>& rows, const Array1<std::int32_t>& sizes, std::int64_t count, int low, int high,
          double frequent, int choices, int judges, bool induced, std::uint64_t seed, int threads) {
  Control control;
  const GrowthParams params{.count = count,
                            .low = low,
                            .high = high,
                            .frequent = frequent,
                            .choices = choices,
                            .judges = judges,
                            .induced = induced,
                            .seed = seed,
                            .threads = threads};
  GrownPatterns grown =
      run_interruptible(control, [&] { return grow_patterns(small_graphs(rows, sizes), params, control); });
  return std::tuple(to_numpy(std::move(grown.rows), grown.width), to_numpy(std::move(grown.sizes)));
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

  nb::class_<PairStream>(m, "PairStream", "Labeled pairs of anchored graphs, as many as one likes.")
      .def(
          "__init__",
          [](PairStream* self, std::uint64_t seed, int min_pattern, int max_pattern, bool induced, double hard,
             double sparse, const Target* target, double blend, bool checked) {
            new (self) PairStream({.seed = seed,
                                   .min_pattern = min_pattern,
                                   .max_pattern = max_pattern,
                                   .induced = induced,
                                   .hard = hard,
                                   .sparse = sparse,
                                   .blend = blend,
                                   .checked = checked},
                                  target);
          },
          nb::kw_only(), "seed"_a, "min_pattern"_a = 3, "max_pattern"_a = 30, "induced"_a = true, "hard"_a = 0.0,
          "sparse"_a = 0.0, "target"_a.none() = nb::none(), "blend"_a = 1.0, "checked"_a = true, nb::keep_alive<1, 8>())
      .def("batch", &batch, "step"_a, nb::kw_only(), "pairs"_a, "low"_a, "high"_a, "threads"_a = 0,
           "Rows and sizes of the targets, rows and sizes of the patterns, and labels: 1 if the pattern is an anchored "
           "subgraph of the target. Even pairs are positive. A pure function of the arguments except `threads`.");

  m.def(
      "decide_block", &decide, "pattern_rows"_a.noconvert(), "pattern_sizes"_a.noconvert(), "rows"_a.noconvert(),
      "sizes"_a.noconvert(), nb::kw_only(), "induced"_a = true, "steps"_a = 20000, "threads"_a = 0,
      "Every pattern (rows) in every neighborhood (columns), anchor on anchor: 1 contained, 0 not contained although\n"
      "the order signature allows it, -1 not decided within `steps`, -2 refuted by the signature.");
  m.def("grow_patterns", &grow, "rows"_a.noconvert(), "sizes"_a.noconvert(), nb::kw_only(), "count"_a, "low"_a,
        "high"_a, "frequent"_a = 0.5, "choices"_a = 8, "judges"_a = 48, "induced"_a = true, "seed"_a = 0,
        "threads"_a = 0,
        "Rows and sizes of patterns that occur in the neighborhoods, a share of them grown by what is frequent there.");
}

}  // namespace spminer::bindings
