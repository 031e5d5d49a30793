// The decision for two small anchored graphs.  It shares forward checking with the dense search (match/dense.hh), but
// neither its plan nor its budget: index, signatures and automorphisms would take 4 to 40 times as long as the whole
// decision, and a recursion without options is up to a third faster than the dense one (match/anchored_bench.cc).
#include <algorithm>
#include <array>
#include <cstddef>

#include "match/forward.hh"
#include "spminer/base/bits.hh"
#include "spminer/match/match.hh"

namespace spminer::match {

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
class AnchoredSearch {
 public:
  AnchoredSearch(const Pattern& pattern, const Pattern& target, std::uint64_t steps, Control* control)
      : pattern_(pattern), target_(target), more_steps_(steps), control_(control) {}

  std::optional<bool> run() {
    if (!enter()) return false;
    find_twins();
    const bool found = assign(0, 0, 0, pattern_.all() & ~bit(0));
    if (cut_) return std::nullopt;
    return found;
  }

 private:
  using Set = Bits<1>;

  /// First domains, by distance from the anchor and by degree; false if one is empty.
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
        domain &= p == 0 ? Row{1} : ~Row{1};
        domains(0)[p] = {{domain}};
        alive = alive && domain != 0;
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

  bool assign(int depth, int position, int image, Row open) {
    if (open == 0) return true;
    if (steps_ == 0 && !take_steps()) return cut_ = true;
    --steps_;
    const int next = shrink(depth, position, image, open);
    if (next < 0) return false;
    open &= ~bit(next);
    for (Row domain = domains(depth + 1)[next].words[0]; domain != 0; domain &= domain - 1)
      if (assign(depth + 1, next, std::countr_zero(domain), open)) return true;
    return false;
  }

  /// Allows the next steps; false if there are none left, or the control stopped the work.
  bool take_steps() {
    constexpr std::uint64_t kBetweenChecks = 4096;
    if (more_steps_ == 0 || (control_ != nullptr && control_->check_now())) return false;
    steps_ = std::min(more_steps_, kBetweenChecks);
    more_steps_ -= steps_;
    return true;
  }

  int shrink(int depth, int position, int image, Row open) {
    const Row row = target_.rows[image], twins = twins_[position], before = bit(image) - 1;
    const Set near{{row}}, far{{(kInduced ? ~row : ~Row{0}) & ~bit(image)}};
    return forward_check<1>(pattern_, position, open, domains(depth), domains(depth + 1), near, far,
                            [&](int q, Set& domain) {
                              if (twins & bit(q)) domain.words[0] &= q > position ? ~before : before;
                            });
  }

  Set* domains(int depth) { return reinterpret_cast<Set*>(storage_) + depth * kMaxPatternNodes; }

  const Pattern& pattern_;
  const Pattern& target_;
  std::uint64_t steps_ = 0, more_steps_;  ///< until the next look at the control; after it
  Control* control_;
  bool cut_ = false;
  Rows twins_;
  // Domains by depth and position.  Raw, since clearing them would take longer than many a search.
  alignas(Set) std::byte storage_[sizeof(Set) * kMaxPatternNodes * kMaxPatternNodes];
};

}  // namespace

std::optional<bool> contains_anchored(const Pattern& pattern, const Pattern& target, bool induced, std::uint64_t steps,
                                      Control* control) {
  if (pattern.size > target.size) return false;
  return induced ? AnchoredSearch<true>(pattern, target, steps, control).run()
                 : AnchoredSearch<false>(pattern, target, steps, control).run();
}

}  // namespace spminer::match
