// What enumeration keeps of each subgraph: where its nodes are.
#pragma once

#include <cstdint>

#include "enumerate/anchor_sets.hh"
#include "enumerate/classes.hh"

namespace spminer::enumerate {

/// Keeps the nodes that each orbit of a class was met at.
class AnchorSink {
 public:
  void grow(int, const Attachment&, const Transition&) {}
  void count(const Attachment&, const Transition& last, const Node* nodes, int size) {
    sets_.add(last.next, last.orbits, nodes, last.orbit, size);
  }

  AnchorSets& sets() { return sets_; }
  const AnchorSets& kept() const { return sets_; }
  Totals& totals() { return totals_; }
  bool full() const { return false; }
  std::uint64_t bytes() const { return sets_.bytes() + totals_.bytes(); }

 private:
  AnchorSets sets_;
  Totals totals_;
};

}  // namespace spminer::enumerate
