// Patterns of five nodes with one joined to all others: each is a pattern of four nodes among the neighbors
// of that one.
#include <algorithm>

#include "census/ego.hh"

namespace spminer::census {

namespace {

struct Scratch {
  explicit Scratch(const State& state) : ego(state) {}

  void build(Node root) {
    ego.build(root);
    const auto size = static_cast<std::size_t>(ego.size());
    shared.assign(size, 0);
    shared_linked.assign(size, 0);
    for (auto* sums : {&walks, &cycles, &cliques, &tips}) sums->assign(size, 0);
    twin_cliques = wedged_cliques = 0;
  }

  Ego ego;
  std::vector<std::uint32_t> shared;         ///< by member: neighbors shared with member a and the root
  std::vector<std::uint32_t> shared_linked;  ///< the same, 0 for members not linked to a
  std::vector<Count> walks;                  ///< by member: walks of two steps among the neighbors
  std::vector<Count> cycles;                 ///< by member: closed walks of four steps
  std::vector<Count> cliques;                ///< by member: ordered pairs that complete a four-clique
  std::vector<Count> tips;   ///< by member: pairs of four-cliques over a triangle, in one of which it is
  Count twin_cliques = 0;    ///< pairs of four-cliques over a triangle with the root
  Count wedged_cliques = 0;  ///< four-cliques with a triangle over an edge opposite to the root
};

/// The fan, a path and a node joined to all of it, rooted at that hub, at an end or in the middle of the path.
struct FanColumns {
  explicit FanColumns(const State& state)
      : hub(state.column("01 02 03 04 12 23 34")),
        end(state.column("01 02 12 13 23 14 34")),
        middle(state.column("01 02 03 12 13 34 14")) {}

  int hub, end, middle;
};

void count_fans(const State& state, const FanColumns& columns, Node root, Scratch& scratch, OrbitSums::Part& sums) {
  const auto members = state.target.neighbors(root);
  const Ego& ego = scratch.ego;
  for (int a = 0; a < ego.size(); ++a)
    for (const int b : ego.links(a)) scratch.walks[a] += ego.degree(b);
  Count total = 0;
  for (int a = 0; a < ego.size(); ++a) {
    Count paths = 0;
    for (const int b : ego.links(a)) paths += scratch.walks[b];
    total += paths;
    sums.add(members[a], columns.end, paths);
    sums.add(members[a], columns.middle, ego.degree(a) * scratch.walks[a]);
  }
  sums.add(root, columns.hub, total);
}

/// Counts in `shared` the neighbors that member a shares with each member before it and the root, then gives
/// both members of each pair their part.
void count_pairs(const State& state, Scratch& scratch, int a) {
  const Ego& ego = scratch.ego;
  auto& shared = scratch.shared;
  std::fill_n(shared.begin(), a, 0);
  for (const int b : ego.links(a))
    for (const int c : ego.links(b)) {
      if (c >= a) break;
      ++shared[c];
    }
  for (int c = 0; c < a; ++c) {
    const Count squared = Count{shared[c]} * shared[c];
    scratch.cycles[c] += squared;
    scratch.cycles[a] += squared;
  }
  scratch.cycles[a] += ego.degree(a) * ego.degree(a);  // there and back twice
  const auto links = ego.links(a);
  for (std::size_t k = 0; k < links.size() && links[k] < a; ++k) {
    const Count common = shared[links[k]];
    scratch.cliques[links[k]] += common;
    scratch.cliques[a] += common;
    scratch.twin_cliques += 2 * common * common;
    scratch.wedged_cliques += 2 * common * state.triangles[ego.arcs(a)[k]];
  }
}

/// Adds to each member the four-cliques over the triangles of the root, member a and a member c before it that
/// it is next to.  Only for the first node of a triangle, hence c not before `first`.
void count_tips(Scratch& scratch, int a, int first) {
  const Ego& ego = scratch.ego;
  auto& linked = scratch.shared_linked;
  for (const int c : ego.links(a)) linked[c] = first <= c && c < a ? scratch.shared[c] : 0;
  for (const int b : ego.links(a)) {
    Count tips = 0;
    for (const int c : ego.links(b)) {
      if (c >= a) break;
      tips += linked[c];
    }
    scratch.tips[b] += 6 * tips;  // one for each order of the triangle
  }
  for (const int c : ego.links(a)) linked[c] = 0;
}

}  // namespace

void count_neighborhoods(State& state) {
  const FanColumns fan_columns(state);
  const int wheel_hub = state.column("01 02 03 04 12 23 34 41"), wheel_rim = state.column("01 02 03 12 13 24 34 14");
  const int twin_base = state.column("01 02 12 03 13 23 04 14 24"),
            twin_tip = state.column("01 02 03 12 13 23 41 42 43");
  const int wedged_clique = state.column("01 02 03 12 13 23 14 24");
  state.four_cliques.assign(state.triangles.size(), 0);
  for_each_node<Scratch>(state, [&](Node u, Scratch& scratch, OrbitSums::Part& sums) {
    scratch.build(u);
    count_fans(state, fan_columns, u, scratch, sums);
    const auto members = state.target.neighbors(u);
    const auto first = static_cast<int>(std::ranges::lower_bound(members, u) - members.begin());
    for (int a = 0; a < scratch.ego.size() && !state.control.check_now(); ++a) {
      if (scratch.ego.links(a).empty()) continue;
      count_pairs(state, scratch, a);
      if (a > first) count_tips(scratch, a, first);
    }
    Count wheels = 0;
    for (int a = 0; a < scratch.ego.size(); ++a) {
      wheels += scratch.cycles[a];
      state.four_cliques[state.first_arc(u) + a] = scratch.cliques[a];
      sums.add(members[a], wheel_rim, scratch.cycles[a]);
      sums.add(members[a], twin_tip, scratch.tips[a]);
    }
    sums.add(u, wheel_hub, wheels);
    sums.add(u, twin_base, scratch.twin_cliques);
    sums.add(u, wedged_clique, scratch.wedged_cliques);
  });
}

}  // namespace spminer::census
