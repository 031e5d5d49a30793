// Sets of numbers 0, 1, ... as bits of words: functions on plain words, and three types that own theirs.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace spminer::inline base {

using Word = std::uint64_t;
inline constexpr std::size_t kWordBits = 64;

/// Words of a set of numbers below n.
constexpr std::size_t words_for(std::size_t n) { return (n + kWordBits - 1) / kWordBits; }
/// The word that holds a number, and its bit there.
constexpr std::size_t word_of(std::size_t i) { return i / kWordBits; }
constexpr Word mask_of(std::size_t i) { return Word{1} << (i % kWordBits); }

constexpr bool test_bit(const Word* words, std::size_t i) { return (words[word_of(i)] >> (i % kWordBits)) & 1; }
constexpr void set_bit(Word* words, std::size_t i) { words[word_of(i)] |= mask_of(i); }
constexpr void clear_bit(Word* words, std::size_t i) { words[word_of(i)] &= ~mask_of(i); }

/// Sets a bit of a word that other threads set bits of.  Most are set already: then nothing is written, so that no
/// other thread's copy of the word becomes stale.
inline void set_shared(Word& word, Word mask) {
  if ((__atomic_load_n(&word, __ATOMIC_RELAXED) & mask) == 0) __atomic_fetch_or(&word, mask, __ATOMIC_RELAXED);
}

/// Calls f(i) for each member, lowest first; f may clear it.
template <typename F>
void for_each_member(std::span<const Word> words, F&& f) {
  for (std::size_t w = 0; w < words.size(); ++w)
    for (Word word = words[w]; word != 0; word &= word - 1)
      f(kWordBits * w + static_cast<std::size_t>(std::countr_zero(word)));
}

inline std::size_t count_members(std::span<const Word> words) {
  std::size_t total = 0;
  for (const Word word : words) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

/// Members that two sets of as many words have in common.
inline std::size_t count_common(const Word* a, const Word* b, std::size_t words) {
  std::size_t total = 0;
  for (std::size_t w = 0; w < words; ++w) total += static_cast<std::size_t>(std::popcount(a[w] & b[w]));
  return total;
}

/// A set of numbers below 64 * W, in registers.
template <int W>
struct Bits {
  std::array<Word, W> words{};

  static Bits load(const Word* from) {
    Bits bits;
    for (int i = 0; i < W; ++i) bits.words[i] = from[i];
    return bits;
  }
  /// All numbers below n.
  static Bits first(int n) {
    Bits bits;
    for (int i = 0; i < W; ++i) {
      const int left = n - 64 * i;
      bits.words[i] = left >= 64 ? ~Word{0} : left > 0 ? (Word{1} << left) - 1 : 0;
    }
    return bits;
  }
  static Bits above(int n) { return ~first(n + 1); }

  bool test(int i) const { return test_bit(words.data(), static_cast<unsigned>(i)); }
  void set(int i) { set_bit(words.data(), static_cast<unsigned>(i)); }
  void set(int i, bool member) { words[static_cast<unsigned>(i) / 64] |= Word{member} << (i % 64); }
  void clear(int i) { clear_bit(words.data(), static_cast<unsigned>(i)); }

  bool any() const {
    Word all = 0;
    for (int i = 0; i < W; ++i) all |= words[i];
    return all != 0;
  }
  int count() const {
    int total = 0;
    for (int i = 0; i < W; ++i) total += std::popcount(words[i]);
    return total;
  }

  Bits& operator&=(const Bits& other) {
    for (int i = 0; i < W; ++i) words[i] &= other.words[i];
    return *this;
  }
  Bits& operator|=(const Bits& other) {
    for (int i = 0; i < W; ++i) words[i] |= other.words[i];
    return *this;
  }
  friend bool operator==(const Bits&, const Bits&) = default;
  friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend Bits operator~(Bits a) {
    for (int i = 0; i < W; ++i) a.words[i] = ~a.words[i];
    return a;
  }

  /// Calls f(i) for each member, lowest first, until it returns true; says whether one did.
  template <typename F>
  bool any_of(F&& f) const {
    for (int i = 0; i < W; ++i)
      for (Word word = words[i]; word != 0; word &= word - 1)
        if (f(64 * i + std::countr_zero(word))) return true;
    return false;
  }
};

/// A set of numbers below a bound that is known when it is made.
class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(std::size_t bound) : words_(words_for(bound)) {}

  bool test(std::size_t i) const { return test_bit(words_.data(), i); }
  void set(std::size_t i) { set_bit(words_.data(), i); }
  void clear(std::size_t i) { clear_bit(words_.data(), i); }
  std::size_t count() const { return count_members(words_); }
  std::size_t count_common(const BitSet& other) const {
    return base::count_common(words_.data(), other.words_.data(), words_.size());
  }
  BitSet& operator&=(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
    return *this;
  }
  BitSet& operator|=(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  friend bool operator==(const BitSet&, const BitSet&) = default;

  /// Calls f(i) for each member, lowest first; f may clear it.
  template <typename F>
  void for_each(F&& f) const {
    for_each_member(words_, f);
  }
  std::vector<Word>& words() { return words_; }
  const std::vector<Word>& words() const { return words_; }

 private:
  std::vector<Word> words_;
};

/// A set of numbers below one bound for each of some rows; the words of a row lie together.
template <typename Allocator = std::allocator<Word>>
class BitMatrix {
 public:
  BitMatrix() = default;

  /// Makes all rows empty.
  void reset(std::size_t rows, std::size_t bound) {
    words_ = words_for(bound);
    bits_.assign(rows * words_, 0);
  }
  /// Words of a row.
  std::size_t words() const { return words_; }
  const Word* row(std::size_t i) const { return bits_.data() + i * words_; }
  Word* row(std::size_t i) { return bits_.data() + i * words_; }
  bool test(std::size_t i, std::size_t j) const { return test_bit(row(i), j); }
  void set(std::size_t i, std::size_t j) { set_bit(row(i), j); }

 private:
  std::size_t words_ = 0;
  std::vector<Word, Allocator> bits_;
};

}  // namespace spminer::inline base
