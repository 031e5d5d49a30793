// The walks of two steps from one node after another.

#include <algorithm>
#include <span>
#include <vector>

#include "base/memory.hh"
#include "census/ego.hh"
#include "census/state.hh"

namespace spminer::census {

/// The ends of the walks of two steps from one root (the root is one of them), with how many walks lead there.
struct TwoSteps {
  explicit TwoSteps(const State& state_)
      : state(state_), walks(static_cast<std::size_t>(state.target.size())), reached_(walks.size() + 1) {}

  /// Each end once.
  std::span<const Node> ends() const { return std::span(reached_).first(count_); }

  void clear() {
    for (const Node end : ends()) walks[end] = 0;
    count_ = 0;
  }
  void add(Node end) {  // branchless: whether an end is new is unpredictable
    reached_[count_] = end;
    count_ += walks[end]++ == 0;
  }

  void build(Node root) {
    clear();
    for (const Node v : state.target.neighbors(root))
      for (const Node w : state.target.neighbors(v)) add(w);
  }

  const State& state;
  HugeVector<std::uint32_t> walks;  ///< by end

 private:
  std::vector<Node> reached_;  ///< the ends, and a spare place
  std::size_t count_ = 0;
};

// A four-cycle and a triangle's third corner between the same two opposite nodes.

/// One thread's memory of the bridges of one root.
struct BridgeScratch {
  explicit BridgeScratch(const State& state);

  Ego ego;
  std::vector<Node> marked;      ///< the last node whose neighbors were marked
  std::vector<Node> common;      ///< the ends of the bridge at hand
  std::vector<Count> bridges;    ///< by end: ordered adjacent pairs between the root and the end
  std::vector<Count> on_bridge;  ///< by member: walks to the ends of its bridges, from either end
};

/// The columns that count_bridged_squares adds to.
struct BridgeColumns {
  explicit BridgeColumns(const Catalog& catalog);

  int at_end, at_bridge, between;
};

/// Adds what is met from one root, whose walks of two steps are at hand.
void count_bridged_squares(const State& state, const BridgeColumns& columns, Node root, const TwoSteps& steps,
                           BridgeScratch& scratch, OrbitSums::Part& sums);

// A four-cycle with a fifth node: two opposite ends, between them a bridge of two adjacent nodes and one more node.
// Only here do two nodes that need not be neighbors have more in common than single nodes, so the walks from
// a root and its neighborhood are looked at together.

namespace {

std::span<const Node> neighbors_before(const Target& target, Node u, Node bound) {
  const auto row = target.neighbors(u);
  return row.first(std::ranges::lower_bound(row, bound) - row.begin());
}

/// Walks to the ends before the root that are next to c and marked as next to a, which are two members.
Count cross_bridge(const State& state, Node root, Node a, Node c, const TwoSteps& steps, BridgeScratch& scratch) {
  const auto row = neighbors_before(state.target, c, root);
  if (scratch.common.size() < row.size()) scratch.common.resize(row.size());
  std::size_t found = 0;
  for (const Node e : row) {  // branchless: whether e is marked is unpredictable
    scratch.common[found] = e;
    found += scratch.marked[e] == a;
  }
  Count walks = 0;
  for (const Node e : std::span(scratch.common).first(found)) {
    scratch.bridges[e] += 2;
    walks += steps.walks[e];
  }
  return walks;
}

/// For each edge {a, c} among the neighbors of the root, the ends next to both.  Ends after the root meet it in
/// their turn; the root itself is an end too, of bridges that lead back.
void find_bridges(const State& state, Node root, const TwoSteps& steps, BridgeScratch& scratch) {
  const auto members = state.target.neighbors(root);
  scratch.on_bridge.assign(members.size(), 0);
  for (std::size_t i = 0; i < members.size() && !state.control.check_now(); ++i) {
    const Node a = members[i];
    for (const Node e : neighbors_before(state.target, a, root)) scratch.marked[e] = a;
    for (const int member : scratch.ego.links(static_cast<int>(i))) {
      const Node c = members[member];
      if (before_by_degree(state.target, a, c)) continue;  // the shorter of the two rows is the one to scan
      const Count walks = 2 * cross_bridge(state, root, a, c, steps, scratch) + state.degree(root);
      scratch.bridges[root] += 1;
      scratch.on_bridge[i] += walks;
      scratch.on_bridge[member] += walks;
    }
  }
}

}  // namespace

BridgeScratch::BridgeScratch(const State& state)
    : ego(state),
      marked(static_cast<std::size_t>(state.target.size()), -1),
      bridges(static_cast<std::size_t>(state.target.size())) {}

BridgeColumns::BridgeColumns(const Catalog& catalog)
    : at_end(catalog.column("01 02 03 12 41 42 43")),
      at_bridge(catalog.column("01 02 03 12 13 42 43")),
      between(catalog.column("01 02 13 14 23 24 34")) {}

void count_bridged_squares(const State& state, const BridgeColumns& columns, Node u, const TwoSteps& steps,
                           BridgeScratch& scratch, OrbitSums::Part& sums) {
  scratch.ego.build(u);
  if (scratch.ego.links_in_all() == 0) return;
  find_bridges(state, u, steps, scratch);
  // The root's bridges to itself are in `bridges` half, the others are to be counted from either end.
  Count at_root = scratch.bridges[u] * state.degree(u);
  for (const Node e : steps.ends()) {
    const Count bridged = scratch.bridges[e] * steps.walks[e];
    at_root += bridged;
    if (bridged != 0 && e != u) sums.add(e, columns.at_end, bridged);
  }
  sums.add(u, columns.at_end, at_root);
  const auto members = state.target.neighbors(u);
  for (std::size_t b = 0; b < members.size(); ++b) {
    Count bridges = scratch.bridges[u];
    for (const Node e : neighbors_before(state.target, members[b], u)) bridges += scratch.bridges[e];
    sums.add(members[b], columns.between, 2 * bridges);
    sums.add(members[b], columns.at_bridge, scratch.on_bridge[b]);
  }
  for (const Node e : steps.ends()) scratch.bridges[e] = 0;
}

// Cycles of four and five nodes, closed from walks of two steps, and what hangs on them.

namespace {

/// Four-cycles alone, each met at its last node in the order of degrees: unlike the walks from every root, this
/// is not slowed down by hubs.
void count_four_cycles(State& state) {
  const int square = state.column("01 12 23 30");
  const Target& target = state.target;
  for_each_node<TwoSteps>(state, [&](Node u, TwoSteps& steps, OrbitSums::Part& sums) {
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
      sums.add(w, square, ordered_pairs);
    }
    sums.add(u, square, at_root);
    for (const Node v : target.neighbors(u)) {
      if (!before_by_degree(target, v, u)) continue;
      Count others = 0;
      for (const Node w : target.neighbors(v))
        if (before_by_degree(target, w, u)) others += steps.walks[w] - 1;
      sums.add(v, square, 2 * others);
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
void sum_over_ends(const State& state, const CycleColumns& columns, Node u, const TwoSteps& steps,
                   OrbitSums::Part& sums) {
  Count pentagons = 0, across = 0;
  for (const Node w : steps.ends()) {
    const Count walks = steps.walks[w];
    across += walks * walks * state.degrees[w];
    Count onward = 0;
    for (const Node x : state.orientation.successors(w)) onward += steps.walks[x];
    pentagons += walks * onward;
  }
  sums.add(u, columns.across_leaf, across);
  sums.add(u, columns.pentagon, 2 * pentagons);  // either way round the far edge
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
  state.squares.assign(state.arcs_before(state.last) - before, 0);
  for_each_node<CycleScratch>(state, [&](Node u, CycleScratch& scratch, OrbitSums::Part& sums) {
    TwoSteps& steps = scratch.steps;
    steps.build(u);
    count_bridged_squares(state, bridge_columns, u, steps, scratch.bridges, sums);
    sum_over_ends(state, columns, u, steps, sums);
    Count squares = 0, beside = 0, cubes = 0, houses = 0;
    Arc arc = state.first_arc(u) - before;
    for (const Node v : state.target.neighbors(u)) {
      const OverNeighbor over(state, v, steps);
      state.squares[arc++] = over.walks;
      squares += over.walks;
      cubes += over.squared;
      beside += over.walks * state.degree(v);
      houses += over.houses;
      sums.add(v, columns.three_of_k23, over.squared);
    }
    sums.add(u, columns.square, squares);
    sums.add(u, columns.beside_leaf, beside);
    sums.add(u, columns.two_of_k23, cubes);
    sums.add(u, columns.house_floor, houses);
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
