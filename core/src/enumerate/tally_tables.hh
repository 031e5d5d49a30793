// Counts of keys, for as many different ones as memory holds.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "base/memory.hh"
#include "enumerate/label_keys.hh"
#include "spminer/base/bits.hh"
#include "spminer/pattern/key.hh"

namespace spminer::enumerate {

/// Tables in parts, each small enough to stay near the processor while a thread adds a load of keys to it.
template <typename Word>
class KeyCounts {
 public:
  static constexpr std::size_t kParts = 256;
  static std::size_t part_of(Word key) { return hash_of(key) >> 56; }

  /// Counts keys of one part.  Any thread, at any time.
  void add(std::size_t part, std::span<const Word> keys) {
    Part& own = parts_[part];
    const std::lock_guard lock(own.mutex);
    const std::size_t before = own.entries.size();
    own.reserve(keys.size());
    if (own.entries.size() != before) bytes_ += (own.entries.size() - before) * sizeof(Entry);
    // A few at a time, so that they wait for memory together.
    for (constexpr std::size_t kBatch = 16; !keys.empty(); keys = keys.subspan(std::min(kBatch, keys.size()))) {
      const auto batch = keys.first(std::min(kBatch, keys.size()));
      for (const Word key : batch) fetch_ahead_to_write(&own.entries[own.slot(key)]);
      for (const Word key : batch) own.count(key);
    }
  }

  /// Calls f(key, count) for every key of a part.  Not while others add.
  template <typename F>
  void for_each(std::size_t part, F&& f) const {
    for (const Entry& entry : parts_[part].entries)
      if (entry.count != 0) f(entry.key, entry.count);
  }
  /// Number of different keys.  Not while others add.
  std::uint64_t size() const {
    std::uint64_t total = 0;
    for (const Part& part : parts_) total += part.used;
    return total;
  }
  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    Word key = 0;
    std::uint64_t count = 0;  // 0: free
  };

  /// Open addressing.
  struct Part {
    std::mutex mutex;
    std::vector<Entry> entries;
    std::size_t used = 0;

    /// Space for more keys.
    void reserve(std::size_t more) {
      std::size_t capacity = std::max<std::size_t>(entries.size(), 64);
      while ((used + more) * 3 > capacity * 2) capacity *= 2;
      if (capacity == entries.size()) return;
      std::vector<Entry> old(capacity);
      old.swap(entries);
      for (const Entry& entry : old)
        if (entry.count != 0) find(entry.key) = entry;
    }
    void count(Word key) {
      Entry& entry = find(key);
      entry.key = key;
      used += entry.count++ == 0;
    }
    std::size_t slot(Word key) const { return hash_of(key) & (entries.size() - 1); }
    Entry& find(Word key) {
      std::size_t i = slot(key);
      while (entries[i].count != 0 && entries[i].key != key) i = (i + 1) & (entries.size() - 1);
      return entries[i];
    }
  };

  std::array<Part, kParts> parts_;
  std::atomic<std::uint64_t> bytes_{0};
};

/// A thread's keys on their way to the counts.
template <typename Word>
class KeyBuffers {
 public:
  explicit KeyBuffers(KeyCounts<Word>& counts) : counts_(counts) {}

  void push(Word key) {
    const std::size_t part = KeyCounts<Word>::part_of(key);
    keys_[part * kLoad + sizes_[part]] = key;
    if (++sizes_[part] == kLoad) flush(part);
  }
  void flush() {
    for (std::size_t part = 0; part < sizes_.size(); ++part) flush(part);
  }
  std::uint64_t bytes() const { return keys_.size() * sizeof(Word); }

 private:
  static constexpr std::size_t kLoad = 256;

  void flush(std::size_t part) {
    if (sizes_[part] == 0) return;
    counts_.add(part, std::span(keys_).subspan(part * kLoad, sizes_[part]));
    sizes_[part] = 0;
  }

  KeyCounts<Word>& counts_;
  std::array<std::uint16_t, KeyCounts<Word>::kParts> sizes_{};
  std::vector<Word> keys_ = std::vector<Word>(KeyCounts<Word>::kParts * kLoad);  // a load for each part
};

// Chosen classes: those of many whose anchors are collected, each in memory of the size that its count needs.

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
  /// Allocates the sets: bytes() of memory.
  void open() {
    bits_.resize(bit_words_, 0);
    lists_.resize(list_entries_, 0);
  }

  /// False for most of the classes that were not chosen, from little memory.
  bool may_have(Word key) const { return test_bit(filter_.data(), filter_place(key)); }

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

  /// Counts the sets and frees their memory.
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
    set_shared(bits_[set.begin + word_of(rank)], mask_of(rank));
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
