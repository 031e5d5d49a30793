// A census whose squares are counted in parts against the same census in one run. Tests of census/census.
#include <algorithm>

#include "check.hh"
#include "random_target.hh"
#include "spminer/census/census.hh"

namespace {

using namespace spminer;
using namespace spminer::census;

bool same(const CensusResult& a, const CensusResult& b) {
  return a.complete == b.complete && a.per_node == b.per_node &&
         std::ranges::equal(a.orbits, b.orbits, [](const CensusOrbit& x, const CensusOrbit& y) {
           return x.pattern == y.pattern && x.anchored_frequency == y.anchored_frequency &&
                  x.graph_frequency == y.graph_frequency;
         });
}

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
    CHECK(same(shared.result(true), census::census(target, params, control)));
  }
}

void refusals() {
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
  parts_in_any_order();
  refusals();
  return spminer::testing::verdict();
}
