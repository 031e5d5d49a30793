// MFinder: connected subgraphs drawn by growing along random edges (Kashtan et al. 2004).
//
// The first node is uniform among those of components that are large enough.  Each further node comes by a random
// edge that leaves the sample, so nodes with many links into it are likelier, and node sets have different
// probabilities.
//
// Correction: the probability of a node set is the sum over all orders in which it can be drawn.  It depends on an
// order only through the sets passed, so one sweep over the connected subsets replaces the sum.  A sample weighs the
// inverse of its probability, which makes estimates unbiased.  Without correction hits are shares of samples and no
// frequencies.
//
// Cost: O(size) random edges for each sample, O(2^size * size) for its correction, one canonical form for each new
// kind of sample.  Samples have random numbers of their own and are summed in a fixed order, so results do not
// depend on threads.  A run that is stopped evaluates the samples drawn by then.
//
// Reference: N. Kashtan, S. Itzkovitz, R. Milo and U. Alon, Efficient sampling algorithm for estimating subgraph
// concentrations and detecting network motifs, Bioinformatics 20 (2004).
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/parallel.hh"
#include "graph/components.hh"
#include "sampling/classifier.hh"
#include "spminer/base/random.hh"
#include "spminer/sampling/neighborhoods.hh"
#include "spminer/sampling/samplers.hh"

namespace spminer::sampling {

namespace {

constexpr std::uint64_t kChunk = 64;

/// The probability that tree sampling ends with a given node set.  It depends on the way only through the sets passed,
/// so one sweep over the connected subsets replaces the sum over all orders.
class DrawProbability {
 public:
  DrawProbability(const Target& target, int size) : target_(target), chance_(1 << size), inner_(1 << size) {}

  void look_at(std::span<const Node> nodes) {
    size_ = static_cast<int>(nodes.size());
    for (int i = 0; i < size_; ++i) {
      degree_[i] = target_.degree(nodes[i]);
      rows_[i] = 0;
      for (int j = 0; j < size_; ++j)
        if (i != j && target_.adjacent(nodes[i], nodes[j])) rows_[i] |= 1u << j;
    }
    inner_[0] = 0;
    for (std::uint32_t set = 1; set < 1u << size_; ++set) {
      const int low = std::countr_zero(set);
      inner_[set] = inner_[set & (set - 1)] + static_cast<std::uint8_t>(std::popcount(rows_[low] & set));
    }
  }

  /// Given that the first node is uniform among the nodes numbered in `starts`, the probability of the whole set.
  double of_set(std::uint32_t starts) {
    std::fill_n(chance_.begin(), std::size_t{1} << size_, 0.0);
    for_each_bit(starts, [&](int i) { chance_[1u << i] = 1; });
    const std::uint32_t whole = (1u << size_) - 1;
    for (std::uint32_t set = 1; set < whole; ++set) {
      if (chance_[set] == 0) continue;
      const double per_edge = chance_[set] / static_cast<double>(leaving(set));
      for_each_bit(whole & ~set, [&](int v) { chance_[set | 1u << v] += per_edge * std::popcount(rows_[v] & set); });
    }
    return chance_[whole];
  }

 private:
  std::int64_t leaving(std::uint32_t set) const {
    std::int64_t ends = 0;
    for_each_bit(set, [&](int i) { ends += degree_[i]; });
    return ends - 2 * inner_[set];
  }

  const Target& target_;
  int size_ = 0;
  std::vector<double> chance_;       // by subset
  std::vector<std::uint8_t> inner_;  // edges inside each subset
  std::array<std::int64_t, kMaxCorrectedSize> degree_{};
  std::array<std::uint32_t, kMaxCorrectedSize> rows_{};
};

struct Sample {
  std::uint32_t class_id = 0, orbit = 0;  // of the first node, numbered through all classes
  double set_weight = 0.0,
         anchored_weight = 0.0;  // inverse probabilities of the set, and of the set with that first node
};

std::vector<Node> possible_starts(const Target& target, int size) {
  std::vector<Node> starts = components(target, size).nodes;
  std::sort(starts.begin(), starts.end());
  return starts;
}

class Sampling {
 public:
  Sampling(const Target& target, const MfinderParams& params, Control& control)
      : target_(target), params_(params), control_(control), starts_(possible_starts(target, params.size)) {}

  MfinderResult run() {
    control_.total = starts_.empty() ? 0 : params_.samples;
    samples_.resize(control_.total);
    const auto chunks = (samples_.size() + kChunk - 1) / kChunk;
    std::vector<char> drawn(chunks, 0);
    const int threads = thread_count(params_.threads);
    std::vector<std::unique_ptr<Worker>> workers;
    for (int t = 0; t < threads; ++t) workers.push_back(std::make_unique<Worker>(target_, registry_, params_));
    parallel_for(static_cast<std::int64_t>(chunks), threads, [&](std::int64_t chunk, int t) {
      if (control_.check_now()) return;
      const auto first = static_cast<std::uint64_t>(chunk) * kChunk,
                 last = std::min<std::uint64_t>(first + kChunk, samples_.size());
      for (auto i = first; i < last; ++i) draw(i, *workers[t]);
      drawn[chunk] = 1;
      control_.done += last - first;
      if (params_.memory_limit != 0 && workers[t]->bytes() * threads + bytes() > params_.memory_limit)
        control_.stop(StopReason::kMemoryLimit);
    });
    keep_drawn(drawn);
    return collect();
  }

 private:
  struct Worker {
    Worker(const Target& target, OrbitRegistry& registry, const MfinderParams& params)
        : classifier(target, registry), probability(target, params.corrected ? params.size : 0) {}
    std::uint64_t bytes() const { return classifier.bytes(); }
    SampleClassifier classifier;
    DrawProbability probability;
    std::vector<Node> nodes;
  };

  void draw(std::uint64_t i, Worker& worker) {
    Random random(params_.seed, i);
    const Node start = starts_[random.below(starts_.size())];
    sample_tree(target_, start, params_.size, random, worker.nodes);
    const SubgraphClass& found = worker.classifier.classify(worker.nodes);
    Sample& sample = samples_[i];
    sample = {found.class_id, found.first_orbit + static_cast<std::uint32_t>(found.orbit[0])};
    if (!params_.corrected) return;
    worker.probability.look_at(worker.nodes);
    const auto starts = static_cast<double>(starts_.size());
    sample.set_weight = starts / worker.probability.of_set((1u << params_.size) - 1);
    sample.anchored_weight = starts / worker.probability.of_set(1);
  }

  void keep_drawn(const std::vector<char>& drawn) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < samples_.size(); ++i)
      if (drawn[i / kChunk]) samples_[kept++] = samples_[i];
    samples_.resize(kept);
  }

  MfinderResult collect() const {
    MfinderResult result;
    result.complete = !control_.stopped();
    result.samples = samples_.size();
    SampledClasses& classes = result.classes;
    const auto rank = registry_.describe(classes, params_.threads);
    std::vector<double> sum(classes.classes(), 0), squares(classes.classes(), 0);
    double total = 0;
    for (const Sample& sample : samples_) {  // in the order of the samples: sums do not depend on the threads
      const auto c = rank[sample.class_id];
      const double anchored = params_.corrected ? sample.anchored_weight : 1;
      ++classes.hits[c];
      classes.orbit_score[classes.orbit_offset[c] + sample.orbit - registry_.first_orbit(sample.class_id)] += anchored;
      total += anchored;
      sum[c] += sample.set_weight;
      squares[c] += sample.set_weight * sample.set_weight;
    }
    for (double& score : classes.orbit_score) score /= total;
    if (params_.corrected) estimate(sum, squares, classes);
    return result;
  }

  void estimate(const std::vector<double>& sum, const std::vector<double>& squares, SampledClasses& classes) const {
    const auto n = static_cast<double>(samples_.size());
    for (std::size_t c = 0; c < sum.size(); ++c) {
      const double mean = sum[c] / n;
      classes.count.push_back(mean);
      classes.error.push_back(std::sqrt(std::max(squares[c] / n - mean * mean, 0.0) / std::max(n - 1, 1.0)));
    }
  }

  std::uint64_t bytes() const { return registry_.bytes() + samples_.size() * sizeof(Sample); }

  const Target& target_;
  MfinderParams params_;
  Control& control_;
  std::vector<Node> starts_;
  OrbitRegistry registry_;
  std::vector<Sample> samples_;
};

}  // namespace

MfinderResult sample_mfinder(const Target& target, const MfinderParams& params, Control& control) {
  const int most = params.corrected ? kMaxCorrectedSize : kMaxPatternNodes;
  if (params.size < 2 || params.size > most)
    throw std::invalid_argument("samples have 2 to " + std::to_string(most) + " nodes, not " +
                                std::to_string(params.size));
  return Sampling(target, params, control).run();
}

}  // namespace spminer::sampling
