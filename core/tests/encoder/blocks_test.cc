// Blocks against the anchored decision, one pair at a time. Tests of encoder/blocks and pattern/small_graphs.
#include "spminer/encoder/blocks.hh"

#include <algorithm>

#include "check.hh"
#include "spminer/encoder/pairs.hh"
#include "spminer/match/match.hh"
#include "spminer/order/signature.hh"
#include "spminer/pattern/small_graphs.hh"

namespace {

using namespace spminer;
using namespace spminer::encoder;

PairBatch sparse_graphs(int low, int high) {
  Control control;
  return PairStream({.seed = 5, .sparse = 1}).batch({.pairs = 60, .low = low, .high = high}, control);
}

SmallGraphs targets_of(const PairBatch& batch) {
  return {.rows = batch.target_rows, .stride = batch.target_width, .sizes = batch.target_sizes};
}

SmallGraphs rows_of(const GrownPatterns& grown) {
  return {.rows = grown.rows, .stride = grown.width, .sizes = grown.sizes};
}

bool may_contain(const Pattern& pattern, const Pattern& graph, bool induced) {
  const auto kind = induced ? order::Induced::kYes : order::Induced::kNo;
  std::array<std::uint8_t, order::kSignatureSize> sub, sup;
  order::signature(pattern, sub, kind);
  order::signature(graph, sup, kind);
  return order::may_contain(sub.data(), sup.data());
}

void test_answers(bool induced) {
  const PairBatch batch = sparse_graphs(20, 30);
  Control control;
  const GrownPatterns grown =
      grow_patterns(targets_of(batch), {.count = 80, .low = 3, .high = 12, .induced = induced}, control);
  const auto patterns = connected_patterns(rows_of(grown)), graphs = connected_patterns(targets_of(batch));
  const auto answers = decide_block(rows_of(grown), targets_of(batch), {.induced = induced, .threads = 2}, control);
  CHECK(answers == decide_block(rows_of(grown), targets_of(batch), {.induced = induced, .threads = 1}, control));
  for (std::size_t p = 0; p < patterns.size(); ++p) {
    bool somewhere = false;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
      const auto answer = static_cast<Answer>(answers[p * graphs.size() + g]);
      const bool contained = *match::contains_anchored(patterns[p], graphs[g], induced);
      CHECK((answer == Answer::kContained) == contained);
      CHECK((answer == Answer::kRefuted) == !may_contain(patterns[p], graphs[g], induced));
      somewhere = somewhere || contained;
    }
    CHECK(somewhere);  // where it grew
  }
}

void test_growth() {
  const PairBatch batch = sparse_graphs(20, 30);
  Control control, stopped;
  const GrowthParams params{.count = 50, .low = 4, .high = 9, .seed = 2, .threads = 1};
  GrowthParams more = params;
  more.threads = 3;
  CHECK(grow_patterns(targets_of(batch), params, control).rows == grow_patterns(targets_of(batch), more, control).rows);
  more.seed = 3;
  CHECK(grow_patterns(targets_of(batch), params, control).rows != grow_patterns(targets_of(batch), more, control).rows);
  stopped.cancel();
  CHECK(!grow_patterns(targets_of(batch), params, stopped).complete);
  CHECK(decide_block(targets_of(batch), targets_of(batch), {}, stopped).empty());
  const GrowthParams too_large{.count = 1, .low = 40, .high = 50};
  CHECK_THROWS(grow_patterns(targets_of(batch), too_large, control));
  for (const GrowthParams& wrong :
       {GrowthParams{.count = 1, .low = 1, .high = 4}, GrowthParams{.count = 1, .low = 5, .high = 4},
        GrowthParams{.count = 1, .low = 4, .high = 64}, GrowthParams{.count = -1},
        GrowthParams{.count = 1, .choices = 1}, GrowthParams{.count = 1, .judges = 0},
        GrowthParams{.count = 1, .frequent = 1.5}})
    CHECK_THROWS(grow_patterns(targets_of(batch), wrong, control));
}

void test_rows_that_make_no_graphs() {
  Control control;
  const auto refused = [&](std::vector<Row> rows, std::size_t stride, std::vector<std::int32_t> sizes) {
    const SmallGraphs graphs{rows, stride, sizes};
    CHECK_THROWS(decide_block(graphs, graphs, {}, control));
  };
  refused({2, 1}, 3, {2});  // not as many rows
  refused({2, 1}, 2, {0});  // no nodes
  refused({2, 1}, 2, {3});  // more than rows
  refused({6, 1}, 2, {2});  // joined to a node beyond
  refused({3, 1}, 2, {2});  // and to itself
  refused({2, 0}, 2, {2});  // in one direction
  refused({0, 0}, 2, {2});  // not connected
}

}  // namespace

int main() {
  test_rows_that_make_no_graphs();
  test_answers(true);
  test_answers(false);
  test_growth();
  return spminer::testing::verdict();
}
