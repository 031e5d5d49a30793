// What the counting passes of the census share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.hh"
#include "census/catalog.hh"
#include "graph/components.hh"
#include "spminer/base/control.hh"
#include "spminer/base/int128.hh"
#include "spminer/graph/target.hh"

namespace spminer::census {

using Count = std::uint64_t;  // modulo 2^64
using Arc = std::int64_t;     // position of an ordered pair of neighbors in the target's rows

/// One value per node and column.  Passes add to any node from any thread: sums of integers do not depend
/// on the order of their terms.
class OrbitSums {
 public:
  /// Of these columns of a catalog.
  OrbitSums(Node nodes, int columns, std::span<const int> only, int workers)
      : place_(columns),
        width_(only.size()),
        values_(static_cast<std::size_t>(nodes) * only.size()),
        parts_(values_, workers) {
    for (std::size_t i = 0; i < only.size(); ++i) place_[only[i]] = static_cast<int>(i);
  }

  /// What one worker adds to.
  class Part {
   public:
    Part(const OrbitSums& sums, WorkerSums<Count>::Part part, int worker) : sums_(sums), part_(part), worker_(worker) {}
    void add(Node u, int column, Count value) { part_.add(sums_.index(u, column), value); }
    int worker() const { return worker_; }

   private:
    const OrbitSums& sums_;
    WorkerSums<Count>::Part part_;
    int worker_;
  };
  Part part(int worker) { return {*this, parts_.part(worker), worker}; }
  /// Adds up what the workers have added; at() is right from then on.
  void unite() { parts_.unite(); }

  Count& at(Node u, int column) { return values_[index(u, column)]; }

 private:
  std::size_t index(Node u, int column) const { return static_cast<std::size_t>(u) * width_ + place_[column]; }

  std::vector<int> place_;  // of each column among those there are
  std::size_t width_;
  std::vector<Count> values_;
  WorkerSums<Count> parts_;
};

/// The counts of one orbit over all nodes.
struct OrbitTotal {
  UInt128 occurrences = 0;
  std::uint64_t nodes = 0;

  void add(Count count) {
    occurrences += count;
    nodes += count != 0;
  }
  /// Sets the frequencies.  Throws std::overflow_error if there are more subgraphs than 64 bits can say.
  void describe(CensusOrbit& orbit) const;
};

/// The totals of all threads, by orbit.
std::vector<OrbitTotal> sums_of(std::span<const std::vector<OrbitTotal>> parts);

/// Each edge directed from the end of smaller degree: no node has more than sqrt(2 * edges) successors, so
/// that loops over them are not slowed down by hubs.
class Orientation {
 public:
  Orientation() = default;
  /// Without places, if they are not needed.
  Orientation(const Target& target, bool placed, int threads);

  std::span<const Node> successors(Node u) const { return part(heads_, u); }
  /// Edges are numbered by their first nodes: the one to the first successor of u.
  std::size_t first_edge(Node u) const { return start_[u]; }
  /// Where in the row of u its successors are, and where in theirs u is.
  std::span<const std::uint32_t> places(Node u) const { return part(places_, u); }
  std::span<const std::uint32_t> back_places(Node u) const { return part(back_places_, u); }

 private:
  template <typename T>
  std::span<const T> part(const std::vector<T>& values, Node u) const {
    return std::span(values).subspan(start_[u], start_[u + 1] - start_[u]);
  }

  void place(const Target& target);

  std::vector<std::size_t> start_;
  std::vector<Node> heads_;
  std::vector<std::uint32_t> places_, back_places_;
};

/// What is found out once, and read by all who count parts.
struct Precomputed {
  enum class Needs { kDegrees, kOrientation, kPlaces };
  Precomputed(const Target& target, Needs needs, int threads);

  Orientation orientation;
  std::vector<std::uint32_t> degrees;    ///< of each node, close together
  std::vector<std::uint32_t> triangles;  ///< common neighbors: per arc for size 5, per edge for size 4
  std::vector<Count> triangle_degrees;   ///< per arc: degrees of the common neighbors, summed; for size 5
};

/// The homomorphisms counted so far.  `tally` has a column per pattern of the catalog; the arc values are
/// homomorphisms of patterns with two adjacent roots, the tail and the head of the arc.
struct State {
  State(const Target& target_, const Catalog& catalog_, int threads_, Control& control_);
  /// The same for some columns, and for the roots `first` to `last` - 1.
  State(const Target& target_, const Catalog& catalog_, int threads_, Control& control_,
        std::shared_ptr<Precomputed> groundwork_, std::span<const int> columns, Node first_, Node last_);

  Count degree(Node u) const { return static_cast<Count>(target.degree(u)); }
  Arc first_arc(Node u) const { return target.neighbors(u).data() - target.neighbors(0).data(); }
  /// The same for the node after the last.
  Arc arcs_before(Node u) const { return u < target.size() ? first_arc(u) : 2 * target.edges(); }
  int column(std::string_view edges) const { return catalog.column(edges); }

  const Target& target;
  const Catalog& catalog;
  int threads;
  Control& control;
  std::shared_ptr<Precomputed> groundwork;
  const Orientation& orientation;
  const std::vector<std::uint32_t>& degrees;
  std::vector<std::uint32_t>& triangles;
  std::vector<Count>& triangle_degrees;
  OrbitSums tally;
  Node first, last;                 ///< roots
  std::vector<Node> ranges;         ///< the first root of each task, and the last root + 1
  std::vector<Count> squares;       ///< per arc of the roots: walks of three steps from tail to head
  std::vector<Count> four_cliques;  ///< per arc: ordered pairs that complete a clique of four
};

/// Calls f(first, last, worker) for ranges of nodes.
template <typename F>
void for_each_range(Node nodes, int threads, F&& f) {
  constexpr std::int64_t kNodes = 64;
  parallel_for((nodes + kNodes - 1) / kNodes, threads, [&](std::int64_t range, int worker) {
    const std::int64_t first = range * kNodes, last = std::min<std::int64_t>(nodes, first + kNodes);
    f(static_cast<Node>(first), static_cast<Node>(last), worker);
  });
}

/// Calls f(root, scratch, sums) for every root, each thread with a Scratch(state) of its own and sums to add to.  One
/// pass of the census.
template <typename Scratch, typename F>
void for_each_node(State& state, F&& f) {
  std::vector<std::unique_ptr<Scratch>> scratch(state.threads);
  parallel_for(static_cast<std::int64_t>(state.ranges.size()) - 1, state.threads, [&](std::int64_t range, int worker) {
    if (state.control.stopped()) return;
    if (!scratch[worker]) scratch[worker] = std::make_unique<Scratch>(state);
    OrbitSums::Part sums = state.tally.part(worker);
    const Node first = state.ranges[range], last = state.ranges[range + 1];
    for (Node u = first; u < last && !state.control.check_now(); ++u) f(u, *scratch[worker], sums);
    state.control.done.fetch_add(static_cast<std::uint64_t>(last - first), std::memory_order_relaxed);
  });
}

// The passes.  Each counts homomorphisms of some rooted patterns; comments name the patterns by their edges,
// the root being node 0.  Those that fill arc values come before those that read them: see passes() in census.cc.

/// Triangles at each node, and for size 4 `triangles` per edge.
void fill_edge_triangles(State& state);
/// Two triangles with a common edge, rooted at one of the ends that are not joined.
void count_diamonds(State& state);
/// Patterns of four nodes in which the root is an end of an edge whose value is known.
void count_over_edges(State& state);

// The others are of size 5, but for the squares and cliques.

/// Fills `triangles` and `triangle_degrees`.
void fill_triangles(State& state);
/// Patterns made of four-cycles and five-cycles without a triangle, or with one on a side or a bridge of two nodes;
/// fills `squares`.
void count_squares(State& state);
/// The columns that count_squares adds to: by far the longest pass of size 5 where there are hubs.
std::vector<int> columns_of_squares(const Catalog& catalog);
/// Adds what CensusParts counted of some roots.
void absorb_squares(State& state, std::span<const std::uint64_t> part);
/// Columns of size 5 that need what it fills.
std::vector<int> columns_over_squares(const Catalog& catalog);
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
