#include <algorithm>
#include <stdexcept>

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/match/match.hh"

namespace spminer::bindings {

using namespace spminer::match;

namespace {

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
                   std::uint64_t steps, Control& control) {
  const std::size_t pairs = pattern_sizes.size();
  if (pattern_rows.shape(0) != pairs || target_rows.shape(0) != pairs || target_sizes.size() != pairs)
    throw std::invalid_argument("patterns and targets must be as many");
  std::vector<std::int8_t> answers(pairs);
  for (std::size_t b = 0; b < pairs && !control.check_now(); ++b) {
    const auto answer = contains_anchored(anchored_graph(pattern_rows, pattern_sizes, b),
                                          anchored_graph(target_rows, target_sizes, b), induced, steps, &control);
    answers[b] = answer ? static_cast<std::int8_t>(*answer) : std::int8_t{-1};
  }
  return answers;
}

}  // namespace

void init_anchored(nb::module_& m) {
  m.def(
      "contains_anchored",
      [](const Array2<std::uint64_t>& pattern_rows, const Array1<std::int32_t>& pattern_sizes,
         const Array2<std::uint64_t>& target_rows, const Array1<std::int32_t>& target_sizes, bool induced,
         std::uint64_t steps) {
        Control control;
        return to_numpy(run_interruptible(control, [&] {
          return contains_each(pattern_rows, pattern_sizes, target_rows, target_sizes, induced, steps, control);
        }));
      },
      "pattern_rows"_a.noconvert(), "pattern_sizes"_a.noconvert(), "target_rows"_a.noconvert(),
      "target_sizes"_a.noconvert(), nb::kw_only(), "induced"_a = true, "steps"_a = UINT64_MAX,
      "Whether each pattern is in its target, anchor on anchor: 1, 0, or -1 if `steps` assigned nodes did not tell.");
}

}  // namespace spminer::bindings
