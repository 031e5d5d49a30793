// Estimates of copies, against exact counts. Tests of copies/estimate.
#include "spminer/copies/estimate.hh"

#include <cmath>

#include "check.hh"
#include "patterns.hh"
#include "random_target.hh"
#include "spminer/match/match.hh"

namespace {

using namespace spminer;
using namespace spminer::copies;
using spminer::testing::Graph;
using spminer::testing::graph_where;
using spminer::testing::random_graph_pattern;
using spminer::testing::RandomTarget;

enum class Counted { kInduced, kCopies, kNodeSets };

/// Copies, or node sets, among all choices of nodes.
double truth(const Pattern& pattern, const Target& target, Counted counted) {
  std::vector<Node> nodes;
  double found = 0;
  const auto choose = [&](const auto& again, Node first) -> void {
    if (static_cast<int>(nodes.size()) == pattern.size) {
      std::vector<Node> image = nodes;
      double embeddings = 0, automorphisms = 0;
      do {
        bool fits = true, same = true;
        for (int i = 0; i < pattern.size && (fits || same); ++i) {
          if (target.labeled() && pattern.labeled() && pattern.label(i) != target.label(image[i])) fits = false;
          for (int j = 0; j < i; ++j) {
            const EdgeCode want = pattern.code(i, j), have = target.code(image[i], image[j]);
            if (want == kNoEdge ? counted == Counted::kInduced && have != kNoEdge
                                : !code_fits(want, have, counted == Counted::kInduced))
              fits = false;
          }
        }
        embeddings += fits;
      } while (std::ranges::next_permutation(image).found);
      std::vector<int> place(static_cast<std::size_t>(pattern.size));
      for (int i = 0; i < pattern.size; ++i) place[i] = i;
      do {
        bool same = true;
        for (int i = 0; i < pattern.size; ++i) {
          same = same && (!target.labeled() || pattern.label(i) == pattern.label(place[i]));
          for (int j = 0; j < i; ++j) same = same && pattern.code(i, j) == pattern.code(place[i], place[j]);
        }
        automorphisms += same;
      } while (std::ranges::next_permutation(place).found);
      found += counted == Counted::kNodeSets ? (embeddings > 0 ? 1 : 0) : embeddings / automorphisms;
      return;
    }
    for (Node v = first; v < target.size(); ++v) {
      nodes.push_back(v);
      again(again, v + 1);
      nodes.pop_back();
    }
  };
  choose(choose, 0);
  return found;
}

/// The hits of a fixed number of samples are as many as the truth says, within five standard deviations.
void agrees(const Pattern& pattern, const Target& target, Counted counted, std::uint64_t seed) {
  constexpr std::uint64_t kSamples = 6000;
  Control control;
  const auto found = draw_copies(pattern, target,
                                 {.induced = counted == Counted::kInduced,
                                  .node_sets = counted == Counted::kNodeSets,
                                  .hits = kSamples + 1,
                                  .most_samples = kSamples,
                                  .seed = seed,
                                  .threads = 1},
                                 control);
  const double expected = truth(pattern, target, counted);
  CHECK(found.complete);
  if (found.scale == 0) {
    CHECK(expected == 0);
    return;
  }
  CHECK(found.samples == kSamples);
  const double rate = expected / found.scale;
  CHECK(rate <= 1 + 1e-9);
  const double deviation = std::sqrt(static_cast<double>(kSamples) * rate * std::max(1 - rate, 0.0));
  CHECK(std::abs(static_cast<double>(found.hits) - static_cast<double>(kSamples) * rate) <= 5 * deviation + 1);
}

void hits_are_as_many_as_copies() {
  Random random(21);
  for (int round = 0; round < spminer::testing::rounds(150);) {
    Pattern pattern = random_graph_pattern(random, 1 + static_cast<int>(random.below(5)), 0.3 + 0.7 * random.uniform());
    if (!pattern.connected()) continue;
    ++round;
    const int labels = 1 + static_cast<int>(random.below(2));
    if (labels > 1)
      for (int i = 0; i < pattern.size; ++i) pattern.labels.push_back(static_cast<int>(random.below(2)));
    const RandomTarget graph(2 + static_cast<int>(random.below(9)), 0.2 + 0.8 * random.uniform(), labels, 1, false,
                             random);
    for (const Counted counted : {Counted::kInduced, Counted::kCopies, Counted::kNodeSets})
      agrees(pattern, graph.target(), counted, random.next());
  }
}

void arcs_and_labels_of_edges_too() {
  Random random(22);
  for (int round = 0; round < spminer::testing::rounds(80);) {
    const RandomTarget graph(8, 0.3 + 0.4 * random.uniform(), 1, 2, true, random);
    const Target target = graph.target();
    std::vector<Node> nodes;
    for (Node v = 0; v < 4; ++v) nodes.push_back(v);
    const Pattern pattern = induced(target, std::span(nodes).first(2 + random.below(3)));
    if (!pattern.connected()) continue;
    ++round;
    for (const Counted counted : {Counted::kInduced, Counted::kCopies, Counted::kNodeSets})
      agrees(pattern, target, counted, random.next());
  }
}

/// Hubs beside sparse parts: classes of orientations are drawn, and rows are longer than a block.
Graph hubs() {
  Random random(23);
  return graph_where(300, [&](Node, Node v) { return (v < 4 && random.uniform() < 0.7) || random.uniform() < 0.03; });
}

void orientations_give_the_same_counts() {
  const Graph graph = hubs();
  const Target target = graph.target();
  for (const Pattern& pattern : {spminer::testing::ring(3, 3), spminer::testing::ring(4, 4),
                                 spminer::testing::clique(4), spminer::testing::ring(5, 5)}) {
    Control first, second;
    const auto exact = count_copies(pattern, target, {}, first);
    const auto found = draw_copies(pattern, target, {.induced = false, .hits = 4000, .most_samples = 1 << 24}, second);
    CHECK(found.hits == 4000);
    const double value = found.scale * 3999 / static_cast<double>(found.samples - 1);
    CHECK(std::abs(value / static_cast<double>(exact.copies) - 1) < 5 / std::sqrt(4000.0));
  }
}

void threads_do_not_matter() {
  const Graph graph = hubs();
  for (const std::uint64_t hits : {1, 500, 20000}) {
    EstimateResult results[2];
    for (const int threads : {1, 3}) {
      Control control;
      results[threads > 1] = draw_copies(
          spminer::testing::ring(4, 4), graph.target(),
          {.induced = false, .hits = hits, .most_samples = 1 << 24, .seed = 5, .threads = threads}, control);
    }
    CHECK(results[0].samples == results[1].samples);
    CHECK(results[0].scale == results[1].scale);
    CHECK(results[0].hits == hits);
  }
}

void samples_and_the_control_end_it() {
  const Graph graph = hubs();
  const Pattern pattern = spminer::testing::clique(8);
  Control control;
  const auto few = draw_copies(pattern, graph.target(), {.hits = 1000, .most_samples = 100'001}, control);
  CHECK(few.complete);
  CHECK(few.samples == 100'001);
  Control stopped;
  stopped.cancel();
  CHECK(!draw_copies(pattern, graph.target(), {.hits = 1000, .most_samples = 100'001}, stopped).complete);
  Control limited(0.5);
  const auto late =
      draw_copies(spminer::testing::path(2), graph.target(), {.hits = 1ULL << 40, .most_samples = 1ULL << 60}, limited);
  CHECK(!late.complete);
  CHECK(late.samples > 0);
}

void unfit_patterns_are_refused() {
  const Graph graph = hubs();
  Control control;
  CHECK_THROWS(draw_copies(Pattern::empty(2), graph.target(), {}, control));
  CHECK_THROWS(draw_copies(spminer::testing::clique(9), graph.target(), {}, control));
}

}  // namespace

int main() {
  hits_are_as_many_as_copies();
  arcs_and_labels_of_edges_too();
  orientations_give_the_same_counts();
  threads_do_not_matter();
  samples_and_the_control_end_it();
  unfit_patterns_are_refused();
  return spminer::testing::verdict();
}
