// Classes of subgraphs, and how adding a node leads from one to the next.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "component.hh"
#include "spminer/int128.hh"
#include "spminer/pattern.hh"

namespace spminer {

using KeyWords = std::vector<std::uint64_t>;

struct KeyHash {
  std::size_t operator()(const KeyWords& words) const;
};

/// Sixteen numbers of four bits.
class Nibbles {
 public:
  constexpr Nibbles() = default;
  constexpr int operator[](int i) const { return static_cast<int>((word_ >> (4 * i)) & 15); }
  constexpr void set(int i, int value) {
    word_ = (word_ & ~(std::uint64_t{15} << (4 * i))) | (static_cast<std::uint64_t>(value) << (4 * i));
  }

 private:
  std::uint64_t word_ = 0;
};

/// How a node joins a subgraph whose nodes stand in canonical order: to which of them, with which codes, and its label.
struct Attachment {
  std::uint32_t mask = 0;
  std::int32_t label = 0;
  UInt128 codes = 0;  ///< code number to each position, code_bits apiece

  friend bool operator==(const Attachment&, const Attachment&) = default;
};

/// Where an attachment leads.
struct Transition {
  std::uint32_t next = 0;   ///< class of the larger subgraph
  std::uint8_t orbits = 0;  ///< number of its orbits
  Nibbles place;            ///< canonical position of each old position, and of the new node last
  Nibbles orbit;            ///< orbit number of each old position, and of the new node last
};

/// All classes met so far, of all sizes up to the one enumerated.  Shared by all threads.
class ClassTable {
 public:
  ClassTable(const Target& target, const CodeTable& codes, int code_bits);

  /// Class of a single node.
  std::uint32_t single(std::int32_t label);
  /// Works out a transition: one canonical form.
  Transition extend(std::uint32_t from, const Attachment& attachment);

  /// Key and orbits (smallest canonical position of each) of a class.  Not while other threads extend.
  const KeyWords& key(std::uint32_t id) const { return *classes_[id].key; }
  std::uint64_t bytes() const;

 private:
  struct Class {
    const KeyWords* key;
  };

  std::uint32_t intern(const Pattern& canonical);
  Pattern pattern(std::uint32_t id);

  bool labeled_, coded_;
  const CodeTable& codes_;
  int code_bits_;
  mutable std::mutex mutex_;
  std::unordered_map<KeyWords, std::uint32_t, KeyHash> ids_;
  std::deque<Class> classes_;
  std::uint64_t key_bytes_ = 0;
};

}  // namespace spminer
