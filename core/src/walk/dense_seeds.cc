// Dense seeds: a greedy walk from each start into a group with more links than degrees explain.
//
// A walk has a number of links to each of its neighbors.  By chance, if nodes kept their degrees and all else were
// random, neighbor u would have `degrees of the walk * degree of u / ends of edges` of them.  The neighbor with the
// largest excess joins.  While the nodes that are joined to the whole walk are few, the links of a neighbor to these
// count too, in standard deviations, since links to a short walk alone tell little.
//
// Invariants: nothing is random, ties go to the smaller node, so equal calls give equal walks.
// Cost: for each step the neighbors of the walk, and for those joined to all of it their rows; a walk ends when it
// has more neighbors than `surroundings`.  Starts that the control leaves out have no nodes, and the result is not
// complete.
#include "spminer/walk/dense_seeds.hh"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "base/parallel.hh"

namespace spminer::walk {

namespace {

/// Gathers around one start after another.
class SeedWalker {
 public:
  explicit SeedWalker(const Target& target) : target_(target), links_(target.size()), stubs_(2.0 * target.edges()) {}

  /// Fills in the nodes of one walk, from its first on.
  void run(Node start, std::int64_t surroundings, std::span<Node> nodes) {
    degrees_ = 0;
    size_ = 0;
    Node next = start;
    for (Node& place : nodes) {
      place = next;
      add(next);
      next = static_cast<std::int64_t>(near_.size()) > surroundings ? -1 : best(surroundings);
      if (next < 0) break;
    }
    for (const Node u : near_) links_[u] = 0;
    for (const Node u : nodes)
      if (u >= 0) links_[u] = 0;
    near_.clear();
  }

 private:
  static constexpr std::uint8_t kTaken = 255;  // no node has as many links to a pattern

  void add(Node node) {
    for (const Node u : target_.neighbors(node)) {
      if (links_[u] == kTaken) continue;
      if (links_[u]++ == 0) near_.push_back(u);
    }
    links_[node] = kTaken;
    ++size_;
    degrees_ += static_cast<double>(target_.degree(node));
  }

  /// The neighbor with the most links beyond what its degree lets expect, the first of equals; -1 if there is none.
  /// Links to the walk alone tell little while it is short.  So those that are joined to all of it (its company) gain
  /// by links among themselves too, in standard deviations: each of them may be next.
  Node best(std::int64_t surroundings) const {
    double company = 0;
    for (const Node u : near_)
      if (links_[u] == size_) company += static_cast<double>(target_.degree(u));
    const bool small = company <= static_cast<double>(surroundings);
    Node found = -1;
    double most = 0;
    for (const Node u : near_) {
      if (links_[u] == kTaken) continue;
      const double share = static_cast<double>(target_.degree(u)) / stubs_;
      double gain = links_[u] - degrees_ * share;
      if (small && links_[u] == size_) gain += (joined(u) - company * share) / std::sqrt(company * share + 1);
      if (found >= 0 && (gain < most || (gain == most && u > found))) continue;
      found = u;
      most = gain;
    }
    return found;
  }

  /// How many of the company a node is joined to.
  double joined(Node node) const {
    const auto row = target_.neighbors(node);
    return static_cast<double>(std::ranges::count_if(row, [&](Node u) { return links_[u] == size_; }));
  }

  const Target& target_;
  std::vector<std::uint8_t> links_;  // to the walk; zero in between
  std::vector<Node> near_;
  int size_ = 0;        // of the walk
  double degrees_ = 0;  // of the walk's nodes, together
  double stubs_;
};

void join(const Target& target, std::span<const Node> nodes, std::span<Row> rows) {
  for (std::size_t i = 1; i < nodes.size() && nodes[i] >= 0; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (target.adjacent(nodes[i], nodes[j])) {
        rows[i] |= bit(static_cast<int>(j));
        rows[j] |= bit(static_cast<int>(i));
      }
}

}  // namespace

DenseSeeds dense_seeds(const Target& target, std::span<const Node> starts, const DenseSeedParams& params,
                       Control& control) {
  if (params.size < 1 || params.size > kMaxPatternNodes) throw std::invalid_argument("a walk has 1 to 64 nodes");
  for (const Node u : starts)
    if (u < 0 || u >= target.size()) throw std::invalid_argument("a start is not a node of the target");
  const auto size = static_cast<std::size_t>(params.size);
  DenseSeeds found{std::vector<Node>(starts.size() * size, -1), std::vector<Row>(starts.size() * size), true};
  std::vector<std::unique_ptr<SeedWalker>> walkers(thread_count(params.threads));
  parallel_for(static_cast<std::int64_t>(starts.size()), params.threads, [&](std::int64_t s, int t) {
    if (control.check_now()) return;
    auto& walker = walkers[t];
    if (!walker) walker = std::make_unique<SeedWalker>(target);
    const std::span nodes = std::span(found.nodes).subspan(static_cast<std::size_t>(s) * size, size);
    walker->run(starts[s], params.surroundings, nodes);
    join(target, nodes, std::span(found.rows).subspan(static_cast<std::size_t>(s) * size, size));
  });
  found.complete = !control.stopped();
  return found;
}

}  // namespace spminer::walk
