#include "spminer/pairs.hh"

#include <stdexcept>

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/sample.hh"

namespace spminer::bindings {

namespace {

auto batch(const PairStream& stream, std::uint64_t step, std::int64_t pairs, int low, int high, int threads) {
  Control control;
  PairBatch result = run_interruptible(control, [&] {
    return stream.batch({.step = step, .pairs = pairs, .low = low, .high = high, .threads = threads}, control);
  });
  return std::tuple(to_numpy(std::move(result.target_rows), static_cast<std::size_t>(result.target_width)),
                    to_numpy(std::move(result.target_sizes)),
                    to_numpy(std::move(result.pattern_rows), static_cast<std::size_t>(result.pattern_width)),
                    to_numpy(std::move(result.pattern_sizes)), to_numpy(std::move(result.labels)));
}

Pattern anchored_graph(const Array2<std::uint64_t>& rows, const Array1<std::int32_t>& sizes, std::size_t b) {
  const int size = sizes.data()[b];
  if (size < 1 || static_cast<std::size_t>(size) > rows.shape(1))
    throw std::invalid_argument("a graph has no nodes, or more nodes than rows");
  Pattern graph = Pattern::empty(size);
  graph.anchor = 0;
  std::copy_n(rows.data() + b * rows.shape(1), size, graph.rows.begin());
  for (int i = 0; i < size; ++i)
    if ((graph.rows[i] & ~graph.all()) != 0 || graph.adjacent(i, i))
      throw std::invalid_argument("a row joins a node to itself or to one beyond the graph's size");
  if (!graph.connected()) throw std::invalid_argument("a graph is not connected");
  return graph;
}

/// 1, 0, or -1 if the budget ended first, for each pair.
auto contains_each(const Array2<std::uint64_t>& pattern_rows, const Array1<std::int32_t>& pattern_sizes,
                   const Array2<std::uint64_t>& target_rows, const Array1<std::int32_t>& target_sizes, bool induced,
                   std::uint64_t steps) {
  const std::size_t pairs = pattern_sizes.size();
  if (pattern_rows.shape(0) != pairs || target_rows.shape(0) != pairs || target_sizes.size() != pairs)
    throw std::invalid_argument("patterns and targets must be as many");
  std::vector<std::int8_t> answers(pairs);
  for (std::size_t b = 0; b < pairs; ++b) {
    const auto answer = contains_anchored(anchored_graph(pattern_rows, pattern_sizes, b),
                                          anchored_graph(target_rows, target_sizes, b), induced, steps);
    answers[b] = answer ? static_cast<std::int8_t>(*answer) : std::int8_t{-1};
  }
  return answers;
}

auto neighborhoods(const Target& target, std::vector<Node> anchors, int low, int high, SampleMethod method, int hops,
                    std::uint64_t seed, int threads) {
  Control control;
  const SampleParams params{low, high, method, hops, seed, threads};
  auto result = run_interruptible(control, [&] { return sample_neighborhoods(target, anchors, params, control); });
  const auto width = static_cast<std::size_t>(result.width);
  return std::tuple(to_numpy(std::move(result.rows), width), to_numpy(std::move(result.sizes)),
                    to_numpy(std::move(anchors)), to_numpy(std::move(result.nodes), width));
}

void bind_stream(nb::module_& m) {
  nb::class_<PairStream>(m, "PairStream", "Labeled pairs of anchored graphs, as many as one likes.")
      .def(
          "__init__",
          [](PairStream* self, std::uint64_t seed, int min_pattern, int max_pattern, bool induced, double hard,
             double sparse, const Target* target, double blend) {
            PairParams params;
            params.seed = seed;
            params.min_pattern = min_pattern;
            params.max_pattern = max_pattern;
            params.induced = induced;
            params.hard = hard;
            params.sparse = sparse;
            params.blend = blend;
            new (self) PairStream(std::move(params), target);
          },
          nb::kw_only(), "seed"_a, "min_pattern"_a = 3, "max_pattern"_a = 30, "induced"_a = true, "hard"_a = 0.0,
          "sparse"_a = 0.0, "target"_a.none() = nb::none(), "blend"_a = 1.0, nb::keep_alive<1, 8>())
      .def("batch", &batch, "step"_a, nb::kw_only(), "pairs"_a, "low"_a, "high"_a, "threads"_a = 0,
           "Rows and sizes of the targets, rows and sizes of the patterns, and labels: 1 if the pattern is an anchored "
           "subgraph of the target. Even pairs are positive. A pure function of the arguments except `threads`.");
}

void bind_sampler(nb::module_& m) {
  nb::enum_<SampleMethod>(m, "SampleMethod", "How a neighborhood grows.")
      .value("TREE", SampleMethod::kTree)
      .value("BREADTH", SampleMethod::kBreadth);
  m.def(
      "sample_neighborhoods",
      [](const Target& target, std::int64_t count, int low, int high, SampleMethod method, int hops, std::uint64_t seed,
         int threads) {
        return neighborhoods(target, draw_anchors(target, count, seed), low, high, method, hops, seed, threads);
      },
      "target"_a, "count"_a, nb::kw_only(), "low"_a = 20, "high"_a = 29, "method"_a = SampleMethod::kTree, "hops"_a = 0,
      "seed"_a = 0, "threads"_a = 0,
      "Induced samples around `count` random nodes: rows, sizes, anchors, and target nodes (-1 beyond the size). The "
      "anchor is node 0 of its sample. Each node is an anchor at most once while there are enough.");
  m.def(
      "sample_neighborhoods",
      [](const Target& target, const Array1<Node>& anchors, int low, int high, SampleMethod method, int hops,
         std::uint64_t seed, int threads) {
        const auto nodes = as_span(anchors);
        return neighborhoods(target, {nodes.begin(), nodes.end()}, low, high, method, hops, seed, threads);
      },
      "target"_a, "anchors"_a.noconvert(), nb::kw_only(), "low"_a = 20, "high"_a = 29, "method"_a = SampleMethod::kTree,
      "hops"_a = 0, "seed"_a = 0, "threads"_a = 0, "The same around the given nodes.");
}

}  // namespace

void init_pairs(nb::module_& m) {
  bind_stream(m);
  bind_sampler(m);
  m.def(
      "contains_anchored",
      [](const Array2<std::uint64_t>& pattern_rows, const Array1<std::int32_t>& pattern_sizes,
         const Array2<std::uint64_t>& target_rows, const Array1<std::int32_t>& target_sizes, bool induced,
         std::uint64_t steps) {
        return to_numpy(contains_each(pattern_rows, pattern_sizes, target_rows, target_sizes, induced, steps));
      },
      "pattern_rows"_a.noconvert(), "pattern_sizes"_a.noconvert(), "target_rows"_a.noconvert(),
      "target_sizes"_a.noconvert(), nb::kw_only(), "induced"_a = true, "steps"_a = UINT64_MAX,
      "Whether each pattern is in its target, anchor on anchor: 1, 0, or -1 if `steps` placed nodes did not tell.");
}

}  // namespace spminer::bindings
