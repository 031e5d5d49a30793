#include "spminer/encoder/pairs.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

using namespace spminer::encoder;

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

}  // namespace

void init_pairs(nb::module_& m) {
  nb::class_<PairStream>(m, "PairStream", "Labeled pairs of anchored graphs, as many as one likes.")
      .def(
          "__init__",
          [](PairStream* self, std::uint64_t seed, int min_pattern, int max_pattern, bool induced, double hard,
             double sparse, const Target* target, double blend) {
            new (self) PairStream({.seed = seed,
                                   .min_pattern = min_pattern,
                                   .max_pattern = max_pattern,
                                   .induced = induced,
                                   .hard = hard,
                                   .sparse = sparse,
                                   .blend = blend},
                                  target);
          },
          nb::kw_only(), "seed"_a, "min_pattern"_a = 3, "max_pattern"_a = 30, "induced"_a = true, "hard"_a = 0.0,
          "sparse"_a = 0.0, "target"_a.none() = nb::none(), "blend"_a = 1.0, nb::keep_alive<1, 8>())
      .def("batch", &batch, "step"_a, nb::kw_only(), "pairs"_a, "low"_a, "high"_a, "threads"_a = 0,
           "Rows and sizes of the targets, rows and sizes of the patterns, and labels: 1 if the pattern is an anchored "
           "subgraph of the target. Even pairs are positive. A pure function of the arguments except `threads`.");
}

}  // namespace spminer::bindings
