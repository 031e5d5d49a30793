#include "spminer/walk/walk.hh"

#include <stdexcept>

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/walk/dense_seeds.hh"

namespace spminer::bindings {

using namespace spminer::walk;

namespace {

WalkView view(const Array2<Node>& nodes, const Array2<std::uint64_t>& rows) {
  if (nodes.shape(0) != rows.shape(0) || nodes.shape(1) != rows.shape(1) || nodes.shape(1) == 0)
    throw std::invalid_argument("walks need a node and a row for each of their nodes");
  return {.size = static_cast<int>(nodes.shape(1)),
          .nodes = {nodes.data(), nodes.size()},
          .rows = {rows.data(), rows.size()}};
}

nb::list as_bytes(const std::vector<PatternKey>& keys) {
  nb::list result;
  for (const auto& key : keys) result.append(nb::bytes(key.data(), key.size() * sizeof(std::uint64_t)));
  return result;
}

void bind_steps(nb::module_& m) {
  nb::class_<WalkSteps>(m, "WalkSteps", "Every way to grow a set of walks by one node.")
      .def_ro("complete", &WalkSteps::complete, "Otherwise it was stopped, and there are no steps.")
      .def(
          "take_steps",
          [](WalkSteps& s) {
            return std::tuple(to_numpy(std::move(s.offset)), to_numpy(std::move(s.node)), to_numpy(std::move(s.mask)),
                              to_numpy(std::move(s.pattern)));
          },
          "First step of each walk and their number; per step the new node, its neighbors in the walk as bits, and "
          "the distinct pattern it leads to. Call it once.")
      .def(
          "take_structures",
          [](WalkSteps& s, std::size_t size) {
            return std::tuple(to_numpy(std::move(s.structure)), to_numpy(std::move(s.structure_rows), size));
          },
          "size"_a, "The structure of each distinct pattern, and rows of bits of the structures. Call it once.")
      .def(
          "keys", [](const WalkSteps& s) { return as_bytes(s.keys); }, nb::sig("def keys(self) -> list[bytes]"),
          "A text per distinct pattern: equal exactly if isomorphic, anchor on anchor, labels and arcs respected.")
      .def(
          "structure_keys", [](const WalkSteps& s) { return as_bytes(s.structure_keys); },
          nb::sig("def structure_keys(self) -> list[bytes]"), "The same of the structures.");
}

auto counted(const Target& target, const MatchIndex& index, const Array2<Node>& nodes,
             const Array2<std::uint64_t>& rows, const Array1<std::int64_t>& offset, const Array1<Node>& anchors,
             Control& control, bool induced, std::uint64_t steps, int threads) {
  const MatchParams params{.induced = induced, .threads = threads, .steps_per_anchor = steps};
  const WalkView walks = view(nodes, rows);
  WalkCounts counts = run_interruptible(
      control, [&] { return count_walks(target, walks, index, as_span(offset), as_span(anchors), params, control); });
  return std::tuple(to_numpy(std::move(counts.offset)), to_numpy(std::move(counts.anchors)),
                    to_numpy(std::move(counts.undecided)), counts.complete);
}

auto confirmed(const MatchIndex& index, const Array2<std::uint64_t>& rows, const Array1<std::int64_t>& offset,
               const Array2<Node>& nodes, const Array1<std::int64_t>& example, const Array1<Node>& node,
               const Array1<std::uint64_t>& mask, Control& control, bool induced, std::uint64_t steps,
               std::int64_t frontier, int threads) {
  if (nodes.shape(1) != rows.shape(1)) throw std::invalid_argument("patterns and occurrences must be of one size");
  const OccurrenceView parents{.size = static_cast<int>(rows.shape(1)),
                               .rows = {rows.data(), rows.size()},
                               .offset = as_span(offset),
                               .nodes = {nodes.data(), nodes.size()}};
  const StepView wanted{.example = as_span(example), .node = as_span(node), .mask = as_span(mask)};
  const ConfirmParams params{.induced = induced, .steps = steps, .frontier_limit = frontier, .threads = threads};
  ConfirmedSteps result =
      run_interruptible(control, [&] { return confirm_steps(index, parents, wanted, params, control); });
  return std::tuple(to_numpy(std::move(result.offset)), to_numpy(std::move(result.nodes), rows.shape(1) + 1),
                    result.complete);
}

auto gathered(const Target& target, const Array1<Node>& starts, int size, Control& control, std::int64_t surroundings,
              int threads) {
  const DenseSeedParams params{.size = size, .surroundings = surroundings, .threads = threads};
  DenseSeeds found = run_interruptible(control, [&] { return dense_seeds(target, as_span(starts), params, control); });
  const auto columns = static_cast<std::size_t>(size);
  return std::tuple(to_numpy(std::move(found.nodes), columns), to_numpy(std::move(found.rows), columns),
                    found.complete);
}

}  // namespace

void init_walk(nb::module_& m) {
  bind_steps(m);
  m.def(
      "expand_walks",
      [](const Target& target, const Array2<Node>& nodes, const Array2<std::uint64_t>& rows, Control& control,
         bool induced, std::int64_t frontier, std::uint64_t seed, int threads) {
        const WalkParams params{.induced = induced, .frontier_limit = frontier, .seed = seed, .threads = threads};
        const WalkView walks = view(nodes, rows);
        return run_interruptible(control, [&] { return expand_walks(target, walks, params, control); });
      },
      "target"_a, "nodes"_a.noconvert(), "rows"_a.noconvert(), "control"_a, nb::kw_only(), "induced"_a = true,
      "frontier"_a = WalkParams{}.frontier_limit, "seed"_a = 0, "threads"_a = 0,
      "Grow walks (nodes of the target, the anchor first; rows of bits of their patterns) by one adjacent node.");
  m.def("count_walks", &counted, "target"_a, "index"_a, "nodes"_a.noconvert(), "rows"_a.noconvert(),
        "offset"_a.noconvert(), "anchors"_a.noconvert(), "control"_a, nb::kw_only(), "induced"_a = true, "steps"_a = 0,
        "threads"_a = 0,
        "Which of its candidate anchors (of walk w: from offset[w] to offset[w + 1]) each walk's pattern matches: "
        "offsets, matching anchors, numbers of undecided anchors, and whether it was not stopped.");
  m.def(
      "confirm_steps", &confirmed, "index"_a, "rows"_a.noconvert(), "offset"_a.noconvert(), "nodes"_a.noconvert(),
      "example"_a.noconvert(), "node"_a.noconvert(), "mask"_a.noconvert(), "control"_a, nb::kw_only(),
      "induced"_a = true, "steps"_a = ConfirmParams{}.steps, "frontier"_a = ConfirmParams{}.frontier_limit,
      "threads"_a = 0,
      "Which occurrences of patterns (rows of pattern s, nodes from offset[s] to offset[s + 1]) go on to each larger "
      "pattern, given by an example: an occurrence, one more node, and the nodes it is joined to. Offsets, nodes, and "
      "whether it was not stopped.");
  m.def("gather_walks", &gathered, "target"_a, "starts"_a.noconvert(), "size"_a, "control"_a, nb::kw_only(),
        "surroundings"_a = DenseSeedParams{}.surroundings, "threads"_a = 0,
        "Walks from nodes into groups with more links than their degrees explain: nodes (-1 beyond the end of a walk), "
        "rows of bits that tell which of them are joined, and whether it was not stopped.");
  m.def(
      "walk_patterns",
      [](const Target& target, const Array2<Node>& nodes, const Array2<std::uint64_t>& rows) {
        const WalkView walks = view(nodes, rows);
        check_walks(target, walks);
        std::vector<Pattern> patterns;
        for (std::int64_t w = 0; w < walks.count(); ++w)
          patterns.push_back(pattern_of(target, walks.nodes_of(w), walks.rows_of(w)));
        return patterns;
      },
      "target"_a, "nodes"_a.noconvert(), "rows"_a.noconvert(),
      "The patterns of walks, anchored at node 0, with the target's labels and arcs.");
}

}  // namespace spminer::bindings
