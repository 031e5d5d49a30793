#include "spminer/pattern/key.hh"

#include "spminer/base/random.hh"

namespace spminer::inline pattern {

PatternKey key_of(const Pattern& pattern) {
  PatternKey words;
  words.push_back(static_cast<std::uint64_t>(pattern.size) | (static_cast<std::uint64_t>(pattern.anchor + 1) << 8) |
                  (static_cast<std::uint64_t>(pattern.labeled()) << 16) |
                  (static_cast<std::uint64_t>(pattern.coded()) << 17));
  std::uint64_t word = 0;
  int used = 0;
  for (int i = 1; i < pattern.size; ++i) {
    for (int j = 0; j < i; ++j) {
      word |= static_cast<std::uint64_t>(pattern.adjacent(i, j)) << used;
      if (++used == 64) words.push_back(word), word = 0, used = 0;
    }
  }
  if (used != 0) words.push_back(word);
  for (const auto label : pattern.labels) words.push_back(static_cast<std::uint64_t>(label));
  if (pattern.coded())
    for (int i = 1; i < pattern.size; ++i)
      for_each_bit(pattern.rows[i] & (bit(i) - 1), [&](int j) { words.push_back(pattern.code(i, j)); });
  return words;
}

Pattern pattern_from_key(std::span<const std::uint64_t> words) {
  const std::uint64_t header = words[0];
  Pattern pattern = Pattern::empty(static_cast<int>(header & 0xff));
  pattern.anchor = static_cast<int>((header >> 8) & 0xff) - 1;
  std::size_t next = 1;
  int used = 0;
  for (int i = 1; i < pattern.size; ++i) {
    for (int j = 0; j < i; ++j) {
      if ((words[next] >> used) & 1) pattern.connect(i, j);
      if (++used == 64) ++next, used = 0;
    }
  }
  if (used != 0) ++next;
  if ((header >> 16) & 1)
    for (int i = 0; i < pattern.size; ++i) pattern.labels.push_back(static_cast<std::int32_t>(words[next++]));
  if ((header >> 17) & 1) {
    pattern.codes.assign(static_cast<std::size_t>(pattern.size) * pattern.size, kNoEdge);
    for (int i = 1; i < pattern.size; ++i)
      for_each_bit(pattern.rows[i] & (bit(i) - 1), [&](int j) { pattern.connect(i, j, words[next++]); });
  }
  return pattern;
}

std::size_t PatternKeyHash::operator()(const PatternKey& key) const {
  std::uint64_t hash = key.size();
  for (const auto word : key) hash = mix64(hash ^ word);
  return hash;
}

}  // namespace spminer::inline pattern
