// Patterns of five nodes with one joined to all others: each is a pattern of four nodes among the neighbours
// of that one.
#include "census_ego.hh"

namespace spminer::census_detail {

namespace {

struct Scratch {
  explicit Scratch(const State& state) : ego(state) {}

  void build(Node root) {
    ego.build(root);
    const auto size = static_cast<std::size_t>(ego.size());
    walks.assign(size, 0);
    shared.assign(size, 0);
    shared_linked.assign(size, 0);
    tips.assign(size, 0);
  }

  Ego ego;
  std::vector<Count> walks;                  ///< by member: walks of two steps in the neighbourhood
  std::vector<std::uint32_t> shared;         ///< by member: neighbours shared with member a and the root
  std::vector<std::uint32_t> shared_linked;  ///< the same, 0 for members not linked to a
  std::vector<Count> tips;                   ///< by member: sum of `shared` over the triangles below it
};

/// A path among the neighbours: the fan, rooted at its hub, its ends and its middle nodes.
void count_fans(State& state, Node root, Scratch& scratch) {
  static constexpr std::string_view kHub = "01 02 03 04 12 23 34", kEnd = "01 02 12 13 23 14 34",
                                    kMiddle = "01 02 03 12 13 34 14";
  const int hub = state.column(kHub), end = state.column(kEnd), middle = state.column(kMiddle);
  const auto members = state.target.neighbours(root);
  const Ego& ego = scratch.ego;
  for (int a = 0; a < ego.size(); ++a)
    for (const int b : ego.links(a)) scratch.walks[a] += ego.degree(b);
  Count total = 0;
  for (int a = 0; a < ego.size(); ++a) {
    Count paths = 0;
    for (const int b : ego.links(a)) paths += scratch.walks[b];
    total += paths;
    state.tally.add(members[a], end, paths);
    state.tally.add(members[a], middle, ego.degree(a) * scratch.walks[a]);
  }
  state.tally.add(root, hub, total);
}

/// What the pair of the root and one member a adds to the root's patterns.
struct PairSums {
  Count wheels = 0;          ///< four-cycles through a among the neighbours
  Count cliques = 0;         ///< four-cliques
  Count twin_cliques = 0;    ///< pairs of four-cliques over one triangle
  Count wedged_cliques = 0;  ///< four-cliques with a triangle over the edge opposite to the root
};

PairSums pair_sums(const State& state, Scratch& scratch, int a) {
  const Ego& ego = scratch.ego;
  auto& shared = scratch.shared;
  auto& linked = scratch.shared_linked;
  for (const int b : ego.links(a))
    for (const int c : ego.links(b)) ++shared[c];
  PairSums sums;
  for (std::size_t k = 0; k < ego.links(a).size(); ++k) {
    const int c = ego.links(a)[k];
    const Count common = linked[c] = shared[c];
    sums.cliques += common;
    sums.twin_cliques += common * common;
    sums.wedged_cliques += common * state.triangles[ego.arcs(a)[k]];
  }
  for (const int b : ego.links(a)) {
    Count tips = 0;
    for (const int c : ego.links(b)) {
      sums.wheels += shared[c];
      tips += linked[c];
    }
    scratch.tips[b] += tips;
  }
  for (const int b : ego.links(a)) {
    linked[b] = 0;
    for (const int c : ego.links(b)) shared[c] = 0;
  }
  return sums;
}

}  // namespace

void count_neighbourhoods(State& state) {
  const int wheel_hub = state.column("01 02 03 04 12 23 34 41"), wheel_rim = state.column("01 02 03 12 13 24 34 14");
  const int twin_base = state.column("01 02 12 03 13 23 04 14 24"),
            twin_tip = state.column("01 02 03 12 13 23 41 42 43");
  const int wedged_clique = state.column("01 02 03 12 13 23 14 24");
  state.four_cliques.assign(state.triangles.size(), 0);
  for_each_node<Scratch>(state, [&](Node u, Scratch& scratch) {
    scratch.build(u);
    count_fans(state, u, scratch);
    const auto members = state.target.neighbours(u);
    PairSums total;
    for (int a = 0; a < scratch.ego.size() && !state.control.stopped(); ++a) {
      const PairSums sums = pair_sums(state, scratch, a);
      state.four_cliques[state.first_arc(u) + a] = sums.cliques;
      state.tally.add(members[a], wheel_rim, sums.wheels);
      total.wheels += sums.wheels;
      total.twin_cliques += sums.twin_cliques;
      total.wedged_cliques += sums.wedged_cliques;
    }
    state.tally.add(u, wheel_hub, total.wheels);
    state.tally.add(u, twin_base, total.twin_cliques);
    state.tally.add(u, wedged_clique, total.wedged_cliques);
    for (int b = 0; b < scratch.ego.size(); ++b) state.tally.add(members[b], twin_tip, scratch.tips[b]);
  });
}

}  // namespace spminer::census_detail
