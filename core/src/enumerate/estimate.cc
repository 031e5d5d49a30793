// The number of connected subgraphs of a size, estimated by stochastic enumeration (Rubinstein 2013).
//
// The sets that ESU visits form a tree: the children of a set are the sets with one node more.  A population of
// random nodes of the tree goes down level by level.  On each level the mean number of children multiplies the
// estimate, and the next population is drawn from all children alike.  32 independent populations give a mean and
// its standard error.
//
// Cost: O(probes * size) rows of the graph, counted in steps, so that a step limit ends the work at the same place
// on every machine.  A run that is stopped uses the populations that are finished by then; if there is none,
// `probes` is 0.  The threads share the populations; those count that one thread would have finished.
//
// Reference: R. Rubinstein, Stochastic enumeration method for counting NP-hard problems, Methodology and Computing
// in Applied Probability 15 (2013).
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>

#include "base/draw.hh"
#include "base/parallel.hh"
#include "enumerate/esu.hh"
#include "graph/components.hh"
#include "spminer/base/random.hh"
#include "spminer/enumerate/enumerate.hh"

namespace spminer::enumerate {

namespace {

/// A node of the enumeration tree: the chosen nodes, and which entry of the extension each of them was.
struct Path {
  std::vector<Node> nodes;
  std::vector<std::uint32_t> choices;
};

/// Goes to nodes of the enumeration tree and looks at their branches.
class Tree {
 public:
  explicit Tree(const LocalGraph& graph) : graph_(graph), frontier_(graph, 0), extension_(graph.size()) {}

  /// Goes to a node; branches() are then its children.  Leave before going elsewhere.
  void go(const Path& path) {
    for (const Node node : path.nodes) steps_ += graph_.neighbors(node).size() + 1;
    frontier_.start(path.nodes[0]);
    end_ = frontier_.add(path.nodes[0], 0, extension_.data());
    for (std::size_t i = 1; i < path.nodes.size(); ++i)
      end_ = frontier_.add(path.nodes[i], static_cast<int>(i), extension_.data() + path.choices[i]);
  }
  /// Entries of rows that were looked at so far: what all of this costs, on any machine.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t branches() const { return static_cast<std::uint64_t>(end_ - extension_.data()); }
  Path child(const Path& path, std::uint64_t branch) const {
    Path next = path;
    next.nodes.push_back(extension_[branch]);
    next.choices.push_back(static_cast<std::uint32_t>(branch));
    return next;
  }
  void leave(const Path& path) {
    for (std::size_t i = path.nodes.size(); i-- > 0;) frontier_.remove(path.nodes[i], static_cast<int>(i));
  }

 private:
  const LocalGraph& graph_;
  Frontier frontier_;
  std::vector<Node> extension_;
  Node* end_ = nullptr;
  std::uint64_t steps_ = 0;
};

/// `count` different numbers below `bound`, ascending.
std::vector<std::uint64_t> choose(std::uint64_t bound, std::uint64_t count, Random& random) {
  std::set<std::uint64_t> chosen;  // of numbers that may be far apart
  draw_distinct(
      bound, count, random, [&](std::uint64_t number) { return chosen.contains(number); },
      [&](std::uint64_t number) { chosen.insert(number); });
  return {chosen.begin(), chosen.end()};
}

/// One estimate by stochastic enumeration (Rubinstein 2013): a whole population goes down the tree together.  Per level
/// the mean number of branches multiplies the estimate, and the next population is drawn from all branches alike, so
/// that the variance is lower than that of single random descents.  `stop()` ends it midway.
template <typename Stop>
double descend(Tree& tree, Node nodes, int size, std::uint64_t most, Random& random, Stop&& stop) {
  std::vector<Path> population;
  for (const auto root : choose(nodes, std::min<std::uint64_t>(most, nodes), random))
    population.push_back({{static_cast<Node>(root)}, {0}});
  double estimate = nodes;
  for (int count = 1; count < size && !population.empty(); ++count) {
    std::vector<std::uint64_t> first{0};  // number of each member's first branch
    for (const Path& path : population) {
      if (stop()) return 0;
      tree.go(path);
      first.push_back(first.back() + tree.branches());
      tree.leave(path);
    }
    const std::uint64_t branches = first.back();
    estimate *= static_cast<double>(branches) / static_cast<double>(population.size());
    if (branches == 0 || count == size - 1) return estimate;
    std::vector<Path> next;
    std::size_t member = 0;
    for (const auto branch : choose(branches, std::min(most, branches), random)) {
      while (first[member + 1] <= branch) ++member;
      tree.go(population[member]);
      next.push_back(tree.child(population[member], branch - first[member]));
      tree.leave(population[member]);
    }
    population.swap(next);
  }
  return estimate;
}

}  // namespace

SubgraphEstimate estimate_subgraphs(const Target& target, int size, std::uint64_t probes, std::uint64_t seed,
                                    Control& control, std::uint64_t max_steps, int threads) {
  check_enumeration_size(size);
  constexpr std::uint64_t kRuns = 32;
  SubgraphEstimate estimate;
  const Node nodes = target.size();
  if (nodes == 0 || probes == 0) return estimate;
  std::vector<Node> all(nodes), scratch(nodes);
  std::iota(all.begin(), all.end(), 0);
  const LocalGraph graph = local_graph(target, all, scratch, threads);
  control.total = kRuns;
  const std::uint64_t population = std::max<std::uint64_t>(probes / kRuns, 2);
  std::vector<std::unique_ptr<Tree>> trees(thread_count(threads));
  std::array<std::atomic<std::uint64_t>, kRuns> steps{};  // of each run so far
  std::array<double, kRuns> values{};
  std::array<bool, kRuns> finished{};
  parallel_for(kRuns, threads, [&](std::int64_t run, int worker) {
    if (!trees[worker]) trees[worker] = std::make_unique<Tree>(graph);
    Tree& tree = *trees[worker];
    const std::uint64_t before = tree.steps();
    // A run counts if it and all before it keep to the steps, which are the same for any number of threads.
    const auto stop = [&] {
      if (control.check_now()) return true;
      if (max_steps == 0) return false;
      steps[run].store(tree.steps() - before, std::memory_order_relaxed);
      std::uint64_t spent = 0;
      for (std::int64_t r = 0; r <= run; ++r) spent += steps[r].load(std::memory_order_relaxed);
      return spent > max_steps;
    };
    Random random(seed, static_cast<std::uint64_t>(run));
    values[run] = descend(tree, nodes, size, population, random, stop);
    if (stop()) return;
    finished[run] = true;
    ++control.done;
  });
  std::uint64_t spent = 0;
  double mean = 0, squares = 0;
  std::uint64_t runs = 0;
  for (std::uint64_t run = 0; run < kRuns && finished[run]; ++run) {
    spent += steps[run].load();
    if (max_steps != 0 && spent > max_steps) break;
    const double difference = values[run] - mean;
    mean += difference / static_cast<double>(++runs);
    squares += difference * (values[run] - mean);
  }
  estimate.subgraphs = mean;
  estimate.probes = runs * population;
  if (runs > 1)
    estimate.standard_error = std::sqrt(squares / static_cast<double>(runs - 1) / static_cast<double>(runs));
  else
    estimate.standard_error = mean;  // one population gives no error
  return estimate;
}

}  // namespace spminer::enumerate
