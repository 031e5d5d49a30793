// Matching against a brute-force oracle on tiny random graphs, and closed forms. Tests of match/match and its parts:
// match/index, match/search, match/dense, match/sparse, match/ball, match/visitors and match/narrow.
#include "spminer/match/match.hh"

#include <array>
#include <set>

#include "check.hh"
#include "match/oracle.hh"
#include "spminer/pattern/canonical.hh"

namespace {

using namespace spminer;
using namespace spminer::match;
using namespace spminer::testing;

void compare(const Pattern& pattern, const Graph& graph, const MatchParams& params) {
  const Target target(graph.view());
  const MatchIndex index(target);
  const Oracle oracle(pattern, target, params.induced);
  Control control;
  const std::vector<Node> some = {static_cast<Node>(target.size() - 1)};
  const MatchIndex quick(target, some);
  CHECK(count_anchors(pattern, quick, params, control).anchors ==
        std::vector<Node>(oracle.anchors.begin(), oracle.anchors.end()));
  const auto anchored = count_anchors(pattern, index, params, control);
  CHECK(anchored.complete());
  CHECK(anchored.tested == static_cast<std::uint64_t>(target.size()));
  CHECK(anchored.anchors == std::vector<Node>(oracle.anchors.begin(), oracle.anchors.end()));
  CHECK(anchored.count == oracle.anchors.size());
  const auto sets = count_node_sets(pattern, index, params, control);
  CHECK(sets.complete() && sets.count == oracle.node_sets.size());
  std::vector<Node> even, odd;
  for (Node u = 0; u < target.size(); ++u) (u % 2 == 0 ? even : odd).push_back(u);
  CHECK(count_node_sets(pattern, index, even, params, control).count +
            count_node_sets(pattern, index, odd, params, control).count ==
        oracle.node_sets.size());
  CHECK(contains(pattern, index, params, control) == !oracle.node_sets.empty());
  MatchParams narrow = params;
  narrow.narrow = true;
  CHECK(count_anchors(pattern, index, narrow, control).anchors == anchored.anchors);
  CHECK(count_node_sets(pattern, index, narrow, control).count == oracle.node_sets.size());
  CHECK(contains(pattern, index, narrow, control) == !oracle.node_sets.empty());
  for (const std::size_t limit : {std::size_t{3}, std::size_t{1000000}}) {
    const auto list = find_embeddings(pattern, index, limit, params, control);
    std::set<std::set<Node>> distinct;
    for (std::size_t e = 0; e < list.nodes.size(); e += static_cast<std::size_t>(pattern.size)) {
      const std::vector<Node> embedding(list.nodes.begin() + e, list.nodes.begin() + e + pattern.size);
      CHECK(oracle.embeddings.contains(embedding));
      distinct.insert(std::set<Node>(embedding.begin(), embedding.end()));
    }
    CHECK(list.complete);
    CHECK(list.nodes.size() == distinct.size() * static_cast<std::size_t>(pattern.size));
    CHECK(distinct.size() == std::min(limit, oracle.node_sets.size()));
  }
}

void random_cases_agree_with_brute_force() {
  Random random(20240607);
  for (int round = 0; round < testing::rounds(600); ++round) {
    const Features features{random.below(2) == 1, random.below(2) == 1, random.below(2) == 1};
    const Graph graph = random_graph(1 + static_cast<int>(random.below(8)), random.uniform(), features, random);
    const Pattern pattern = random_pattern(1 + static_cast<int>(random.below(5)), features, random);
    compare(pattern, graph, {.induced = random.below(2) == 1, .threads = 1, .list_anchors = true});
  }
}

// The same graphs with a tail of 600 nodes are too large for bitmaps.
void random_cases_in_large_components() {
  Random random(77);
  for (int round = 0; round < testing::rounds(60); ++round) {
    const Features features{random.below(2) == 1, random.below(2) == 1, random.below(2) == 1};
    const Graph graph = random_graph(6 + static_cast<int>(random.below(3)), random.uniform(), features, random);
    const Pattern pattern = random_pattern(2 + static_cast<int>(random.below(4)), features, random);
    compare(pattern, with_tail(graph, 600), {.induced = random.below(2) == 1, .threads = 2, .list_anchors = true});
  }
}

// A clique at the end of a tail, in a graph whose balls are large: hard roots are searched in bitmaps of the ball, or
// of the whole component, and narrowing looks for the clique first.  Listing embeddings does neither.
void hard_roots_in_a_large_component(int nodes, double density) {
  Random random(79);
  Graph graph = random_graph(nodes, density, {}, random);
  for (const int clique : {4, 5}) {
    Pattern pattern = Pattern::empty(clique + 4);
    for (int i = 0; i < clique; ++i)
      for (int j = 0; j < i; ++j) pattern.connect(i, j);
    for (int i = clique - 1; i + 1 < pattern.size; ++i) pattern.connect(i, i + 1);
    pattern.anchor = pattern.size - 1;
    const Target target(graph.view());
    const MatchIndex index(target);
    Control control;
    MatchParams params{.threads = 2, .list_anchors = true};
    std::vector<Node> some, found;
    for (Node u = 0; u < target.size(); u += 40) some.push_back(u);
    for (const Node u : some)
      if (!find_embeddings(pattern, index, 1, params, control, std::span(&u, 1)).nodes.empty()) found.push_back(u);
    CHECK(count_anchors(pattern, index, some, params, control).anchors == found);
    params.narrow = true;
    CHECK(count_anchors(pattern, index, some, params, control).anchors == found);
    CHECK(contains(pattern, index, params, control) == !found.empty());
  }
}

// Components of every bitmap width.
void random_cases_in_wide_components() {
  Random random(78);
  for (int round = 0; round < testing::rounds(60); ++round) {
    const Graph graph = random_graph(7, 0.5, {}, random);
    const Pattern pattern = random_pattern(4, {}, random);
    const int tail = std::array{80, 160, 400}[round % 3];
    compare(pattern, with_tail(graph, tail), {.induced = round % 2 == 1, .threads = 2, .list_anchors = true});
  }
}

// Hard patterns in the same graph with and without a tail whose label no pattern has: the answers must
// not depend on the engine.  Many of these roots take more steps than the first try of the sparse search.
void engines_agree_on_hard_roots() {
  Random random(79);
  for (int round = 0; round < testing::rounds(24); ++round) {
    const Features features{round % 4 == 3, true, round % 8 >= 6};
    Graph graph = random_graph(40, features.directed ? 0.25 : 0.5, features, random);
    Pattern pattern = random_pattern(7 + round % 3, features, random);
    if (round % 3 != 0) {  // few labels make it harder
      for (auto& label : graph.node_labels) label = 0;
      for (auto& label : pattern.labels) label = 0;
    }
    const MatchParams params{.induced = round % 5 != 4, .threads = 1, .list_anchors = true};
    const Graph large = with_tail(graph, 600);
    const Target target(graph.view()), large_target(large.view());
    Control control;
    const auto here = count_anchors(pattern, MatchIndex(target), params, control);
    const auto there = count_anchors(pattern, MatchIndex(large_target), params, control);
    CHECK(here.complete() && there.complete() && here.anchors == there.anchors);
  }
}

// Long patterns in sparse graphs: most roots are searched again with arc consistency, in bitmaps of every width.
void long_patterns_in_sparse_graphs() {
  Random random(81);
  int after_few_steps = 0;
  for (int round = 0; round < testing::rounds(60); ++round) {
    const Features features{round % 5 == 4, round % 7 == 6, round % 6 == 5};
    Graph graph = random_graph(22, features.directed ? 0.08 : 0.15, features, random);
    if (round % 4 != 0) graph = with_tail(graph, std::array{40, 80, 160, 400}[round % 4]);
    Pattern pattern = path(11);
    for (int extra = round % 3; extra > 0; --extra)
      pattern = extended(pattern, bit(static_cast<int>(random.below(static_cast<std::uint64_t>(pattern.size)))), 0, {});
    pattern.anchor = round % 2 == 0 ? 0 : 5;
    if (features.node_labels)
      for (int i = 0; i < pattern.size; ++i) pattern.labels.push_back(static_cast<int>(random.below(2)));
    if (features.directed || features.edge_labels) {
      Pattern coded = Pattern::empty(pattern.size);
      coded.anchor = pattern.anchor;
      coded.labels = pattern.labels;
      for (int i = 0; i < pattern.size; ++i)
        for_each_bit(pattern.rows[i] & (bit(i) - 1), [&](int j) {
          const auto mark = 1 + static_cast<std::uint32_t>(features.edge_labels ? random.below(2) : 0);
          coded.connect(i, j, make_edge_code(mark, features.directed ? 0 : mark));
        });
      pattern = coded;
    }
    const Target target(graph.view());
    const MatchIndex index(target);
    MatchParams params{.induced = round % 3 != 1, .threads = 1, .list_anchors = true};
    Control control;
    const Oracle oracle(pattern, target, params.induced);
    const auto counted = count_anchors(pattern, index, params, control);
    CHECK(counted.complete());
    CHECK(counted.anchors == std::vector<Node>(oracle.anchors.begin(), oracle.anchors.end()));
    params.steps_per_anchor = 64;
    after_few_steps += static_cast<int>(count_anchors(pattern, index, params, control).undecided);
  }
  CHECK(after_few_steps > 20);  // of these the search went on
}

// Many patterns in one call, by threads that share them: the answers of one call each, also those a budget cut short.
void many_patterns_at_once() {
  Random random(82);
  const Graph graph = random_graph(60, 0.3, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  std::vector<Pattern> patterns;
  std::vector<std::vector<Node>> anchors;
  for (int i = 0; i < 40; ++i) {
    patterns.push_back(random_pattern(5 + i % 4, {}, random));
    anchors.emplace_back();
    for (int more = i % 7; more > 0; --more) anchors.back().push_back(static_cast<Node>(random.below(60)));
  }
  const std::vector<std::span<const Node>> spans(anchors.begin(), anchors.end());
  for (const std::uint64_t steps : {0, 20}) {
    const MatchParams params{.threads = 2, .steps_per_anchor = steps, .list_anchors = true};
    Control control;
    const auto together = count_anchors_each(patterns, index, spans, params, control);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const auto alone = count_anchors(patterns[i], index, anchors[i], params, control);
      CHECK(together[i].anchors == alone.anchors && together[i].open_anchors == alone.open_anchors);
      CHECK(together[i].tested == alone.tested && together[i].left.empty());
    }
  }
  Control stopped;
  stopped.cancel();
  const auto left = count_anchors_each(patterns, index, spans, {.threads = 2, .list_anchors = true}, stopped);
  for (const auto& result : left) CHECK(result.count == 0 && result.left.size() == result.tested);
  CHECK_THROWS(count_anchors_each(patterns, index, std::span(spans).first(3), {}, stopped));
}

// EmbeddingNeighborhood of more than 512 nodes; find_embeddings never leaves the sparse search.
void engines_agree_in_large_surroundings() {
  Random random(80);
  const Graph graph = random_graph(700, 0.04, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  const std::vector<Node> anchors{0, 100, 200, 300, 400, 500, 600, 699};
  for (int round = 0; round < testing::rounds(12); ++round) {
    const Pattern pattern = random_pattern(6, {}, random);
    const auto counted = count_anchors(pattern, index, anchors, {.threads = 1, .list_anchors = true}, control);
    std::vector<Node> found;
    for (const Node u : anchors)
      if (!find_embeddings(pattern, index, 1, {}, control, std::span(&u, 1)).nodes.empty()) found.push_back(u);
    CHECK(counted.anchors == found);
  }
}

// Neighbors with more than a thousand neighbors are not searched for triangles: signatures allow all.
void triangles_beside_a_hub_are_found() {
  const Graph graph = graph_where(1101, [](Node u, Node v) { return v == 0 || (u == 2 && v == 1); });
  const Target target = graph.target();
  const MatchIndex index(target);
  Control control;
  CHECK(count_anchors(clique(3), index, {}, control).count == 3);
  CHECK(count_node_sets(clique(3), index, {}, control).count == 1);
}

void closed_forms_in_a_clique() {
  const Graph graph = complete(16);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  for (int k = 1; k <= 8; ++k) {
    CHECK(count_node_sets(clique(k), index, {}, control).count == choose(16, static_cast<std::uint64_t>(k)));
    CHECK(count_anchors(clique(k), index, {}, control).count == 16);
  }
  CHECK(count_node_sets(path(3), index, {}, control).count == 0);
  CHECK(count_node_sets(path(5), index, {.induced = false}, control).count == choose(16, 5));
  CHECK(contains(clique(17), index, {}, control) == false);
  CHECK(contains(path(64), index, {}, control) == false);
}

void automorphisms() {
  CHECK(canonical_form(path(1)).automorphisms == 1);
  CHECK(canonical_form(clique(6)).automorphisms == 120);  // the anchor stays
  Pattern free = clique(6);
  free.anchor = kNoAnchor;
  CHECK(canonical_form(free).automorphisms == 720);
  Pattern line = path(64);
  CHECK(canonical_form(line).automorphisms == 1);
  line.anchor = kNoAnchor;
  CHECK(canonical_form(line).automorphisms == 2);
  Pattern cycle = path(9);
  cycle.connect(0, 8);
  CHECK(canonical_form(cycle).automorphisms == 2);
  Pattern star = Pattern::empty(64);
  for (int i = 1; i < 64; ++i) star.connect(0, i);
  CHECK(canonical_form(star).automorphisms > 1.98e87);  // 63!
}

void budgets_leave_anchors_undecided() {
  Random random(5);
  const Graph graph = random_graph(60, 0.5, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  const auto full = count_anchors(path(9), index, {}, control);
  CHECK(full.complete() && full.count > 0);
  const auto cut = count_anchors(path(9), index, {.steps_per_anchor = 3}, control);
  CHECK(!cut.complete() && cut.count + cut.undecided >= full.count && cut.count <= full.count);
  CHECK(!contains(path(9), index, {.steps_per_anchor = 3}, control).has_value());
  CHECK(!count_node_sets(path(9), index, {.steps_per_anchor = 3}, control).complete());
  CHECK(!find_embeddings(path(9), index, 5, {.steps_per_anchor = 3}, control).complete);
  Control canceled;
  canceled.cancel();
  const auto none = count_anchors(path(9), index, {}, canceled);
  CHECK(none.count == 0 && none.undecided == 60);
  CHECK(!contains(path(9), index, {}, canceled).has_value());
}

void what_the_control_left_is_told_from_what_is_undecided() {
  Random random(7);
  const Graph graph = random_graph(60, 0.5, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  const std::vector<Node> all = all_nodes(target);
  const MatchParams few{.steps_per_anchor = 3, .list_anchors = true};
  Control control, canceled;
  canceled.cancel();
  const auto cut = count_anchors(path(9), index, few, control);
  CHECK(!cut.open_anchors.empty() && cut.left.empty());
  CHECK(count_anchors(path(9), index, few, canceled).left == all);
  CHECK(count_node_sets(path(9), index, all, few, control).left.empty());
  CHECK(count_node_sets(path(9), index, all, few, canceled).left == all);
}

void what_is_left_can_be_asked_again() {
  Random random(8);
  const Graph graph = random_graph(40, 0.5, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  std::vector<Node> left = all_nodes(target);
  const MatchParams params{.threads = 2, .list_anchors = true};
  std::uint64_t count = 0;
  for (double limit = 0.001; !left.empty(); limit *= 2) {
    Control control(limit);
    const auto part = count_node_sets(path(5), index, left, params, control);
    CHECK(part.undecided == part.left.size());
    count += part.count;
    left = part.left;
  }
  Control control;
  CHECK(count == count_node_sets(path(5), index, {}, control).count);
}

void time_limit_ends_a_hopeless_count() {
  Random random(6);
  const Graph graph = random_graph(200, 0.5, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control(0.05);
  const auto result = count_node_sets(path(12), index, {.threads = 2}, control);
  CHECK(!result.complete() && control.reason() == StopReason::kTimeLimit);
}

void subsets_of_anchors() {
  Random random(9);
  const Graph graph = random_graph(40, 0.1, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  const MatchParams params{.list_anchors = true};
  const auto all = count_anchors(path(4), index, params, control);
  const std::vector<Node> some{30, 3, 3, 17, 8};
  const auto part = count_anchors(path(4), index, some, params, control);
  std::vector<Node> expected;
  for (const Node u : {3, 8, 17, 30})
    if (std::binary_search(all.anchors.begin(), all.anchors.end(), u)) expected.push_back(u);
  CHECK(part.tested == 4 && part.anchors == expected);
  const std::vector<Node> outside{40};
  CHECK_THROWS(count_anchors(path(4), index, outside, params, control));
}

void wrong_patterns_are_refused() {
  const Graph graph = complete(3);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  CHECK_THROWS(count_node_sets(Pattern::empty(0), index, {}, control));
  CHECK_THROWS(count_node_sets(Pattern::empty(2), index, {}, control));
  Pattern unanchored = path(2);
  unanchored.anchor = kNoAnchor;
  CHECK_THROWS(count_anchors(unanchored, index, {}, control));
}

// Node sets at each anchor.

void compare_at_anchors(const Pattern& pattern, const Graph& graph, const MatchParams& params) {
  const Target target(graph.view());
  const MatchIndex index(target);
  Oracle oracle(pattern, target, params.induced);
  Control control;
  for (const std::uint64_t limit : {0, 1, 3}) {
    const auto found = count_at_anchors(pattern, index, std::nullopt, limit, params, control);
    CHECK(found.counts.size() == static_cast<std::size_t>(target.size()));
    for (Node u = 0; u < target.size(); ++u) {
      const std::uint64_t truth = oracle.node_sets_at[u].size();
      const bool all = limit == 0 || truth <= limit;
      CHECK(found.counts[u] == (all ? truth : limit));
      CHECK((found.complete[u] != 0) == all);
    }
  }
}

void random_cases_agree_with_brute_force_at_anchors() {
  Random random(20240608);
  for (int round = 0; round < 600; ++round) {
    const Features features{random.below(2) == 1, random.below(2) == 1, random.below(2) == 1};
    const Graph graph = random_graph(1 + static_cast<int>(random.below(8)), random.uniform(), features, random);
    const Pattern pattern = random_pattern(1 + static_cast<int>(random.below(5)), features, random);
    compare_at_anchors(pattern, graph, {.induced = random.below(2) == 1, .threads = 1});
  }
}

// Components too large for bitmaps, and of every width of bitmaps.
void random_cases_in_large_components_at_anchors() {
  Random random(81);
  for (int round = 0; round < 80; ++round) {
    const Features features{random.below(2) == 1, random.below(2) == 1, random.below(2) == 1};
    const Graph graph = random_graph(7, random.uniform(), features, random);
    const Pattern pattern = random_pattern(2 + static_cast<int>(random.below(4)), features, random);
    const int tail = std::array{80, 160, 400, 600}[round % 4];
    compare_at_anchors(pattern, with_tail(graph, tail), {.induced = random.below(2) == 1, .threads = 2});
  }
}

// Each node set has as many anchors as the orbit of the anchor has nodes.
void sums_are_node_sets_times_orbits_at_anchors() {
  Random random(82);
  const Graph graph = random_graph(60, 0.2, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  for (const int ends : {1, 0}) {
    for (const bool induced : {true, false}) {
      const Pattern pattern = ends != 0 ? path(5) : clique(4);
      const MatchParams params{.induced = induced, .threads = 2};
      const auto found = count_at_anchors(pattern, index, std::nullopt, 0, params, control);
      std::uint64_t sum = 0;
      for (const auto count : found.counts) sum += count;
      // A set of five nodes with further edges may have the path more than once, with other ends.
      const auto sets = count_node_sets(pattern, index, params, control).count;
      if (induced || ends == 0) CHECK(sum == sets * (ends != 0 ? 2U : 4U));
      CHECK(sum >= sets);
    }
  }
}

void closed_forms_in_a_clique_at_anchors() {
  const Graph graph = complete(16);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  for (int k = 1; k <= 8; ++k)
    for (const auto count : count_at_anchors(clique(k), index, std::nullopt, 0, {}, control).counts)
      CHECK(count == choose(15, static_cast<std::uint64_t>(k) - 1));
  for (const auto count : count_at_anchors(path(5), index, std::nullopt, 0, {.induced = false}, control).counts)
    CHECK(count == choose(15, 4));  // not one for each way to lay the path
}

void some_anchors_in_their_order() {
  Random random(83);
  const Graph graph = random_graph(40, 0.1, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  const auto all = count_at_anchors(path(4), index, std::nullopt, 0, {}, control);
  const std::vector<Node> some{30, 3, 3, 17, 8};
  const auto part = count_at_anchors(path(4), index, some, 0, {.threads = 2}, control);
  CHECK(part.counts.size() == 5);
  for (std::size_t i = 0; i < some.size(); ++i) CHECK(part.counts[i] == all.counts[some[i]]);
  CHECK(count_at_anchors(path(4), index, std::span<const Node>{}, 0, {}, control).counts.empty());
  const std::vector<Node> outside{40};
  CHECK_THROWS(count_at_anchors(path(4), index, outside, 0, {}, control));
  Pattern unanchored = path(4);
  unanchored.anchor = kNoAnchor;
  CHECK_THROWS(count_at_anchors(unanchored, index, some, 0, {}, control));
}

void budgets_leave_lower_bounds_at_anchors() {
  Random random(84);
  const Graph graph = random_graph(24, 0.5, {}, random);
  const Target target(graph.view());
  const MatchIndex index(target);
  Control control;
  for (const bool induced : {true, false}) {
    const auto full = count_at_anchors(path(5), index, std::nullopt, 0, {.induced = induced}, control);
    const MatchParams few{.induced = induced, .threads = 1, .steps_per_anchor = 50};
    MatchParams threaded = few;
    threaded.threads = 3;
    const auto cut = count_at_anchors(path(5), index, std::nullopt, 0, few, control);
    const auto again = count_at_anchors(path(5), index, std::nullopt, 0, threaded, control);
    CHECK(cut.counts == again.counts && cut.complete == again.complete);
    for (Node u = 0; u < 24; ++u) {
      CHECK(full.complete[u] != 0 && cut.complete[u] == 0);
      CHECK(cut.counts[u] <= full.counts[u]);
    }
  }
  Control canceled;
  canceled.cancel();
  const auto none = count_at_anchors(path(5), index, std::nullopt, 0, {}, canceled);
  CHECK(none.counts == std::vector<std::uint64_t>(24, 0) && none.complete == std::vector<std::uint8_t>(24, 0));
  Control limited(0.05);
  const auto late = count_at_anchors(path(14), index, std::nullopt, 0, {.induced = false, .threads = 2}, limited);
  CHECK(limited.reason() == StopReason::kTimeLimit && late.complete[23] == 0);
}

}  // namespace

int main() {
  random_cases_agree_with_brute_force();
  random_cases_in_large_components();
  hard_roots_in_a_large_component(1000, 0.016);
  hard_roots_in_a_large_component(2200, 0.008);
  random_cases_in_wide_components();
  engines_agree_on_hard_roots();
  long_patterns_in_sparse_graphs();
  many_patterns_at_once();
  engines_agree_in_large_surroundings();
  closed_forms_in_a_clique();
  triangles_beside_a_hub_are_found();
  automorphisms();
  budgets_leave_anchors_undecided();
  what_the_control_left_is_told_from_what_is_undecided();
  what_is_left_can_be_asked_again();
  time_limit_ends_a_hopeless_count();
  subsets_of_anchors();
  wrong_patterns_are_refused();
  random_cases_agree_with_brute_force_at_anchors();
  random_cases_in_large_components_at_anchors();
  sums_are_node_sets_times_orbits_at_anchors();
  closed_forms_in_a_clique_at_anchors();
  some_anchors_in_their_order();
  budgets_leave_lower_bounds_at_anchors();
  return spminer::testing::verdict();
}
