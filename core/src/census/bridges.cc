// A four-cycle with a fifth node: two opposite ends, between them a bridge of two adjacent nodes and one more node.
// Only here do two nodes that need not be neighbors have more in common than single nodes, so the walks from
// a root and its neighborhood are looked at together.
#include "census/bridges.hh"

#include <algorithm>

namespace spminer::census {

namespace {

std::span<const Node> neighbors_before(const Target& target, Node u, Node bound) {
  const auto row = target.neighbors(u);
  return row.first(static_cast<std::size_t>(std::ranges::lower_bound(row, bound) - row.begin()));
}

/// Walks to the ends before the root that are next to c and marked as next to a, which are two members.
Count cross_bridge(const State& state, Node root, Node a, Node c, const TwoSteps& steps, BridgeScratch& scratch) {
  const auto row = neighbors_before(state.target, c, root);
  if (scratch.common.size() < row.size()) scratch.common.resize(row.size());
  std::size_t found = 0;
  for (const Node e : row) {  // whether e is marked is hard to foresee, so write it anyway
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

void count_bridged_squares(State& state, const BridgeColumns& columns, Node u, const TwoSteps& steps,
                           BridgeScratch& scratch) {
  scratch.ego.build(u);
  if (scratch.ego.links_in_all() == 0) return;
  find_bridges(state, u, steps, scratch);
  // The root's bridges to itself are in `bridges` half, the others are to be counted from either end.
  Count at_root = scratch.bridges[u] * state.degree(u);
  for (const Node e : steps.ends()) {
    const Count bridged = scratch.bridges[e] * steps.walks[e];
    at_root += bridged;
    if (bridged != 0 && e != u) state.tally.add(e, columns.at_end, bridged);
  }
  state.tally.add(u, columns.at_end, at_root);
  const auto members = state.target.neighbors(u);
  for (std::size_t b = 0; b < members.size(); ++b) {
    Count bridges = scratch.bridges[u];
    for (const Node e : neighbors_before(state.target, members[b], u)) bridges += scratch.bridges[e];
    state.tally.add(members[b], columns.between, 2 * bridges);
    state.tally.add(members[b], columns.at_bridge, scratch.on_bridge[b]);
  }
  for (const Node e : steps.ends()) scratch.bridges[e] = 0;
}

}  // namespace spminer::census
