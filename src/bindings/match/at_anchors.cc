#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/match/match.hh"

namespace spminer::bindings {

using namespace spminer::match;

namespace {

auto counts_at(const Pattern& pattern, const MatchIndex& index, Control& control,
               const std::optional<Array1<Node>>& anchors, bool induced, int threads, std::uint64_t steps,
               std::uint64_t limit) {
  const MatchParams params{.induced = induced, .threads = threads, .steps_per_anchor = steps};
  const auto nodes = anchors ? std::optional(as_span(*anchors)) : std::nullopt;
  auto found =
      run_interruptible(control, [&] { return count_at_anchors(pattern, index, nodes, limit, params, control); });
  return std::tuple(to_numpy(std::move(found.counts)), to_numpy(std::move(found.complete)));
}

}  // namespace

void init_at_anchors(nb::module_& m) {
  m.def("count_at_anchors", &counts_at, "pattern"_a, "index"_a, "control"_a, nb::kw_only(),
        "anchors"_a.noconvert() = nb::none(), "induced"_a = true, "threads"_a = 0, "steps"_a = 0, "limit"_a = 0,
        "For each node of the target (or each given one) the number of node sets that form the pattern with it as the\n"
        "anchor, up to the limit if that is not 0; and 1 where that is all, 0 where a budget or the limit ended it.");
}

}  // namespace spminer::bindings
