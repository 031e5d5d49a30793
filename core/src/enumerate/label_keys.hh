// Keys of labeled subgraphs: the number of the shape, its labels and its edge codes in one integer, so that a class
// needs no canonical form, and no memory, before it matters.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "enumerate/classes.hh"
#include "spminer/base/int128.hh"
#include "spminer/base/random.hh"
#include "spminer/enumerate/enumerate.hh"

namespace spminer::enumerate {

/// The distinct labels of a target, numbered from 0.
class LabelTable {
 public:
  explicit LabelTable(const Target& target);
  int id(std::int32_t label) const;
  std::int32_t label(int id) const { return labels_[id]; }
  int count() const { return static_cast<int>(labels_.size()); }

 private:
  std::vector<std::int32_t> labels_;  // sorted; a single 0 if there are none
};

/// Bits of each field of a key, from the lowest: shape, codes of the shape's edges (the last one lowest), labels by
/// position (the last one lowest).
struct KeyLayout {
  static constexpr int kShapeBits = 8;  // there are 143 connected graphs of up to six nodes
  int size, label_bits, code_bits;

  KeyLayout(int nodes, int labels, int codes);
  int bits() const { return kShapeBits + all_code_bits() + size * label_bits; }
  /// Of all codes that a shape can have.
  int all_code_bits() const { return size * (size - 1) / 2 * code_bits; }

  template <typename Word>
  static std::uint32_t shape(Word key) {
    return static_cast<std::uint32_t>(key & ((1u << kShapeBits) - 1));
  }
  template <typename Word>
  int label(Word key, int position) const {
    return field(key, kShapeBits + all_code_bits() + label_bits * (size - 1 - position), label_bits);
  }
  /// Of edge number `edge` of that many.
  template <typename Word>
  int code(Word key, int edge, int edges) const {
    return field(key, kShapeBits + code_bits * (edges - 1 - edge), code_bits);
  }

 private:
  template <typename Word>
  static int field(Word key, int shift, int bits) {
    return bits == 0 ? 0 : static_cast<int>((key >> shift) & ((Word{1} << bits) - 1));
  }
};

inline std::uint64_t hash_of(std::uint64_t key) { return mix64(key); }
inline std::uint64_t hash_of(UInt128 key) {
  return mix64(static_cast<std::uint64_t>(key) ^ mix64(static_cast<std::uint64_t>(key >> 64)));
}

/// A number for each position of a shape.
using Positions = std::array<std::uint8_t, kMaxTallySize>;

/// A connected graph without labels: which arrangements of labels on it are equal.
struct Shape {
  using Pair = std::pair<std::uint8_t, std::uint8_t>;
  std::vector<Pair> edges;  ///< i < j
  /// Twins are positions that can be swapped with no other change.  Comparisons that put labels in order among them:
  std::vector<Pair> sorting;
  std::vector<Pair> next_twins;    ///< pairs that follow each other in that order
  std::vector<Positions> orders;   ///< all automorphisms
  std::vector<Positions> leading;  ///< of those that differ by swaps of twins only, one

  explicit Shape(const Pattern& pattern);
};

/// Code numbers of all pairs of a few nodes, each as seen from the first.
using CodeMatrix = std::array<std::array<std::uint16_t, kMaxTallySize>, kMaxTallySize>;

/// The nodes of a subgraph by their positions in its shape: the number of the label of each, and in the lowest bits its
/// own, below the size.
class Arrangement {
 public:
  void place(int position, int node, std::int32_t label) {
    nodes_[position] = (static_cast<std::uint32_t>(label) << kNodeBits) | static_cast<std::uint32_t>(node);
  }
  int node(int position) const { return static_cast<int>(nodes_[position] & ((1u << kNodeBits) - 1)); }
  std::uint32_t label(int position) const { return nodes_[position] >> kNodeBits; }
  void sort(int first, int second) {
    const auto [less, more] = std::minmax(nodes_[first], nodes_[second]);
    const std::uint32_t smaller = less, larger = more;
    nodes_[first] = smaller;
    nodes_[second] = larger;
  }
  Arrangement in(const Positions& order, int size) const {
    Arrangement result;
    for (int i = 0; i < size; ++i) result.nodes_[i] = nodes_[order[i]];
    return result;
  }

 private:
  static constexpr int kNodeBits = 3;
  std::array<std::uint32_t, kMaxTallySize> nodes_;
};

/// Makes keys, equal if and only if the subgraphs are isomorphic.  One per thread.
template <typename Word>
class KeyMaker {
 public:
  KeyMaker(const ClassTable& shapes, const KeyLayout& layout) : table_(shapes), layout_(layout) {}

  /// The key of a subgraph of this shape; codes are by node.  On return the arrangement is the one that made the key.
  Word make(std::uint32_t shape_id, Arrangement& nodes, const CodeMatrix& codes) {
    const Shape& shape = this->shape(shape_id);
    for (const auto& [first, second] : shape.sorting) nodes.sort(first, second);
    const auto& orders = twins_matter(shape, nodes) ? shape.orders : shape.leading;
    Word least = word(shape, nodes, codes);  // the first order changes nothing
    if (orders.size() > 1) {
      Arrangement best = nodes;
      for (std::size_t i = 1; i < orders.size(); ++i) {
        const Arrangement other = nodes.in(orders[i], layout_.size);
        const Word own = word(shape, other, codes);
        if (own < least) least = own, best = other;
      }
      nodes = best;
    }
    return (least << KeyLayout::kShapeBits) | shape_id;
  }

 private:
  /// Whether the codes of edges may tell twins apart whose labels are equal.
  bool twins_matter(const Shape& shape, const Arrangement& nodes) const {
    return layout_.code_bits > 0 &&
           std::any_of(shape.next_twins.begin(), shape.next_twins.end(),
                       [&](const auto& pair) { return nodes.label(pair.first) == nodes.label(pair.second); });
  }

  Word word(const Shape& shape, const Arrangement& nodes, const CodeMatrix& codes) const {
    Word result = 0;
    for (int i = 0; i < layout_.size; ++i) result = (result << layout_.label_bits) | nodes.label(i);
    if (layout_.code_bits == 0) return result;
    Word all_codes = 0;
    for (const auto& [i, j] : shape.edges)
      all_codes = (all_codes << layout_.code_bits) | codes[nodes.node(i)][nodes.node(j)];
    return (result << layout_.all_code_bits()) | all_codes;
  }

  const Shape& shape(std::uint32_t id) {
    if (id >= shapes_.size()) shapes_.resize(id + 1);
    if (shapes_[id] == nullptr) shapes_[id] = std::make_unique<Shape>(table_.pattern(id));
    return *shapes_[id];
  }

  const ClassTable& table_;
  KeyLayout layout_;
  std::vector<std::unique_ptr<Shape>> shapes_;
};

/// Reads keys.
template <typename Word>
class KeyReader {
 public:
  KeyReader(const ClassTable& shapes, const KeyLayout& layout, const LabelTable& labels, const CodeTable& codes)
      : shapes_(shapes), layout_(layout), labels_(labels), codes_(codes) {}

  const KeyLayout& layout() const { return layout_; }
  /// The pattern of a key, its nodes in the order of the shape's positions; with labels if `labeled`.
  Pattern pattern(Word key, bool labeled) const {
    const Pattern shape = shapes_.pattern(KeyLayout::shape(key));
    Pattern result = Pattern::empty(shape.size);
    const int edges = shape.edges();
    int edge = 0;
    for (int i = 0; i < shape.size; ++i) {
      if (labeled) result.labels.push_back(labels_.label(layout_.label(key, i)));
      for_each_bit(shape.rows[i] & ~(bit(i + 1) - 1), [&](int j) {
        if (layout_.code_bits > 0)
          result.connect(i, j, codes_.code(layout_.code(key, edge++, edges)));
        else
          result.connect(i, j);
      });
    }
    return result;
  }

 private:
  const ClassTable& shapes_;
  KeyLayout layout_;
  const LabelTable& labels_;
  const CodeTable& codes_;
};

}  // namespace spminer::enumerate
