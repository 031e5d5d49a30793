// Keys: equal exactly for equal patterns, and back again. Tests of pattern/key and pattern/class_registry.
#include "spminer/pattern/key.hh"

#include <stdexcept>

#include "check.hh"
#include "pattern/class_registry.hh"
#include "patterns.hh"

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

/// Whatever words are given: a pattern that spells them again, or an error, and nothing is read beyond their end.
void damaged_keys_are_refused() {
  Random random(3);
  std::uint64_t refused = 0;
  for (int round = 0; round < 20000; ++round) {
    PatternKey key = key_of(random_pattern(1 + static_cast<int>(random.below(12)), random));
    const auto change = random.below(3);
    if (change == 0) key.resize(random.below(key.size() + 2));
    if (change == 1) key[random.below(key.size())] ^= std::uint64_t{1} << random.below(64);
    if (change == 2) key[0] = random.below(1u << 20);
    try {
      pattern_from_key(std::vector(key));
    } catch (const std::invalid_argument&) {
      ++refused;
    }
  }
  CHECK(refused > 5000);
  CHECK_THROWS(pattern_from_key({}));
  Pattern arc = Pattern::empty(2);
  arc.connect(0, 1, make_edge_code(1, 0));
  PatternKey without = key_of(arc);
  for (const EdgeCode code : {kNoEdge, make_edge_code(0x80000001, 0), make_edge_code(1, 0xffffffff)}) {
    without.back() = code;
    CHECK_THROWS(pattern_from_key(without));
  }
  Pattern labeled = Pattern::empty(2);
  labeled.labels = {0, -1};
  CHECK_THROWS(pattern_from_key(key_of(labeled)));
}

void numbers_follow_first_sight() {
  Random random(2);
  ClassRegistry numbers;
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
  damaged_keys_are_refused();
  numbers_follow_first_sight();
  return spminer::testing::verdict();
}
