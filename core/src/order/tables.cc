#include "spminer/order/tables.hh"

#include "order/coordinates.hh"
#include "order/limits.hh"
#include "order/rooted_classes.hh"

namespace spminer::order {

SignatureTables signature_tables() {
  const auto& classes = RootedClasses::get();
  SignatureTables tables;
  for (const auto& c : kCoordinates) {
    const int value = c.measure == Measure::kRooted ? classes.index(c.size, c.value) : c.value;
    tables.coordinates.insert(tables.coordinates.end(), {static_cast<int>(c.measure), c.region, c.quantity, value});
  }
  for (int size = kSmallestClass; size <= kLargestClass; ++size)
    for (std::uint32_t key = 0; key < 1u << (size * (size - 1) / 2); ++key)
      tables.class_of_key.push_back(static_cast<std::int16_t>(classes.index(size, key)));
  for (int low = 0; low < kClassCount; ++low)
    for (int high = 0; high < kClassCount; ++high) tables.above.push_back(classes.above(low)[high]);
  for (std::uint64_t count = 0; count <= kLargestCount; ++count) tables.byte_of_count.push_back(to_byte(count));
  tables.most_sets = kMostSets;
  tables.most_paths = kMostPaths;
  tables.most_cycle_pairs = kMostCyclePairs;
  return tables;
}

}  // namespace spminer::order
