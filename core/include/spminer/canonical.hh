// Canonical forms: equal if and only if isomorphic, labels, codes and anchor respected.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/pattern.hh"

namespace spminer {

struct Canonical {
  /// position[i] is the place of node i in the canonical order.  With an anchor, it is always place 0.
  std::array<std::int8_t, kMaxPatternNodes> position{};
  /// orbit[i] is the smallest node that an automorphism (fixing the anchor, if any) maps i to.
  std::array<std::int8_t, kMaxPatternNodes> orbit{};
  /// Generators of the automorphism group: each maps node i to generator[i].
  std::vector<std::array<std::int8_t, kMaxPatternNodes>> generators;
  /// Order of the automorphism group; a double, since 64! is beyond 64 bits.
  double automorphisms = 1;
};

/// Canonical order, orbits and automorphisms of a pattern.
Canonical canonicalise(const Pattern& pattern);

/// The canonical copy of a pattern: two patterns are isomorphic if and only if their copies are equal.
Pattern canonical_copy(const Pattern& pattern);

/// The words that spell out a pattern: equal words, equal patterns.  Short for small plain patterns.
std::vector<std::uint64_t> key_words(const Pattern& pattern);

/// The inverse of key_words().
Pattern pattern_from_key(std::span<const std::uint64_t> words);

}  // namespace spminer
