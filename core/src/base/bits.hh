// Sets of up to 64 * W local nodes as words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace spminer::match {

using Word = std::uint64_t;

template <int W>
struct Bits {
  std::array<Word, W> words{};

  static Bits load(const Word* from) {
    Bits bits;
    for (int i = 0; i < W; ++i) bits.words[i] = from[i];
    return bits;
  }
  static Bits first(int n) {
    Bits bits;
    for (int i = 0; i < W; ++i) {
      const int left = n - 64 * i;
      bits.words[i] = left >= 64 ? ~Word{0} : left > 0 ? (Word{1} << left) - 1 : 0;
    }
    return bits;
  }
  /// All numbers below n.
  static Bits below(int n) { return first(n); }
  static Bits above(int n) { return ~first(n + 1); }

  bool test(int i) const { return (words[i >> 6] >> (i & 63)) & 1; }
  void set(int i) { words[i >> 6] |= Word{1} << (i & 63); }
  void reset(int i) { words[i >> 6] &= ~(Word{1} << (i & 63)); }

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

}  // namespace spminer::match
