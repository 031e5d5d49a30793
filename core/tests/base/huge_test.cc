// Tables in large pages: memory like any other.
#include <cstdint>
#include <numeric>

#include "base/memory.hh"
#include "check.hh"

namespace spminer {
namespace {

void test_sizes() {
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
}  // namespace spminer

int main() {
  spminer::test_sizes();
  return spminer::testing::verdict();
}
