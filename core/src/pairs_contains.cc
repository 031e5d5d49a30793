// The decision for two small anchored graphs: bitmap domains, forward checking, smallest domain first.
#include <algorithm>

#include "spminer/pairs.hh"

namespace spminer {

namespace {

using Rows = std::array<Row, kMaxPatternNodes>;

/// Nodes within d hops of node 0, up to the distance of the farthest.
struct Balls {
  Rows within;
  int radius = 0;

  explicit Balls(const Pattern& graph) {
    within[0] = 1;
    for (Row border = 1;; ++radius) {
      Row next = within[radius];
      for_each_bit(border, [&](int i) { next |= graph.rows[i]; });
      border = next & ~within[radius];
      if (border == 0) return;
      within[radius + 1] = next;
    }
  }
  Row at(int d) const { return within[std::min(d, radius)]; }
};

/// reaching[d]: nodes of degree at least d.
Rows by_degree(const Pattern& graph) {
  Rows reaching{};
  for (int i = 0; i < graph.size; ++i) reaching[graph.degree(i)] |= bit(i);
  for (int d = kMaxPatternNodes - 1; d > 0; --d) reaching[d - 1] |= reaching[d];
  return reaching;
}

template <bool kInduced>
class Search {
 public:
  Search(const Pattern& pattern, const Pattern& target, std::uint64_t steps)
      : pattern_(pattern), target_(target), steps_(steps) {}

  std::optional<bool> run() {
    if (!enter()) return false;
    find_twins();
    const bool found = place(0, 0, 0, pattern_.all() & ~bit(0));
    if (cut_) return std::nullopt;
    return found;
  }

 private:
  /// First domains, by distance from the anchor and by degree.
  bool enter() {
    const Balls near(pattern_), reach(target_);
    const Rows reaching = by_degree(target_);
    const int spare = target_.size - pattern_.size;
    Row before = 0;
    for (int d = 0; d <= near.radius; before = near.within[d++]) {
      if (std::popcount(near.within[d]) > std::popcount(reach.at(d))) return false;
      bool alive = true;
      for_each_bit(near.within[d] & ~before, [&](int p) {
        const int degree = pattern_.degree(p);
        Row domain = reach.at(d) & reaching[degree];
        // An induced image leaves out at least as many nodes as the pattern node does.
        if (kInduced && degree + spare + 1 < kMaxPatternNodes) domain &= ~reaching[degree + spare + 1];
        domains_[0][p] = p == 0 ? domain & 1 : domain & ~Row{1};
        alive = alive && domains_[0][p] != 0;
      });
      if (!alive) return false;
    }
    return true;
  }

  /// Nodes that can be exchanged take their images in ascending order, lest the search try every order.
  void find_twins() {
    twins_.fill(0);
    for (int p = 1; p < pattern_.size; ++p)
      for (int q = p + 1; q < pattern_.size; ++q) {
        if (((pattern_.rows[p] ^ pattern_.rows[q]) & ~(bit(p) | bit(q))) != 0) continue;
        twins_[p] |= bit(q);
        twins_[q] |= bit(p);
      }
  }

  bool place(int depth, int position, int image, Row open) {
    if (open == 0) return true;
    if (steps_ == 0) return cut_ = true;
    --steps_;
    const int next = shrink(depth, position, image, open);
    if (next < 0) return false;
    open &= ~bit(next);
    for (Row domain = domains_[depth + 1][next]; domain != 0; domain &= domain - 1)
      if (place(depth + 1, next, std::countr_zero(domain), open)) return true;
    return false;
  }

  /// Domains of the next depth; returns the open position with the fewest candidates, or -1 if the branch is dead.
  int shrink(int depth, int position, int image, Row open) {
    const Rows& from = domains_[depth];
    Rows& to = domains_[depth + 1];
    const Row near = target_.rows[image], far = (kInduced ? ~near : ~Row{0}) & ~bit(image);
    const Row neighbors = pattern_.rows[position], twins = twins_[position];
    int next = -1, best = INT32_MAX;
    Row together = 0;
    for (Row rest = open; rest != 0; rest &= rest - 1) {
      const int q = std::countr_zero(rest);
      Row domain = from[q] & (neighbors & bit(q) ? near : far);
      if (twins & bit(q)) domain &= q > position ? ~(bit(image) - 1) : bit(image) - 1;
      if (domain == 0) return -1;
      to[q] = domain;
      together |= domain;
      // Fewest candidates first; of equals, the one that settles most neighbors.
      const int cost = kMaxPatternNodes * std::popcount(domain) - std::popcount(pattern_.rows[q] & open);
      if (cost < best) {
        best = cost;
        next = q;
      }
    }
    return std::popcount(together) < std::popcount(open) ? -1 : next;
  }

  const Pattern& pattern_;
  const Pattern& target_;
  std::uint64_t steps_;
  bool cut_ = false;
  Rows twins_;
  std::array<Rows, kMaxPatternNodes> domains_;
};

}  // namespace

std::optional<bool> contains_anchored(const Pattern& pattern, const Pattern& target, bool induced,
                                      std::uint64_t steps) {
  if (pattern.size > target.size) return false;
  return induced ? Search<true>(pattern, target, steps).run() : Search<false>(pattern, target, steps).run();
}

}  // namespace spminer
