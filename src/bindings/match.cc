#include "spminer/match/match.hh"

#include <algorithm>
#include <stdexcept>

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

using namespace spminer::match;

namespace {

MatchParams make_params(bool induced, int threads, std::uint64_t steps, bool narrow = false,
                        bool list_anchors = false) {
  return {.induced = induced,
          .threads = threads,
          .steps_per_anchor = steps,
          .narrow = narrow,
          .list_anchors = list_anchors};
}

using Anchors = std::optional<Array1<Node>>;

MatchResult anchors_in(const Pattern& pattern, const MatchIndex& index, Control& control, const Anchors& anchors,
                       bool induced, int threads, std::uint64_t steps, bool narrow, bool list_anchors) {
  const auto params = make_params(induced, threads, steps, narrow, list_anchors);
  const auto count = [&] {
    return anchors ? count_anchors(pattern, index, as_span(*anchors), params, control)
                   : count_anchors(pattern, index, params, control);
  };
  return run_interruptible(control, count, is_small(index.target()));
}

auto anchors_in_each(const std::vector<Pattern>& patterns, const MatchIndex& index, Control& control,
                     const std::vector<Array1<Node>>& anchors, bool induced, int threads, std::uint64_t steps) {
  const auto params = make_params(induced, threads, steps, false, true);
  std::vector<std::span<const Node>> nodes;
  for (const auto& some : anchors) nodes.push_back(as_span(some));
  return run_interruptible(
      control, [&] { return count_anchors_each(patterns, index, nodes, params, control); }, is_small(index.target()));
}

MatchResult node_sets_in(const Pattern& pattern, const MatchIndex& index, Control& control, const Anchors& roots,
                         bool induced, int threads, std::uint64_t steps, bool list_left, bool copies) {
  auto params = make_params(induced, threads, steps, false, list_left);
  params.copies = copies;
  const auto count = [&] {
    return roots ? count_node_sets(pattern, index, as_span(*roots), params, control)
                 : count_node_sets(pattern, index, params, control);
  };
  return run_interruptible(control, count, is_small(index.target()));
}

std::optional<bool> contained_in(const Pattern& pattern, const MatchIndex& index, Control& control, bool induced,
                                 int threads, std::uint64_t steps, bool narrow) {
  const auto params = make_params(induced, threads, steps, narrow);
  return run_interruptible(control, [&] { return contains(pattern, index, params, control); });
}

auto embeddings_in(const Pattern& pattern, const MatchIndex& index, std::size_t limit, Control& control,
                   const Anchors& anchors, bool induced, std::uint64_t steps) {
  const auto params = make_params(induced, 1, steps);
  const auto roots = anchors ? std::optional(as_span(*anchors)) : std::nullopt;
  auto list = run_interruptible(
      control, [&] { return find_embeddings(pattern, index, limit, params, control, roots); },
      is_small(index.target()));
  return std::tuple(to_numpy(std::move(list.nodes), static_cast<std::size_t>(pattern.size)), list.complete);
}

void bind_result(nb::module_& m) {
  nb::class_<MatchResult>(m, "MatchResult", "How often a pattern was found.")
      .def_ro("count", &MatchResult::count, "Matching anchors or node sets; a lower bound unless complete.")
      .def_ro("tested", &MatchResult::tested, "Anchors that were tried.")
      .def_ro("undecided", &MatchResult::undecided, "Anchors whose search was cut short.")
      .def_prop_ro("complete", &MatchResult::complete)
      .def_prop_ro(
          "anchors", [](const MatchResult& r) { return to_numpy(std::vector<Node>(r.anchors)); }, nb::rv_policy::move,
          "Matching anchors in ascending order, if wanted.")
      .def_prop_ro(
          "open_anchors", [](const MatchResult& r) { return to_numpy(std::vector<Node>(r.open_anchors)); },
          nb::rv_policy::move, "Anchors whose search was cut short, likewise.")
      .def_prop_ro(
          "left", [](const MatchResult& r) { return to_numpy(std::vector<Node>(r.left)); }, nb::rv_policy::move,
          "Those of them that the control ended or never reached; another call can search them.");
}

/// 1, 0, or -1 if the budget ended first, for each pair.
auto contains_each(const SmallGraphs& patterns, const SmallGraphs& targets, bool induced, std::uint64_t steps,
                   Control& control) {
  check_shape(patterns);
  check_shape(targets);
  if (patterns.count() != targets.count()) throw std::invalid_argument("patterns and targets differ in their number");
  std::vector<std::int8_t> answers(patterns.count());
  for (std::size_t b = 0; b < answers.size() && !control.check_now(); ++b) {
    const auto answer =
        contains_anchored(connected_pattern(patterns, b), connected_pattern(targets, b), induced, steps, &control);
    answers[b] = answer ? static_cast<std::int8_t>(*answer) : std::int8_t{-1};
  }
  return answers;
}

auto counts_at(const Pattern& pattern, const MatchIndex& index, Control& control,
               const std::optional<Array1<Node>>& anchors, bool induced, int threads, std::uint64_t steps,
               std::uint64_t limit, bool copies) {
  const MatchParams params{.induced = induced, .threads = threads, .steps_per_anchor = steps, .copies = copies};
  const auto nodes = anchors ? std::optional(as_span(*anchors)) : std::nullopt;
  auto found = run_interruptible(
      control, [&] { return count_at_anchors(pattern, index, nodes, limit, params, control); },
      is_small(index.target()));
  return std::tuple(to_numpy(std::move(found.counts)), to_numpy(std::move(found.complete)));
}

}  // namespace

void init_match(nb::module_& m) {
  nb::class_<MatchIndex>(m, "MatchIndex", "What matching precomputes for a target.")
      .def(
          "__init__",
          [](MatchIndex* self, const Target& target, const std::optional<Array1<Node>>& anchors,
             const std::optional<Array1<std::uint64_t>>& signatures, const std::optional<Array1<Node>>& components,
             int threads) {
            const auto asked = as_span(anchors);
            const KnownParts known{as_span(signatures), as_span(components)};
            nb::gil_scoped_release release;
            if (signatures) {
              new (self) MatchIndex(target, known);
            } else if (anchors) {
              new (self) MatchIndex(target, asked);
            } else {
              new (self) MatchIndex(target, threads);
            }
          },
          "target"_a, "anchors"_a.noconvert() = nb::none(), "signatures"_a.noconvert() = nb::none(),
          "components"_a.noconvert() = nb::none(), nb::kw_only(), "threads"_a = 1, nb::keep_alive<1, 2>(),
          "With anchors: for questions about these alone, and made faster; else with what find_index_parts gave.");
  m.def(
      "find_index_parts",
      [](const Target& target, int threads) {
        Control control;
        auto parts = run_interruptible(control, [&] { return find_index_parts(target, threads, control); });
        return std::tuple(to_numpy(std::move(parts.signatures)), to_numpy(std::move(parts.component)));
      },
      "target"_a, nb::kw_only(), "threads"_a = 0,
      "What of an index takes long to find: two numbers per node, and its component.");
  m.def("signature_version", &signature_version, "Signatures of another version mean something else.");
  bind_result(m);
  m.def("count_anchors", &anchors_in, "pattern"_a, "index"_a, "control"_a, nb::kw_only(),
        "anchors"_a.noconvert() = nb::none(), "induced"_a = true, "threads"_a = 0, "steps"_a = 0, "narrow"_a = false,
        "list_anchors"_a = false, "Number of target nodes (or of the given ones) that the anchor can be mapped to.");
  m.def("count_anchors_each", &anchors_in_each, "patterns"_a, "index"_a, "control"_a, nb::kw_only(), "anchors"_a,
        "induced"_a = true, "threads"_a = 0, "steps"_a = 0,
        "The same for many patterns, each among few nodes of its own; anchors are listed.");
  m.def("count_node_sets", &node_sets_in, "pattern"_a, "index"_a, "control"_a, nb::kw_only(),
        "roots"_a.noconvert() = nb::none(), "induced"_a = true, "threads"_a = 0, "steps"_a = 0, "list_left"_a = false,
        "copies"_a = false,
        "Number of distinct node sets that induce (or contain) the pattern, or of its edge-induced copies; with roots, "
        "those that a search from these "
        "finds: what roots apart from each other find adds up.");
  m.def("contains", &contained_in, "pattern"_a, "index"_a, "control"_a, nb::kw_only(), "induced"_a = true,
        "threads"_a = 0, "steps"_a = 0, "narrow"_a = false,
        "Whether the pattern occurs; None if the budget ended first.");
  m.def("find_embeddings", &embeddings_in, "pattern"_a, "index"_a, "limit"_a, "control"_a, nb::kw_only(),
        "anchors"_a.noconvert() = nb::none(), "induced"_a = true, "steps"_a = 0,
        "Embeddings on distinct node sets, one per row, and whether fewer than the limit means no more.");

  m.def(
      "contains_anchored",
      [](const Array2<std::uint64_t>& pattern_rows, const Array1<std::int32_t>& pattern_sizes,
         const Array2<std::uint64_t>& target_rows, const Array1<std::int32_t>& target_sizes, bool induced,
         std::uint64_t steps) {
        Control control;
        return to_numpy(run_interruptible(control, [&] {
          return contains_each(small_graphs(pattern_rows, pattern_sizes), small_graphs(target_rows, target_sizes),
                               induced, steps, control);
        }));
      },
      "pattern_rows"_a.noconvert(), "pattern_sizes"_a.noconvert(), "target_rows"_a.noconvert(),
      "target_sizes"_a.noconvert(), nb::kw_only(), "induced"_a = true, "steps"_a = UINT64_MAX,
      "Whether each pattern is in its target, anchor on anchor: 1, 0, or -1 if `steps` assigned nodes did not tell.");

  m.def("count_at_anchors", &counts_at, "pattern"_a, "index"_a, "control"_a, nb::kw_only(),
        "anchors"_a.noconvert() = nb::none(), "induced"_a = true, "threads"_a = 0, "steps"_a = 0, "limit"_a = 0,
        "copies"_a = false,
        "For each node of the target (or each given one) the number of node sets (or copies) of the pattern with it as "
        "the\n"
        "anchor, up to the limit if that is not 0; and 1 where that is all, 0 where a budget or the limit ended it.");
}

}  // namespace spminer::bindings
