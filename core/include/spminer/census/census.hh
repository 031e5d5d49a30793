// The census: every connected induced subgraph of 3, 4 or 5 nodes counted, per node and orbit, without
// visiting the subgraphs one by one; in directed graphs those of 3 nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::census {

inline constexpr int kMinCensusSize = 3;
inline constexpr int kMaxCensusSize = 5;

struct CensusParams {
  int size = 4;           ///< nodes of the subgraphs, 3 to 5
  int threads = 0;        ///< 0 or less: every core
  bool per_node = false;  ///< whether to return the counts of each node, nodes x orbits of 64 bits
};

/// One anchored class: a node orbit of a connected graph.
struct CensusOrbit {
  Pattern pattern;                       ///< a representative; its anchor is node 0
  int graph_class = 0;                   ///< orbits of the same graph, anchor apart, share this number
  int nodes = 0;                         ///< how many nodes of the pattern are in the orbit
  std::uint64_t anchored_frequency = 0;  ///< nodes that sit in this orbit of some induced subgraph
  std::uint64_t graph_frequency = 0;     ///< induced subgraphs of this class, whatever the anchor

  friend bool operator==(const CensusOrbit&, const CensusOrbit&) = default;
};

struct CensusResult {
  bool complete = false;
  /// 3, 11 or 58 of them, fewest edges first; 30 of a directed target, as an enumeration orders them.  A stopped census
  /// has those that are certain: dense ones of size 5, or none.
  std::vector<CensusOrbit> orbits;
  std::vector<std::uint64_t> per_node;  ///< counts, row by node, column by orbit; only if wanted, of a complete census

  friend bool operator==(const CensusResult&, const CensusResult&) = default;
};

/// Counts all connected induced subgraphs of params.size nodes of a target without labels; of a directed one those of 3
/// nodes, whose pairs are then joined by an arc or by two.
///
/// Memory is O(nodes * orbits + edges), about 600 bytes a node and 68 an edge for size 5, 140 and 8 for size 4, plus
/// O(nodes + triangles of one node) per thread.  Size 4 is not slowed down by hubs; size 5 visits, from each node, all
/// nodes within two steps.  The counts do not depend on the number of threads.  The arithmetic is modulo 2^64, in which
/// intermediate sums may wrap around without harm.  Final counts cannot, because of refusing
/// (std::overflow_error) targets whose largest degree to the power size - 1 does not fit 64 bits.
/// Throws std::invalid_argument for other sizes and for targets with labels.
CensusResult census(const Target& target, const CensusParams& params, Control& control);

/// The longest pass of a census of 4 or 5 nodes, for a part of the roots at a time: so that others can count it.  The
/// target must outlive it; threads may share it.
class CensusParts {
 public:
  /// Size 5 needs the triangles, which are counted here.  A control that stops makes it useless.
  CensusParts(const Target& target, int size, int threads, Control& control);
  ~CensusParts();

  /// What the roots `first` to `last` - 1 add, as words, by one thread; nothing of use if the control stopped it.
  std::vector<std::uint64_t> count(Node first, Node last, Control& control) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// A census whose longest pass others count.
///
///   SharedCensus shared(target, params, control);
///   shared.count_here();                             // the other passes
///   for each part: shared.absorb(parts.count(...));  // in any order, also meanwhile
///   shared.result(true);
///
/// The result is that of census().
class SharedCensus {
 public:
  SharedCensus(const Target& target, const CensusParams& params, Control& control);
  ~SharedCensus();
  SharedCensus(SharedCensus&&) noexcept;

  void count_here();
  /// Throws std::invalid_argument for words that are no part.
  void absorb(std::span<const std::uint64_t> part);
  /// `all_parts`: every root was counted, once.
  CensusResult result(bool all_parts);

 private:
  struct Work;
  CensusParams params_;
  std::unique_ptr<Work> work_;
};

}  // namespace spminer::census
