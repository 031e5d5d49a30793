// Domains: the nodes of a target that each node of a pattern can be mapped to, as far as that is known beforehand.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/bits.hh"
#include "spminer/graph/target.hh"

namespace spminer::match {

/// A set of nodes of a target.
class NodeSet {
 public:
  NodeSet() = default;
  explicit NodeSet(Node nodes) : words_((static_cast<std::size_t>(nodes) + 63) / 64, 0) {}

  bool test(Node v) const { return (words_[static_cast<std::size_t>(v) >> 6] >> (v & 63)) & 1; }
  void set(Node v) { words_[static_cast<std::size_t>(v) >> 6] |= Word{1} << (v & 63); }
  void clear(Node v) { words_[static_cast<std::size_t>(v) >> 6] &= ~(Word{1} << (v & 63)); }
  NodeSet& operator&=(const NodeSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  NodeSet& operator|=(const NodeSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  int count() const {
    int total = 0;
    for (const Word word : words_) total += std::popcount(word);
    return total;
  }
  /// Calls f(v) for each member, lowest first; f may clear it.
  template <typename F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (Word word = words_[i]; word != 0; word &= word - 1)
        f(static_cast<Node>(64 * i) + static_cast<Node>(std::countr_zero(word)));
  }

 private:
  std::vector<Word> words_;
};

/// One set for each node of a pattern, and all of them together; or nothing, if nothing is known.
struct Domains {
  std::vector<NodeSet> of;
  NodeSet together;

  bool known() const { return !of.empty(); }
};

}  // namespace spminer::match
