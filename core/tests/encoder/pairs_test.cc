// The upper_bounds of the stream of pairs; its negatives against the anchored decision.
#include "spminer/encoder/pairs.hh"

#include <algorithm>

#include "check.hh"
#include "spminer/generate/generate.hh"
#include "spminer/match/match.hh"
#include "spminer/order/signature.hh"

namespace {

using namespace spminer;
using namespace spminer::encoder;
using namespace spminer::match;
using namespace spminer::order;
using namespace spminer::generate;

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
  test_stream();
  test_hard_negatives_are_harder();
  return spminer::testing::verdict();
}
