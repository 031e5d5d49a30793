// Chosen classes: those of many whose anchors are collected, each in room that its count says it needs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.hh"
#include "enumerate/label_keys.hh"
#include "spminer/pattern/key.hh"

namespace spminer::enumerate {

/// A class by its key, and how many subgraphs it has.
template <typename Word>
struct CountedKey {
  Word key;
  std::uint64_t count;
};

/// The nodes of a graph by label: how many there are of each, and which of them a node is.
struct LabeledNodes {
  std::vector<std::int32_t> label;   ///< number of each node's label
  std::vector<std::uint32_t> rank;   ///< of each node among those with its label
  std::vector<std::uint32_t> count;  ///< nodes of each label

  LabeledNodes(const LocalGraph& graph, const LabelTable& labels);
};

/// Sets of anchors.  All anchors of an orbit have one label, so that a bit for each node of that label makes a set;
/// where a list is shorter, it is a list, as long as the count of the class allows.
template <typename Word>
class ChosenClasses {
 public:
  ChosenClasses(std::vector<CountedKey<Word>> chosen, const KeyReader<Word>& reader, bool labeled,
                const LabeledNodes& nodes, int threads);

  std::size_t size() const { return chosen_.size(); }
  std::uint64_t bytes() const;
  /// Makes room for the sets: bytes() of it.
  void open() {
    bits_.resize(bit_words_, 0);
    lists_.resize(list_entries_, 0);
  }

  /// False for most of the classes that were not chosen, from little memory.
  bool may_have(Word key) const {
    const std::uint64_t place = filter_place(key);
    return (filter_[place >> 6] >> (place & 63)) & 1;
  }

  static constexpr std::size_t kBatch = 16;
  /// A subgraph: its key, and the node at each position of that.
  struct Subgraph {
    Word key;
    std::array<Node, kMaxTallySize> nodes;
  };
  /// Notes those of at most kBatch subgraphs whose class was chosen.  Any thread.  Where more come than were counted,
  /// as after a count that was ended, some are left out.
  void add(std::span<const Subgraph> subgraphs) {
    // In steps, so that all of them wait for memory together.
    std::array<std::uint32_t, kBatch> found;
    for (const Subgraph& one : subgraphs) fetch_ahead(&slots_[hash_of(one.key) & (slots_.size() - 1)]);
    for (std::size_t i = 0; i < subgraphs.size(); ++i) {
      found[i] = find(subgraphs[i].key);
      if (found[i] != kNone) fetch_ahead(&orbits_[found[i]]);
    }
    for (std::size_t i = 0; i < subgraphs.size(); ++i)
      if (found[i] != kNone) fetch_ahead(&sets_[orbits_[found[i]].first]);
    for (std::size_t i = 0; i < subgraphs.size(); ++i) {
      if (found[i] == kNone) continue;
      const Orbits& orbits = orbits_[found[i]];
      for (int p = 0; p < size_; ++p) insert(sets_[orbits.first + orbits.of[p]], nodes_.rank[subgraphs[i].nodes[p]]);
    }
  }

  /// Counts the sets and gives up their room.
  void close(int threads);
  /// After close(): [0] subgraphs of a class, [1 + o] its anchors of orbit o, at least as many as one subgraph has
  /// there.
  std::span<const std::uint64_t> counters(std::size_t c) const {
    return std::span(counters_).subspan(orbits_[c].first + c, 1 + orbits_[c].count);
  }
  /// The key of a class's pattern in the canonical labeling.
  const PatternKey& name(std::size_t c) const { return names_[c]; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Slot {
    Word key = 0;
    std::uint32_t c = kNone;
  };
  struct Orbits {
    std::uint64_t first = 0;  // set
    Positions of{};           // orbit of each position
    std::uint8_t count = 0;
    std::uint8_t nodes(int orbit, int size) const;
  };
  struct Set {
    std::uint64_t begin;
    std::uint32_t room;  // words of bits, or entries of a list
    std::uint32_t used = 0;
    bool is_list;
  };

  // From the half of the hash that slots do not use.
  std::uint64_t filter_place(Word key) const { return (hash_of(key) >> 32) & (64 * filter_.size() - 1); }
  std::uint32_t find(Word key) const {
    for (std::size_t slot = hash_of(key) & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
      const Slot& found = slots_[slot];
      if (found.c == kNone || found.key == key) return found.c;
    }
  }
  void insert(Set& set, std::uint32_t rank) {
    if (set.is_list) {
      const std::uint32_t entry = __atomic_fetch_add(&set.used, 1, __ATOMIC_RELAXED);
      if (entry < set.room) lists_[set.begin + entry] = rank;
      return;
    }
    std::uint64_t& word = bits_[set.begin + (rank >> 6)];
    const std::uint64_t mark = std::uint64_t{1} << (rank & 63);
    // Most have been met before: then nothing is written that another thread reads.
    if ((__atomic_load_n(&word, __ATOMIC_RELAXED) & mark) == 0) __atomic_fetch_or(&word, mark, __ATOMIC_RELAXED);
  }
  void describe(std::size_t c, const KeyReader<Word>& reader, bool labeled);
  void lay_out(std::uint32_t c, const KeyLayout& layout);
  std::uint64_t members(const Set& set);

  int size_;
  const LabeledNodes& nodes_;
  std::vector<CountedKey<Word>> chosen_;
  std::vector<std::uint64_t> filter_;  // sixteen bits per class, of which its hash sets one
  std::vector<Slot> slots_;            // open addressing
  std::vector<PatternKey> names_;
  std::vector<Orbits> orbits_;
  std::vector<Set> sets_;
  std::uint64_t bit_words_ = 0, list_entries_ = 0;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> lists_;
  std::vector<std::uint64_t> counters_;
};

extern template class ChosenClasses<std::uint64_t>;
extern template class ChosenClasses<UInt128>;

}  // namespace spminer::enumerate
