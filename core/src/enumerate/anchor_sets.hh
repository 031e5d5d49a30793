// Anchor sets: which nodes of a component were met in each orbit, the sets behind anchored frequencies.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.hh"
#include "enumerate/classes.hh"
#include "spminer/base/bits.hh"
#include "spminer/enumerate/enumerate.hh"
#include "spminer/graph/target.hh"

namespace spminer::enumerate {

/// Both frequencies of every class over finished components: for each class its subgraphs, then one count per orbit.
class Totals {
 public:
  /// The counters of a class: [0] subgraphs, [1 + o] anchors of orbit o.
  std::uint64_t* counters(std::uint32_t class_id, int orbits);
  void absorb(const Totals& other);
  /// Calls f(class, counters, orbits) for every class.
  template <typename F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const auto end = i + 1 < seen_.size() ? offset_[seen_[i + 1]] : counters_.size();
      const auto begin = offset_[seen_[i]];
      f(seen_[i], std::span(counters_).subspan(begin, end - begin));
    }
  }
  std::uint64_t bytes() const { return counters_.capacity() * 8 + offset_.capacity() * 8 + seen_.capacity() * 4; }
  /// Of that, what is kept of the classes seen, whatever their numbers are.
  std::uint64_t kept_bytes() const { return counters_.size() * 8 + seen_.size() * 12; }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  std::vector<std::uint64_t> offset_;  // by class
  std::vector<std::uint32_t> seen_;    // in the order of their counters
  std::vector<std::uint64_t> counters_;
};

/// Sets of local nodes by class and orbit, for one component at a time.  Small components keep one bit per node and
/// orbit of every class seen; large ones keep 64-node pages where there is something to keep.  The pages of a class are
/// found by its directory, one entry for each 64 nodes, or by a hash table where that would be long.
class AnchorSets {
 public:
  /// Begins a component of `nodes` nodes.
  void reset(Node nodes) {
    words_ = static_cast<Node>(words_for(nodes));
    dense_ = words_ <= kMostDenseWords;
    listed_ = !dense_ && words_ <= kMostListedWords;
  }
  /// Begins the union of many components, whose words others number.
  void reset_paged() {
    words_ = kMostListedWords + 1;
    dense_ = listed_ = false;
  }

  /// Notes one subgraph of a class: node i of `nodes` (local numbers) sits in orbit orbit[i].
  [[gnu::always_inline]] void add(std::uint32_t class_id, int orbits, const Node* nodes, Nibbles orbit, int size) {
    if (!dense_) return add_paged(class_id, orbits, nodes, orbit, size);
    std::uint64_t* slot = dense_slot(class_id, orbits);
    ++slot[0];
    if (words_ == 1) {
      for (int i = 0; i < size; ++i) slot[1 + orbit[i]] |= mask_of(nodes[i]);
    } else {
      for (int i = 0; i < size; ++i) set_bit(slot + 1 + orbit[i] * words_, nodes[i]);
    }
  }

  void prefetch(std::uint32_t class_id) const {
    if ((dense_ || listed_) && class_id < slot_.size() && slot_[class_id] != 0) fetch_ahead(&bits_[slot_[class_id]]);
  }

  /// Unites the sets of the same component with another thread's.
  void absorb(const AnchorSets& other);
  /// Adds subgraphs of a class whose nodes come otherwise.
  void add_subgraphs(std::uint32_t class_id, int orbits, std::uint64_t count) {
    *dense_slot(class_id, orbits) += count;
  }
  /// Unites 64 nodes of each orbit of a class with these; not of small components.
  void unite(std::uint32_t class_id, std::uint32_t word, std::span<const std::uint64_t> bits);
  /// Calls f(class, orbits, subgraphs) for every class.
  template <typename F>
  void for_each_class(F&& f) const {
    for (const auto& [class_id, orbits] : seen_) f(class_id, orbits, bits_[slot_[class_id]]);
  }
  /// Calls f(class, word, bits) for every 64 nodes that some orbit of a class has: a word of bits per orbit.
  template <typename F>
  void for_each_word(F&& f) const;

  /// Adds the sizes of all sets to the totals.
  void count(Totals& totals) const;
  /// The same, and clears the component.
  void flush(Totals& totals);
  /// Forgets the component.
  void clear();

  std::uint64_t bytes() const;
  /// Of that, what is kept of the component at hand.
  std::uint64_t kept_bytes() const { return bits_.size() * 8 + used_pages_ * sizeof(Page); }

 private:
  static constexpr Node kMostDenseWords = 16, kMostListedWords = 64;
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
  struct Seen {
    std::uint32_t class_id;
    std::int32_t orbits;
  };
  struct Page {
    std::uint64_t key = kNoKey;  // class and word number
    std::uint64_t slot = 0;
  };

  std::uint64_t* dense_slot(std::uint32_t class_id, int orbits) {
    if (class_id >= slot_.size() || slot_[class_id] == 0) open(class_id, orbits);
    return &bits_[slot_[class_id]];
  }
  void open(std::uint32_t class_id, int orbits);
  void add_paged(std::uint32_t class_id, int orbits, const Node* nodes, Nibbles orbit, int size);
  std::uint64_t* page(std::uint32_t class_id, int orbits, std::uint32_t word);
  Page& find_page(std::uint64_t key);
  void grow_pages();
  std::vector<int> orbits_by_class() const;
  std::uint64_t slot_words(int orbits) const {
    return 1 + (dense_ ? static_cast<std::uint64_t>(orbits) * words_ : listed_ ? words_ : 0);
  }
  /// Calls f(class, word, bits) for every page.
  template <typename F>
  void for_each_page(F&& f) const;

  Node words_ = 0;
  bool dense_ = true;
  bool listed_ = false;                    // a slot ends with its directory: where pages begin, 0 if there is none
  std::vector<std::uint64_t> slot_;        // by class: where its words begin; 0 if unseen
  std::vector<Seen> seen_;                 // classes in the order of their slots
  std::vector<std::uint64_t> bits_ = {0};  // slots and pages; the first word is never used
  std::vector<Page> pages_;
  std::size_t used_pages_ = 0;
};

template <typename F>
void AnchorSets::for_each_word(F&& f) const {
  if (dense_) {
    std::vector<std::uint64_t> word;
    for (const auto& [class_id, orbits] : seen_) {
      const std::uint64_t* sets = &bits_[slot_[class_id] + 1];
      for (Node w = 0; w < words_; ++w) {
        word.clear();
        std::uint64_t any = 0;
        for (int o = 0; o < orbits; ++o) any |= word.emplace_back(sets[o * words_ + w]);
        if (any != 0) f(class_id, static_cast<std::uint32_t>(w), std::span<const std::uint64_t>(word));
      }
    }
    return;
  }
  for_each_page(f);
}

template <typename F>
void AnchorSets::for_each_page(F&& f) const {
  if (listed_) {
    for (const auto& [class_id, orbits] : seen_)
      for (Node w = 0; w < words_; ++w)
        if (const auto at = bits_[slot_[class_id] + 1 + w]; at != 0)
          f(class_id, static_cast<std::uint32_t>(w), std::span(bits_).subspan(at, orbits));
    return;
  }
  const std::vector<int> orbits = orbits_by_class();
  for (const Page& page : pages_) {
    if (page.key == kNoKey) continue;
    const auto class_id = static_cast<std::uint32_t>(page.key >> 32);
    f(class_id, static_cast<std::uint32_t>(page.key), std::span(bits_).subspan(page.slot, orbits[class_id]));
  }
}

// What enumeration keeps of each subgraph: where its nodes are.

/// Keeps the nodes that each orbit of a class was met at.
class AnchorSink {
 public:
  void grow(int, const Attachment&, const Transition&) {}
  [[gnu::always_inline]] void count(const Attachment&, const Transition& last, const Node* nodes, int size) {
    sets_.add(last.next, last.orbits, nodes, last.orbit, size);
  }

  AnchorSets& sets() { return sets_; }
  Totals& totals() { return totals_; }
  /// Ends a component: adds the sizes of its sets to the totals.
  void flush() { sets_.flush(totals_); }
  bool full() const { return false; }
  std::uint64_t bytes() const { return sets_.bytes() + totals_.bytes(); }

 private:
  AnchorSets sets_;
  Totals totals_;
};

// The list of classes that an enumeration ends with, in an order that depends on them only.

/// A class as it was counted.
struct CountedClass {
  CountedClass(const PatternKey& canonical, std::span<const std::uint64_t> counts)
      : last_word(canonical.back()), key(&canonical), counters(counts) {}

  std::uint64_t last_word;                  // of the key: spares most comparisons a visit to it
  const PatternKey* key;                    // of its pattern in the canonical labeling
  std::span<const std::uint64_t> counters;  // [0] subgraphs, [1 + o] anchors of orbit o of that labeling
};

/// Sorts the classes and fills the result's arrays with them.
void list_classes(std::vector<CountedClass> classes, int threads, EnumerateResult& result);
/// The result that has all classes of the totals, by their numbers in the registry.
EnumerateResult list_totals(const Totals& totals, const ClassRegistry& classes, int threads);

}  // namespace spminer::enumerate
