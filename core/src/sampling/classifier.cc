#include "sampling/classifier.hh"

#include <algorithm>
#include <numeric>

#include "base/parallel.hh"

namespace spminer::sampling {

SubgraphClass OrbitRegistry::classify(const Pattern& pattern) {
  const CanonicalForm form = canonical_form(pattern);
  const OrbitNumbers orbits = orbit_numbers(form, pattern.size);
  PatternKey key = key_of(renumbered(pattern, form));
  const std::lock_guard lock(mutex_);
  const auto [id, is_new] = classes_.add(std::move(key));
  if (is_new) first_orbit_.push_back(first_orbit_.back() + static_cast<std::uint32_t>(orbits.count));
  return {.class_id = id, .first_orbit = first_orbit_[id], .orbit = orbits.of};
}

std::uint64_t OrbitRegistry::bytes() const {
  const std::lock_guard lock(mutex_);
  return classes_.bytes() + first_orbit_.size() * sizeof(std::uint32_t);
}

std::vector<std::uint32_t> OrbitRegistry::describe(SampledClasses& result, int threads) const {
  std::vector<const PatternKey*> keys;
  for (std::uint32_t c = 0; c < classes(); ++c) keys.push_back(&key(c));
  std::vector<std::uint32_t> order(keys.size()), rank(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return *keys[a] < *keys[b]; });
  std::vector<ClassDescription> descriptions(order.size());
  result.keys.resize(order.size());
  parallel_for(static_cast<std::int64_t>(order.size()), threads, [&](std::int64_t c, int) {
    descriptions[c] = describe_class(*keys[order[c]]);
    result.keys[c] = key_of(descriptions[c].pattern);
  });
  result.orbit_offset.assign(1, 0);
  for (std::uint32_t c = 0; c < order.size(); ++c) {
    rank[order[c]] = c;
    const ClassDescription& description = descriptions[c];
    result.orbit_node.insert(result.orbit_node.end(), description.orbit_node.begin(), description.orbit_node.end());
    result.orbit_offset.push_back(static_cast<std::int64_t>(result.orbit_node.size()));
  }
  result.hits.assign(order.size(), 0);
  result.orbit_score.assign(result.orbit_node.size(), 0);
  return rank;
}

const SubgraphClass& SampleClassifier::classify(std::span<const Node> nodes) {
  const Pattern pattern = induced(target_, nodes);
  PatternKey key = key_of(pattern);
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  if (known_.size() >= kMostKnown) known_.clear();
  return known_.emplace(std::move(key), registry_.classify(pattern)).first->second;
}

void SeenAnchors::add(const SubgraphClass& found, std::span<const Node> nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    pairs_.push_back(
        (static_cast<std::uint64_t>(found.first_orbit + static_cast<std::uint32_t>(found.orbit[i])) << 32) |
        static_cast<std::uint32_t>(nodes[i]));
  if (pairs_.size() >= compact_at_) compact();
}

void SeenAnchors::absorb(SeenAnchors& other) {
  std::vector<std::uint64_t> both(pairs_.size() + other.pairs_.size());
  both.erase(std::ranges::set_union(pairs_, other.pairs_, both.begin()).out, both.end());
  pairs_ = std::move(both);
  other = {};
}

void SeenAnchors::score(const std::vector<std::uint32_t>& rank, SampledClasses& classes) {
  compact();
  std::vector<std::int64_t> position;  // of each orbit number in the result; classes come in the order of both
  for (const std::uint32_t c : rank)
    for (auto o = classes.orbit_offset[c]; o < classes.orbit_offset[c + 1]; ++o) position.push_back(o);
  for (const auto pair : pairs_) ++classes.orbit_score[position[pair >> 32]];
}

void SeenAnchors::compact() {
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  compact_at_ = std::max<std::size_t>(2 * pairs_.size(), 1 << 16);
}

}  // namespace spminer::sampling
