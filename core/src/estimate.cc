#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "component.hh"
#include "esu.hh"
#include "spminer/enumerate.hh"
#include "spminer/random.hh"

namespace spminer {

namespace {

/// Random descents of the enumeration tree: the product of the branching on the way is an unbiased estimate of the
/// number of leaves.
class Descent {
 public:
  Descent(const LocalGraph& graph, int size)
      : size_(size), frontier_(graph, 0), extension_(graph.size()), path_(size) {}

  double from(Node root, Random& random) {
    frontier_.start(root);
    Node* const begin = extension_.data();
    Node* end = frontier_.add(root, 0, begin);
    path_[0] = root;
    double weight = 1;
    int count = 1;
    while (count < size_ - 1 && begin != end) {
      weight *= static_cast<double>(end - begin);
      Node* chosen = begin + random.below(static_cast<std::uint64_t>(end - begin));
      path_[count] = *chosen;
      end = frontier_.add(path_[count], count, chosen);
      ++count;
    }
    weight *= static_cast<double>(end - begin);
    while (count-- > 0) frontier_.remove(path_[count], count);
    return weight;
  }

 private:
  int size_;
  Frontier frontier_;
  std::vector<Node> extension_;
  std::vector<Node> path_;
};

}  // namespace

SubgraphEstimate estimate_subgraphs(const Target& target, int size, std::uint64_t probes, std::uint64_t seed,
                                    Control& control) {
  check_enumeration_size(size);
  SubgraphEstimate estimate;
  const Node nodes = target.size();
  if (nodes == 0 || probes == 0) return estimate;
  std::vector<Node> all(nodes), scratch(nodes);
  std::iota(all.begin(), all.end(), 0);
  const LocalGraph graph = local_graph(target, all, scratch);
  Descent descent(graph, size);
  control.total = probes;
  double mean = 0, squares = 0;
  for (std::uint64_t probe = 0; probe < probes && !control.check_now(); ++probe) {
    Random random(seed, probe);
    // One root from each of equally large strata, in a scattered order, so that a stopped run is a fair sample, too.
    const std::uint64_t stratum = probe * 0x9e3779b1ULL % probes;
    const double place = (static_cast<double>(stratum) + random.uniform()) / static_cast<double>(probes);
    const double value = descent.from(static_cast<Node>(place * nodes), random) * nodes;
    const double difference = value - mean;
    mean += difference / static_cast<double>(++estimate.probes);
    squares += difference * (value - mean);
    ++control.done;
  }
  estimate.subgraphs = mean;
  if (estimate.probes > 1)
    estimate.standard_error =
        std::sqrt(squares / static_cast<double>(estimate.probes - 1) / static_cast<double>(estimate.probes));
  return estimate;
}

}  // namespace spminer
