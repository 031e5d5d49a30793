// Integers of two words compute what the compiler's own of 128 bits do, and quotients are those of long division.
#include "spminer/base/int128.hh"

#include <cstdint>

#include "check.hh"
#include "spminer/base/random.hh"

namespace {

using namespace spminer;

/// Mostly with few bits at one end, where carries are.
std::uint64_t odd_word(Random& random) {
  const std::uint64_t word = random.next() >> random.below(64);
  return random.below(2) == 0 ? word : ~word;
}

void quotients_of_small_numbers() {
  for (std::uint64_t a = 0; a < 200; ++a)
    for (std::uint32_t b = 1; b < 20; ++b) {
      CHECK(divided(TwoWords(a), b) == TwoWords(a / b));
      CHECK(divided(UInt128{a}, b) == UInt128{a / b});
    }
}

void quotients_and_products_undo_each_other() {
  Random random(7);
  for (int round = 0; round < 20000; ++round) {
    const TwoWords a(odd_word(random) >> 32, odd_word(random));
    const auto b = static_cast<std::uint32_t>(random.next() | 1);
    const auto rest = static_cast<std::uint32_t>(random.below(b));
    CHECK(divided(a * b + rest, b) == a);
  }
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Native;

Native native(TwoWords value) {
  return (static_cast<Native>(static_cast<std::uint64_t>(value >> 64)) << 64) | static_cast<std::uint64_t>(value);
}

void two_words_are_what_the_compiler_has() {
  Random random(11);
  for (int round = 0; round < 20000; ++round) {
    const TwoWords a(odd_word(random), odd_word(random)), b(odd_word(random), odd_word(random));
    const Native x = native(a), y = native(b);
    CHECK(native(a + b) == x + y);
    CHECK(native(a - b) == x - y);
    CHECK(native(a * b) == x * y);
    CHECK(native(a & b) == (x & y));
    CHECK(native(a | b) == (x | y));
    CHECK((a < b) == (x < y));
    CHECK((a == b) == (x == y));
    CHECK((a == TwoWords(static_cast<std::uint64_t>(a >> 64), static_cast<std::uint64_t>(a))));
    for (const int bits : {0, 1, 31, 32, 63, 64, 65, 100, 127}) {
      CHECK(native(a << bits) == x << bits);
      CHECK(native(a >> bits) == x >> bits);
    }
    CHECK(static_cast<std::uint16_t>(a) == static_cast<std::uint16_t>(x));
    CHECK(native(TwoWords(-1)) == static_cast<Native>(-1));
    const auto divisor = static_cast<std::uint32_t>(random.next() | 1);
    CHECK(native(divided(a, divisor)) == x / divisor);
    CHECK(divided(x, divisor) == x / divisor);
  }
}
#endif

}  // namespace

int main() {
  quotients_of_small_numbers();
  quotients_and_products_undo_each_other();
#ifdef __SIZEOF_INT128__
  two_words_are_what_the_compiler_has();
#endif
  return spminer::testing::verdict();
}
