// The anchored decision against a brute-force oracle.  Tests of match/anchored and of match/forward, which it shares
// with the dense search.
#include <algorithm>
#include <vector>

#include "check.hh"
#include "spminer/generate/generate.hh"
#include "spminer/match/match.hh"

namespace {

using namespace spminer;
using namespace spminer::generate;
using namespace spminer::match;

/// Tries every injective map that sends node 0 to node 0.
bool brute_force(const Pattern& pattern, const Pattern& target, bool induced, std::vector<int>& images) {
  const int p = static_cast<int>(images.size());
  if (p == pattern.size) return true;
  for (int v = p == 0 ? 0 : 1; v < (p == 0 ? 1 : target.size); ++v) {
    bool fits = std::find(images.begin(), images.end(), v) == images.end();
    for (int q = 0; fits && q < p; ++q)
      fits = pattern.adjacent(p, q) ? target.adjacent(v, images[q]) : !induced || !target.adjacent(v, images[q]);
    if (!fits) continue;
    images.push_back(v);
    if (brute_force(pattern, target, induced, images)) return true;
    images.pop_back();
  }
  return false;
}

void test_decision() {
  Random random(2);
  int found = 0;
  for (int round = 0; round < 4000; ++round) {
    const Pattern target = generate_pattern(GraphKind::kMixed, 3 + static_cast<int>(random.below(8)), random);
    const Pattern pattern = generate_pattern(GraphKind::kMixed, 2 + static_cast<int>(random.below(5)), random);
    for (const bool induced : {true, false}) {
      std::vector<int> images;
      const bool expected = brute_force(pattern, target, induced, images);
      CHECK(contains_anchored(pattern, target, induced) == expected);
      found += expected;
    }
  }
  CHECK(found > 1000 && found < 7000);
}

void test_budget() {
  Pattern path = Pattern::empty(10), ring = Pattern::empty(20);
  for (int i = 0; i + 1 < 10; ++i) path.connect(i, i + 1);
  for (int i = 0; i < 20; ++i) ring.connect(i, (i + 1) % 20);
  CHECK(!contains_anchored(path, ring, true, 2).has_value());
  CHECK(contains_anchored(path, ring, true, 20) == true);
}

void test_a_canceled_search_decides_nothing() {
  Pattern path = Pattern::empty(10), ring = Pattern::empty(20);
  for (int i = 0; i + 1 < 10; ++i) path.connect(i, i + 1);
  for (int i = 0; i < 20; ++i) ring.connect(i, (i + 1) % 20);
  Control control;
  CHECK(contains_anchored(path, ring, true, UINT64_MAX, &control) == true);
  control.cancel();
  CHECK(!contains_anchored(path, ring, true, UINT64_MAX, &control).has_value());
}

void test_twins_do_not_explode() {
  Pattern small = Pattern::empty(31), large = Pattern::empty(64);
  for (int i = 1; i < 31; ++i) small.connect(0, i);
  for (int i = 1; i < 30; ++i) large.connect(0, i);       // one leaf too few
  for (int i = 30; i < 64; ++i) large.connect(i, i - 1);  // and a long tail
  for (int i = 2; i < 30; i += 2) large.connect(i, i - 1);
  CHECK(contains_anchored(small, large, true, 100000) == false);
}

}  // namespace

int main() {
  test_decision();
  test_budget();
  test_a_canceled_search_decides_nothing();
  test_twins_do_not_explode();
  return spminer::testing::verdict();
}
