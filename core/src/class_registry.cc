#include "class_registry.hh"

#include <algorithm>
#include <numeric>

namespace spminer {

namespace {

/// Orbits are numbered by their first canonical position; returns how many there are.
std::uint32_t number_orbits(const Canonical& form, int size, Placement& placement) {
  std::array<int, kMaxPatternNodes> first;  // canonical position of each orbit, by the orbit's representative
  first.fill(kMaxPatternNodes);
  for (int i = 0; i < size; ++i) first[form.orbit[i]] = std::min<int>(first[form.orbit[i]], form.position[i]);
  Row firsts = 0;
  for (int i = 0; i < size; ++i) firsts |= bit(first[form.orbit[i]]);
  for (int i = 0; i < size; ++i)
    placement.orbit[i] = static_cast<std::uint8_t>(std::popcount(firsts & (bit(first[form.orbit[i]]) - 1)));
  return static_cast<std::uint32_t>(std::popcount(firsts));
}

}  // namespace

Placement ClassRegistry::place(const Pattern& pattern) {
  const Canonical form = canonicalise(pattern);
  Placement placement;
  const std::uint32_t orbits = number_orbits(form, pattern.size, placement);
  KeyWords key = key_words(permuted(pattern, {form.position.begin(), form.position.begin() + pattern.size}));
  const std::lock_guard lock(mutex_);
  const auto [it, is_new] = ids_.try_emplace(std::move(key), static_cast<std::uint32_t>(entries_.size()));
  if (is_new) {
    entries_.push_back({&it->first, orbits_});
    orbits_ += orbits;
    key_bytes_ += it->first.capacity() * sizeof(std::uint64_t);
  }
  placement.class_id = it->second;
  placement.first_orbit = entries_[it->second].first_orbit;
  return placement;
}

std::uint32_t ClassRegistry::classes() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::uint32_t>(entries_.size());
}

KeyWords ClassRegistry::key(std::uint32_t class_id) const {
  const std::lock_guard lock(mutex_);
  return *entries_[class_id].key;
}

std::uint64_t ClassRegistry::bytes() const {
  const std::lock_guard lock(mutex_);
  // A hash node (pointers, hash, key header, id), a bucket and an entry of the deque per class.
  return key_bytes_ + entries_.size() * 88;
}

std::vector<std::uint32_t> ClassRegistry::describe(SampledClasses& result) const {
  std::vector<std::uint32_t> order(entries_.size()), place(entries_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return *entries_[a].key < *entries_[b].key; });
  result.orbit_offset.assign(1, 0);
  for (std::uint32_t c = 0; c < order.size(); ++c) {
    place[order[c]] = c;
    result.keys.push_back(*entries_[order[c]].key);
    const Pattern pattern = pattern_from_key(result.keys.back());
    const Canonical form = canonicalise(pattern);
    for (int i = 0; i < pattern.size; ++i)
      if (form.orbit[i] == i) result.orbit_node.push_back(i);
    result.orbit_offset.push_back(static_cast<std::int64_t>(result.orbit_node.size()));
  }
  result.hits.assign(order.size(), 0);
  result.orbit_score.assign(result.orbit_node.size(), 0);
  return place;
}

const Placement& SampleClassifier::place(std::span<const Node> nodes) {
  const Pattern pattern = induced(target_, nodes);
  KeyWords key = key_words(pattern);
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  if (known_.size() >= kMostKnown) known_.clear();
  return known_.emplace(std::move(key), registry_.place(pattern)).first->second;
}

void SeenAnchors::add(const Placement& placement, std::span<const Node> nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    pairs_.push_back((static_cast<std::uint64_t>(placement.first_orbit + placement.orbit[i]) << 32) |
                     static_cast<std::uint32_t>(nodes[i]));
  if (pairs_.size() >= compact_at_) compact();
}

void SeenAnchors::absorb(SeenAnchors& other) {
  pairs_.insert(pairs_.end(), other.pairs_.begin(), other.pairs_.end());
  other = {};
  compact();
}

void SeenAnchors::score(const std::vector<std::uint32_t>& place, SampledClasses& classes) {
  compact();
  std::vector<std::int64_t> position;  // of each orbit number in the result; classes come in the order of both
  for (std::uint32_t id = 0; id < place.size(); ++id)
    for (auto o = classes.orbit_offset[place[id]]; o < classes.orbit_offset[place[id] + 1]; ++o) position.push_back(o);
  for (const auto pair : pairs_) ++classes.orbit_score[position[pair >> 32]];
}

void SeenAnchors::compact() {
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  compact_at_ = std::max<std::size_t>(2 * pairs_.size(), 1 << 16);
}

}  // namespace spminer
