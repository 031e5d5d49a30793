// The walk of a null model: one attempted switch of two edges per step (the models: spminer/nulls/randomize.hh).
//
// A step draws an end of an edge and a second end from the same pool (all ends, or those of equal label or degree),
// and exchanges them unless that gives a loop or an edge twice.  In directed models one step in 16 may reverse a
// triangle. A first stretch measures how many steps succeed; the length of the walk is then fixed, `switches`
// successes per edge on average.  A statistic along the walk tells how well it mixed.
//
// Invariants: proposals are symmetric and refused ones count as steps, so the walk has the uniform distribution over
// the graphs that it can reach as its stationary one.  Steps are carried out in the order in which they were drawn;
// memory of later ones is only fetched ahead, so results do not depend on that.
// Cost: O(1) expected for each step, some tests of a hash set of edges, and mostly waiting for memory.  Memory:
// edges, ends and the set, about 40 bytes per edge.  A walk that the control ends gives no sample.
#include "nulls/switching.hh"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/memory.hh"
#include "nulls/edge_pools.hh"
#include "nulls/rigid.hh"
#include "nulls/triangles.hh"

namespace spminer::nulls {

namespace {

// A step goes through five stages, each this many steps behind the one before it, so that memory is on its way while
// other steps are at work.  Steps are carried out one after the other all the same, each on what the ones before it
// left: a line that was fetched for nothing costs time and changes no result.
constexpr std::uint64_t kAhead = 16;
constexpr std::uint64_t kRing = 8 * kAhead;                 ///< more than there are steps under way, and a power of two
constexpr End kReversal = std::numeric_limits<End>::max();  ///< instead of a second end: reverse a triangle
constexpr End kToBeDrawn = kReversal - 1;
constexpr std::uint64_t kStepsPerReversal = 16;

}  // namespace

SwitchChain::SwitchChain(const EdgePools& pools, Random& random)
    : pools_(pools),
      random_(random),
      ends_(pools.ends),
      labels_(pools.labels),
      order_(pools.order),
      set_(pools.set),
      tail_signs_(random.next() | 1),
      head_signs_(pools.ordered ? random.next() | 1 : tail_signs_) {
  switchable_ = static_cast<std::uint32_t>(pools.pooled()   ? order_.size()
                                           : pools.directed ? pools.edges()
                                                            : ends_.size());
  if (!pools.ordered || !pools.pooled()) return;
  place_.resize(ends_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
}

void SwitchChain::run(std::uint64_t steps) {
  attempted_ += steps;
  if (ends_.empty()) return;
  if (pools_.ordered)
    pools_.pooled() ? run_steps<true, true>(steps) : run_steps<true, false>(steps);
  else
    pools_.pooled() ? run_steps<false, true>(steps) : run_steps<false, false>(steps);
}

template <bool kOrdered, bool kPooled>
void SwitchChain::run_steps(std::uint64_t steps) {
  Proposal ring[kRing];
  // Unsigned: what has not begun yet is beyond `steps` as well.
  for (std::uint64_t i = 0; i < steps + 4 * kAhead; ++i) {
    if (i < steps) ring[i % kRing] = draw<kPooled>();
    if (kPooled && i - kAhead < steps) draw_second(ring[(i - kAhead) % kRing]);
    if (i - 2 * kAhead < steps) prefetch_ends<kPooled>(ring[(i - 2 * kAhead) % kRing]);
    if (i - 3 * kAhead < steps) prefetch_edges<kOrdered, kPooled>(ring[(i - 3 * kAhead) % kRing]);
    if (i - 4 * kAhead < steps) {
      const Proposal drawn = ring[(i - 4 * kAhead) % kRing];
      accepted_ += drawn.second == kReversal
                       ? try_reversal<kOrdered>(drawn.first)
                       : try_switch<kOrdered>(end_at<kPooled>(drawn.first), end_at<kPooled>(drawn.second));
    }
  }
}

template <bool kPooled>
SwitchChain::Proposal SwitchChain::draw() {
  if (pools_.triangle_moves && random_.below(kStepsPerReversal) == 0) {
    const std::uint32_t arcs = pools_.edges() - pools_.mutual;
    // Without arcs there is nothing to reverse: the step exchanges an end with itself, which changes nothing.
    if (arcs > 0) return {pools_.mutual + static_cast<std::uint32_t>(random_.below(arcs)), kReversal};
    return {0, 0};
  }
  const auto first = static_cast<std::uint32_t>(random_.below(switchable_));
  if constexpr (!kPooled) return {first, static_cast<std::uint32_t>(random_.below(switchable_))};
  fetch_ahead(&pools_.pool_of[first]);
  fetch_ahead(&order_[first]);
  return {first, kToBeDrawn};
}

/// A place in the pool of the first.
void SwitchChain::draw_second(Proposal& drawn) {
  if (drawn.second != kToBeDrawn) return;
  const std::uint32_t pool = pools_.pool_of[drawn.first], start = pools_.pool_starts[pool];
  drawn.second = start + static_cast<std::uint32_t>(random_.below(pools_.pool_starts[pool + 1] - start));
  fetch_ahead(&order_[drawn.second]);
}

template <bool kPooled>
End SwitchChain::end_at(std::uint32_t place) const {
  if constexpr (kPooled) return order_[place];
  return pools_.directed ? 2 * place + 1 : place;
}

template <bool kPooled>
[[gnu::always_inline]] inline void SwitchChain::prefetch_ends(Proposal drawn) const {
  if (drawn.second == kReversal) {
    fetch_ahead_to_write(&ends_[2 * drawn.first]);
    return;
  }
  fetch_ahead_to_write(&ends_[end_at<kPooled>(drawn.first)]);
  fetch_ahead_to_write(&ends_[end_at<kPooled>(drawn.second)]);
}

template <bool kOrdered, bool kPooled>
[[gnu::always_inline]] inline void SwitchChain::prefetch_edges(Proposal drawn) const {
  if (drawn.second == kReversal) {
    fetch_ahead(&pools_.rows[ends_[2 * drawn.first + 1]]);
    return;
  }
  const End first = end_at<kPooled>(drawn.first), second = end_at<kPooled>(drawn.second);
  SwitchPair(ends_, first, second).prefetch<kOrdered>(set_);
  if (kOrdered && kPooled && first % 2 == 0) {
    fetch_ahead_to_write(&place_[first + 1]);
    fetch_ahead_to_write(&place_[second + 1]);
  }
}

template <bool kOrdered>
bool SwitchChain::try_switch(End first, End second) {
  const SwitchPair e(ends_, first, second);
  if (!e.possible<kOrdered>(set_)) return false;
  e.apply<kOrdered>(set_);
  // Product of signs before and after: the end that stays, times the one that comes less the one that goes.
  const bool tails = kOrdered && e.tails;
  const std::uint64_t staying = tails ? head_signs_ : tail_signs_, moving = tails ? tail_signs_ : head_signs_;
  statistic_ += (sign(e.a, staying) - sign(e.c, staying)) * (sign(e.d, moving) - sign(e.b, moving));
  if (tails)
    swap_arcs(first / 2, second / 2);
  else
    std::swap(ends_[first], ends_[second]);
  return true;
}

/// Two arcs exchange their tails.  Tails stay where they are, so that the rest of the two arcs changes places.
void SwitchChain::swap_arcs(std::uint32_t arc, std::uint32_t other) {
  std::swap(ends_[2 * arc + 1], ends_[2 * other + 1]);
  if (!labels_.empty()) std::swap(labels_[arc], labels_[other]);
  if (place_.empty()) return;
  std::uint32_t& here = place_[2 * arc + 1];
  std::uint32_t& there = place_[2 * other + 1];
  std::swap(order_[here], order_[there]);
  std::swap(here, there);
}

/// Reverses x->y->z->x, x and z exchanging their roles; the arc x->y is given, y->z drawn.
template <bool kOrdered>
bool SwitchChain::try_reversal(std::uint32_t arc) {
  const auto y = static_cast<std::size_t>(ends_[2 * arc + 1]);
  const std::uint32_t row = pools_.rows[y], size = pools_.rows[y + 1] - row;
  if (size == 0) return false;
  const std::uint32_t next = row + static_cast<std::uint32_t>(random_.below(size));
  const std::int64_t closing = arc_that_closes<kOrdered>(arc, next);
  if (closing < 0) return false;
  const auto last = static_cast<std::uint32_t>(closing);
  const Node corners[] = {ends_[2 * arc], ends_[2 * next], ends_[2 * last]};
  for (int i = 0; i < 3; ++i) {
    const Node tail = corners[i], head = corners[(i + 1) % 3];
    if constexpr (kOrdered) {
      set_.erase(edge_key<true>(tail, head));
      set_.insert(edge_key<true>(head, tail));
    }
    statistic_ += tail_sign(head) * head_sign(tail) - tail_sign(tail) * head_sign(head);
  }
  swap_arcs(arc, last);  // now x->x and z->y, each with the label that it shall have
  ends_[2 * arc + 1] = corners[2];
  ends_[2 * next + 1] = corners[0];
  return true;
}

/// The arc z->x, if x->y->z->x may be reversed, else -1.
template <bool kOrdered>
std::int64_t SwitchChain::arc_that_closes(std::uint32_t arc, std::uint32_t next) const {
  const Node x = ends_[2 * arc], y = ends_[2 * arc + 1], z = ends_[2 * next + 1];
  if (x == z || !set_.contains(edge_key<kOrdered>(z, x))) return -1;
  // The roles of x and z are exchanged, which keeps pairs of classes only if theirs are equal.
  if (!pools_.classes.empty() && pools_.classes[x] != pools_.classes[z]) return -1;
  if constexpr (kOrdered)
    if (set_.contains(edge_key<true>(y, x)) || set_.contains(edge_key<true>(z, y)) ||
        set_.contains(edge_key<true>(x, z)))
      return -1;
  const auto row = static_cast<std::size_t>(z);
  for (std::uint32_t last = pools_.rows[row]; last < pools_.rows[row + 1]; ++last)
    if (ends_[2 * last + 1] == x) return last;
  return -1;
}

bool SwitchChain::can_switch(End first, End second) const {
  const SwitchPair e(ends_, first, second);
  return pools_.ordered ? e.possible<true>(set_) : e.possible<false>(set_);
}

bool SwitchChain::can_reverse(std::uint32_t arc, std::uint32_t next) const {
  return (pools_.ordered ? arc_that_closes<true>(arc, next) : arc_that_closes<false>(arc, next)) >= 0;
}

namespace {

// Steps of the pilot, and of the rest, at least: a few microseconds, which mixes tiny graphs better than required.
constexpr std::uint64_t kLeastSteps = 512;
constexpr double kMostPerSwitch = 100;  ///< steps per successful switch that a walk may take
constexpr std::uint64_t kStepsPerCheck = 1 << 18;
constexpr std::uint64_t kSteeringSteps = 1000;  ///< per edge

void run_watched(SwitchChain& chain, std::uint64_t steps, Control& control) {
  while (steps > 0 && !control.check_now()) {
    const std::uint64_t now = std::min(steps, kStepsPerCheck);
    chain.run(now);
    steps -= now;
  }
}

/// Steps in all, after a pilot has shown how many of them succeed.
std::uint64_t length_of_walk(const SwitchChain& chain, double wanted) {
  const double rate =
      std::max<double>(static_cast<double>(chain.accepted()), 0.5) / static_cast<double>(chain.attempted());
  return static_cast<std::uint64_t>(std::ceil(std::min(wanted / rate, wanted * kMostPerSwitch)));
}

/// The rest of a walk of `length` steps, with the statistic at equal distances.
void run_rest(SwitchChain& chain, std::uint64_t length, std::uint64_t unit, Series& series, Control& control) {
  const std::uint64_t done = chain.attempted(), rest = std::max(length, done + kLeastSteps) - done;
  series[0] += static_cast<double>(chain.statistic());
  for (std::size_t i = 1; i <= kCheckpoints; ++i) {
    run_watched(chain, rest * i / kCheckpoints - rest * (i - 1) / kCheckpoints, control);
    series[i] += static_cast<double>(chain.statistic());
    control.done += unit;
  }
}

void steer(const EdgePools& pools, SwitchChain& chain, Random& random, Control& control, Shuffled& result) {
  TriangleSwitching switching(pools, chain.ends(), chain.set());
  switching.steer(pools.triangles, kSteeringSteps * pools.edges(), random, control);
  result.attempted += switching.attempted();
  result.accepted += switching.accepted();
  result.triangles = switching.triangles();
  result.ends = switching.take_ends();
}

Shuffled walk(const EdgePools& pools, const Params& params, Random& random, Series& series, Control& control) {
  SwitchChain chain(pools, random);
  const std::uint64_t unit = pools.edges();
  Shuffled result;
  run_watched(chain, std::max<std::uint64_t>(pools.edges(), kLeastSteps), control);
  if (chain.accepted() == 0 && !control.stopped()) result.rigid = find_rigid(pools, chain);
  if (result.rigid == Rigid::kNo)
    run_rest(chain, length_of_walk(chain, params.switches * pools.edges()), unit, series, control);
  else
    control.done += unit * kCheckpoints;
  result.attempted = chain.attempted();
  result.accepted = chain.accepted();
  result.labels = chain.labels();
  if (params.model == Model::kClustering && !control.stopped())
    steer(pools, chain, random, control, result);
  else
    result.ends = chain.ends();
  return result;
}

}  // namespace

Shuffled shuffle(const EdgePools& pools, const Params& params, Random& random, Series& series, Control& control) {
  if (params.model != Model::kErdosRenyi) {
    if (pools.edges() > 0) return walk(pools, params, random, series, control);
    return {.rigid = Rigid::kYes, .triangles = params.model == Model::kClustering ? 0 : -1};
  }
  control.done += pools.edges() * kCheckpoints;
  const std::uint64_t pairs = pairs_of(pools);
  return {.ends = draw_uniform(pools, random),
          .rigid = pools.edges() == 0 || pools.edges() == pairs ? Rigid::kYes : Rigid::kNo};
}

double autocorrelation_of_walk(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0, variance = 0, product = 0;
  for (const double value : values) mean += value;
  mean /= count;  // exact where whole numbers are all the same
  for (std::size_t i = 0; i < values.size(); ++i) {
    variance += (values[i] - mean) * (values[i] - mean);
    if (i > 0) product += (values[i] - mean) * (values[i - 1] - mean);
  }
  if (!(variance > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double raw = product / variance;
  return std::pow(std::clamp(raw + (1 + 3 * raw) / count, 0.0, 1.0), count - 1);
}

}  // namespace spminer::nulls
