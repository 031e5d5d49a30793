#include "spminer/pattern/key.hh"

#include <stdexcept>

#include "spminer/base/bits.hh"
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

namespace {

/// Words that a key with this header has, apart from those of the codes of edges.
std::size_t words_before_codes(std::uint64_t header) {
  const auto size = static_cast<std::size_t>(header & 0xff);
  return 1 + words_for(size * (size - 1) / 2) + ((header >> 16) & 1 ? size : 0);
}

std::int32_t checked_label(std::uint64_t word) {
  if (word > static_cast<std::uint64_t>(INT32_MAX)) throw std::invalid_argument("the key of a pattern has no label");
  return static_cast<std::int32_t>(word);
}

/// A code joins two nodes, by labels plus one.
void check_code(std::uint64_t word) {
  constexpr std::uint64_t kMost = std::uint64_t{INT32_MAX} + 1;
  if (word == kNoEdge || word >> 32 > kMost || (word & 0xffffffff) > kMost)
    throw std::invalid_argument("the key of a pattern has an edge that is none");
}

/// Keys may come from a file: nothing is read beyond their end.
void check_key(std::span<const std::uint64_t> words) {
  const auto damaged = [] { throw std::invalid_argument("the key of a pattern is damaged"); };
  if (words.empty()) damaged();
  const std::uint64_t header = words[0], size = header & 0xff, anchor = (header >> 8) & 0xff;
  if (size < 1 || size > kMaxPatternNodes || anchor > size || header >> 18 != 0) damaged();
  const bool coded = (header >> 17) & 1;
  const std::size_t least = words_before_codes(header);
  if (words.size() < least || (!coded && words.size() > least)) damaged();
  if (!coded) return;
  const std::size_t pairs = size * (size - 1) / 2;
  std::size_t edges = 0;
  for (std::size_t pair = 0; pair < pairs; ++pair) edges += test_bit(&words[1], pair);
  if (words.size() != least + edges) damaged();
}

}  // namespace

Pattern pattern_from_key(std::span<const std::uint64_t> words) {
  check_key(words);
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
    for (int i = 0; i < pattern.size; ++i) pattern.labels.push_back(checked_label(words[next++]));
  if ((header >> 17) & 1) {
    pattern.codes.assign(static_cast<std::size_t>(pattern.size) * pattern.size, kNoEdge);
    for (int i = 1; i < pattern.size; ++i)
      for_each_bit(pattern.rows[i] & (bit(i) - 1), [&](int j) {
        check_code(words[next]);
        pattern.connect(i, j, words[next++]);
      });
  }
  return pattern;
}

std::size_t PatternKeyHash::operator()(const PatternKey& key) const {
  std::uint64_t hash = key.size();
  for (const auto word : key) hash = mix64(hash ^ word);
  return hash;
}

}  // namespace spminer::inline pattern
