#include "classes.hh"

#include "spminer/canonical.hh"
#include "spminer/random.hh"

namespace spminer {

std::size_t KeyHash::operator()(const KeyWords& words) const {
  std::uint64_t hash = words.size();
  for (const auto word : words) hash = mix64(hash ^ word);
  return hash;
}

ClassTable::ClassTable(const Target& target, const CodeTable& codes, int code_bits)
    : labeled_(target.labeled()), coded_(target.coded()), codes_(codes), code_bits_(code_bits) {}

std::uint32_t ClassTable::single(std::int32_t label) {
  Pattern pattern = Pattern::empty(1);
  if (labeled_) pattern.labels.push_back(label);
  if (coded_) pattern.codes.push_back(kNoEdge);
  return intern(pattern);
}

Transition ClassTable::extend(std::uint32_t from, const Attachment& attachment) {
  const Pattern old = pattern(from);
  Pattern grown = Pattern::empty(old.size + 1);
  if (labeled_) {
    grown.labels = old.labels;
    grown.labels.push_back(attachment.label);
  }
  if (coded_) grown.codes.assign(static_cast<std::size_t>(grown.size) * grown.size, kNoEdge);
  for (int i = 0; i < old.size; ++i)
    for_each_bit(old.rows[i] & (bit(i) - 1), [&](int j) {
      if (coded_)
        grown.connect(i, j, old.code(i, j));
      else
        grown.connect(i, j);
    });
  for_each_bit(attachment.mask, [&](int i) {
    if (coded_)
      grown.connect(old.size, i,
                    codes_.code(static_cast<int>(attachment.codes >> (code_bits_ * i)) & ((1 << code_bits_) - 1)));
    else
      grown.connect(old.size, i);
  });

  const Canonical canonical = canonicalise(grown);
  Transition transition;
  std::array<int, kMaxPatternNodes> number{};  // of the orbit whose first canonical position is the index
  std::array<int, kMaxPatternNodes> first{};   // that position, by the orbit's representative
  first.fill(kMaxPatternNodes);
  for (int i = 0; i < grown.size; ++i)
    first[canonical.orbit[i]] = std::min<int>(first[canonical.orbit[i]], canonical.position[i]);
  Row firsts = 0;
  for (int i = 0; i < grown.size; ++i) firsts |= bit(first[canonical.orbit[i]]);
  for_each_bit(firsts, [&](int place) { number[place] = transition.orbits++; });
  for (int i = 0; i < grown.size; ++i) {
    transition.place.set(i, canonical.position[i]);
    transition.orbit.set(i, number[first[canonical.orbit[i]]]);
  }
  transition.next = intern(permuted(grown, {canonical.position.begin(), canonical.position.begin() + grown.size}));
  return transition;
}

std::uint32_t ClassTable::intern(const Pattern& canonical) {
  KeyWords key = key_words(canonical);
  const std::lock_guard lock(mutex_);
  const auto [it, is_new] = ids_.try_emplace(std::move(key), static_cast<std::uint32_t>(classes_.size()));
  if (is_new) {
    classes_.push_back({&it->first});
    key_bytes_ += it->first.capacity() * sizeof(std::uint64_t);
  }
  return it->second;
}

Pattern ClassTable::pattern(std::uint32_t id) {
  const std::lock_guard lock(mutex_);
  return pattern_from_key(*classes_[id].key);
}

std::uint64_t ClassTable::bytes() const {
  const std::lock_guard lock(mutex_);
  // A hash node (pointers, hash, key header, id), a bucket and an entry of the deque per class.
  return key_bytes_ + classes_.size() * 80;
}

}  // namespace spminer
