// How often fragments occur, and the little that is remembered of where.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fragments/pattern_tree.hh"
#include "spminer/base/bits.hh"

namespace spminer::fragments {

/// Where a pattern occurs.  The lists only save work: without them every answer is the same.
///
/// Transactions: one list per graph that contains the pattern, of all embeddings or a few, each the images of nodes
/// 0, 1, ..  Images: one list per pattern node, of all nodes it is mapped to.
struct Occurrences {
  std::int64_t support = 0;
  BitSet graphs;                     ///< transactions: the ranks of the graphs
  std::vector<std::uint32_t> first;  ///< where each list starts in `nodes`, and the end; empty: no lists
  std::vector<Node> nodes;
  std::vector<bool> whole;  ///< transactions: whether a list has every embedding

  std::span<const Node> list(std::size_t i) const {
    return std::span(nodes).subspan(first[i], first[i + 1] - first[i]);
  }
  void add_list(std::span<const Node> entries, bool has_all);
  std::uint64_t bytes() const;
  void forget_lists();
};

/// A pattern of one edge.
struct EdgeOccurrences {
  CodeEdge edge;
  Occurrences where;
};

class SupportCounter {
 public:
  virtual ~SupportCounter() = default;

  /// All kinds of edges, the smaller label first.
  virtual std::vector<EdgeOccurrences> edges() const = 0;
  /// Occurrences of a pattern, which are among those of the pattern without its last edge.  Nothing if there are fewer
  /// than `at_least`, or if the control ended the search.
  virtual std::optional<Occurrences> extend(const Sequence& child, const Occurrences& parent,
                                            std::int64_t at_least) const = 0;
  /// Fills lists that were forgotten.
  virtual void rebuild_lists(const Sequence& edges, Occurrences& where) const = 0;
};

std::unique_ptr<SupportCounter> transaction_counter(const MatchIndex& index, std::span<const std::int64_t> offsets,
                                                    Control& control);
std::unique_ptr<SupportCounter> image_counter(const MatchIndex& index, Control& control);

/// All kinds of edges of a target, the smaller label first, in order.
struct EdgeKinds {
  explicit EdgeKinds(const Target& target);
  /// Number of a kind among them.
  int id(std::int32_t from, EdgeCode code, std::int32_t to) const;

  std::vector<CodeEdge> kinds;
};

}  // namespace spminer::fragments
