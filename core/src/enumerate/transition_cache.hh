// Remembered transitions between classes: one probe instead of one canonical form.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "base/memory.hh"
#include "enumerate/classes.hh"
#include "spminer/base/random.hh"

namespace spminer::enumerate {

/// Class and attachment in one comparable value: a single word when nodes and edges are plain.
struct PlainKey {
  std::uint64_t word = 0;
  PlainKey() = default;
  PlainKey(std::uint32_t from, const Attachment& attachment)
      : word((static_cast<std::uint64_t>(from) << 32) | attachment.mask) {}
  std::uint64_t hash() const { return word * 0x9e3779b97f4a7c15ULL; }
  friend bool operator==(const PlainKey&, const PlainKey&) = default;
};

struct FullKey {
  std::uint32_t from = 0;
  Attachment attachment;
  FullKey() = default;
  FullKey(std::uint32_t class_id, const Attachment& a) : from(class_id), attachment(a) {}
  std::uint64_t hash() const {
    const auto low = static_cast<std::uint64_t>(attachment.codes),
               high = static_cast<std::uint64_t>(attachment.codes >> 64);
    const auto join = (static_cast<std::uint64_t>(from) << 32) | static_cast<std::uint32_t>(attachment.label);
    return mix64(mix64(join ^ (static_cast<std::uint64_t>(attachment.mask) << 16)) ^ low ^
                 (high * 0x9e3779b97f4a7c15ULL));
  }
  friend bool operator==(const FullKey&, const FullKey&) = default;
};

/// Open addressing; grows by doubling.  Pointers stay valid until the next insert().
template <typename Key>
class TransitionTable {
 public:
  TransitionTable() { resize(1 << 10); }

  void prefetch(const Key& key) const { fetch_ahead(&entries_[key.hash() >> shift_]); }

  /// The transition of a key, or nullptr.
  const Transition* find(const Key& key) const {
    for (std::size_t i = key.hash() >> shift_;; i = (i + 1) & (entries_.size() - 1)) {
      if (entries_[i].transition.next == kNone) return nullptr;
      if (entries_[i].key == key) return &entries_[i].transition;
    }
  }

  /// Adds a key that is not there yet.
  const Transition* insert(const Key& key, const Transition& transition) {
    if (++used_ * 3 > entries_.size() * 2) resize(entries_.size() * 2);
    Entry& entry = free_entry(key);
    entry = {key, transition};
    return &entry.transition;
  }

  std::uint64_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Entry {
    Key key;
    Transition transition{kNone, 0, {}, {}};
  };

  Entry& free_entry(const Key& key) {
    std::size_t i = key.hash() >> shift_;
    while (entries_[i].transition.next != kNone) i = (i + 1) & (entries_.size() - 1);
    return entries_[i];
  }

  void resize(std::size_t capacity) {
    std::vector<Entry> old(capacity);
    old.swap(entries_);
    shift_ = 64 - std::countr_zero(capacity);
    for (const Entry& entry : old)
      if (entry.transition.next != kNone) free_entry(entry.key) = entry;
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  int shift_ = 0;
};

/// Transitions that some thread has worked out, so that no other need do it again.
template <typename Key>
class SharedTransitions {
 public:
  explicit SharedTransitions(ClassTable& classes) : classes_(classes) {}

  Transition get(const Key& key, std::uint32_t from, const Attachment& attachment) {
    Shard& shard = shards_[key.hash() % kShards];  // low bits: the table uses the high ones
    {
      const std::lock_guard lock(shard.mutex);
      if (const Transition* known = shard.table.find(key)) return *known;
    }
    const Transition transition = classes_.extend(from, attachment);
    const std::lock_guard lock(shard.mutex);
    if (shard.table.find(key) == nullptr) shard.table.insert(key, transition);
    return transition;
  }

  std::uint64_t bytes() const {
    std::uint64_t total = 0;
    for (const Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      total += shard.table.bytes();
    }
    return total;
  }

 private:
  static constexpr std::size_t kShards = 64;
  struct Shard {
    mutable std::mutex mutex;
    TransitionTable<Key> table;
  };

  ClassTable& classes_;
  std::array<Shard, kShards> shards_;
};

/// A thread's own copy of the transitions it has used: a look-up takes no lock.
template <typename Key>
class TransitionCache {
 public:
  explicit TransitionCache(SharedTransitions<Key>& shared) : shared_(shared) {}

  void prefetch(const Key& key) const { own_.prefetch(key); }
  const Transition& find(std::uint32_t from, const Attachment& attachment) {
    const Key key(from, attachment);
    if (const Transition* known = own_.find(key)) return *known;
    return *own_.insert(key, shared_.get(key, from, attachment));
  }
  std::uint64_t bytes() const { return own_.bytes(); }

 private:
  SharedTransitions<Key>& shared_;
  TransitionTable<Key> own_;
};

}  // namespace spminer::enumerate
