// Node sets per anchor against a brute-force oracle on tiny random graphs, and closed forms.  Tests of match/match.
#include <array>

#include "check.hh"
#include "match/graphs.hh"
#include "spminer/match/match.hh"

namespace {

using namespace spminer;
using namespace spminer::match;
using namespace spminer::testing;

void compare(const Pattern& pattern, const Graph& graph, const MatchParams& params) {
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

void random_cases_agree_with_brute_force() {
  Random random(20240608);
  for (int round = 0; round < 600; ++round) {
    const Features features{random.below(2) == 1, random.below(2) == 1, random.below(2) == 1};
    const Graph graph = random_graph(1 + static_cast<int>(random.below(8)), random.uniform(), features, random);
    const Pattern pattern = random_pattern(1 + static_cast<int>(random.below(5)), features, random);
    compare(pattern, graph, {.induced = random.below(2) == 1, .threads = 1});
  }
}

// Components too large for bitmaps, and of every width of bitmaps.
void random_cases_in_large_components() {
  Random random(81);
  for (int round = 0; round < 80; ++round) {
    const Features features{random.below(2) == 1, random.below(2) == 1, random.below(2) == 1};
    const Graph graph = random_graph(7, random.uniform(), features, random);
    const Pattern pattern = random_pattern(2 + static_cast<int>(random.below(4)), features, random);
    const int tail = std::array{80, 160, 400, 600}[round % 4];
    compare(pattern, with_tail(graph, tail), {.induced = random.below(2) == 1, .threads = 2});
  }
}

// Each node set has as many anchors as the orbit of the anchor has nodes.
void sums_are_node_sets_times_orbits() {
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

void closed_forms_in_a_clique() {
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

void budgets_leave_lower_bounds() {
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
  sums_are_node_sets_times_orbits();
  closed_forms_in_a_clique();
  some_anchors_in_their_order();
  budgets_leave_lower_bounds();
  return spminer::testing::verdict();
}
