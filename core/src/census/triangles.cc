// Values of edges, and the patterns of up to four nodes that are sums of them: each triangle is met once, at its first
// node in the orientation of the target, and an edge has one value, so that a graph of any size needs little memory.

#include "base/parallel.hh"
#include "census/ego.hh"
#include "census/state.hh"
#include "census/triangle_finder.hh"

namespace spminer::census {

namespace {

/// One thread's triangles of one root, and what was found at its successors.
struct RootTriangles {
  explicit RootTriangles(const State& state) : triangles(state.target.size()) {}

  TriangleFinder triangles;
  std::vector<Count> found;  ///< by place among the successors
};

}  // namespace

void fill_edge_triangles(State& state) {
  const bool by_edge = state.catalog.size() == 4;
  const int triangle = state.column("01 02 12");
  if (by_edge) state.triangles.assign(state.target.edges(), 0);
  WorkerSums<std::uint32_t> by_edges(state.triangles, state.threads);
  for_each_node<RootTriangles>(state, [&](Node u, RootTriangles& root, OrbitSums::Part& sums) {
    const auto successors = state.orientation.successors(u);
    root.found.assign(successors.size(), 0);
    auto edges = by_edges.part(sums.worker());
    root.triangles.for_each(state.orientation, u, [&](std::size_t i, std::size_t j, std::size_t edge) {
      ++root.found[i];
      ++root.found[j];
      if (by_edge) edges.add(edge, 1);
    });
    Count ends = 0;
    for (std::size_t i = 0; i < successors.size(); ++i) {
      if (root.found[i] == 0) continue;
      ends += root.found[i];
      sums.add(successors[i], triangle, 2 * root.found[i]);
      if (by_edge) edges.add(state.orientation.first_edge(u) + i, static_cast<std::uint32_t>(root.found[i]));
    }
    if (ends != 0) sums.add(u, triangle, ends);  // each triangle was found at two of its ends
  });
  by_edges.unite();
}

void count_diamonds(State& state) {
  const int diamond = state.column("01 02 12 13 23");
  for_each_node<RootTriangles>(state, [&](Node u, RootTriangles& root, OrbitSums::Part& sums) {
    const auto successors = state.orientation.successors(u);
    const auto* own = state.triangles.data() + state.orientation.first_edge(u);
    root.found.assign(successors.size(), 0);
    Count across = 0;
    root.triangles.for_each(state.orientation, u, [&](std::size_t i, std::size_t j, std::size_t edge) {
      across += state.triangles[edge];
      root.found[i] += own[j];
      root.found[j] += own[i];
    });
    if (across != 0) sums.add(u, diamond, 2 * across);
    for (std::size_t i = 0; i < successors.size(); ++i)
      if (root.found[i] != 0) sums.add(successors[i], diamond, 2 * root.found[i]);
  });
}

void count_over_edges(State& state) {
  if (state.catalog.size() < 4) return;
  const int paw = state.column("01 02 12 13"), twice = state.column("01 02 12 03 13");
  for_each_range(state.target.size(), state.threads, [&](Node first, Node last, int worker) {
    OrbitSums::Part sums = state.tally.part(worker);
    for (Node u = first; u < last; ++u) {
      std::size_t edge = state.orientation.first_edge(u);
      Count paws = 0, squares = 0;
      for (const Node v : state.orientation.successors(u)) {
        const Count t = state.triangles[edge++];
        if (t == 0) continue;
        paws += t * state.degree(v);
        squares += t * t;
        sums.add(v, paw, t * state.degree(u));
        sums.add(v, twice, t * t);
      }
      if (squares == 0) continue;
      sums.add(u, paw, paws);
      sums.add(u, twice, squares);
    }
  });
  state.tally.unite();
}

// Values of arcs, and the patterns that are sums of them.

namespace {

/// Sets column `edges` of every node u to the sum of f(v, arc from u to v) over its neighbors v.
template <typename F>
void sum_over_arcs(State& state, std::string_view edges, F&& f) {
  const int column = state.column(edges);
  for_each_range(state.target.size(), state.threads, [&](Node first, Node last, int) {
    for (Node u = first; u < last; ++u) {
      Arc arc = state.first_arc(u);
      Count sum = 0;
      for (const Node v : state.target.neighbors(u)) sum += f(v, arc++);
      state.tally.at(u, column) = sum;
    }
  });
}

std::vector<Count> neighbor_degrees(const State& state) {
  std::vector<Count> sums(state.target.size());
  for_each_range(state.target.size(), state.threads, [&](Node first, Node last, int) {
    for (Node u = first; u < last; ++u)
      for (const Node v : state.target.neighbors(u)) sums[u] += state.degree(v);
  });
  return sums;
}

}  // namespace

void fill_triangles(State& state) {
  const auto arcs = static_cast<std::size_t>(state.target.edges()) * 2;
  state.triangles.assign(arcs, 0);
  state.triangle_degrees.assign(arcs, 0);
  for_each_node<Ego>(state, [&](Node u, Ego& ego, OrbitSums::Part&) {
    ego.build(u);
    const auto members = state.target.neighbors(u);
    const Arc first = state.first_arc(u);
    for (int a = 0; a < ego.size(); ++a) {
      state.triangles[first + a] = static_cast<std::uint32_t>(ego.degree(a));
      Count degrees = 0;
      for (const int c : ego.links(a)) degrees += state.degree(members[c]);
      state.triangle_degrees[first + a] = degrees;
    }
  });
}

void count_over_triangles(State& state) {
  const int diamond = state.column("01 02 12 13 23");
  const int dart = state.column("01 02 12 13 23 14");
  const int kite = state.column("01 02 12 13 23 34");
  const int book = state.column("01 02 12 13 23 14 24");
  const int wedged_clique = state.column("01 02 12 13 14 23 24 34");
  for_each_node<Ego>(state, [&](Node u, Ego& ego, OrbitSums::Part& sums) {
    ego.build(u);
    Count diamonds = 0, darts = 0, kites = 0, books = 0, wedged_cliques = 0;
    for (int a = 0; a < ego.size(); ++a) {
      Count tips = 0;  // of the triangles across the arcs of a
      for (const Arc arc : ego.arcs(a)) {
        const Count t = state.triangles[arc];
        tips += t;
        kites += state.triangle_degrees[arc];
        books += t * t;
        wedged_cliques += state.four_cliques[arc];
      }
      diamonds += tips;
      darts += tips * state.degree(state.target.neighbors(u)[a]);
    }
    sums.add(u, diamond, diamonds);
    sums.add(u, dart, darts);
    sums.add(u, kite, kites);
    sums.add(u, book, books);
    sums.add(u, wedged_clique, wedged_cliques);
  });
}

void count_houses(State& state) {
  const int house = state.column("01 02 12 13 34 42");
  for_each_node<Ego>(state, [&](Node u, Ego& ego, OrbitSums::Part& sums) {
    ego.build(u);
    Count houses = 0;
    for (int a = 0; a < ego.size(); ++a)
      for (const Arc arc : ego.arcs(a)) houses += state.squares[arc];
    sums.add(u, house, houses);
  });
}

void count_over_arcs(State& state) {
  const auto t = [&](Arc a) { return Count{state.triangles[a]}; };
  const auto& td = state.triangle_degrees;
  const auto d = [&](Node v) { return state.degree(v); };
  const int triangle = state.column("01 02 12");

  sum_over_arcs(state, "01 02 12", [&](Node, Arc a) { return t(a); });
  sum_over_arcs(state, "01 02 12 13", [&](Node v, Arc a) { return t(a) * d(v); });
  sum_over_arcs(state, "01 02 12 03 13", [&](Node, Arc a) { return t(a) * t(a); });
  const auto& cliques = state.four_cliques;
  const auto walks = neighbor_degrees(state);
  sum_over_arcs(state, "01 02 12 13 34", [&](Node v, Arc a) { return t(a) * walks[v]; });
  sum_over_arcs(state, "01 02 12 13 24", [&](Node v, Arc a) { return td[a] * d(v); });
  sum_over_arcs(state, "01 02 12 13 14", [&](Node v, Arc a) { return t(a) * d(v) * d(v); });
  sum_over_arcs(state, "01 02 12 13 14 34", [&](Node v, Arc a) { return t(a) * state.tally.at(v, triangle); });
  sum_over_arcs(state, "01 02 12 03 13 14", [&](Node v, Arc a) { return t(a) * t(a) * d(v); });
  sum_over_arcs(state, "01 02 12 03 13 24", [&](Node, Arc a) { return t(a) * td[a]; });
  sum_over_arcs(state, "01 02 12 03 13 04 14", [&](Node, Arc a) { return t(a) * t(a) * t(a); });
  if (!state.squares.empty())
    sum_over_arcs(state, "01 02 12 03 34 41", [&](Node, Arc a) { return t(a) * state.squares[a]; });
  sum_over_arcs(state, "01 02 12 03 13 23 14", [&](Node v, Arc a) { return cliques[a] * d(v); });
  sum_over_arcs(state, "01 02 12 03 13 23 04 14", [&](Node, Arc a) { return cliques[a] * t(a); });
}

}  // namespace spminer::census
