// Floats on cache lines: where they lie, and how lengths are padded.  Memory that is asked for ahead: nothing changes.
// Tests of base/aligned and base/fetch_ahead.
#include <algorithm>
#include <cstdint>

#include "base/memory.hh"
#include "check.hh"

int main() {
  using namespace spminer;
  for (std::size_t count = 1; count < 200; count += 7) {
    const AlignedFloats zeros(count), twos(count, 2.0F);
    CHECK(reinterpret_cast<std::uintptr_t>(zeros.data()) % 64 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(twos.data()) % 64 == 0);
    CHECK(std::count(zeros.begin(), zeros.end(), 0.0F) == static_cast<std::ptrdiff_t>(count));
    CHECK(std::count(twos.begin(), twos.end(), 2.0F) == static_cast<std::ptrdiff_t>(count));
  }
  CHECK(padded(0, 16) == 0 && padded(1, 16) == 16 && padded(16, 16) == 16 && padded(17, 16) == 32);
  const int value = 7;
  fetch_ahead(&value);
  fetch_ahead_to_write(&value);
  fetch_ahead(nullptr);
  CHECK(value == 7);
  return testing::verdict();
}
