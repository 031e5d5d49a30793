// Walks of two steps from a root, and the cycles they close.
#include <algorithm>

#include "census_ego.hh"

namespace spminer::census_detail {

namespace {

/// The ends of the walks of two steps from one root (the root is one of them), with how many walks lead there.
struct TwoSteps {
  explicit TwoSteps(const State& state_)
      : state(state_),
        walks(static_cast<std::size_t>(state.target.size())),
        degree_walks(state.catalogue.size() == 5 ? walks.size() : 0),
        triangle_walks(degree_walks.size()) {}

  void clear() {
    for (const Node end : ends) walks[end] = 0;
    ends.clear();
  }
  void add(Node end) {
    if (walks[end]++ == 0) ends.push_back(end);
  }

  void build(Node root) {
    clear();
    for (const Node v : state.target.neighbours(root))
      for (const Node w : state.target.neighbours(v)) add(w);
  }

  /// build(), with the weighted walks.
  void build_weighted(Node root) {
    for (const Node end : ends) degree_walks[end] = triangle_walks[end] = 0;
    clear();
    for (const Node v : state.target.neighbours(root)) {
      Arc arc = state.first_arc(v);
      for (const Node w : state.target.neighbours(v)) {
        add(w);
        degree_walks[w] += state.degree(v);
        triangle_walks[w] += state.triangles[arc++];
      }
    }
  }

  const State& state;
  std::vector<Node> ends;
  std::vector<std::uint32_t> walks;   ///< by end
  std::vector<Count> degree_walks;    ///< weighted by the degree of the node between
  std::vector<Count> triangle_walks;  ///< weighted by the triangles of the second step
};

/// Four-cycles alone, each met at its last node in the order of degrees: unlike the walks from every root, this
/// is not slowed down by hubs.
void count_four_cycles(State& state) {
  const int square = state.column("01 12 23 30");
  const Target& target = state.target;
  for_each_node<TwoSteps>(state, [&](Node u, TwoSteps& steps) {
    steps.clear();
    for (const Node v : target.neighbours(u)) {
      if (!before(target, v, u)) continue;
      for (const Node w : target.neighbours(v))
        if (before(target, w, u)) steps.add(w);
    }
    // Maps that are no cycles: there and back twice, or to another neighbour's neighbour and back the same way.
    Count at_root = state.degree(u) * state.degree(u);
    for (const Node v : target.neighbours(u)) at_root += state.degree(v) - 1;
    for (const Node w : steps.ends) {
      const Count ordered_pairs = Count{steps.walks[w]} * (steps.walks[w] - 1);
      at_root += ordered_pairs;
      state.tally.add(w, square, ordered_pairs);
    }
    state.tally.add(u, square, at_root);
    for (const Node v : target.neighbours(u)) {
      if (!before(target, v, u)) continue;
      Count others = 0;
      for (const Node w : target.neighbours(v))
        if (before(target, w, u)) others += steps.walks[w] - 1;
      state.tally.add(v, square, 2 * others);
    }
  });
}

/// The columns that count_cycles adds to.
struct CycleColumns {
  explicit CycleColumns(const State& state)
      : square(state.column("01 12 23 30")),
        beside_leaf(state.column("01 12 23 30 14")),
        across_leaf(state.column("01 12 23 30 24")),
        two_of_k23(state.column("01 02 03 41 42 43")),
        three_of_k23(state.column("01 02 13 14 23 24")),
        house_floor(state.column("01 12 23 30 14 24")),
        pentagon(state.column("01 12 23 34 40")) {}

  int square, beside_leaf, across_leaf, two_of_k23, three_of_k23, house_floor, pentagon;
};

void sum_over_ends(State& state, const CycleColumns& columns, Node u, const TwoSteps& steps) {
  Count squares = 0, beside = 0, across = 0, cubes = 0, houses = 0, pentagons = 0;
  for (const Node w : steps.ends) {
    const Count walks = steps.walks[w];
    squares += walks * walks;
    cubes += walks * walks * walks;
    across += walks * walks * state.degree(w);
    beside += walks * steps.degree_walks[w];
    houses += walks * steps.triangle_walks[w];
    Count onward = 0;
    for (const Node x : state.orientation.successors(w)) onward += steps.walks[x];
    pentagons += walks * onward;
  }
  state.tally.add(u, columns.square, squares);
  state.tally.add(u, columns.beside_leaf, beside);
  state.tally.add(u, columns.across_leaf, across);
  state.tally.add(u, columns.two_of_k23, cubes);
  state.tally.add(u, columns.house_floor, houses);
  state.tally.add(u, columns.pentagon, 2 * pentagons);  // either way round the far edge
}

void count_cycles(State& state) {
  const CycleColumns columns(state);
  state.squares.assign(state.triangles.size(), 0);
  for_each_node<TwoSteps>(state, [&](Node u, TwoSteps& steps) {
    steps.build_weighted(u);
    sum_over_ends(state, columns, u, steps);
    Arc arc = state.first_arc(u);
    for (const Node v : state.target.neighbours(u)) {
      Count walks = 0, squared = 0;
      for (const Node w : state.target.neighbours(v)) {
        walks += steps.walks[w];
        squared += Count{steps.walks[w]} * steps.walks[w];
      }
      state.squares[arc++] = walks;
      state.tally.add(v, columns.three_of_k23, squared);
    }
  });
}

struct BridgeScratch {
  explicit BridgeScratch(const State& state)
      : steps(state), ego(state), marked(steps.walks.size(), -1), bridges(steps.walks.size()) {}

  TwoSteps steps;
  Ego ego;
  std::vector<Node> marked;      ///< the last node whose neighbours were marked
  std::vector<Node> common;      ///< the ends of the bridge at hand
  std::vector<Count> bridges;    ///< by end: ordered adjacent pairs between the root and the end
  std::vector<Count> on_bridge;  ///< by member: walks to the ends of its bridges, from either end
};

std::span<const Node> neighbours_before(const Target& target, Node u, Node bound) {
  const auto row = target.neighbours(u);
  return row.first(static_cast<std::size_t>(std::ranges::lower_bound(row, bound) - row.begin()));
}

/// Walks to the ends before the root that are next to c and marked as next to a, which are two members.
Count cross_bridge(const State& state, Node root, Node a, Node c, BridgeScratch& scratch) {
  const auto row = neighbours_before(state.target, c, root);
  if (scratch.common.size() < row.size()) scratch.common.resize(row.size());
  std::size_t found = 0;
  for (const Node e : row) {  // whether e is marked is hard to foresee, so write it anyway
    scratch.common[found] = e;
    found += scratch.marked[e] == a;
  }
  Count walks = 0;
  for (const Node e : std::span(scratch.common).first(found)) {
    scratch.bridges[e] += 2;
    walks += scratch.steps.walks[e];
  }
  return walks;
}

/// For each edge {a, c} among the neighbours of the root, the ends next to both.  Ends after the root meet it in
/// their turn; the root itself is an end too, of bridges that lead back.
void find_bridges(const State& state, Node root, BridgeScratch& scratch) {
  const auto members = state.target.neighbours(root);
  scratch.on_bridge.assign(members.size(), 0);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Node a = members[i];
    for (const Node e : neighbours_before(state.target, a, root)) scratch.marked[e] = a;
    for (const int member : scratch.ego.links(static_cast<int>(i))) {
      const Node c = members[member];
      if (before(state.target, a, c)) continue;  // the shorter of the two rows is the one to scan
      const Count walks = 2 * cross_bridge(state, root, a, c, scratch) + state.degree(root);
      scratch.bridges[root] += 1;
      scratch.on_bridge[i] += walks;
      scratch.on_bridge[member] += walks;
    }
  }
}

}  // namespace

void count_squares(State& state) { state.catalogue.size() == 5 ? count_cycles(state) : count_four_cycles(state); }

void count_bridged_squares(State& state) {
  const int at_end = state.column("01 02 03 12 41 42 43");
  const int at_bridge = state.column("01 02 03 12 13 42 43");
  const int between = state.column("01 02 13 14 23 24 34");
  for_each_node<BridgeScratch>(state, [&](Node u, BridgeScratch& scratch) {
    scratch.steps.build(u);
    scratch.ego.build(u);
    find_bridges(state, u, scratch);
    // The root's bridges to itself are in `bridges` half, the others are to be counted from either end.
    Count at_root = scratch.bridges[u] * state.degree(u);
    for (const Node e : scratch.steps.ends) {
      const Count bridged = scratch.bridges[e] * scratch.steps.walks[e];
      at_root += bridged;
      if (bridged != 0 && e != u) state.tally.add(e, at_end, bridged);
    }
    state.tally.add(u, at_end, at_root);
    const auto members = state.target.neighbours(u);
    for (std::size_t b = 0; b < members.size(); ++b) {
      Count bridges = scratch.bridges[u];
      for (const Node e : neighbours_before(state.target, members[b], u)) bridges += scratch.bridges[e];
      state.tally.add(members[b], between, 2 * bridges);
      state.tally.add(members[b], at_bridge, scratch.on_bridge[b]);
    }
    for (const Node e : scratch.steps.ends) scratch.bridges[e] = 0;
  });
}

}  // namespace spminer::census_detail
