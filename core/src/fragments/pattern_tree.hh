// Pattern trees: how patterns grow, edge by edge, and which edges there are to grow by.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "spminer/fragments/fragments.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::fragments {

/// An edge in the order of growth.  A forward edge brings a new node, which gets the next number; a backward one joins
/// two nodes that are there, and leads to the smaller number.
struct CodeEdge {
  int from = 0;
  int to = 1;
  std::int32_t from_label = 0;
  EdgeCode code = kPlainEdge;
  std::int32_t to_label = 0;

  bool forward() const { return to > from; }
  friend bool operator==(const CodeEdge&, const CodeEdge&) = default;
};

/// A pattern as its edges in the order of growth; node i is the i-th to appear.
using Sequence = std::vector<CodeEdge>;

int node_count(const Sequence& edges);
Sequence extended(const Sequence& edges, const CodeEdge& next);
/// The pattern of a sequence, with labels and codes if wanted.
Pattern to_pattern(const Sequence& edges, bool labeled, bool coded);

/// A kind of edge as seen from one end, and how frequent it is.
struct EdgeKind {
  EdgeCode code = kPlainEdge;
  std::int32_t to_label = 0;
  std::int64_t support = 0;
};

/// All kinds of edges of a target.
class Vocabulary {
 public:
  void add(std::int32_t label, EdgeCode code, std::int32_t other, std::int64_t support);
  const std::vector<EdgeKind>& from(std::int32_t label) const;

 private:
  std::map<std::int32_t, std::vector<EdgeKind>> kinds_;
};

/// What may be added to a pattern.
struct PatternLimits {
  int max_nodes = kMaxPatternNodes;
  int max_edges = 0;  ///< 0: no limit
  bool labeled = false, coded = false;
};

/// A miner's way through all patterns: a tree in which every connected pattern is one node.
class PatternTree {
 public:
  PatternTree(const Vocabulary& vocabulary, const PatternLimits& limits) : vocabulary_(vocabulary), limits_(limits) {}
  virtual ~PatternTree() = default;

  /// Says whether an extension is worth the cost of a canonical form.
  using Filter = std::function<bool(const EdgeKind&, const CodeEdge&)>;

  /// The edges that lead from a pattern to its children and that pass the filter.  Safe to call from several threads.
  virtual std::vector<CodeEdge> children(const Sequence& parent, const Filter& admits) const = 0;
  /// Whether descendants may have more nodes than the pattern has.
  virtual bool gains_nodes(const Sequence& edges) const = 0;

 protected:
  bool full(const Sequence& edges) const {
    return limits_.max_edges != 0 && static_cast<int>(edges.size()) >= limits_.max_edges;
  }
  Pattern pattern(const Sequence& edges) const { return to_pattern(edges, limits_.labeled, limits_.coded); }

  const Vocabulary& vocabulary_;
  const PatternLimits limits_;
};

std::unique_ptr<PatternTree> gspan_tree(const Vocabulary& vocabulary, const PatternLimits& limits);
std::unique_ptr<PatternTree> gaston_tree(const Vocabulary& vocabulary, const PatternLimits& limits);

/// Every edge that can be added to a pattern, whatever the miner's order: what closedness is judged by.
std::vector<CodeEdge> all_extensions(const Sequence& edges, const Vocabulary& vocabulary, std::int64_t support);

}  // namespace spminer::fragments
