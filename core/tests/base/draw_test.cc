// Draws without replacement: every choice as likely as any other.  Tests of base/draw and base/random.
#include "base/draw.hh"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "check.hh"

namespace {

using namespace spminer;

std::vector<std::uint64_t> distinct(std::uint64_t bound, std::uint64_t count, Random& random) {
  std::vector<std::uint64_t> drawn;
  draw_distinct(
      bound, count, random, [&](std::uint64_t x) { return std::find(drawn.begin(), drawn.end(), x) != drawn.end(); },
      [&](std::uint64_t x) { drawn.push_back(x); });
  return drawn;
}

void every_subset_is_as_likely() {
  Random random(1);
  constexpr int kDraws = 20000;
  std::map<std::set<std::uint64_t>, int> hits;
  for (int i = 0; i < kDraws; ++i) {
    const auto drawn = distinct(6, 3, random);
    ++hits[{drawn.begin(), drawn.end()}];
  }
  CHECK(hits.size() == 20);  // 6 choose 3
  for (const auto& [subset, count] : hits) {
    CHECK(subset.size() == 3 && *subset.rbegin() < 6);
    CHECK(count > kDraws / 20 * 0.85 && count < kDraws / 20 * 1.15);
  }
}

void all_and_none_can_be_drawn() {
  Random random(2);
  CHECK(distinct(9, 0, random).empty());
  auto all = distinct(9, 9, random);
  std::sort(all.begin(), all.end());
  for (std::uint64_t i = 0; i < 9; ++i) CHECK(all[i] == i);
}

void large_bounds_are_even() {
  Random random(4);
  constexpr std::uint64_t kBound = std::uint64_t{3} << 62;  // a quarter of what is drawn has to be drawn again
  constexpr int kDraws = 6000;
  int thirds[3] = {};
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t drawn = random.below(kBound);
    CHECK(drawn < kBound);
    ++thirds[drawn >> 62];
  }
  for (const int third : thirds) CHECK(third > kDraws / 3 - 200 && third < kDraws / 3 + 200);
}

void every_order_comes_to_the_front() {
  Random random(3);
  constexpr int kDraws = 12000;
  std::map<std::pair<int, int>, int> hits;
  for (int i = 0; i < kDraws; ++i) {
    std::vector<int> values(4);
    std::iota(values.begin(), values.end(), 0);
    shuffle_front(std::span(values), 2, random);
    ++hits[{values[0], values[1]}];
    std::sort(values.begin(), values.end());
    CHECK(values == std::vector<int>({0, 1, 2, 3}));
  }
  CHECK(hits.size() == 12);
  for (const auto& [front, count] : hits) CHECK(count > kDraws / 12 * 0.85 && count < kDraws / 12 * 1.15);
}

void streams_are_their_own() {
  Random a(7, 0), again(7, 0), b(7, 1);
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    const auto x = a.next();
    CHECK(x == again.next());
    equal += x == b.next();
  }
  CHECK(equal == 0);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) sum += a.uniform() + static_cast<double>(a.below(3));
  CHECK(sum > 14700 && sum < 15300);  // half, and one on average
}

}  // namespace

int main() {
  every_subset_is_as_likely();
  large_bounds_are_even();
  all_and_none_can_be_drawn();
  every_order_comes_to_the_front();
  streams_are_their_own();
  return spminer::testing::verdict();
}
