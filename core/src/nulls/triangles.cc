#include "nulls/triangles.hh"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "nulls/switching.hh"

namespace spminer::nulls {

namespace {

constexpr std::uint64_t kStepsPerLook = 256;
constexpr std::uint64_t kClosingSteps = 16;  ///< one step in this many is any switch, so that all edges can move

}  // namespace

TriangleSwitching::TriangleSwitching(const EdgePools& pools, std::vector<Node> ends, const EdgeSet& set)
    : pools_(pools), ends_(std::move(ends)), set_(set), starts_(static_cast<std::size_t>(pools.nodes) + 1) {
  for (const Node u : ends_) ++starts_[u + 1];
  for (std::size_t u = 0; u + 1 < starts_.size(); ++u) starts_[u + 1] += starts_[u];
  ends_at_.resize(ends_.size());
  place_.resize(ends_.size());
  std::vector<std::int64_t> next = starts_;
  for (End end = 0; end < ends_.size(); ++end) {
    place_[end] = static_cast<std::uint32_t>(next[ends_[end]]++);
    ends_at_[place_[end]] = end;
  }
  for (std::size_t e = 0; e < ends_.size(); e += 2) {
    // Each edge of the skeleton once: of two opposite arcs, the one that goes up.
    const Node u = ends_[e], v = ends_[e + 1];
    if (u < v || alone(u, v, false)) triangles_ += common_neighbors(u, v);
  }
  triangles_ /= 3;
}

bool TriangleSwitching::has_arc(Node u, Node v) const {
  return set_.contains(pools_.ordered ? edge_key<true>(u, v) : edge_key<false>(u, v));
}

std::int64_t TriangleSwitching::common_neighbors(Node u, Node v, Node without, Node nor) const {
  if (degree(u) > degree(v)) std::swap(u, v);
  std::int64_t found = 0;
  const auto row = static_cast<std::size_t>(u);
  for (std::int64_t i = starts_[row]; i < starts_[row + 1]; ++i) {
    const End end = ends_at_[i];
    const Node w = ends_[end ^ 1];
    if (w == v || w == without || w == nor) continue;
    if (pools_.ordered && end % 2 == 1 && has_arc(u, w)) continue;  // seen from the arc u->w
    found += adjacent(v, w);
  }
  return found;
}

End TriangleSwitching::random_end(Node u, Random& random) const {
  const auto start = starts_[u];
  return ends_at_[static_cast<std::size_t>(start) + random.below(static_cast<std::uint64_t>(degree(u)))];
}

TriangleSwitching::Proposal TriangleSwitching::draw_any(Random& random) const {
  const auto first = static_cast<End>(random.below(ends_.size())),
             second = static_cast<End>(random.below(ends_.size()));
  return {first, second, !pools_.ordered || first % 2 == second % 2};
}

/// Two neighbors a and c of a node that are to become neighbors: a-x, y-c -> a-c, y-x.
TriangleSwitching::Proposal TriangleSwitching::draw_closing(Random& random) const {
  const Node middle = ends_[random.below(ends_.size())];
  const Node a = ends_[random_end(middle, random) ^ 1], c = ends_[random_end(middle, random) ^ 1];
  if (a == c || adjacent(a, c)) return {0, 0, false};
  const End first = random_end(a, random) ^ 1, second = random_end(c, random);
  const bool kept = ends_[first] != middle && ends_[second ^ 1] != middle;  // the triangle would be broken at once
  return {first, second, kept && (!pools_.ordered || first % 2 == second % 2)};
}

/// Triangles that the exchange adds, less those that it breaks.  The two edges have no common node, nor have the two
/// new ones, so that no triangle has both.
template <bool kOrdered>
std::int64_t TriangleSwitching::gain(End first, End second) const {
  const SwitchPair e(ends_, first, second);
  const bool ab = alone(e.a, e.b, e.tails), cd = alone(e.c, e.d, e.tails);  // edges that the skeleton loses
  std::int64_t sum = 0;
  if (ab) sum -= common_neighbors(e.a, e.b);
  if (cd) sum -= common_neighbors(e.c, e.d);
  const Node not_b = ab ? e.b : -1, not_c = cd ? e.c : -1, not_d = cd ? e.d : -1, not_a = ab ? e.a : -1;
  if (alone(e.a, e.d, e.tails)) sum += common_neighbors(e.a, e.d, not_b, not_c);
  if (alone(e.c, e.b, e.tails)) sum += common_neighbors(e.c, e.b, not_d, not_a);
  return sum;
}

bool TriangleSwitching::try_switch(Proposal drawn, std::int64_t wanted) {
  if (!drawn.valid) return false;
  return pools_.ordered ? try_switch<true>(drawn.first, drawn.second, wanted)
                        : try_switch<false>(drawn.first, drawn.second, wanted);
}

template <bool kOrdered>
bool TriangleSwitching::try_switch(End first, End second, std::int64_t wanted) {
  const SwitchPair e(ends_, first, second);
  if (!e.possible<kOrdered>(set_)) return false;
  const std::int64_t after = triangles_ + gain<kOrdered>(first, second);
  if (std::abs(after - wanted) > std::abs(triangles_ - wanted)) return false;
  e.apply<kOrdered>(set_);
  triangles_ = after;
  std::swap(ends_[first], ends_[second]);
  std::swap(ends_at_[place_[first]], ends_at_[place_[second]]);
  std::swap(place_[first], place_[second]);
  return true;
}

void TriangleSwitching::steer(std::int64_t wanted, std::uint64_t steps, Random& random, Control& control) {
  for (std::uint64_t step = 0; step < steps && triangles_ != wanted; ++step) {
    if (step % kStepsPerLook == 0 && control.check_now()) return;
    const bool closing = triangles_ < wanted && random.below(kClosingSteps) != 0;
    ++attempted_;
    accepted_ += try_switch(closing ? draw_closing(random) : draw_any(random), wanted);
  }
}

}  // namespace spminer::nulls
