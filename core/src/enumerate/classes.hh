// Classes of subgraphs, and how adding a node leads from one to the next.
#pragma once

#include <cstdint>
#include <mutex>

#include "graph/components.hh"
#include "pattern/key_numbers.hh"
#include "spminer/base/int128.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::enumerate {

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

/// How a node joins a subgraph that is numbered by its canonical labeling: to which nodes, with which codes, and its
/// own label.
struct Attachment {
  std::uint32_t mask = 0;
  std::int32_t label = 0;
  UInt128 codes = 0;  ///< code number to each node, code_bits apiece

  friend bool operator==(const Attachment&, const Attachment&) = default;
};

/// Where an attachment leads.
struct Transition {
  std::uint32_t next = 0;   ///< class of the larger subgraph
  std::uint8_t orbits = 0;  ///< number of its orbits
  Nibbles label;            ///< label in the larger class of each label in the smaller one, and of the new node last
  Nibbles orbit;            ///< orbit number of each label in the smaller class, and of the new node last
};

/// All classes met so far, of all sizes up to the one enumerated.  Shared by all threads.
class ClassTable {
 public:
  /// Whether classes tell node labels, and codes of edges, apart.
  ClassTable(bool labeled, bool coded, const CodeTable& codes, int code_bits);

  /// Class of a single node.
  std::uint32_t single(std::int32_t label);
  /// Works out a transition: one canonical form.
  Transition extend(std::uint32_t from, const Attachment& attachment);

  /// Key of a class's pattern in the canonical labeling.  Not while other threads extend.
  const PatternKey& key(std::uint32_t id) const { return numbers_.key(id); }
  /// A copy of it, at any time.
  PatternKey key_copy(std::uint32_t id) const;
  /// The pattern itself, at any time.
  Pattern pattern(std::uint32_t id) const;
  std::uint64_t bytes() const;

 private:
  std::uint32_t number(const Pattern& canonical);

  bool labeled_, coded_;
  const CodeTable& codes_;
  int code_bits_;
  mutable std::mutex mutex_;
  KeyNumbers numbers_;
};

}  // namespace spminer::enumerate
