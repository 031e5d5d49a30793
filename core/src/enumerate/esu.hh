// ESU: visits every connected set of `size` nodes of a component once (Wernicke 2006).
//
// The nodes of a component are numbered.  A set belongs to its smallest node, its root, and only larger nodes join
// it. A set carries its extension: nodes that may join it.  When a node w of the extension joins, the extension of
// the larger set has the nodes of the list before w, and the neighbors of w that are no neighbors of the smaller
// set.  So a node that was passed over never comes back, and each set is reached by one order of its nodes.
//
// Invariants: Frontier keeps for each node the mask of set nodes that it is joined to, so a node is new to the
// extension exactly when its mask is empty; every add() is undone by remove() with the same number.
// Cost: each set of up to size - 1 nodes costs the row of its last node, so O(sets * largest row) in all; the sets
// of full size are handed over in bulk and cost O(1) each, apart from the visitor.
// Memory: O(size * nodes) for each thread.  Low degrees come first in the numbering, so that hubs are seldom roots.
// When the visitor wants to stop, the walk ends before the next branch; what was handed over is complete.
//
// Reference: S. Wernicke, Efficient detection of network motifs, IEEE/ACM Transactions on Computational Biology and
// Bioinformatics 3 (2006).
#pragma once

#include <cstdint>
#include <vector>

#include "graph/components.hh"
#include "spminer/base/int128.hh"

namespace spminer::enumerate {

/// The nodes around a growing set, and how each of them joins it.  Only nodes after the root count.
class Frontier {
 public:
  using Codes = UInt128;

  Frontier(const LocalGraph& graph, int code_bits)
      : graph_(graph), code_bits_(code_bits), mask_(graph.size(), 0), codes_(code_bits > 0 ? graph.size() : 0, 0) {}

  void start(Node root) { root_ = root; }

  /// Makes w node number `index` of the set, and writes those of its neighbors that were not neighbors of the
  /// set before to `fresh`.  Returns the end of what was written.
  [[gnu::always_inline]] Node* add(Node w, int index, Node* fresh) {
    const std::uint32_t flag = 1u << index;
    const auto row = graph_.neighbors(w);
    for (std::size_t i = row.size(); i-- > 0 && row[i] > root_;) {
      const Node u = row[i];
      if (mask_[u] == 0) *fresh++ = u;
      mask_[u] |= flag;
      if (code_bits_ > 0) codes_[u] |= Codes{graph_.codes_in[graph_.indptr[w] + i]} << (code_bits_ * index);
    }
    return fresh;
  }

  /// Takes the last added node, w, out again.
  [[gnu::always_inline]] void remove(Node w, int index) {
    const std::uint32_t keep = ~(1u << index);
    const auto row = graph_.neighbors(w);
    for (std::size_t i = row.size(); i-- > 0 && row[i] > root_;) {
      mask_[row[i]] &= keep;
      if (code_bits_ > 0) codes_[row[i]] &= (Codes{1} << (code_bits_ * index)) - 1;
    }
  }

  /// Which nodes of the set u is joined to, by number.
  std::uint32_t mask(Node u) const { return mask_[u]; }
  /// The code numbers of those edges as seen from u, code_bits apiece.
  Codes codes(Node u) const { return code_bits_ > 0 ? codes_[u] : Codes{0}; }

 private:
  const LocalGraph& graph_;
  int code_bits_;
  Node root_ = 0;
  std::vector<std::uint32_t> mask_;
  std::vector<Codes> codes_;
};

/// Walks all sets of `size` nodes.  It calls the visitor for each smaller set as it grows, and for the last nodes in
/// bulk:
///   visitor.start(root)                   a set of one node
///   visitor.grow(index, node, frontier)   node becomes number `index`, index < size - 1
///   visitor.finish(begin, end, frontier)  each of these nodes completes the current set of size - 1
///   visitor.stop()                        at each growth; true ends the walk
template <typename Visitor>
class Esu {
 public:
  Esu(const LocalGraph& graph, int size, int code_bits, Visitor& visitor)
      : size_(size), frontier_(graph, code_bits), visitor_(visitor), stack_(size) {
    for (auto& extension : stack_) extension.resize(graph.size());
  }

  void visit(Node root) {
    visit_branches(root, 0, -1, [this] { return !visitor_.stop(); });
  }

  /// How far a walk has come with a root.
  struct Progress {
    std::int64_t next = 0;      ///< the first branch that was not visited; `branches` if all were
    std::int64_t branches = 0;  ///< in all
  };

  /// Visits the branches of a root (its second nodes) from `first` on and before `last` (negative: to the end), one
  /// after the other as long as `more()`.  Sets of two nodes have one branch.
  template <typename More>
  Progress visit_branches(Node root, std::int64_t first, std::int64_t last, More&& more) {
    frontier_.start(root);
    visitor_.start(root);
    Node* begin = stack_[0].data();
    Node* end = frontier_.add(root, 0, begin);
    Progress progress{first, size_ == 2 ? 1 : end - begin};
    if (last < 0 || last > progress.branches) last = progress.branches;
    for (; progress.next < last && more(); ++progress.next) {
      if (size_ == 2)
        visitor_.finish(begin, end, frontier_);
      else
        branch(1, begin, end - 1 - progress.next);
    }
    if (progress.next >= last) progress.next = progress.branches;
    frontier_.remove(root, 0);
    return progress;
  }

 private:
  // `count` nodes are chosen; [begin, end) may be added.
  void descend(int count, Node* begin, Node* end) {
    if (count == size_ - 1) return visitor_.finish(begin, end, frontier_);
    for (Node* next = end; next-- != begin && !visitor_.stop();) branch(count, begin, next);
  }

  // The same with *next added; [begin, next) are still open.
  void branch(int count, Node* begin, Node* next) {
    const Node w = *next;
    visitor_.grow(count, w, frontier_);
    if (count == size_ - 2) {
      // The next level only reads, so it can use this level's list in place, past the entries still open.
      visitor_.finish(begin, frontier_.add(w, count, next), frontier_);
    } else {
      Node* copy = stack_[count].data();
      Node* copy_end = std::copy(begin, next, copy);
      descend(count + 1, copy, frontier_.add(w, count, copy_end));
    }
    frontier_.remove(w, count);
  }

  int size_;
  Frontier frontier_;
  Visitor& visitor_;
  std::vector<std::vector<Node>> stack_;
};

}  // namespace spminer::enumerate
