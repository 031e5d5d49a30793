// Hash tables from the user's ids and names to consecutive numbers, in the order in which they first occur.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spminer/graph/target.hh"
#include "spminer/io/name_list.hh"

namespace spminer::io {

/// Open addressing with linear probing over the numbers given out so far; the keys themselves live outside.
class NumberTable {
 public:
  static constexpr Node kMostKeys = INT32_MAX - 1;

  /// The number whose key `matches`, or the next one; `is_new` tells which.
  template <typename Matches>
  Node find_or_add(std::uint64_t hash, Matches&& matches, bool& is_new) {
    for (std::size_t slot = hash & mask_;; slot = (slot + 1) & mask_) {
      if (slots_[slot] == kEmpty) {
        if (size_ == kMostKeys) throw std::length_error("more than 2^31 - 2 nodes");
        is_new = true;
        slots_[slot] = size_;
        return size_++;
      }
      if (matches(slots_[slot])) {
        is_new = false;
        return slots_[slot];
      }
    }
  }
  /// The number whose key `matches`, if there is one.
  template <typename Matches>
  std::optional<Node> find(std::uint64_t hash, Matches&& matches) const {
    std::size_t slot = hash & mask_;
    while (slots_[slot] != kEmpty && !matches(slots_[slot])) slot = (slot + 1) & mask_;
    return slots_[slot] == kEmpty ? std::nullopt : std::optional(slots_[slot]);
  }
  bool crowded() const { return static_cast<std::size_t>(size_) * 2 > slots_.size(); }
  /// Doubles the table; hash_of(number) gives the hash of a key.
  template <typename HashOf>
  void grow(HashOf&& hash_of) {
    slots_.assign(slots_.size() * 2, kEmpty);
    mask_ = slots_.size() - 1;
    for (Node number = 0; number < size_; ++number) {
      std::size_t slot = hash_of(number) & mask_;
      while (slots_[slot] != kEmpty) slot = (slot + 1) & mask_;
      slots_[slot] = number;
    }
  }
  Node size() const { return size_; }

 private:
  static constexpr Node kEmpty = -1;
  std::vector<Node> slots_ = std::vector<Node>(64, kEmpty);
  std::size_t mask_ = 63;
  Node size_ = 0;
};

/// 64-bit ids to numbers.
class IdTable {
 public:
  Node number(std::int64_t id) {
    bool is_new = false;
    const auto result = table_.find_or_add(hash(id), [&](Node other) { return ids_[other] == id; }, is_new);
    if (is_new) {
      ids_.push_back(id);
      if (table_.crowded()) table_.grow([&](Node other) { return hash(ids_[other]); });
    }
    return result;
  }
  std::optional<Node> find(std::int64_t id) const {
    return table_.find(hash(id), [&](Node other) { return ids_[other] == id; });
  }
  const std::vector<std::int64_t>& ids() const { return ids_; }

 private:
  // The finalizer of MurmurHash3: every input bit reaches every output bit.
  static std::uint64_t hash(std::int64_t id) {
    auto x = static_cast<std::uint64_t>(id);
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdULL;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
  }
  std::vector<std::int64_t> ids_;
  NumberTable table_;
};

/// Names to numbers; all names live in one string.
class NameTable {
 public:
  /// `is_new` tells whether the name was seen for the first time.
  Node number(std::string_view name, bool& is_new) {
    const auto hash = std::hash<std::string_view>{}(name);
    const auto result = table_.find_or_add(
        hash,
        [&](Node other) {
          return hashes_[other] == static_cast<std::uint32_t>(hash >> 32) && this->name(other) == name;
        },
        is_new);
    if (is_new) add(name, hash);
    return result;
  }
  Node number(std::string_view name) {
    bool is_new = false;
    return number(name, is_new);
  }
  std::string_view name(Node number) const {
    const auto i = static_cast<std::size_t>(number);
    return std::string_view(text_).substr(ends_[i], ends_[i + 1] - ends_[i]);
  }
  Node size() const { return table_.size(); }
  /// All names in the order of their numbers.
  NameList list() const { return {{text_.begin(), text_.end()}, {ends_.begin() + 1, ends_.end()}}; }

 private:
  void add(std::string_view name, std::uint64_t hash) {
    text_.append(name);
    ends_.push_back(text_.size());
    hashes_.push_back(static_cast<std::uint32_t>(hash >> 32));
    if (table_.crowded()) table_.grow([&](Node other) { return std::hash<std::string_view>{}(this->name(other)); });
  }

  std::string text_;
  std::vector<std::size_t> ends_ = {0};
  std::vector<std::uint32_t> hashes_;
  NumberTable table_;
};

}  // namespace spminer::io
