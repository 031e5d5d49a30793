// Switches that bring the number of triangles of a graph toward a given one.
#pragma once

#include "nulls/edge_pools.hh"
#include "spminer/base/control.hh"
#include "spminer/base/random.hh"

namespace spminer::nulls {

/// A graph whose ends can be exchanged while its triangles, those of the undirected skeleton, are counted.
/// Only for models in which all ends form one pool.
class TriangleSwitching {
 public:
  TriangleSwitching(const EdgePools& pools, std::vector<Node> ends, const EdgeSet& set);

  std::int64_t triangles() const { return triangles_; }

  /// Tries switches, and keeps those after which the number of triangles is no farther from `wanted`, until it is
  /// reached, or until that many steps were tried.
  void steer(std::int64_t wanted, std::uint64_t steps, Random& random, Control& control);

  std::uint64_t attempted() const { return attempted_; }
  std::uint64_t accepted() const { return accepted_; }
  std::vector<Node> take_ends() { return std::move(ends_); }

 private:
  struct Proposal {
    End first, second;
    bool valid;
  };

  Proposal draw_any(Random& random) const;
  Proposal draw_closing(Random& random) const;
  bool try_switch(Proposal drawn, std::int64_t wanted);
  template <bool kOrdered>
  bool try_switch(End first, End second, std::int64_t wanted);
  template <bool kOrdered>
  std::int64_t gain(End first, End second) const;

  bool has_arc(Node u, Node v) const;
  bool adjacent(Node u, Node v) const { return has_arc(u, v) || (pools_.ordered && has_arc(v, u)); }
  /// Whether the skeleton loses (or gains) an edge with the arc u->v.
  bool alone(Node u, Node v, bool tails) const { return !pools_.ordered || !(tails ? has_arc(u, v) : has_arc(v, u)); }
  std::int64_t common_neighbors(Node u, Node v, Node without = -1, Node nor = -1) const;
  End random_end(Node u, Random& random) const;
  std::int64_t degree(Node u) const { return starts_[u + 1] - starts_[u]; }

  const EdgePools& pools_;
  std::vector<Node> ends_;
  EdgeSet set_;
  std::vector<std::int64_t> starts_;  ///< of each node's row in ends_at_
  std::vector<End> ends_at_;          ///< the ends at each node
  std::vector<std::uint32_t> place_;  ///< of each end in ends_at_
  std::int64_t triangles_ = 0;
  std::uint64_t attempted_ = 0, accepted_ = 0;
};

}  // namespace spminer::nulls
