// Keys: equal exactly for equal patterns, and back again.  Tests of pattern/key and pattern/key_numbers.
#include "spminer/pattern/key.hh"

#include "check.hh"
#include "pattern/key_numbers.hh"
#include "pattern/random_pattern.hh"

namespace {

using namespace spminer;
using spminer::testing::random_pattern;

void keys_spell_patterns() {
  Random random(1);
  Pattern before = Pattern::empty(1);
  for (int round = 0; round < 3000; ++round) {
    const int size = 1 + static_cast<int>(random.below(round % 10 == 0 ? 64 : 4));
    const Pattern pattern = random_pattern(size, random);
    CHECK(pattern_from_key(key_of(pattern)) == pattern);
    CHECK((key_of(pattern) == key_of(before)) == (pattern == before));
    before = pattern;
  }
}

void numbers_follow_first_sight() {
  Random random(2);
  KeyNumbers numbers;
  std::vector<PatternKey> seen;
  for (int round = 0; round < 3000; ++round) {
    const PatternKey key = key_of(random_pattern(1 + static_cast<int>(random.below(4)), random));
    const auto [number, is_new] = numbers.add(key);
    CHECK(is_new == (number == seen.size()));
    if (is_new) seen.push_back(key);
    CHECK(numbers.key(number) == key && seen[number] == key);
  }
  CHECK(numbers.keys() == seen && numbers.size() == seen.size() && numbers.bytes() > seen.size() * 80);
}

}  // namespace

int main() {
  keys_spell_patterns();
  numbers_follow_first_sight();
  return spminer::testing::verdict();
}
