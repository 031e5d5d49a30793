// Plain lanes, which stand for vector types where a compiler has none, do what these do: the kernels made of them give
// the same numbers, to the last bit, as those of the build.  Tests of base/lanes and base/fetch_ahead.
#define SPMINER_PLAIN_LANES 1
#include "base/lanes.hh"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/aligned.hh"
#include "base/fetch_ahead.hh"
#include "check.hh"
#include "order/kernels.hh"
#include "spminer/base/random.hh"

#define SPMINER_TARGET
#define SPMINER_LANES 4
#define SPMINER_ROWS 4
#include "encoder/loops.hh"

namespace spminer::order {
namespace {

constexpr int kVectorBytes = 16;
constexpr int kTile = 2;

bool any_above(const std::uint8_t* sub, const std::uint8_t* sup) {
  for (int i = 0; i < kChunk; ++i)
    if (sub[i] > sup[i]) return true;
  return false;
}

#include "order/kernel_body.hh"

}  // namespace
}  // namespace spminer::order

namespace {

using namespace spminer;

using Floats = AlignedFloats;

Floats drawn(std::size_t count, Random& random) {
  Floats values(count);
  for (float& value : values) value = static_cast<float>(random.uniform() * 2 - 1);
  return values;
}

/// To the last bit, unless a compiler may multiply and add in one step, which it does where it likes.
bool same(float a, float b) {
#if defined(__x86_64__) || defined(_M_X64)
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
#else
  return std::abs(a - b) <= 1e-4f * (1 + std::abs(a));
#endif
}

bool all_same(std::span<const float> a, std::span<const float> b) { return std::ranges::equal(a, b, same); }

void tiles_are_scored_the_same() {
  Random random(3);
  constexpr int kBlocks = 3, kDims = 24;
  for (int round = 0; round < 20; ++round) {
    const Floats strip = drawn(kBlocks * kDims * order::kLanes, random), tile = drawn(kDims * order::kTile, random);
    Floats reject(kBlocks * order::kLanes, 0.0f);
    for (float& value : reject)
      if (random.below(5) == 0) value = std::numeric_limits<float>::quiet_NaN();
    const float* rejects[order::kTile] = {reject.data(), reject.data()};
    const float thresholds[order::kTile] = {16.0f, static_cast<float>(random.uniform() * 16)};
    float soft[2][order::kTile] = {};
    std::int32_t hard[2][order::kTile] = {};
    for (const bool plain : {false, true}) {
      const order::TileJob job{.strip = strip.data(),
                               .tile = tile.data(),
                               .reject = rejects,
                               .thresholds = thresholds,
                               .blocks = kBlocks,
                               .dims = kDims,
                               .cap = 6.0f,
                               .soft = soft[plain],
                               .hard = hard[plain]};
      plain ? order::score_tile(job) : order::kernels(order::SimdLevel::kPortable).score_tile(job);
    }
    CHECK(all_same(soft[0], soft[1]));
    CHECK(std::ranges::equal(hard[0], hard[1]));
    CHECK(hard[0][0] + hard[0][1] > 0);
  }
}

void pairs_and_signatures_are_compared_the_same() {
  Random random(4);
  const order::Kernels& own = order::kernels(order::SimdLevel::kPortable);
  for (int round = 0; round < 50; ++round) {
    const Floats sub = drawn(48, random), sup = drawn(48, random);
    CHECK(same(order::pair(sub.data(), sup.data(), 48), own.pair(sub.data(), sup.data(), 48)));
    std::vector<std::uint8_t> low(order::kSignatureSize), high(order::kSignatureSize);
    for (std::size_t i = 0; i < low.size(); ++i) {
      low[i] = static_cast<std::uint8_t>(random.below(200));
      high[i] = static_cast<std::uint8_t>(low[i] + random.below(50));
    }
    CHECK(order::below(low.data(), high.data()) && own.below(low.data(), high.data()));
    low[random.below(low.size())] = 255;
    CHECK(order::below(low.data(), high.data()) == own.below(low.data(), high.data()));
    std::uint16_t kept[2] = {};
    const int rest = order::kSignatureSize - order::kChunk;
    CHECK(order::survivors(low.data(), high.data(), high.data() + order::kChunk, rest, 1, kept) ==
          own.survivors(low.data(), high.data(), high.data() + order::kChunk, rest, 1, kept + 1));
  }
}

void layers_are_the_same() {
  Random random(5);
  const encoder::Kernels& own = *encoder::supported_kernels().back();
  constexpr int kRows = encoder::kTileRows, kWidth = 2 * encoder::kPanel;
  for (int round = 0; round < 10; ++round) {
    const Floats first = drawn(kRows * kWidth, random), second = drawn(kRows * kWidth, random);
    const Floats panels = drawn(2 * kWidth * kWidth, random), bias = drawn(kWidth, random);
    const Floats both = drawn(2 * kRows * kWidth, random), weights = drawn(kRows, random);
    std::vector<Row> adjacency(kRows);
    for (Row& row : adjacency) row = static_cast<Row>(random.below(1u << kRows));
    Floats out[2][4];
    for (const bool plain : {false, true}) {
      for (Floats& values : out[plain]) values.assign(kRows * kWidth, 0.0f);
      const encoder::Product product{.inputs = {first.data(), second.data()},
                                     .parts = 2,
                                     .width = kWidth,
                                     .input_stride = kWidth,
                                     .rows = kRows,
                                     .panels = panels.data(),
                                     .bias = bias.data(),
                                     .columns = kWidth,
                                     .out = out[plain][0].data()};
      (plain ? encoder::product : own.product)(product);
      (plain ? encoder::gather : own.gather)(adjacency.data(), kRows, both.data(), kWidth, out[plain][1].data());
      (plain ? encoder::mix : own.mix)(first.data(), kWidth, weights.data(), kRows, kWidth, out[plain][2].data());
      (plain ? encoder::pool : own.pool)(second.data(), kRows, kWidth, 0.25f, out[plain][3].data());
    }
    for (int kernel = 0; kernel < 4; ++kernel) CHECK(all_same(out[0][kernel], out[1][kernel]));
  }
}

void what_is_no_number_is_replaced() {
  using Pair = PlainLanes<float, 2>;
  const float none = std::nanf("");
  const Pair smaller = least(Pair{none, 1.0f}, Pair{3.0f, 2.0f});
  CHECK(smaller[0] == 3.0f && smaller[1] == 1.0f);
  const Pair above = positive(Pair{none, -2.0f});
  CHECK(above[0] == 0.0f && above[1] == 0.0f);
  const auto within = at_most(Pair{none, 2.0f}, 2.0f);
  CHECK(within[0] == 0 && within[1] == -1);
}

void asking_ahead_changes_nothing() {
  const int value = 7;
  fetch_ahead(&value);
  fetch_ahead_to_write(&value);
  fetch_ahead(nullptr);
  CHECK(value == 7);
}

}  // namespace

int main() {
  tiles_are_scored_the_same();
  pairs_and_signatures_are_compared_the_same();
  layers_are_the_same();
  what_is_no_number_is_replaced();
  asking_ahead_changes_nothing();
  return spminer::testing::verdict();
}
