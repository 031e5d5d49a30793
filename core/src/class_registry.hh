// Names sampled subgraphs by class, and remembers which target nodes stood in which orbit.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "classes.hh"
#include "spminer/canonical.hh"
#include "spminer/pattern.hh"
#include "spminer/sampled_classes.hh"
#include "spminer/target.hh"

namespace spminer {

/// Where a sampled subgraph stands: its class, and for each of its nodes the number of the node's orbit in the class.
struct Placement {
  std::uint32_t class_id = 0;
  std::uint32_t first_orbit = 0;  ///< orbits are numbered through all classes
  std::array<std::uint8_t, kMaxPatternNodes> orbit{};
};

/// All classes met so far.  Shared by all threads; numbers are given out in the order of arrival.
class ClassRegistry {
 public:
  /// Class of a pattern: one canonical form.
  Placement place(const Pattern& pattern);

  std::uint32_t classes() const;
  /// The canonical pattern of a class, and its key.
  Pattern pattern(std::uint32_t class_id) const { return pattern_from_key(key(class_id)); }
  KeyWords key(std::uint32_t class_id) const;
  std::uint64_t bytes() const;

  /// Writes all classes in the order of their keys, with room for the rest; returns the place of each class number.
  std::vector<std::uint32_t> describe(SampledClasses& result) const;
  /// First orbit number of a class.
  std::uint32_t first_orbit(std::uint32_t class_id) const { return entries_[class_id].first_orbit; }

 private:
  struct Entry {
    const KeyWords* key;
    std::uint32_t first_orbit;
  };

  mutable std::mutex mutex_;
  std::unordered_map<KeyWords, std::uint32_t, KeyHash> ids_;
  std::deque<Entry> entries_;
  std::uint32_t orbits_ = 0;
  std::uint64_t key_bytes_ = 0;
};

/// A thread's way to the registry: remembers the subgraphs it has placed, node order included.
class SampleClassifier {
 public:
  SampleClassifier(const Target& target, ClassRegistry& registry) : target_(target), registry_(registry) {}

  const Placement& place(std::span<const Node> nodes);
  std::uint64_t bytes() const { return known_.size() * kEntryBytes; }

 private:
  static constexpr std::size_t kMostKnown = 1 << 17;
  static constexpr std::size_t kEntryBytes = sizeof(Placement) + 64;

  const Target& target_;
  ClassRegistry& registry_;
  std::unordered_map<KeyWords, Placement, KeyHash> known_;
};

/// Distinct pairs of an orbit and a target node that took its place.
class SeenAnchors {
 public:
  void add(const Placement& placement, std::span<const Node> nodes);
  void absorb(SeenAnchors& other);
  /// Makes the number of distinct nodes of each orbit its score; `place` is what ClassRegistry::describe() returned.
  void score(const std::vector<std::uint32_t>& place, SampledClasses& classes);
  std::uint64_t bytes() const { return pairs_.capacity() * sizeof(std::uint64_t); }

 private:
  void compact();

  std::vector<std::uint64_t> pairs_;
  std::size_t compact_at_ = 1 << 16;
};

}  // namespace spminer
