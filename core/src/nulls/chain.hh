// The walk over the graphs of a null model, one attempted switch per step.
#pragma once

#include <cstdint>
#include <vector>

#include "nulls/blueprint.hh"
#include "spminer/base/random.hh"

namespace spminer::nulls {

/// A graph on its walk.  The blueprint must outlive it.
class Chain {
 public:
  /// Starts at the given graph.  The random numbers also choose the signs of the statistic.
  Chain(const Blueprint& plan, Random& random);

  /// Takes so many steps, those that change nothing included.
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

  const Blueprint& plan_;
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

}  // namespace spminer::nulls
