// Growth against the matcher on random graphs: bounds are true, and nothing depends on threads or on what is kept.
// Tests of grow/grow, grow/state and of all steps of a level: grow/level, grow/candidates, grow/lists, grow/slots
// and grow/steps.
#include "spminer/grow/grow.hh"

#include <limits>

#include "check.hh"
#include "graphs.hh"
#include "grow/steps.hh"
#include "random_target.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

namespace {

using namespace spminer;
using namespace spminer::grow;
using namespace spminer::match;
using testing::Graph;
using testing::graph_where;

Graph random_graph(int nodes, double density, bool labeled, Random& random) {
  Graph graph = graph_where(nodes, [&](Node, Node) { return random.uniform() < density; });
  for (int i = 0; i < nodes && labeled; ++i) graph.node_labels.push_back(static_cast<std::int32_t>(random.below(2)));
  return graph;
}

/// Slots of one node each.
GrowTarget all_nodes(const Target& target, const MatchIndex& index, std::size_t pilots) {
  std::vector<Node> roots;
  std::vector<std::int64_t> offsets{0};
  for (Node u = 0; u < target.size(); ++u) {
    roots.push_back(u);
    offsets.push_back(u + 1);
  }
  return GrowTarget(target, index, roots, offsets, roots.size(), pilots, 7, 1);
}

GrowBeam grown_to(int size, const GrowTarget& grow_target, const GrowParams& params) {
  Control control;
  GrowBeam beam = grow_start(grow_target, params);
  while (beam.size < size) beam = grow_level(grow_target, beam, params, control);
  return beam;
}

/// Whether two beams are equal in everything that the next level or a result depends on.
bool same(const GrowBeam& a, const GrowBeam& b) { return pack(a) == pack(b); }

void check_counts(const GrowBeam& beam, const GrowTarget& grow_target) {
  for (const GrownPattern& grown : beam.patterns) {
    Control control;
    const auto truth = count_anchors(grown.pattern, grow_target.index(), {.threads = 1, .list_anchors = true}, control);
    CHECK(grown.count <= truth.count && truth.count <= grown.bound);
    BitSet matching(grow_target.slots());
    for (const Node u : truth.anchors) matching.set(static_cast<std::size_t>(u));
    grown.known.for_each([&](std::size_t slot) { CHECK(matching.test(slot)); });
    for (const Node u : truth.anchors) CHECK(grown.possible.test(static_cast<std::size_t>(u)));
  }
}

/// Every embedding of a list induces the pattern in its canonical order and starts at the slot's node.
void check_lists(const GrowBeam& beam, const GrowTarget& grow_target) {
  for (const GrownPattern& grown : beam.patterns)
    for (std::size_t slot = 0; slot < grow_target.slots(); ++slot)
      for (auto e = grown.lists.begin(slot); e < grown.lists.end(slot); ++e) {
        CHECK(induced(grow_target.graph(), grown.embedding(e), grown.pattern.anchor) == grown.pattern);
        CHECK(grown.embedding(e)[0] == grow_target.roots(slot)[0]);
      }
}

void random_graphs() {
  Random random(11);
  for (int round = 0; round < 30; ++round) {
    const Graph graph = random_graph(8 + static_cast<int>(random.below(30)), 0.05 + 0.4 * random.uniform(),
                                     random.below(2) == 1, random);
    const Target target(graph.view());
    const MatchIndex index(target);
    const GrowTarget grow_target = all_nodes(target, index, random.below(20));
    GrowParams params;
    params.beam = 1 + static_cast<int>(random.below(12));
    params.embeddings = 1 + static_cast<int>(random.below(4));
    params.exact = static_cast<int>(random.below(8));
    params.frontier = 1 + static_cast<int>(random.below(100));
    params.steps = 1 + random.below(1000);
    params.seed = random.next();
    params.threads = 1;
    const GrowBeam beam = grown_to(5, grow_target, params);
    check_counts(beam, grow_target);
    check_lists(beam, grow_target);
    params.threads = 3;
    CHECK(same(beam, grown_to(5, grow_target, params)));
    CHECK(same(beam, unpack(pack(beam), grow_target)));
  }
}

/// Slots of one node each, or of two.
GrowTarget slots(const Target& target, const MatchIndex& index, bool groups, std::size_t pilots) {
  std::vector<Node> roots;
  std::vector<std::int64_t> offsets{0};
  for (Node u = 0; u < target.size(); ++u) {
    roots.push_back(u);
    if (!groups || u % 2 == 1 || u + 1 == target.size()) offsets.push_back(u + 1);
  }
  return GrowTarget(target, index, roots, offsets, roots.size(), pilots, 7, 1);
}

GrowParams random_params(Random& random) {
  GrowParams params;
  params.objective = static_cast<GrowObjective>(random.below(4));
  params.induced = random.below(3) > 0;
  params.beam = 1 + static_cast<int>(random.below(12));
  params.embeddings = 1 + static_cast<int>(random.below(4));
  params.exact = static_cast<int>(random.below(8));
  params.frontier = 1 + static_cast<int>(random.below(100));
  params.steps = 1 + random.below(50);
  params.effort = random.below(2) * 100000;
  params.memory_limit = random.below(2) * 20000;
  params.seed = random.next();
  return params;
}

/// Any objective, labels and arcs: each level is the same by one thread and by several, and from a beam that was kept.
void threads_and_states_change_nothing() {
  Random random(21);
  std::size_t most_blocks = 0;
  for (int round = 0; round < 24; ++round) {
    const int nodes = 100 + static_cast<int>(random.below(200));
    testing::RandomTarget data(nodes, 4.0 / nodes, 1 + static_cast<int>(random.below(2)),
                               1 + static_cast<int>(random.below(2)), random.below(2) == 1, random);
    const Target target = data.target();
    const MatchIndex index(target);
    GrowParams params = random_params(random);
    const GrowTarget grow_target =
        slots(target, index, params.objective == GrowObjective::kGroups, random.below(2) * 90);
    most_blocks = std::max(most_blocks, grow_target.pilots().size() / grow_target.block());
    Control control;
    GrowBeam beam = grow_start(grow_target, params);
    while (beam.size < 5) {
      params.threads = 1;
      const GrowBeam next = grow_level(grow_target, beam, params, control);
      params.threads = 3;
      const GrowBeam again = grow_level(grow_target, unpack(pack(beam), grow_target), params, control);
      CHECK(next.complete && again.complete);
      CHECK(same(next, again));
      CHECK(next.candidates == again.candidates && next.matched == again.matched);
      CHECK(next.undecided == again.undecided);
      beam = next;
    }
  }
  CHECK(most_blocks > 2);
}

/// A cycle has one pattern per anchor of a path, at every node.
void cycle() {
  Graph graph;
  const int nodes = 12;
  for (Node u = 0; u < nodes; ++u) {
    const Node before = (u + nodes - 1) % nodes, after = (u + 1) % nodes;
    graph.indices.push_back(std::min(before, after));
    graph.indices.push_back(std::max(before, after));
    graph.indptr.push_back(2 * (u + 1));
  }
  const Target target(graph.view());
  const MatchIndex index(target);
  const GrowTarget grow_target = all_nodes(target, index, 0);
  const GrowBeam beam = grown_to(5, grow_target, {});
  CHECK(beam.patterns.size() == 3);
  CHECK(beam.outside == 0);
  for (const GrownPattern& grown : beam.patterns) {
    CHECK(grown.exact() && grown.count == nodes);
    CHECK(grown.node_sets == nodes);
  }
}

/// More memory than lists can take changes nothing, however much more: 20 GiB are more than an int can say.
void memory_that_is_not_needed_changes_nothing() {
  Random random(8);
  const Graph graph = random_graph(30, 0.2, false, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  const GrowTarget grow_target = all_nodes(target, index, 1);
  GrowParams params;
  const GrowBeam unlimited = grown_to(4, grow_target, params);
  for (const std::uint64_t gibibytes : {4, 20, 1 << 20}) {
    params.memory_limit = gibibytes << 30;
    const GrowBeam limited = grown_to(4, grow_target, params);
    CHECK(limited.embeddings == params.embeddings);
    CHECK(same(limited, unlimited));
  }
}

/// Seeds are counted like children, whether they have a parent in the beam or not.
void seeds() {
  Random random(5);
  Control control;
  const Graph graph = random_graph(40, 0.12, false, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  const GrowTarget grow_target = all_nodes(target, index, 10);
  GrowParams narrow, wide;
  narrow.beam = narrow.exact = 2;
  wide.beam = wide.exact = 400;
  const GrowBeam all = grown_to(5, grow_target, wide);
  const GrowBeam few = grown_to(4, grow_target, narrow);
  std::vector<Pattern> patterns;
  for (const GrownPattern& grown : all.patterns) patterns.push_back(grown.pattern);
  narrow.beam = narrow.exact = 400;
  const GrowBeam seeded = grow_level(grow_target, few, narrow, control, patterns);
  check_counts(seeded, grow_target);
  CHECK(seeded.patterns.size() >= all.patterns.size());
  for (std::size_t i = 0; i < all.patterns.size(); ++i) CHECK(seeded.patterns[i].count >= all.patterns[i].count);
  check_counts(grow_level(grow_target, seeded, narrow, control), grow_target);
  CHECK_THROWS(grow_level(grow_target, all, wide, control, patterns));

  const GrowBeam chosen = grow_select(all, std::vector<std::int64_t>{3, 1});
  CHECK(chosen.patterns.size() == 2);
  CHECK(chosen.patterns[0].pattern == all.patterns[3].pattern);
  CHECK(chosen.outside >= all.patterns[0].bound);
  CHECK_THROWS(grow_select(all, std::vector<std::int64_t>{1000}));
}

/// What a few steps leave open, more of them decide.
void open_slots_are_resolved() {
  Random random(9);
  const Graph graph = random_graph(60, 0.2, false, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  const GrowTarget grow_target = all_nodes(target, index, 0);
  GrowParams params;
  params.embeddings = 1;
  params.beam = 20;
  params.steps = 2;
  const GrowBeam hasty = grown_to(6, grow_target, params);
  params.effort = 1'000'000'000;
  const GrowBeam patient = grown_to(6, grow_target, params);
  CHECK(hasty.undecided > 0);
  CHECK(patient.undecided < hasty.undecided);
  for (int i = 0; i < 5; ++i) CHECK(patient.patterns[i].exact());
  check_counts(patient, grow_target);
}

void stopped() {
  Random random(3);
  const Graph graph = random_graph(30, 0.3, false, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  const GrowTarget grow_target = all_nodes(target, index, 0);
  Control control;
  control.cancel();
  const GrowBeam beam = grow_level(grow_target, grow_start(grow_target, {}), {}, control);
  CHECK(!beam.complete);
  CHECK(beam.patterns.empty());
}

/// Wherever in a level the time is over, its bounds are true.
void stopped_in_the_middle() {
  Random random(3);
  const Graph graph = random_graph(150, 0.05, false, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  const GrowTarget grow_target = all_nodes(target, index, 0);
  const GrowBeam start = grown_to(3, grow_target, {});
  for (double seconds = 1e-4; seconds < 0.1; seconds *= 2) {
    Control control(seconds);
    check_counts(grow_level(grow_target, start, {}, control), grow_target);
  }
}

void bad_slots() {
  const Graph graph{{0, 0}, {}};
  const Target target(graph.view());
  const MatchIndex index(target);
  const std::vector<std::int64_t> offsets{0, 1};
  CHECK_THROWS(GrowTarget(target, index, std::vector<Node>{5}, offsets, 1, 0, 0, 1));
  CHECK_THROWS(GrowTarget(target, index, std::vector<Node>{}, offsets, 1, 0, 0, 1));
}

/// A state in which one thing cannot be is refused, whatever thing it is.
void damaged_states() {
  Random random(3);
  const Graph graph = random_graph(12, 0.3, true, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  const GrowTarget grow_target = all_nodes(target, index, 0);
  GrowParams params;
  params.threads = 1;
  const GrowState whole = pack(grown_to(3, grow_target, params));
  const auto refused = [&](auto&& damage) {
    GrowState state = whole;
    damage(state);
    CHECK_THROWS(unpack(state, grow_target));
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(same(unpack(whole, grow_target), unpack(pack(unpack(whole, grow_target)), grow_target)));
  for (const double images : {nan, -1.0, 1e300}) refused([&](GrowState& state) { state.figures[2] = images; });
  for (const std::size_t figure : {0, 1}) refused([&](GrowState& state) { state.figures[figure] = nan; });
  refused([&](GrowState& state) { state.sets[0] = static_cast<float>(nan); });
  for (const std::size_t field : {0, 1, 2}) refused([&](GrowState& state) { state.header[field] = -1; });
  refused([](GrowState& state) { state.header[2] += std::int64_t{1} << 32; });
  refused([](GrowState& state) { state.header.pop_back(); });
  refused([](GrowState& state) { state.keys[0] ^= 1; });
  for (const std::int64_t end : {std::int64_t{-5}, std::numeric_limits<std::int64_t>::min()})
    refused([end](GrowState& state) { state.key_offset[1] = end; });
  refused([](GrowState& state) { state.offset[1] = ~0U; });
  refused([](GrowState& state) { state.nodes[0] = 12; });
  refused([](GrowState& state) { state.nodes[0] = state.nodes[1]; });
  refused([](GrowState& state) { state.slots[0] |= ~std::uint64_t{0}; });
  refused([](GrowState& state) { state.nodes.pop_back(); });
}

// A parent whose nodes are much alike sees a new node in many ways; beyond a number they are not listed.
void many_ways_to_see_a_node() {
  constexpr int kLeaves = 10;
  const auto star = [](int nodes) {
    Pattern pattern = Pattern::empty(nodes);
    for (int leaf = 1; leaf <= kLeaves; ++leaf) pattern.connect(0, leaf);
    return pattern;
  };
  GrowBeam beam;
  beam.size = kLeaves + 1;
  beam.patterns.resize(1);
  beam.patterns[0].pattern = canonical_copy(star(kLeaves + 1));
  const ParentIndex index(beam);
  const auto joined_to = [&](int leaves) {
    Pattern child = star(kLeaves + 2);
    for (int leaf = 1; leaf <= leaves; ++leaf) child.connect(kLeaves + 1, leaf);
    const auto links = index.parents(child);
    CHECK(links.size() == 1 && links[0].parent == 0 && links[0].removals == 1);
    return links[0];
  };
  CHECK(joined_to(2).all_extensions && joined_to(2).extensions.size() == 45);    // 10 choose 2
  CHECK(!joined_to(5).all_extensions && joined_to(5).extensions.size() == 128);  // of 252
}

}  // namespace

int main() {
  many_ways_to_see_a_node();
  random_graphs();
  threads_and_states_change_nothing();
  cycle();
  memory_that_is_not_needed_changes_nothing();
  seeds();
  open_slots_are_resolved();
  stopped();
  stopped_in_the_middle();
  bad_slots();
  damaged_states();
  return spminer::testing::verdict();
}
