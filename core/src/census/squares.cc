// Cycles of four and five nodes, closed from walks of two steps, and what hangs on them.
#include "census/bridges.hh"
#include "census/two_steps.hh"

namespace spminer::census {

namespace {

/// Four-cycles alone, each met at its last node in the order of degrees: unlike the walks from every root, this
/// is not slowed down by hubs.
void count_four_cycles(State& state) {
  const int square = state.column("01 12 23 30");
  const Target& target = state.target;
  for_each_node<TwoSteps>(state, [&](Node u, TwoSteps& steps) {
    steps.clear();
    for (const Node v : target.neighbors(u)) {
      if (!before_by_degree(target, v, u)) continue;
      for (const Node w : target.neighbors(v))
        if (before_by_degree(target, w, u)) steps.add(w);
    }
    // Maps that are no cycles: there and back twice, or to another neighbor's neighbor and back the same way.
    Count at_root = state.degree(u) * state.degree(u);
    for (const Node v : target.neighbors(u)) at_root += state.degree(v) - 1;
    for (const Node w : steps.ends()) {
      const Count ordered_pairs = Count{steps.walks[w]} * (steps.walks[w] - 1);
      at_root += ordered_pairs;
      state.tally.add(w, square, ordered_pairs);
    }
    state.tally.add(u, square, at_root);
    for (const Node v : target.neighbors(u)) {
      if (!before_by_degree(target, v, u)) continue;
      Count others = 0;
      for (const Node w : target.neighbors(v))
        if (before_by_degree(target, w, u)) others += steps.walks[w] - 1;
      state.tally.add(v, square, 2 * others);
    }
  });
}

/// The columns that count_cycles adds to.
struct CycleColumns {
  explicit CycleColumns(const Catalog& catalog)
      : square(catalog.column("01 12 23 30")),
        beside_leaf(catalog.column("01 12 23 30 14")),
        across_leaf(catalog.column("01 12 23 30 24")),
        two_of_k23(catalog.column("01 02 03 41 42 43")),
        three_of_k23(catalog.column("01 02 13 14 23 24")),
        house_floor(catalog.column("01 12 23 30 14 24")),
        pentagon(catalog.column("01 12 23 34 40")) {}

  int square, beside_leaf, across_leaf, two_of_k23, three_of_k23, house_floor, pentagon;
};

/// The ends of walks of two steps with the edges between them.
void sum_over_ends(State& state, const CycleColumns& columns, Node u, const TwoSteps& steps) {
  Count pentagons = 0, across = 0;
  for (const Node w : steps.ends()) {
    const Count walks = steps.walks[w];
    across += walks * walks * state.degrees[w];
    Count onward = 0;
    for (const Node x : state.orientation.successors(w)) onward += steps.walks[x];
    pentagons += walks * onward;
  }
  state.tally.add(u, columns.across_leaf, across);
  state.tally.add(u, columns.pentagon, 2 * pentagons);  // either way round the far edge
}

/// What closes over one neighbor v of the root: sums over the ends next to v, with the walks that lead there.
struct OverNeighbor {
  Count walks = 0, squared = 0, houses = 0;

  OverNeighbor(const State& state, Node v, const TwoSteps& steps) {
    Arc arc = state.first_arc(v);
    for (const Node w : state.target.neighbors(v)) {
      const Count to_end = steps.walks[w];
      walks += to_end;
      squared += to_end * to_end;
      houses += to_end * state.triangles[arc++];
    }
  }
};

struct CycleScratch {
  explicit CycleScratch(const State& state) : steps(state), bridges(state) {}

  TwoSteps steps;
  BridgeScratch bridges;
};

/// All that begins with the walks of two steps from each node, which take most of the time where there are hubs.
void count_cycles(State& state) {
  const CycleColumns columns(state.catalog);
  const BridgeColumns bridge_columns(state.catalog);
  const Arc before = state.arcs_before(state.first);
  state.squares.assign(static_cast<std::size_t>(state.arcs_before(state.last) - before), 0);
  for_each_node<CycleScratch>(state, [&](Node u, CycleScratch& scratch) {
    TwoSteps& steps = scratch.steps;
    steps.build(u);
    count_bridged_squares(state, bridge_columns, u, steps, scratch.bridges);
    sum_over_ends(state, columns, u, steps);
    Count squares = 0, beside = 0, cubes = 0, houses = 0;
    Arc arc = state.first_arc(u) - before;
    for (const Node v : state.target.neighbors(u)) {
      const OverNeighbor over(state, v, steps);
      state.squares[arc++] = over.walks;
      squares += over.walks;
      cubes += over.squared;
      beside += over.walks * state.degree(v);
      houses += over.houses;
      state.tally.add(v, columns.three_of_k23, over.squared);
    }
    state.tally.add(u, columns.square, squares);
    state.tally.add(u, columns.beside_leaf, beside);
    state.tally.add(u, columns.two_of_k23, cubes);
    state.tally.add(u, columns.house_floor, houses);
  });
}

}  // namespace

std::vector<int> columns_of_squares(const Catalog& catalog) {
  if (catalog.size() == 4) return {catalog.column("01 12 23 30")};
  const CycleColumns cycles(catalog);
  const BridgeColumns bridges(catalog);
  return {cycles.square,      cycles.beside_leaf, cycles.across_leaf, cycles.two_of_k23, cycles.three_of_k23,
          cycles.house_floor, cycles.pentagon,    bridges.at_end,     bridges.at_bridge, bridges.between};
}

std::vector<int> columns_over_squares(const Catalog& catalog) {
  return {catalog.column("01 02 12 13 34 42"), catalog.column("01 02 12 03 34 41")};
}

void count_squares(State& state) { state.catalog.size() == 5 ? count_cycles(state) : count_four_cycles(state); }

}  // namespace spminer::census
