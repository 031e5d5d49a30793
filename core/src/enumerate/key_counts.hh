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

    /// Room for so many more keys.
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

}  // namespace spminer::enumerate
