// What the counting passes of the census share.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hh"
#include "census/catalog.hh"
#include "graph/component.hh"
#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"

namespace spminer::census {

using Count = std::uint64_t;  // modulo 2^64
using Arc = std::int64_t;     // position of an ordered pair of neighbors in the target's rows

/// One value per node and column.  Passes add to any node from any thread: sums of integers do not depend
/// on the order of their terms.
class Tally {
 public:
  Tally(Node nodes, int columns)
      : columns_(columns), values_(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(columns)) {}

  Count& at(Node u, int column) { return values_[static_cast<std::size_t>(u) * columns_ + column]; }
  void add(Node u, int column, Count value) {
    std::atomic_ref(at(u, column)).fetch_add(value, std::memory_order_relaxed);
  }

 private:
  std::size_t columns_;
  std::vector<Count> values_;
};

/// Each edge directed from the end of smaller degree: no node has more than sqrt(2 * edges) successors, so
/// that loops over them are not slowed down by hubs.
class Orientation {
 public:
  explicit Orientation(const Target& target);

  std::span<const Node> successors(Node u) const { return part(heads_, u); }
  /// The arcs from u to its successors, and those back.
  std::span<const Arc> arcs(Node u) const { return part(arcs_, u); }
  std::span<const Arc> back_arcs(Node u) const { return part(back_arcs_, u); }

 private:
  template <typename T>
  std::span<const T> part(const std::vector<T>& values, Node u) const {
    return std::span(values).subspan(start_[u], start_[u + 1] - start_[u]);
  }

  std::vector<std::size_t> start_;
  std::vector<Node> heads_;
  std::vector<Arc> arcs_, back_arcs_;
};

/// The homomorphisms counted so far.  `tally` has a column per pattern of the catalog; the arc values are
/// homomorphisms of patterns with two adjacent roots, the tail and the head of the arc.
struct State {
  State(const Target& target_, const Catalog& catalog_, int threads_, Control& control_);

  Count degree(Node u) const { return static_cast<Count>(target.degree(u)); }
  Arc first_arc(Node u) const { return target.neighbors(u).data() - target.neighbors(0).data(); }
  int column(std::string_view edges) const { return catalog.column(edges); }

  const Target& target;
  const Catalog& catalog;
  int threads;
  Control& control;
  Tally tally;
  Orientation orientation;
  std::vector<std::uint32_t> degrees;    ///< of each node, close together
  std::vector<std::uint32_t> triangles;  ///< per arc: common neighbors
  std::vector<Count> triangle_degrees;   ///< per arc: degrees of the common neighbors, summed; for size 5
  std::vector<Count> squares;            ///< per arc: walks of three steps from tail to head
  std::vector<Count> four_cliques;       ///< per arc: ordered pairs that complete a clique of four
};

/// Calls f(node, scratch) for every node, each thread with a Scratch(state) of its own.  One pass of the census.
template <typename Scratch, typename F>
void for_each_node(State& state, F&& f) {
  std::vector<Scratch> scratch;
  const int workers = thread_count(state.threads);
  scratch.reserve(static_cast<std::size_t>(workers));
  for (int worker = 0; worker < workers; ++worker) scratch.emplace_back(state);
  parallel_for(state.target.size(), workers, [&](std::int64_t node, int worker) {
    if (state.control.check_now()) return;
    f(static_cast<Node>(node), scratch[worker]);
    state.control.done.fetch_add(1, std::memory_order_relaxed);
  });
}

// The passes.  Each counts homomorphisms of some rooted patterns; comments name the patterns by their edges,
// the root being node 0.  Those that fill arc values come before those that read them: see passes() in census.cc.

/// Fills `triangles` and `triangle_degrees`.
void fill_triangles(State& state);
/// Patterns made of four-cycles and five-cycles without a triangle, or with one on a side or a bridge of two nodes;
/// fills `squares`.
void count_squares(State& state);
/// The columns that need count_squares of size 5, by far the longest pass where there are hubs.
std::vector<int> columns_from_squares(const State& state);
/// Patterns of five nodes, one of them joined to all others; fills `four_cliques`.
void count_neighborhoods(State& state);
/// Cliques of four nodes, and of five if the catalog has them.
void count_cliques(State& state);
/// Patterns in which the root completes a triangle over an arc whose value is known, but for the next.
void count_over_triangles(State& state);
/// The house, rooted at its roof: a triangle over the arc of a square.
void count_houses(State& state);
/// Patterns in which the root is the tail of an arc whose value is known.
void count_over_arcs(State& state);
/// Patterns whose root is a leaf or a cut node, from the smaller ones.
void count_by_recurrence(State& state);

}  // namespace spminer::census
