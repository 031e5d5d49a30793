// Search in a small graph: bitmap domains, forward checking, smallest domain first.  match/anchored.cc has a leaner one
// for two graphs that are met once.
#pragma once

#include <array>
#include <vector>

#include "match/forward.hh"
#include "match/plan.hh"
#include "match/visitors.hh"
#include "spminer/base/bits.hh"

namespace spminer::match {

/// A graph of at most 64 * W nodes as bitmaps: W words per node.
struct Block {
  Node size;
  const Word* rows;
  const Node* members;              ///< ids in the target, ascending
  const NodeSignature* signatures;  ///< of the members, or null: then only labels are compared
};

/// Each pattern position has a domain, the local nodes it may still be mapped to.  Assigning an image shrinks the
/// domains of all open positions at once: neighbors keep its row, others (if induced) its complement.  An empty
/// domain ends the branch, and so do fewer candidates in all than open positions.  One row of domains is kept per
/// depth, so stepping back costs nothing.
///
/// Roots that take long also get a round of arc consistency at each step, from the positions with few candidates: a
/// step costs more, and a tenth as many roots of long patterns are undecided after 1,000 steps.
template <int W>
class DenseSearch {
 public:
  using Set = Bits<W>;

  DenseSearch(const Plan& plan, const Target& target, Budget& budget)
      : plan_(plan), target_(target), budget_(budget), domains_(static_cast<std::size_t>(plan.size()) * plan.size()) {}

  /// Starts on a graph.  False if some position has no candidate in it.
  bool enter(const Block& block) {
    block_ = block;
    alive_ = block.size >= plan_.size();
    for (int p = 0; alive_ && p < plan_.size(); ++p) {
      base()[p] = candidates(p);
      alive_ = base()[p].any();
    }
    return alive_;
  }

  /// Leaves one image for a position.
  void restrict(int position, int local) {
    Set only;
    only.set(local);
    base()[position] &= only;
    alive_ = alive_ && base()[position].any();
  }

  bool possible(int position, int local) const { return alive_ && domains_[position].test(local); }

  /// Searches all embeddings that map the root to a node; true if the visitor ended it.  The budget tells
  /// whether the search was cut short.
  template <typename V>
  bool run_root(int local, V& visitor) {
    focused_ = false;
    return search_root(local, visitor);
  }

  /// The same for a root that takes long: a position d edges from the root must have its image within d edges of the
  /// root's.  Finding these nodes costs as much as some dozen steps.
  template <typename V>
  bool run_hard_root(int local, V& visitor) {
    focused_ = possible(0, local) && focus(local);
    return focused_ && search_root(local, visitor);
  }

  /// Searches all embeddings.
  template <typename V>
  bool run_all(V& visitor) {
    if (!alive_) return false;
    focused_ = false;
    int next = 0;
    for (int p = 1; p < plan_.size(); ++p)
      if (base()[p].count() < base()[next].count()) next = p;
    return extend(0, next, plan_.pattern.all(), visitor);
  }

 private:
  template <typename V>
  bool search_root(int local, V& visitor) {
    if (!possible(0, local)) return false;
    if (plan_.size() == 1) {
      Set only;
      only.set(local);
      return leaf(0, only, visitor);
    }
    return assign(0, 0, local, plan_.pattern.all() & ~bit(0), visitor);
  }

  /// Nodes near enough for each position; false if there are fewer than positions as near to the root.
  bool focus(int local) {
    Set reached, border;
    reached.set(local);
    border.set(local);
    Row positions = bit(0), outside = plan_.pattern.all() & ~bit(0);
    while (outside != 0) {
      Row next = 0;
      for_each_bit(positions, [&](int p) { next |= plan_.pattern.rows[p]; });
      positions = next & outside;
      outside &= ~positions;
      Set grown = reached;
      border.any_of([&](int v) {
        grown |= row(v);
        return false;
      });
      border = grown & ~reached;
      reached = grown;
      for_each_bit(positions, [&](int p) { near_[p] = reached; });
      if (reached.count() < plan_.size() - std::popcount(outside)) return false;
    }
    return true;
  }

  Set* base() { return domains_.data(); }
  Set row(int local) const { return Set::load(block_.rows + static_cast<std::ptrdiff_t>(local) * W); }

  Set candidates(int position) const {
    Set set;
    if (plan_.domains.known()) {
      for (Node i = 0; i < block_.size; ++i)
        if (plan_.domains.of[position].test(block_.members[i])) set.set(i);
      return set;
    }
    for (Node i = 0; i < block_.size; ++i) {
      const bool fits = block_.signatures == nullptr || covers(block_.signatures[i], plan_.need[position]);
      set.set(i, fits);
    }
    if (plan_.labels)
      for (Node i = 0; i < block_.size; ++i)
        if (!plan_.label_fits(position, target_.label(block_.members[i]))) set.clear(i);
    return set;
  }

  template <typename V>
  bool extend(int depth, int position, Row open, V& visitor) {
    const Set& domain = domains_[static_cast<std::size_t>(depth) * plan_.size() + position];
    if (open == bit(position)) return leaf(position, domain, visitor);
    const Row rest = open & ~bit(position);
    return domain.any_of([&](int v) { return assign(depth, position, v, rest, visitor); });
  }

  template <typename V>
  bool assign(int depth, int position, int local, Row open, V& visitor) {
    if (budget_.spend()) return true;
    images_[position] = block_.members[local];
    const int next = shrink(depth, position, local, open);
    return next >= 0 && extend(depth + 1, next, open, visitor);
  }

  /// Domains of the next depth; returns the open position to fill next, or -1 if one has no candidate.
  int shrink(int depth, int position, int local, Row open) {
    const Set* from = &domains_[static_cast<std::size_t>(depth) * plan_.size()];
    Set* to = &domains_[static_cast<std::size_t>(depth + 1) * plan_.size()];
    const Set near = row(local);
    Set far = plan_.induced ? ~near : Set::first(64 * W);
    far.clear(local);
    const Row neighbors = plan_.pattern.rows[position];
    const Row larger = plan_.larger[position], ordered = larger | plan_.smaller[position];
    const bool at_root = focused_ && depth == 0;
    const auto rule = [&](int q, Set& domain) {
      if (at_root) domain &= near_[q];
      if (ordered & bit(q)) domain &= larger & bit(q) ? Set::above(local) : Set::first(local);
      if (plan_.codes && (neighbors & bit(q))) keep_codes(domain, local, plan_.pattern.code(position, q));
    };
    if (!focused_) return forward_check<W>(plan_.pattern, position, open, from, to, near, far, rule);
    for (Row rest = open; rest != 0; rest &= rest - 1) {
      const int q = std::countr_zero(rest);
      to[q] = from[q] & (neighbors & bit(q) ? near : far);
      rule(q, to[q]);
      if (!to[q].any()) return -1;
    }
    if (!filter_supported(to, open)) return -1;
    NextPosition<W> next{plan_.pattern, open};
    for_each_bit(open, [&](int q) { next.offer(q, to[q]); });
    return next.position();
  }

  /// Takes from the open domains what a small domain of another open position does not allow: an image of its neighbor
  /// is adjacent to one of its candidates, and (if induced) an image of any other position is apart from one of them.
  /// One round in the order of the plan: more of them cost more than they save.  False if a domain is empty.
  bool filter_supported(Set* domains, Row open) const {
    const auto keep = [domains](Row positions, const Set& allowed) {
      for (; positions != 0; positions &= positions - 1) {
        Set& domain = domains[std::countr_zero(positions)];
        domain &= allowed;
        if (!domain.any()) return false;
      }
      return true;
    };
    for (Row rest = open; rest != 0; rest &= rest - 1) {
      const int q = std::countr_zero(rest);
      if (domains[q].count() > kSmallDomain) continue;
      Set reached, common = Set::first(64 * W);  // neighbors of some candidate; of all, themselves included
      domains[q].any_of([&](int v) {
        Set closed = row(v);
        reached |= closed;
        closed.set(v);
        common &= closed;
        return false;
      });
      const Row neighbors = plan_.pattern.rows[q] & open;
      if (!keep(neighbors, reached)) return false;
      if (plan_.induced && common.any() && !keep(open & ~neighbors & ~bit(q), ~common)) return false;
    }
    return true;
  }

  void keep_codes(Set& domain, int local, EdgeCode want) const {
    const Node u = block_.members[local];
    Set kept = domain;
    domain.any_of([&](int w) {
      if (!plan_.code_fits(want, target_.code(u, block_.members[w]))) kept.clear(w);
      return false;
    });
    domain = kept;
  }

  template <typename V>
  bool leaf(int position, const Set& domain, V& visitor) {
    if constexpr (V::kCounts) {
      return visitor.count(static_cast<std::uint64_t>(domain.count()));
    } else {
      return domain.any_of([&](int v) {
        images_[position] = block_.members[v];
        return visitor.found(std::span(images_.data(), static_cast<std::size_t>(plan_.size())));
      });
    }
  }

  static constexpr int kSmallDomain = 6;  ///< candidates of a position that are looked at for each step

  const Plan& plan_;
  const Target& target_;
  Budget& budget_;
  Block block_{};
  bool alive_ = false;
  bool focused_ = false;
  std::array<Set, kMaxPatternNodes> near_;  ///< where each position can be if focused
  std::vector<Set> domains_;                ///< one row of domains per depth
  std::array<Node, kMaxPatternNodes> images_{};
};

}  // namespace spminer::match
