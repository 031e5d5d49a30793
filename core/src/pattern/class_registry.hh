// Numbers for classes of patterns: 0, 1, ... in the order in which their keys first come.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spminer/base/random.hh"
#include "spminer/pattern/key.hh"

namespace spminer::inline pattern {

/// Any number of threads may use one; the order of numbers is then left to chance.
class ClassRegistry {
 public:
  /// The number of a key, and whether it is new.
  std::pair<std::uint32_t, bool> add(PatternKey key) {
    Shard& shard = shards_[mix64(PatternKeyHash{}(key)) % kShards];
    const std::lock_guard lock(shard.mutex);
    const auto [it, is_new] = shard.numbers.try_emplace(std::move(key), 0);
    if (is_new) it->second = append(it->first);
    return {it->second, is_new};
  }

  /// The key stays where it is, whatever is added.
  const PatternKey& key(std::uint32_t number) const {
    const auto [block, place] = place_of(number);
    return *blocks_[block][place];
  }
  /// All keys in the order of their numbers.
  std::vector<PatternKey> keys() const {
    std::vector<PatternKey> result;
    const std::uint32_t count = size();
    result.reserve(count);
    for (std::uint32_t number = 0; number < count; ++number) result.push_back(key(number));
    return result;
  }
  std::uint32_t size() const { return size_.load(std::memory_order_acquire); }
  /// A hash node (pointers, hash, key header, number), a bucket and a place in a block per key, and the keys.
  std::uint64_t bytes() const { return key_bytes_.load(std::memory_order_relaxed) + std::uint64_t{size()} * 80; }

 private:
  static constexpr std::size_t kShards = 64;
  static constexpr int kFirstBits = 8;  // the first block has 256 keys, each other one as many as all before it
  struct Shard {
    std::mutex mutex;
    std::unordered_map<PatternKey, std::uint32_t, PatternKeyHash> numbers;
  };

  static std::pair<int, std::uint32_t> place_of(std::uint32_t number) {
    const int block = std::max(static_cast<int>(std::bit_width(number)) - kFirstBits, 0);
    return {block, block == 0 ? number : number - (1u << (block + kFirstBits - 1))};
  }

  std::uint32_t append(const PatternKey& key) {
    const std::lock_guard lock(mutex_);
    const std::uint32_t number = size_.load(std::memory_order_relaxed);
    const auto [block, place] = place_of(number);
    if (place == 0) blocks_[block] = std::make_unique<const PatternKey*[]>(1u << (kFirstBits + std::max(block - 1, 0)));
    blocks_[block][place] = &key;
    key_bytes_.fetch_add(key.capacity() * sizeof(std::uint64_t), std::memory_order_relaxed);
    size_.store(number + 1, std::memory_order_release);
    return number;
  }

  std::array<Shard, kShards> shards_;
  std::mutex mutex_;  // of what follows, which those who know a number read without it
  std::array<std::unique_ptr<const PatternKey*[]>, 32 - kFirstBits + 1> blocks_;
  std::atomic<std::uint32_t> size_{0};
  std::atomic<std::uint64_t> key_bytes_{0};
};

}  // namespace spminer::inline pattern
