// Quotients of 128 bits are those of long division.
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

UInt128 wide(std::uint64_t high, std::uint64_t low) { return (UInt128{high} << 64) | low; }

void quotients_of_small_numbers() {
  for (std::uint64_t a = 0; a < 200; ++a)
    for (std::uint32_t b = 1; b < 20; ++b) CHECK(divided(UInt128{a}, b) == UInt128{a / b});
}

void quotients_and_products_undo_each_other() {
  Random random(7);
  for (int round = 0; round < 20000; ++round) {
    const UInt128 a = wide(odd_word(random) >> 32, odd_word(random));
    const auto b = static_cast<std::uint32_t>(random.next() | 1);
    const auto rest = static_cast<std::uint32_t>(random.below(b));
    CHECK(divided(a * b + rest, b) == a);
  }
}

void quotients_are_those_of_the_compiler() {
  Random random(11);
  for (int round = 0; round < 20000; ++round) {
    const UInt128 a = wide(odd_word(random), odd_word(random));
    const auto divisor = static_cast<std::uint32_t>(random.next() | 1);
    CHECK(divided(a, divisor) == a / divisor);
  }
}

}  // namespace

int main() {
  quotients_of_small_numbers();
  quotients_and_products_undo_each_other();
  quotients_are_those_of_the_compiler();
  return spminer::testing::verdict();
}
