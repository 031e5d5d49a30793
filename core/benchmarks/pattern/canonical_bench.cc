// Canonical forms per second on one core: random connected graphs, and graphs that are hard for refinement.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

using namespace spminer;

namespace {

std::vector<Pattern> random_connected(int nodes, double density, bool anchored, int count) {
  Random random(1);
  std::vector<Pattern> patterns;
  while (static_cast<int>(patterns.size()) < count) {
    Pattern pattern = Pattern::empty(nodes);
    for (int i = 0; i < nodes; ++i)
      for (int j = 0; j < i; ++j)
        if (random.uniform() < density) pattern.connect(i, j);
    if (!pattern.connected()) continue;
    if (anchored) pattern.anchor = static_cast<int>(random.below(nodes));
    patterns.push_back(pattern);
  }
  return patterns;
}

Pattern rook(int side) {
  Pattern pattern = Pattern::empty(side * side);
  for (int a = 0; a < side * side; ++a)
    for (int b = 0; b < a; ++b)
      if (a / side == b / side || a % side == b % side) pattern.connect(a, b);
  return pattern;
}

Pattern shrikhande() {
  Pattern pattern = Pattern::empty(16);
  for (int a = 0; a < 16; ++a)
    for (const auto& [x, y] : {std::pair{0, 1}, {1, 0}, {1, 1}})
      pattern.connect(a, (a / 4 + x) % 4 * 4 + (a % 4 + y) % 4);
  return pattern;
}

void measure(const std::string& name, const std::vector<Pattern>& patterns) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  double seconds = 0, sum = 0;
  std::size_t forms = 0;
  while (seconds < 0.3) {
    for (const Pattern& pattern : patterns) sum += canonical_form(pattern).automorphisms;
    forms += patterns.size();
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  std::printf("%-44s %12.0f forms/s   (mean automorphisms %.3g)\n", name.c_str(), static_cast<double>(forms) / seconds,
              sum / static_cast<double>(forms));
}

}  // namespace

int main() {
  for (const int nodes : {6, 10, 20})
    for (const double density : {0.2, 0.4})
      for (const bool anchored : {false, true}) {
        char name[80];
        std::snprintf(name, sizeof name, "random connected, %d nodes, density %.1f%s", nodes, density,
                      anchored ? ", anchored" : "");
        measure(name, random_connected(nodes, density, anchored, 5000));
      }
  measure("4x4 rook", {rook(4)});
  measure("Shrikhande", {shrikhande()});
  measure("8x8 rook", {rook(8)});
}
