// The list of classes that an enumeration ends with, in an order that depends on them only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/enumerate/enumerate.hh"

namespace spminer::enumerate {

/// A class as it was counted.
struct CountedClass {
  CountedClass(const PatternKey& canonical, std::span<const std::uint64_t> counts)
      : last_word(canonical.back()), key(&canonical), counters(counts) {}

  std::uint64_t last_word;                  // of the key: spares most comparisons a visit to it
  const PatternKey* key;                    // of its pattern in the canonical labeling
  std::span<const std::uint64_t> counters;  // [0] subgraphs, [1 + o] anchors of orbit o of that labeling
};

/// Sorts the classes and fills the result's arrays with them.
void list_classes(std::vector<CountedClass> classes, int threads, EnumerateResult& result);

}  // namespace spminer::enumerate
