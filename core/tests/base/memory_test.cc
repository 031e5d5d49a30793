// Memory of tables: where aligned floats lie and how lengths are padded; tables in large pages; prefetching changes
// nothing.
#include "base/memory.hh"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "check.hh"

namespace {

using namespace spminer;

void test_aligned_floats() {
  for (std::size_t count = 1; count < 200; count += 7) {
    const AlignedFloats zeros(count), twos(count, 2.0F);
    CHECK(reinterpret_cast<std::uintptr_t>(zeros.data()) % 64 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(twos.data()) % 64 == 0);
    CHECK(std::count(zeros.begin(), zeros.end(), 0.0F) == static_cast<std::ptrdiff_t>(count));
    CHECK(std::count(twos.begin(), twos.end(), 2.0F) == static_cast<std::ptrdiff_t>(count));
  }
  CHECK(padded(0, 16) == 0 && padded(1, 16) == 16 && padded(16, 16) == 16 && padded(17, 16) == 32);
}

void test_prefetch() {
  const int value = 7;
  fetch_ahead(&value);
  fetch_ahead_to_write(&value);
  fetch_ahead(nullptr);
  CHECK(value == 7);
}

void test_huge_tables() {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{1} << 20}) {
    HugeVector<std::uint32_t> table(count, 7);
    CHECK(std::accumulate(table.begin(), table.end(), std::uint64_t{0}) == 7 * count);
    if (count * sizeof(std::uint32_t) >= HugeAllocator<std::uint32_t>::kPage)
      CHECK(reinterpret_cast<std::uintptr_t>(table.data()) % HugeAllocator<std::uint32_t>::kPage == 0);
    table.push_back(9);
    const auto copy = table;
    CHECK(copy.size() == count + 1 && copy.back() == 9 && copy == table);
  }
}

}  // namespace

int main() {
  test_aligned_floats();
  test_prefetch();
  test_huge_tables();
  return testing::verdict();
}
