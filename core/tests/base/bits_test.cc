#include "spminer/base/bits.hh"

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "check.hh"
#include "spminer/base/random.hh"

using namespace spminer;

namespace {

std::vector<std::size_t> members(const BitSet& set) {
  std::vector<std::size_t> result;
  set.for_each([&](std::size_t i) { result.push_back(i); });
  return result;
}

/// Against std::set, around the borders of words.
void sets_hold_what_is_set() {
  for (const std::size_t bound : {1, 63, 64, 65, 200}) {
    Random random(1, bound);
    BitSet a(bound), b(bound);
    std::set<std::size_t> in_a, in_b;
    for (std::size_t round = 0; round < bound; ++round) {
      const std::size_t i = random.below(bound), j = random.below(bound);
      a.set(i), in_a.insert(i);
      b.set(j), in_b.insert(j);
      if (round % 3 == 0) a.clear(j), in_a.erase(j);
    }
    CHECK(a.words().size() == words_for(bound) && words_for(bound) * 64 >= bound);
    CHECK(members(a) == std::vector(in_a.begin(), in_a.end()) && a.count() == in_a.size());
    for (std::size_t i = 0; i < bound; ++i) CHECK(a.test(i) == in_a.contains(i));
    BitSet both = a, either = a;
    both &= b, either |= b;
    std::size_t shared = 0;
    for (const std::size_t i : in_a) shared += in_b.contains(i);
    CHECK(both.count() == shared && a.count_common(b) == shared &&
          either.count() == in_a.size() + in_b.size() - shared);
    CHECK((a == b) == (in_a == in_b));
  }
  CHECK(BitSet().count() == 0 && words_for(0) == 0);
}

void a_member_may_be_cleared_on_the_way() {
  BitSet set(130);
  for (const std::size_t i : {0, 5, 63, 64, 129}) set.set(i);
  set.for_each([&](std::size_t i) { set.clear(i); });
  CHECK(set.count() == 0);
}

void rows_of_a_matrix_do_not_touch() {
  BitMatrix<> matrix;
  matrix.reset(3, 65);
  matrix.set(0, 64);
  matrix.set(1, 0);
  matrix.set(1, 64);
  CHECK(matrix.words() == 2 && matrix.test(0, 64) && !matrix.test(0, 0) && matrix.test(1, 0) && !matrix.test(2, 0));
  CHECK(count_common(matrix.row(0), matrix.row(1), 2) == 1);
  matrix.reset(2, 10);
  CHECK(matrix.words() == 1 && !matrix.test(0, 0) && !matrix.test(1, 0));
  matrix.reset(0, 0);
  CHECK(matrix.words() == 0);
}

void fixed_sets_end_where_they_should() {
  for (const int n : {0, 1, 63, 64, 65, 127, 128}) {
    const auto first = Bits<2>::first(n), above = Bits<2>::above(n);
    CHECK(first.count() == n && above.count() == std::max(127 - n, 0) && !(first & above).any());
    for (int i = 0; i < 128; ++i) CHECK(first.test(i) == (i < n) && above.test(i) == (i > n));
  }
  Bits<2> set;
  set.set(70);
  set.set(3, true);
  set.set(4, false);
  CHECK(set.test(70) && set.test(3) && !set.test(4) && set.count() == 2);
  set.clear(70);
  std::vector<int> seen;
  CHECK(set.any_of([&](int i) { return seen.push_back(i), true; }) && seen == std::vector{3});
}

void threads_lose_no_shared_bit() {
  std::vector<Word> words(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&words, t] {
      for (std::size_t i = t; i < 256; i += 3) set_shared(words[word_of(i)], mask_of(i));
    });
  for (auto& thread : threads) thread.join();
  CHECK(count_members(words) == 256);
}

}  // namespace

int main() {
  sets_hold_what_is_set();
  a_member_may_be_cleared_on_the_way();
  rows_of_a_matrix_do_not_touch();
  fixed_sets_end_where_they_should();
  threads_lose_no_shared_bit();
  return spminer::testing::verdict();
}
