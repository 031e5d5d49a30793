// Classes of sampled subgraphs, and which target nodes were met in which orbit.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "pattern/class_registry.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/canonical.hh"
#include "spminer/pattern/pattern.hh"
#include "spminer/sampling/samplers.hh"

namespace spminer::sampling {

/// What a sampled subgraph is: its class, and for each of its nodes the number of the node's orbit in the class.
struct SubgraphClass {
  std::uint32_t class_id = 0;
  std::uint32_t first_orbit = 0;  ///< orbits are numbered through all classes
  NodeNumbers orbit{};
};

/// All classes met so far.  Shared by all threads; numbers are given out in the order of arrival.
class OrbitRegistry {
 public:
  /// Class of a pattern: one canonical form.
  SubgraphClass classify(const Pattern& pattern);

  std::uint32_t classes() const { return classes_.size(); }
  /// The pattern of a class in the canonical labeling, and its key.
  Pattern pattern(std::uint32_t class_id) const { return pattern_from_key(key(class_id)); }
  const PatternKey& key(std::uint32_t class_id) const { return classes_.key(class_id); }
  std::uint64_t bytes() const;

  /// Writes all classes in the order of their keys, with zeros for the rest; returns the rank of each class number.
  std::vector<std::uint32_t> describe(SampledClasses& result, int threads) const;
  /// First orbit number of a class.
  std::uint32_t first_orbit(std::uint32_t class_id) const { return first_orbit_[class_id]; }

 private:
  mutable std::mutex mutex_;
  ClassRegistry classes_;                      // locked by mutex_ together with first_orbit_
  std::vector<std::uint32_t> first_orbit_{0};  // by class, and the number of orbits in all
};

/// A thread's way to the registry: remembers the subgraphs it has classified, node order included.
class SampleClassifier {
 public:
  SampleClassifier(const Target& target, OrbitRegistry& registry) : target_(target), registry_(registry) {}

  const SubgraphClass& classify(std::span<const Node> nodes);
  std::uint64_t bytes() const { return known_.size() * kEntryBytes; }

 private:
  static constexpr std::size_t kMostKnown = 1 << 17;
  static constexpr std::size_t kEntryBytes = sizeof(SubgraphClass) + 64;

  const Target& target_;
  OrbitRegistry& registry_;
  std::unordered_map<PatternKey, SubgraphClass, PatternKeyHash> known_;
};

/// Distinct pairs of an orbit and a target node that was met in it.
class SeenAnchors {
 public:
  void add(const SubgraphClass& found, std::span<const Node> nodes);
  /// Puts the pairs in order, each once.
  void compact();
  /// Adds those of another; both are in order.
  void absorb(SeenAnchors& other);
  /// Makes the number of distinct nodes of each orbit its score; `rank` is what OrbitRegistry::describe() returned.
  void score(const std::vector<std::uint32_t>& rank, SampledClasses& classes);
  std::uint64_t bytes() const { return pairs_.capacity() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> pairs_;
  std::size_t compact_at_ = 1 << 16;
};

}  // namespace spminer::sampling
