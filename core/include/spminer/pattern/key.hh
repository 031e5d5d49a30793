// Keys: patterns spelled out as words, so that they can be compared, hashed and kept.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/pattern/pattern.hh"

// GCC's library up to 12.3 and 13.2 compares vectors of words by a part of their bytes where the highest comes first
// (https://gcc.gnu.org/PR113960), which gives wrong counts without a word.
#if defined(__GLIBCXX__) && __GLIBCXX__ < 20240507 && !defined(SPMINER_COMPARES_VECTORS_RIGHTLY)
static_assert(std::endian::native == std::endian::little,
              "this library compares vectors wrongly: take GCC 12.4, 13.3, 14 or later, or Clang with libc++");
#endif

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
