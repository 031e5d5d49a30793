#include "spminer/encoder/blocks.hh"

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

using namespace spminer::encoder;

namespace {

using Rows = Array2<Row>;
using Sizes = Array1<std::int32_t>;

AnchoredRows graphs_of(const Rows& rows, const Sizes& sizes) {
  return {.rows = {rows.data(), rows.size()}, .stride = static_cast<int>(rows.shape(1)), .sizes = as_span(sizes)};
}

auto decide(const Rows& pattern_rows, const Sizes& pattern_sizes, const Rows& rows, const Sizes& sizes, bool induced,
            std::uint64_t steps, int threads) {
  Control control;
  const DecideParams params{.induced = induced, .steps = steps, .threads = threads};
  auto answers = run_interruptible(control, [&] {
    return decide_block(graphs_of(pattern_rows, pattern_sizes), graphs_of(rows, sizes), params, control);
  });
  return to_numpy(std::move(answers), std::max<std::size_t>(sizes.size(), 1));
}

auto grow(const Rows& rows, const Sizes& sizes, std::int64_t count, int low, int high, double frequent, int choices,
          int judges, bool induced, std::uint64_t seed, int threads) {
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
      run_interruptible(control, [&] { return grow_patterns(graphs_of(rows, sizes), params, control); });
  return std::tuple(to_numpy(std::move(grown.rows), static_cast<std::size_t>(grown.width)),
                    to_numpy(std::move(grown.sizes)));
}

}  // namespace

void init_blocks(nb::module_& m) {
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
