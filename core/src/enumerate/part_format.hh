// Classes of a part as words: workers send them, and checkpoints keep them.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/words.hh"
#include "enumerate/anchor_sets.hh"
#include "spminer/pattern/key.hh"

namespace spminer::enumerate {

inline constexpr std::uint64_t kPartFormat = 0x53504d5041525431;  // SPMPART1

/// Writes parts.  Words of nodes are numbered through all components.
class PartWriter {
 public:
  /// A class, in the order of 0, 1, ...: counters are [0] its subgraphs, [1 + o] anchors of orbit o in components that
  /// no other part has.
  void add_class(const PatternKey& key, std::span<const std::uint64_t> counters) {
    ++classes_;
    head_.push_back(key.size());
    head_.push_back(counters.size());
    head_.insert(head_.end(), key.begin(), key.end());
    head_.insert(head_.end(), counters.begin(), counters.end());
  }
  /// Which of 64 nodes each orbit of a class has.
  void add_word(std::uint32_t number, std::uint32_t word, std::span<const std::uint64_t> bits) {
    ++words_;
    tail_.push_back((static_cast<std::uint64_t>(number) << 32) | word);
    tail_.insert(tail_.end(), bits.begin(), bits.end());
  }

  std::vector<std::uint64_t> packed() const {
    std::vector<std::uint64_t> result{kPartFormat, classes_, words_};
    result.insert(result.end(), head_.begin(), head_.end());
    result.insert(result.end(), tail_.begin(), tail_.end());
    return result;
  }

 private:
  std::uint64_t classes_ = 0, words_ = 0;
  std::vector<std::uint64_t> head_, tail_;
};

/// Reads what a PartWriter wrote, word by word; throws std::invalid_argument for anything else.
class PartReader : public WordReader {
 public:
  explicit PartReader(std::span<const std::uint64_t> packed)
      : WordReader(packed, "invalid part of an enumeration: it is cut off") {
    if (next() != kPartFormat) throw std::invalid_argument("invalid part of an enumeration: wrong format or version");
    classes = next();
    words = next();
  }

  std::uint64_t classes = 0, words = 0;
};

}  // namespace spminer::enumerate
