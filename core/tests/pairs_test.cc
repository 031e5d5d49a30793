// The anchored decision against a brute-force oracle, and the stream's promises.
#include "spminer/pairs.hh"

#include <algorithm>

#include "check.hh"
#include "spminer/generate.hh"
#include "spminer/signature.hh"

namespace {

using namespace spminer;

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

void test_twins_do_not_explode() {
  Pattern small = Pattern::empty(31), large = Pattern::empty(64);
  for (int i = 1; i < 31; ++i) small.connect(0, i);
  for (int i = 1; i < 30; ++i) large.connect(0, i);       // one leaf too few
  for (int i = 30; i < 64; ++i) large.connect(i, i - 1);  // and a long tail
  for (int i = 2; i < 30; i += 2) large.connect(i, i - 1);
  CHECK(contains_anchored(small, large, true, 100000) == false);
}

void test_stream() {
  const PairStream stream({.seed = 3});
  Control control, stopped;
  const PairBatch one = stream.batch({.step = 1, .pairs = 500, .threads = 1}, control);
  const PairBatch two = stream.batch({.step = 1, .pairs = 500, .threads = 3}, control);
  CHECK(one.target_rows == two.target_rows && one.pattern_rows == two.pattern_rows);
  CHECK(std::count(one.labels.begin(), one.labels.end(), 1) == 250);
  stopped.cancel();
  CHECK(!stream.batch({.pairs = 500}, stopped).complete);
}

int not_refuted(const PairBatch& batch) {
  int count = 0;
  std::array<std::uint8_t, kSignatureSize> sub, sup;
  for (std::size_t b = 0; b < batch.labels.size(); ++b) {
    if (batch.labels[b] != 0) continue;
    signature(std::span(batch.pattern_rows).subspan(b * batch.pattern_width, batch.pattern_sizes[b]), sub);
    signature(std::span(batch.target_rows).subspan(b * batch.target_width, batch.target_sizes[b]), sup);
    count += may_contain(sub.data(), sup.data());
  }
  return count;
}

void test_hard_negatives_are_harder() {
  Control control;
  const BatchParams params{.pairs = 1000, .low = 10, .high = 40};
  const int easy = not_refuted(PairStream({.seed = 3}).batch(params, control));
  const int hard = not_refuted(PairStream({.seed = 3, .hard = 1}).batch(params, control));
  CHECK(hard > 2 * easy);
  CHECK(hard > 350);  // of 500 negatives
  const int sparse = not_refuted(PairStream({.seed = 3, .hard = 1, .sparse = 1}).batch(params, control));
  const int easy_sparse = not_refuted(PairStream({.seed = 3, .sparse = 1}).batch(params, control));
  CHECK(sparse > 200 && sparse > 8 * easy_sparse);
}

}  // namespace

int main() {
  test_decision();
  test_budget();
  test_twins_do_not_explode();
  test_stream();
  test_hard_negatives_are_harder();
  return spminer::testing::verdict();
}
