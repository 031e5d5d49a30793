// Forward checking: the step that the searches with bitmap domains share.
#pragma once

#include <bit>
#include <cstdint>

#include "spminer/base/bits.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::match {

/// The open position to fill next, of those that are offered: the one with the fewest candidates; of equals, the one
/// that settles most neighbors.
template <int W>
struct NextPosition {
  const Pattern& pattern;
  Row open;
  Bits<W> together{};
  int next = -1;
  int least = INT32_MAX;

  [[gnu::always_inline]] void offer(int q, const Bits<W>& domain) {
    together |= domain;
    const int cost = kMaxPatternNodes * domain.count() - std::popcount(pattern.rows[q] & open);
    if (cost < least) {
      least = cost;
      next = q;
    }
  }
  /// -1 if there are fewer candidates in all than positions.
  int position() const { return together.count() < std::popcount(open) ? -1 : next; }
};

/// Shrinks the domains of the open positions after `position` got an image: its neighbors keep what is in `near`,
/// others what is in `far`, and rule(q, domain) takes away what else is forbidden.  Returns the open position to fill
/// next, or -1 if the branch is dead: a domain is empty, or there are fewer candidates in all than positions.
template <int W, typename Rule>
[[gnu::always_inline]] inline int forward_check(const Pattern& pattern, int position, Row open, const Bits<W>* from,
                                                Bits<W>* to, const Bits<W>& near, const Bits<W>& far, Rule&& rule) {
  const Row neighbors = pattern.rows[position];
  NextPosition<W> next{pattern, open};
  for (Row rest = open; rest != 0; rest &= rest - 1) {
    const int q = std::countr_zero(rest);
    Bits<W> domain = from[q] & (neighbors & bit(q) ? near : far);
    rule(q, domain);
    if (!domain.any()) return -1;
    to[q] = domain;
    next.offer(q, domain);
  }
  return next.position();
}

}  // namespace spminer::match
