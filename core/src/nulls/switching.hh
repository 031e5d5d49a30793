// Switches of two edges, the walk that they make, and how well it mixes (cost and invariants: switching.cc).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nulls/edge_pools.hh"
#include "spminer/base/random.hh"

namespace spminer::nulls {

/// a-b, c-d -> a-d, c-b, where b and d are at the given ends.
struct SwitchPair {
  SwitchPair(const std::vector<Node>& ends, End first, End second)
      : a(ends[first ^ 1]), b(ends[first]), c(ends[second ^ 1]), d(ends[second]), tails(first % 2 == 0) {}

  /// Of an edge between a node that stays and one that moves.
  template <bool kOrdered>
  EdgeKey key(Node staying, Node moving) const {
    return kOrdered && tails ? edge_key<kOrdered>(moving, staying) : edge_key<kOrdered>(staying, moving);
  }
  /// No loop arises, and no edge that is there; nor do the same two edges, which are.
  template <bool kOrdered>
  bool possible(const EdgeSet& set) const {
    return a != d && c != b && !set.contains(key<kOrdered>(a, d)) && !set.contains(key<kOrdered>(c, b));
  }
  template <bool kOrdered>
  void apply(EdgeSet& set) const {
    set.erase(key<kOrdered>(a, b));
    set.erase(key<kOrdered>(c, d));
    set.insert(key<kOrdered>(a, d));
    set.insert(key<kOrdered>(c, b));
  }
  template <bool kOrdered>
  [[gnu::always_inline]] void prefetch(const EdgeSet& set) const {
    set.prefetch(key<kOrdered>(a, d));
    set.prefetch(key<kOrdered>(c, b));
    set.prefetch(key<kOrdered>(a, b));
    set.prefetch(key<kOrdered>(c, d));
  }

  Node a, b, c, d;
  bool tails;  ///< whether the ends that move are tails, if the edges are arcs
};

// The walk over the graphs of a null model, one attempted switch per step.

/// A graph on its walk.  The pools must outlive it.
class SwitchChain {
 public:
  /// Starts at the given graph.  The random numbers also choose the signs of the statistic.
  SwitchChain(const EdgePools& pools, Random& random);

  /// Takes that many steps, those that change nothing included.
  void run(std::uint64_t steps);

  std::uint64_t attempted() const { return attempted_; }
  std::uint64_t accepted() const { return accepted_; }
  /// Sum over edges of the product of a random sign of each end, less that of the given graph; heads and tails of arcs
  /// have signs of their own.
  std::int64_t statistic() const { return statistic_; }

  const std::vector<Node>& ends() const { return ends_; }
  const std::vector<std::int32_t>& labels() const { return labels_; }
  EdgeSet& set() { return set_; }

  /// Whether exchanging two ends would give a simple graph, and another one.
  bool can_switch(End first, End second) const;
  /// Whether two arcs in a row are part of a directed triangle that can be reversed.
  bool can_reverse(std::uint32_t arc, std::uint32_t next) const;

 private:
  /// Two places of ends to exchange, or an arc and the mark of a reversal.  Which ends are at the places is looked up
  /// when the step is taken: the steps drawn before it may still change that.
  struct Proposal {
    std::uint32_t first, second;
  };

  template <bool kOrdered, bool kPooled>
  void run_steps(std::uint64_t steps);
  template <bool kPooled>
  Proposal draw();
  void draw_second(Proposal& drawn);
  template <bool kPooled>
  End end_at(std::uint32_t place) const;
  template <bool kPooled>
  void prefetch_ends(Proposal drawn) const;
  template <bool kOrdered, bool kPooled>
  void prefetch_edges(Proposal drawn) const;
  template <bool kOrdered>
  bool try_switch(End first, End second);
  template <bool kOrdered>
  bool try_reversal(std::uint32_t arc);
  template <bool kOrdered>
  std::int64_t arc_that_closes(std::uint32_t arc, std::uint32_t next) const;
  void swap_arcs(std::uint32_t arc, std::uint32_t other);

  std::int64_t tail_sign(Node u) const { return sign(u, tail_signs_); }
  std::int64_t head_sign(Node u) const { return sign(u, head_signs_); }
  static std::int64_t sign(Node u, std::uint64_t signs) {
    return 1 - 2 * static_cast<std::int64_t>(((static_cast<std::uint64_t>(u) + 1) * signs) >> 63);
  }

  const EdgePools& pools_;
  Random& random_;
  std::vector<Node> ends_;
  std::vector<std::int32_t> labels_;
  std::vector<End> order_;
  std::vector<std::uint32_t> place_;  ///< of each end in order_, where that changes
  EdgeSet set_;
  std::uint32_t switchable_;  ///< ends that a step may begin with
  std::uint64_t tail_signs_, head_signs_;
  std::uint64_t attempted_ = 0, accepted_ = 0;
  std::int64_t statistic_ = 0;
};

// One graph of a collection, shuffled once: a walk of the right length, and how it went.

/// Values of the statistic along a walk; those of all graphs of a collection are added up.
inline constexpr std::size_t kCheckpoints = 64;
using Series = std::vector<double>;

struct Shuffled {
  std::vector<Node> ends = {};
  std::vector<std::int32_t> labels = {};  ///< of the edges, where they travel with them
  std::uint64_t attempted = 0;
  std::uint64_t accepted = 0;
  Rigid rigid = Rigid::kNo;
  std::int64_t triangles = -1;  ///< if they were steered
};

/// Adds to `series`, of kCheckpoints + 1 values.  The control may end it early.
Shuffled shuffle(const EdgePools& pools, const Params& params, Random& random, Series& series, Control& control);

// The mixing diagnostic: how much a walk remembers of where it began.

/// Autocorrelation of a statistic at the lag of a whole walk, of which values at equal distances are given: that of
/// neighboring values to the power of their number, as if it fell off geometrically.  Between 0 and 1; NaN if the
/// values do not vary.
///
/// The estimate from k values is too low by about (1 + 3 r) / k (Marriott and Pope 1954, Kendall 1954), which hides a
/// slow walk, most of all one that has only a trend; so much is added.
double autocorrelation_of_walk(std::span<const double> values);

}  // namespace spminer::nulls
