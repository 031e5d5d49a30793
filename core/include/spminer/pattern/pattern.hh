// Patterns: small graphs as rows of bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/graph/target.hh"

namespace spminer::inline pattern {

inline constexpr int kMaxPatternNodes = 64;
inline constexpr int kNoAnchor = -1;

using Row = std::uint64_t;

constexpr Row bit(int i) { return Row{1} << i; }

/// Calls f(i) for each set bit i, lowest first.
template <typename F>
constexpr void for_each_bit(Row row, F&& f) {
  for (; row != 0; row &= row - 1) f(std::countr_zero(row));
}

/// One number for each node of a pattern; entries beyond its size mean nothing.
using NodeNumbers = std::array<std::int8_t, kMaxPatternNodes>;

/// A graph of at most 64 nodes.  rows[i] holds the skeleton neighbors of node i; labels and codes are
/// empty unless the pattern has node labels, or direction or edge labels.
struct Pattern {
  int size = 0;
  int anchor = kNoAnchor;
  std::array<Row, kMaxPatternNodes> rows{};
  std::vector<std::int32_t> labels;  ///< empty, or one label per node
  std::vector<EdgeCode> codes;       ///< empty, or size * size codes in row-major order

  /// A pattern of `nodes` nodes without edges.  Throws std::invalid_argument above kMaxPatternNodes.
  static Pattern empty(int nodes);

  bool adjacent(int i, int j) const { return (rows[i] >> j) & 1; }
  int degree(int i) const { return std::popcount(rows[i]); }
  int edges() const;
  Row all() const { return size == kMaxPatternNodes ? ~Row{0} : bit(size) - 1; }
  bool connected() const;

  bool labeled() const { return !labels.empty(); }
  bool coded() const { return !codes.empty(); }
  std::int32_t label(int i) const { return labels.empty() ? 0 : labels[i]; }
  EdgeCode code(int i, int j) const {
    if (codes.empty()) return adjacent(i, j) ? kPlainEdge : kNoEdge;
    return codes[i * size + j];
  }

  /// Joins i and j by a plain edge.
  void connect(int i, int j) {
    rows[i] |= bit(j);
    rows[j] |= bit(i);
  }
  /// Joins i and j with a code seen from i; the pattern becomes coded.
  void connect(int i, int j, EdgeCode code);

  friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// Whether swapping nodes i and j, and nothing else, keeps the pattern (its anchor apart) as it is.
bool interchangeable(const Pattern& pattern, int i, int j);

/// The pattern with node i of `pattern` renamed to position[i].
Pattern permuted(const Pattern& pattern, const std::vector<int>& position);
Pattern permuted(const Pattern& pattern, const NodeNumbers& position);

/// The pattern with a node more, joined to those of `mask`; `codes` has the code of each of these edges, seen from the
/// old node, if there are codes at all.
Pattern extended(const Pattern& pattern, Row mask, std::int32_t label, std::span<const EdgeCode> codes);

/// The pattern without a node; later nodes move down by one.  No anchor is left if the node was the anchor.
Pattern without_node(const Pattern& pattern, int node);

/// The subgraph of the target induced by `nodes` (at most 64, distinct), node i of the pattern being
/// nodes[i], with the target's labels and codes.
Pattern induced(const Target& target, std::span<const Node> nodes, int anchor = kNoAnchor);

// How a new node may be joined to a pattern.

/// Calls f for the sets of nodes that a node may be joined to, if the target joins it to those of `mask`: to all of
/// them in induced patterns, else to any of its subsets; of large sets, to the whole and to single nodes.
template <typename F>
void for_each_choice(Row mask, bool induced, F&& f) {
  constexpr int kSubsetNodes = 4;
  if (induced) return f(mask);
  if (std::popcount(mask) <= kSubsetNodes) {
    for (Row subset = mask; subset != 0; subset = (subset - 1) & mask) f(subset);
    return;
  }
  f(mask);
  for_each_bit(mask, [&](int i) { f(bit(i)); });
}

/// Calls f(codes) for the arcs that an edge-induced pattern may have where a directed target has those of `codes`: of
/// two opposite arcs both, or either alone; of many codes, all arcs alone.
template <typename F>
void for_each_choice_of_arcs(std::span<const EdgeCode> codes, F&& f) {
  constexpr std::size_t kChosenCodes = 4;
  constexpr EdgeCode kBackward = 0xffffffffU, kForward = ~kBackward;
  if (codes.size() > kChosenCodes) return f(codes);
  std::array<EdgeCode, kChosenCodes> chosen{};
  const auto choose = [&](const auto& again, std::size_t i) -> void {
    if (i == codes.size()) return f(std::span<const EdgeCode>(chosen).first(i));
    chosen[i] = codes[i];
    again(again, i + 1);
    if ((codes[i] & kForward) == 0 || (codes[i] & kBackward) == 0) return;
    for (const EdgeCode half : {kForward, kBackward}) {
      chosen[i] = codes[i] & half;
      again(again, i + 1);
    }
  };
  choose(choose, 0);
}

}  // namespace spminer::inline pattern
