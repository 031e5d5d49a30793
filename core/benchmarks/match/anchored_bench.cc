// The anchored decision for two small graphs (match/anchored.cc) against the general search (match/dense.hh) on the
// same pairs: what leaving out its plan and its options is worth.  The general search gets its plan and signatures for
// free in the second column, as if they had been made before.
#include <chrono>
#include <cstdio>
#include <vector>

#include "match/search.hh"
#include "pattern/as_target.hh"
#include "spminer/generate/generate.hh"
#include "spminer/match/match.hh"
#include "spminer/sampling/neighborhoods.hh"

using namespace spminer;

namespace {

struct Pair {
  Pattern pattern, target;
};

std::vector<Pair> random_pairs(int low, int high, int count) {
  Random random(1);
  const auto graph = [&] {
    const int nodes = low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low + 1)));
    Pattern pattern = generate::generate_pattern(generate::GraphKind::kMixed, nodes, random);
    pattern.anchor = 0;
    return pattern;
  };
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) {
    std::vector<int> nodes;
    const Pattern from = graph();
    sampling::sample_tree(from, 0, 3 + static_cast<int>(random.below(static_cast<std::uint64_t>(low - 3))), random,
                          nodes);
    pairs.push_back({.pattern = sampling::anchored_at_first(from, nodes), .target = graph()});
  }
  return pairs;
}

/// Microseconds per pair that f takes, leaving out what prepare does.
template <typename F>
double microseconds(const std::vector<Pair>& pairs, F&& f) {
  double seconds = 0;
  for (const Pair& pair : pairs) seconds += f(pair);
  return seconds * 1e6 / static_cast<double>(pairs.size());
}

template <typename F>
double timed(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr std::uint64_t kSteps = 20000;

void measure(int low, int high, bool induced) {
  const auto pairs = random_pairs(low, high, 2000);
  int lean_found = 0, general_found = 0;
  const double lean = microseconds(pairs, [&](const Pair& pair) {
    return timed([&] { lean_found += match::contains_anchored(pair.pattern, pair.target, induced, kSteps) == true; });
  });
  double search_only = 0;
  const double general = microseconds(pairs, [&](const Pair& pair) {
    double inner = 0;
    const double all = timed([&] {
      const PatternTarget target(pair.target);
      const match::MatchIndex index(target.target());
      const auto plan = match::make_plan(pair.pattern, 0, index.data(), induced, match::Symmetry::kFixRoot);
      Control control;
      inner = timed([&] {
        match::Searcher searcher(plan, index.data(), control, kSteps);
        match::FirstVisitor first;
        general_found += searcher.run_root(0, first);
      });
    });
    search_only += inner;
    return all;
  });
  std::printf(
      "%2d-%2d nodes, %-12s %8.2f us lean %8.2f us general, search alone %10.2f us in all   (found %d and %d)\n", low,
      high, induced ? "induced" : "edge-induced", lean, search_only * 1e6 / static_cast<double>(pairs.size()), general,
      lean_found, general_found);
}

}  // namespace

int main() {
  for (const bool induced : {true, false})
    for (const auto& [low, high] : {std::pair{6, 16}, {20, 29}, {46, 64}}) measure(low, high, induced);
}
