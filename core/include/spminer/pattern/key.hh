// Keys: patterns spelled out as words, so that they can be compared, hashed and kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/pattern/pattern.hh"

namespace spminer::inline pattern {

/// Equal keys, equal patterns: node numbers, anchor, labels and codes included.  Short for small plain patterns.
using PatternKey = std::vector<std::uint64_t>;

PatternKey key_of(const Pattern& pattern);

/// The inverse of key_of().  Throws std::invalid_argument for words that are no key.
Pattern pattern_from_key(std::span<const std::uint64_t> words);

struct PatternKeyHash {
  std::size_t operator()(const PatternKey& key) const;
};

}  // namespace spminer::inline pattern
