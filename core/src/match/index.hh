// What a MatchIndex holds.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "match/narrow.hh"
#include "match/node_signature.hh"
#include "spminer/base/bits.hh"
#include "spminer/graph/target.hh"
#include "spminer/match/match.hh"

namespace spminer::match {

/// Components of at most this many nodes are searched with bitmaps.
inline constexpr Node kMaxDenseNodes = 512;

/// Components of at most this many have bitmaps too, made when a root of one is hard.
inline constexpr Node kMaxWideNodes = 4096;

/// Words per row of these for n nodes.
inline constexpr int kWideWords = 32;
constexpr int wide_words(Node n) { return n > kWideWords * 64 ? kMaxWideNodes / 64 : kWideWords; }

/// Words per bitmap row for n nodes: 1, 2, 4 or 8, or 0 for too many.
constexpr int row_words(Node n) { return n > kMaxDenseNodes ? 0 : n > 256 ? 8 : n > 128 ? 4 : n > 64 ? 2 : 1; }

/// Nodes grouped by component; within a component in ascending order, so that local order is node order.
struct IndexData {
  explicit IndexData(const Target& target, int threads = 1);
  IndexData(const Target& target, std::span<const Node> anchors);
  IndexData(const Target& target, const KnownParts& known);

  Node components() const { return static_cast<Node>(first.size()) - 1; }
  Node component_size(Node c) const { return first[c + 1] - first[c]; }
  bool dense(Node c) const { return component_size(c) <= kMaxDenseNodes; }
  /// Number of u within its component.
  Node local(Node u) const { return rank[u] - first[component[u]]; }
  /// Bitmaps of a component that is not dense: wide_words(size) words per node.
  const Word* wide_rows(Node c) const;

  const Target* target;
  std::vector<Node> component;            ///< of each node
  std::vector<Node> first;                ///< first rank of each component
  std::vector<Node> members;              ///< node of each rank
  std::vector<Node> rank;                 ///< of each node: components one after the other
  std::vector<NodeSignature> signatures;  ///< by rank
  std::vector<std::int64_t> row_at;       ///< first word of each dense component's bitmap
  std::vector<Word> rows;                 ///< bitmaps: row_words(size) words per node
  mutable PartCache parts;                ///< what earlier patterns found, for the next one

 private:
  void group_by_component();
  void group_by(std::span<const Node> component_of_node);
  void take_signatures(std::span<const NodeSignature> by_node);
  void fill_rows();
  void fill_component(Node c, int width, Word* rows) const;

  mutable std::mutex wide_mutex_;
  mutable std::map<Node, std::vector<Word>> wide_;  ///< by component
};

}  // namespace spminer::match
