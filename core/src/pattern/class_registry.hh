// Numbers for classes of patterns: 0, 1, ... in the order in which their keys first come.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spminer/pattern/key.hh"

namespace spminer::inline pattern {

/// Any number of threads may use one; the order of numbers is then left to chance.
class ClassRegistry {
 public:
  /// The number of a key, and whether it is new.
  std::pair<std::uint32_t, bool> add(PatternKey key) {
    const std::lock_guard lock(mutex_);
    const auto [it, is_new] = numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(keys_.size()));
    if (is_new) {
      keys_.push_back(&it->first);
      key_bytes_ += it->first.capacity() * sizeof(std::uint64_t);
    }
    return {it->second, is_new};
  }

  /// The key stays where it is, whatever is added.
  const PatternKey& key(std::uint32_t number) const {
    const std::lock_guard lock(mutex_);
    return *keys_[number];
  }
  /// All keys in the order of their numbers.
  std::vector<PatternKey> keys() const {
    const std::lock_guard lock(mutex_);
    std::vector<PatternKey> result;
    result.reserve(keys_.size());
    for (const PatternKey* key : keys_) result.push_back(*key);
    return result;
  }
  std::uint32_t size() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::uint32_t>(keys_.size());
  }
  /// A hash node (pointers, hash, key header, number), a bucket and an entry of the deque per key, and the keys.
  std::uint64_t bytes() const {
    const std::lock_guard lock(mutex_);
    return key_bytes_ + keys_.size() * 80;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<PatternKey, std::uint32_t, PatternKeyHash> numbers_;
  std::deque<const PatternKey*> keys_;
  std::uint64_t key_bytes_ = 0;
};

}  // namespace spminer::inline pattern
