// The census against brute force and closed forms. Tests of census/census, census/catalog, census/state and all
// passes: census/triangles, census/squares, census/cliques, census/ego and census/neighborhoods.
#include "spminer/census/census.hh"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <numeric>

#include "base/parallel.hh"
#include "census/catalog.hh"
#include "check.hh"
#include "random_target.hh"
#include "spminer/base/random.hh"

using namespace spminer;
using namespace spminer::census;

namespace {

/// A graph as an adjacency matrix, and as a target that borrows from it.
struct Graph {
  explicit Graph(int nodes) : size(nodes), adjacent(nodes, std::vector<bool>(nodes)) {}

  void connect(int i, int j) { adjacent[i][j] = adjacent[j][i] = true; }

  Target target() {
    indptr.assign(1, 0);
    indices.clear();
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j)
        if (adjacent[i][j]) indices.push_back(j);
      indptr.push_back(static_cast<std::int64_t>(indices.size()));
    }
    return Target(CsrView{indptr, indices, {}, {}, false});
  }

  int size;
  std::vector<std::vector<bool>> adjacent;
  std::vector<std::int64_t> indptr;
  std::vector<Node> indices;
};

Graph random_graph(Random& random, int nodes, double density) {
  Graph graph(nodes);
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < i; ++j)
      if (random.uniform() < density) graph.connect(i, j);
  return graph;
}

/// The smallest adjacency code over all orders of the nodes that start with the first: equal codes, same class.
std::uint32_t code(const std::vector<std::vector<bool>>& adjacent, std::vector<int> nodes) {
  std::sort(nodes.begin() + 1, nodes.end());
  std::uint32_t best = ~0u;
  do {
    std::uint32_t bits = 0;
    for (std::size_t j = 1; j < nodes.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) bits = 2 * bits + adjacent[nodes[i]][nodes[j]];
    best = std::min(best, bits);
  } while (std::next_permutation(nodes.begin() + 1, nodes.end()));
  return best;
}

std::uint32_t code(const Pattern& pattern) {
  std::vector<std::vector<bool>> adjacent(pattern.size, std::vector<bool>(pattern.size));
  for (int i = 0; i < pattern.size; ++i)
    for (int j = 0; j < pattern.size; ++j) adjacent[i][j] = pattern.adjacent(i, j);
  std::vector<int> nodes(pattern.size);
  std::iota(nodes.begin(), nodes.end(), 0);
  CHECK(pattern.anchor == 0);
  return code(adjacent, nodes);
}

/// counts[node][code]: by looking at every set of `size` nodes.
std::vector<std::map<std::uint32_t, std::uint64_t>> brute_force(Graph& graph, int size) {
  const Target target = graph.target();
  std::vector<std::map<std::uint32_t, std::uint64_t>> counts(graph.size);
  std::vector<bool> chosen(graph.size);
  std::fill(chosen.end() - std::min(size, graph.size), chosen.end(), true);
  do {
    std::vector<Node> nodes;
    for (int i = 0; i < graph.size; ++i)
      if (chosen[i]) nodes.push_back(i);
    if (!induced(target, nodes).connected()) continue;
    for (int i = 0; i < size; ++i) {
      std::vector<int> rooted(nodes.begin(), nodes.end());
      std::swap(rooted[0], rooted[i]);
      ++counts[nodes[i]][code(graph.adjacent, rooted)];
    }
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  return counts;
}

CensusResult full_census(Graph& graph, int size, int threads = 1) {
  Control control;
  return spminer::census::census(graph.target(), {.size = size, .threads = threads, .per_node = true}, control);
}

void check_against_brute_force(Graph& graph, int size) {
  const CensusResult result = full_census(graph, size);
  auto expected = brute_force(graph, size);
  CHECK(result.complete);
  for (std::size_t i = 0; i < result.orbits.size(); ++i) {
    const std::uint32_t orbit = code(result.orbits[i].pattern);
    std::uint64_t nodes = 0, sum = 0, mismatches = 0;
    for (int u = 0; u < graph.size; ++u) {
      const std::uint64_t count = expected[u][orbit];
      mismatches += result.per_node[u * result.orbits.size() + i] != count;
      nodes += count != 0;
      sum += count;
    }
    CHECK(mismatches == 0);
    CHECK(result.orbits[i].anchored_frequency == nodes);
    CHECK(result.orbits[i].graph_frequency * result.orbits[i].nodes == sum);
  }
}

void random_graphs_agree_with_brute_force() {
  Random random(7);
  for (int round = 0; round < 24; ++round) {
    Graph graph = random_graph(random, 5 + static_cast<int>(random.below(6)), 0.15 + 0.035 * round);
    for (int size = 3; size <= 5; ++size) check_against_brute_force(graph, size);
  }
}

void catalog_has_the_known_orbits() {
  const int orbits[] = {3, 11, 58}, classes[] = {2, 6, 21};
  Graph none(0);
  for (int size = 3; size <= 5; ++size) {
    const CensusResult result = full_census(none, size);
    CHECK(result.complete);
    CHECK(static_cast<int>(result.orbits.size()) == orbits[size - 3]);
    CHECK(result.orbits.back().graph_class == classes[size - 3] - 1);
    CHECK(result.orbits.back().nodes == size);  // the clique
    std::vector<int> nodes(classes[size - 3]);
    for (const auto& orbit : result.orbits) nodes[orbit.graph_class] += orbit.nodes;
    CHECK(std::ranges::all_of(nodes, [&](int total) { return total == size; }));
  }
}

void large_cliques_and_stars_have_closed_forms() {
  const int nodes = 150;  // more than two words of neighbors
  Graph clique(nodes), star(nodes);
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < i; ++j) {
      clique.connect(i, j);
      if (j == 0) star.connect(i, j);
    }
  const std::uint64_t triples = 149ULL * 148 * 147 / 6, quadruples = triples * 146 / 4;
  const auto in_clique = full_census(clique, 5), in_star = full_census(star, 5);
  CHECK(in_clique.orbits.back().graph_frequency == quadruples * 150 / 5);
  CHECK(in_clique.per_node[57] == quadruples);
  CHECK(std::ranges::count_if(in_clique.orbits, [](auto& o) { return o.graph_frequency != 0; }) == 1);
  CHECK(std::ranges::count_if(in_star.orbits, [](auto& o) { return o.graph_frequency == quadruples; }) == 2);
  CHECK(std::ranges::count_if(in_star.orbits, [](auto& o) { return o.graph_frequency != 0; }) == 2);
  CHECK(full_census(clique, 4).orbits.back().graph_frequency == triples * 150 / 4);
}

void threads_change_nothing() {
  Random random(11);
  Graph graph = random_graph(random, 60, 0.2);
  for (int size = 3; size <= 5; ++size)
    CHECK(full_census(graph, size, 1).per_node == full_census(graph, size, 4).per_node);
}

/// Stopped among the squares, the last and longest pass of size 5: what it returns then is as in the whole census.
void a_census_stopped_late_has_what_is_certain() {
  Random random(4);
  bool met = false;
  for (int nodes = 400; nodes <= 6400 && !met; nodes *= 2) {
    Graph graph = random_graph(random, nodes, 60.0 / nodes);
    Control whole_control, control;
    const CensusResult whole = spminer::census::census(graph.target(), {.size = 5, .threads = 1}, whole_control);
    {
      std::atomic<bool> over = false;
      const JoinedThread stopper([&] {
        while (!over && control.done.load() < 4 * static_cast<std::uint64_t>(nodes) + 5) {
        }
        control.cancel();
      });
      const CensusResult part =
          spminer::census::census(graph.target(), {.size = 5, .threads = 1, .per_node = true}, control);
      over = true;
      met = !part.complete && !part.orbits.empty();
      if (!met) continue;
      CHECK(part.orbits.size() < whole.orbits.size() && part.per_node.empty());
      for (const auto& orbit : part.orbits) {
        const auto same = std::ranges::find_if(whole.orbits, [&](const auto& other) {
          return other.pattern.rows == orbit.pattern.rows && other.graph_class == orbit.graph_class;
        });
        CHECK(same != whole.orbits.end() && same->anchored_frequency == orbit.anchored_frequency);
        CHECK(same != whole.orbits.end() && same->graph_frequency == orbit.graph_frequency);
      }
      std::printf("%zu of %zu orbits are certain without squares\n", part.orbits.size(), whole.orbits.size());
    }
  }
  CHECK(met);
}

void a_stopped_census_has_no_counts() {
  Random random(3);
  Graph graph = random_graph(random, 20, 0.3);
  Control control;
  control.cancel();
  const CensusResult result =
      spminer::census::census(graph.target(), {.size = 5, .threads = 2, .per_node = true}, control);
  CHECK(!result.complete);
  CHECK(result.orbits.empty() && result.per_node.empty());
}

void progress_reaches_its_total() {
  Random random(5);
  Graph graph = random_graph(random, 20, 0.3);
  for (int size = 3; size <= 5; ++size) {
    Control control;
    CHECK(spminer::census::census(graph.target(), {.size = size}, control).complete);
    CHECK(control.total > 0 && control.done == control.total);
  }
}

void what_cannot_be_counted_is_refused() {
  Graph edge(2);
  edge.connect(0, 1);
  Control control;
  CHECK_THROWS(spminer::census::census(edge.target(), {.size = 2}, control));
  CHECK_THROWS(spminer::census::census(edge.target(), {.size = 6}, control));
  edge.target();
  const std::vector<std::int32_t> labels = {1, 2};
  CHECK_THROWS(
      spminer::census::census(Target(CsrView{edge.indptr, edge.indices, labels, {}, false}), {.size = 3}, control));
  CHECK_THROWS(spminer::census::census(Target(CsrView{edge.indptr, edge.indices, {}, {}, true}), {.size = 4}, control));
}

void counts_beyond_64_bits_are_refused() {
  const Node leaves = 65536;  // to the power of four: 2^64
  std::vector<std::int64_t> indptr = {0};
  std::vector<Node> indices;
  for (Node v = 1; v <= leaves; ++v) indices.push_back(v);
  indices.resize(2 * static_cast<std::size_t>(leaves), 0);
  for (Node u = 0; u <= leaves; ++u) indptr.push_back(leaves + u);
  const Target star(CsrView{indptr, indices, {}, {}, false});
  Control control;
  CHECK_THROWS(spminer::census::census(star, {.size = 5}, control));
  const auto stars = spminer::census::census(star, {.size = 4}, control).orbits;
  const std::uint64_t triples = 65536ULL * 65535 * 65534 / 6;
  CHECK(std::ranges::count_if(stars, [&](auto& o) { return o.graph_frequency == triples; }) == 2);
}

// A census whose squares are counted in parts against the same census in one run.

void parts_in_any_order() {
  Random random(8);
  for (int round = 0; round < 40; ++round) {
    const int nodes = static_cast<int>(random.below(40));
    testing::RandomTarget data(nodes, 0.3 * random.uniform(), 1, 1, false, random);
    const Target target = data.target();
    const CensusParams params{.size = 3 + static_cast<int>(random.below(3)), .threads = 2, .per_node = true};
    Control control;
    SharedCensus shared(target, params, control);
    std::vector<Node> cuts{0, static_cast<Node>(nodes)};
    for (int i = 0; i < 4; ++i) cuts.push_back(static_cast<Node>(random.below(static_cast<std::uint64_t>(nodes) + 1)));
    std::sort(cuts.begin(), cuts.end());
    const bool before = random.below(2) == 1;
    if (before) shared.count_here();
    if (params.size > 3) {
      const CensusParts parts(target, params.size, 2, control);
      for (std::size_t i = cuts.size() - 1; i > 0; --i) shared.absorb(parts.count(cuts[i - 1], cuts[i], control));
    }
    if (!before) shared.count_here();
    CHECK(shared.result(true) == census::census(target, params, control));
  }
}

void parts_are_checked() {
  Random random(2);
  testing::RandomTarget plain(10, 0.4, 1, 1, false, random), labeled(10, 0.4, 2, 1, false, random);
  const Target target = plain.target(), other = labeled.target();
  Control control;
  CHECK_THROWS(CensusParts(target, 3, 1, control));
  CHECK_THROWS(CensusParts(other, 4, 1, control));
  CHECK_THROWS(SharedCensus(other, {.size = 4}, control));
  const CensusParts parts(target, 5, 1, control);
  CHECK_THROWS(parts.count(-1, 2, control));
  CHECK_THROWS(parts.count(3, 11, control));
  SharedCensus shared(target, {.size = 5}, control);
  const auto words = parts.count(2, 6, control);
  for (std::size_t length = 0; length < words.size(); ++length)
    CHECK_THROWS(shared.absorb(std::span(words).first(length)));
  for (const std::size_t damaged : {0, 1, 2}) {
    auto bad = words;
    bad[damaged] += 1000;
    CHECK_THROWS(shared.absorb(bad));
  }
}

}  // namespace

int main() {
  random_graphs_agree_with_brute_force();
  catalog_has_the_known_orbits();
  large_cliques_and_stars_have_closed_forms();
  threads_change_nothing();
  a_stopped_census_has_no_counts();
  a_census_stopped_late_has_what_is_certain();
  progress_reaches_its_total();
  what_cannot_be_counted_is_refused();
  counts_beyond_64_bits_are_refused();
  parts_in_any_order();
  parts_are_checked();
  return testing::verdict();
}
