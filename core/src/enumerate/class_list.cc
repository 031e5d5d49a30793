#include "enumerate/class_list.hh"

#include <algorithm>
#include <stdexcept>

#include "base/parallel.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::enumerate {

namespace {

// Every class has its entries in the result by now, so the threads can fill them in any order.  Orbits come in the
// order of the canonical labeling, in which they were counted; patterns leave in the canonical order.
void describe(const std::vector<CountedClass>& classes, int threads, EnumerateResult& result) {
  constexpr std::int64_t kChunk = 4096;
  const auto count = static_cast<std::int64_t>(classes.size());
  result.keys.resize(classes.size());
  result.orbit_node.resize(result.orbit_offset.back());
  result.anchored_frequency.resize(result.orbit_offset.back());
  parallel_for((count + kChunk - 1) / kChunk, threads, [&](std::int64_t chunk, int) {
    for (auto c = chunk * kChunk; c < std::min(count, (chunk + 1) * kChunk); ++c) {
      const auto orbits = classes[c].counters.subspan(1);
      std::copy(orbits.begin(), orbits.end(), result.anchored_frequency.begin() + result.orbit_offset[c]);
      const ClassDescription description = describe_class(*classes[c].key);
      if (description.orbit_node.size() != orbits.size())  // classes may come from a file
        throw std::invalid_argument("a class has other orbits than counters");
      result.keys[c] = key_of(description.pattern);
      std::copy(description.orbit_node.begin(), description.orbit_node.end(),
                result.orbit_node.begin() + result.orbit_offset[c]);
    }
  });
}

}  // namespace

void list_classes(std::vector<CountedClass> classes, int threads, EnumerateResult& result) {
  std::sort(classes.begin(), classes.end(), [](const CountedClass& a, const CountedClass& b) {
    return a.last_word != b.last_word ? a.last_word < b.last_word : *a.key < *b.key;
  });
  result.orbit_offset.assign(1, 0);
  for (const CountedClass& one : classes) {
    result.graph_frequency.push_back(one.counters[0]);
    result.orbit_offset.push_back(result.orbit_offset.back() + static_cast<std::int64_t>(one.counters.size()) - 1);
  }
  describe(classes, threads, result);
}

}  // namespace spminer::enumerate
