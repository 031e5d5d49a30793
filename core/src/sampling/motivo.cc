// Color coding: frequencies of subgraphs of up to 12 nodes from random colorings (Bressan, Leucci and Panconesi
// 2019).
//
// For each coloring: nodes get one of `size` random colors.  A table counts for each node, rooted tree and set of
// colors the trees at the node whose colors all differ (treelets.hh).  Trees with all colors are drawn from it, each
// as likely as any other (treelet_sampler.hh).  The nodes of a tree induce a subgraph; its class is met in
// proportion to the number of its spanning trees, by which hits are divided.  A subgraph has all colors with
// probability size! / size^size, the second correction.  Adaptive runs draw half of the samples from the tree shape
// that meets well-sampled classes least.
//
// Cost: the table takes O(3^size * arcs) operations at most for each pair of trees, and is the largest in memory; a
// sample takes one search per node of its tree.  Samples have random numbers of their own, so results do not depend
// on threads.  A run that is stopped evaluates the colorings that were finished; the standard errors need two.
//
// References: N. Alon, R. Yuster and U. Zwick, Color-coding, Journal of the ACM 42 (1995); M. Bressan, S. Leucci and
// A. Panconesi, Motivo: fast motif counting via succinct color coding and adaptive sampling, PVLDB 12 (2019).
#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/parallel.hh"
#include "sampling/classifier.hh"
#include "sampling/treelet_sampler.hh"
#include "sampling/treelets.hh"
#include "spminer/base/random.hh"
#include "spminer/sampling/samplers.hh"

namespace spminer::sampling {

namespace {

constexpr std::size_t kBatch = std::size_t{1} << 18;  // treelets drawn together: more share work, fewer spare memory
constexpr int kRounds = 8;                            // parts of the samples of an adaptive run

/// Spanning trees of the classes by their numbers, computed when first needed.
class SpanningTrees {
 public:
  SpanningTrees(const OrbitRegistry& registry, const TreeletCatalog& catalog, const ColorSets& sets)
      : registry_(registry), catalog_(catalog), sets_(sets) {}

  double of_shape(std::uint32_t class_id, int shape) {
    if (shape == TreeletSampler::kAnyShape) return all(class_id);
    if (by_shape_.size() <= class_id) by_shape_.resize(registry_.classes());
    auto& known = by_shape_[class_id];
    if (known.empty()) known = spanning_trees_by_shape(registry_.pattern(class_id), catalog_, sets_);
    return known[shape];
  }

 private:
  double all(std::uint32_t class_id) {
    if (all_.size() <= class_id) all_.resize(registry_.classes(), 0);
    if (all_[class_id] == 0) all_[class_id] = spanning_trees(registry_.pattern(class_id));
    return all_[class_id];
  }

  const OrbitRegistry& registry_;
  const TreeletCatalog& catalog_;
  const ColorSets& sets_;
  std::vector<double> all_;
  std::vector<std::vector<double>> by_shape_;
};

/// What has been drawn in one coloring.
struct Drawn {
  struct Part {
    int shape;
    double samples, total;  // drawn, and treelets of that shape to draw from
  };
  std::vector<Part> parts;
  std::vector<std::uint64_t> hits;  // by class number

  /// Estimated number of colorful subgraphs of a class: hits over how many a single one would have had.
  double colorful(std::uint32_t class_id, SpanningTrees& trees) const {
    double expected = 0;
    for (const Part& part : parts) expected += part.samples * trees.of_shape(class_id, part.shape) / part.total;
    return static_cast<double>(hits[class_id]) / expected;
  }
};

class Motivo {
 public:
  Motivo(const Target& target, const MotivoParams& params, Control& control)
      : target_(target),
        params_(params),
        control_(control),
        catalog_(params.size),
        sets_(params.size),
        trees_(registry_, catalog_, sets_),
        threads_(thread_count(params.threads)),
        anchors_(threads_) {
    for (int t = 0; t < threads_; ++t) classifiers_.push_back(std::make_unique<SampleClassifier>(target, registry_));
  }

  MotivoResult run() {
    const auto nodes = static_cast<std::uint64_t>(target_.size()) * params_.size;
    control_.total = static_cast<std::uint64_t>(params_.colorings) * (nodes + params_.samples);
    for (int c = 0; c < params_.colorings && !control_.stopped(); ++c) run_coloring(c);
    return collect();
  }

 private:
  void run_coloring(int c) {
    Random random(params_.seed, static_cast<std::uint64_t>(c));
    std::vector<std::uint8_t> colors(target_.size());
    for (auto& color : colors) color = static_cast<std::uint8_t>(random.below(params_.size));
    TreeletTable table(target_, catalog_, sets_, colors);
    const bool built = table.build(threads_, params_.memory_limit, control_);
    result_.table_bytes = std::max(result_.table_bytes, table.bytes());
    if (!built) return;
    TreeletSampler sampler(table, threads_);
    const std::uint64_t seed = random.next();
    Drawn drawn;
    const int rounds = params_.adaptive && params_.size <= kMaxAdaptiveSize ? kRounds : 1;
    std::uint64_t first = 0;
    for (int round = 0; round < rounds && sampler.total() > 0; ++round) {
      const std::uint64_t last = params_.samples * static_cast<std::uint64_t>(round + 1) / rounds;
      const int shape = round % 2 == 0 ? TreeletSampler::kAnyShape : rarest_shape(sampler, drawn);
      if (!draw(sampler, shape, first, last, seed, drawn)) return;
      first = last;
    }
    finish(drawn, sampler.total(), first);
  }

  bool draw(TreeletSampler& sampler, int shape, std::uint64_t first, std::uint64_t last, std::uint64_t seed,
            Drawn& drawn) {
    if (first == last) return true;
    drawn.parts.push_back({shape, static_cast<double>(last - first), sampler.total(shape)});
    for (; first < last; first += kBatch) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBatch, last - first));
      if (!sampler.draw(shape, first, count, seed, control_, nodes_)) return false;
      if (!classify(drawn)) return false;
      control_.done += count;
    }
    return true;
  }

  // Counts every sample of the batch with its class.
  bool classify(Drawn& drawn) {
    constexpr std::size_t kPart = 1024;
    const auto size = static_cast<std::size_t>(params_.size), count = nodes_.size() / size;
    std::vector<std::uint32_t> ids(count);
    parallel_for(static_cast<std::int64_t>((count + kPart - 1) / kPart), threads_, [&](std::int64_t part, int t) {
      if (control_.check_now()) return;
      const std::size_t first = static_cast<std::size_t>(part) * kPart;
      for (std::size_t i = first; i < std::min(count, first + kPart); ++i) {
        const std::span<const Node> nodes(&nodes_[i * size], size);
        const SubgraphClass& found = classifiers_[t]->classify(nodes);
        if (params_.anchors) anchors_[t].add(found, nodes);
        ids[i] = found.class_id;
      }
    });
    if (control_.stopped()) return false;
    drawn.hits.resize(registry_.classes(), 0);
    for (const auto id : ids) ++drawn.hits[id];
    std::uint64_t bytes = registry_.bytes() + result_.table_bytes;
    for (int t = 0; t < threads_; ++t) bytes += classifiers_[t]->bytes() + anchors_[t].bytes();
    if (params_.memory_limit != 0 && bytes > params_.memory_limit) control_.stop(StopReason::kMemoryLimit);
    return !control_.stopped();
  }

  /// The shape whose treelets span a well-sampled class least often; any, while no class is well sampled.
  int rarest_shape(const TreeletSampler& sampler, const Drawn& drawn) {
    std::vector<std::pair<PatternKey, std::uint32_t>> covered;  // by key: numbers depend on the threads
    for (std::uint32_t id = 0; id < drawn.hits.size(); ++id)
      if (drawn.hits[id] >= params_.cover) covered.emplace_back(registry_.key(id), id);
    if (covered.empty()) return TreeletSampler::kAnyShape;
    std::sort(covered.begin(), covered.end());
    int best = TreeletSampler::kAnyShape;
    double least = 2;
    for (int shape = 0; shape < catalog_.shape_count(); ++shape) {
      const double total = sampler.total(shape);
      if (total == 0) continue;
      double share = 0;
      for (const auto& [key, id] : covered) share += trees_.of_shape(id, shape) * drawn.colorful(id, trees_) / total;
      if (share < least) best = shape, least = share;
    }
    return best;
  }

  void finish(Drawn& drawn, double treelets, std::uint64_t samples) {
    drawn.hits.resize(registry_.classes(), 0);
    hits_.resize(drawn.hits.size(), 0);
    sum_.resize(drawn.hits.size(), 0);
    squares_.resize(drawn.hits.size(), 0);
    double colorful = 1;  // the probability that a subgraph has all colors
    for (int i = 1; i <= params_.size; ++i) colorful *= static_cast<double>(i) / params_.size;
    for (std::uint32_t id = 0; id < drawn.hits.size(); ++id) {
      if (drawn.hits[id] == 0) continue;
      const double count = drawn.colorful(id, trees_) / colorful;
      hits_[id] += drawn.hits[id];
      sum_[id] += count;
      squares_[id] += count * count;
    }
    ++result_.colorings;
    result_.samples += samples;
    result_.treelets += treelets;
  }

  MotivoResult collect() {
    result_.complete = !control_.stopped();
    const double runs = result_.colorings;
    if (runs == 0) return std::move(result_);
    result_.treelets /= runs;
    parallel_for(threads_, threads_, [&](std::int64_t t, int) { anchors_[t].compact(); });
    unite_parts(threads_, [&](int into, int from) { anchors_[into].absorb(anchors_[from]); });
    SampledClasses& classes = result_.classes;
    const auto rank = registry_.describe(classes, threads_);
    anchors_[0].score(rank, classes);
    classes.count.assign(rank.size(), 0);
    if (runs > 1) classes.error.assign(rank.size(), 0);
    for (std::uint32_t id = 0; id < hits_.size(); ++id) {
      const auto c = rank[id];
      classes.hits[c] = hits_[id];
      classes.count[c] = sum_[id] / runs;
      const double variance = std::max(squares_[id] - runs * classes.count[c] * classes.count[c], 0.0) / (runs - 1);
      if (runs > 1) classes.error[c] = std::sqrt(variance / runs);
    }
    return std::move(result_);
  }

  const Target& target_;
  MotivoParams params_;
  Control& control_;
  TreeletCatalog catalog_;
  ColorSets sets_;
  OrbitRegistry registry_;
  SpanningTrees trees_;
  int threads_;
  std::vector<std::unique_ptr<SampleClassifier>> classifiers_;
  std::vector<SeenAnchors> anchors_;
  std::vector<Node> nodes_;            // of the current batch
  std::vector<std::uint64_t> hits_;    // by class number, in finished colorings
  std::vector<double> sum_, squares_;  // of the colorings' estimates
  MotivoResult result_;
};

void check(const MotivoParams& params) {
  if (params.size < 2 || params.size > kMaxMotivoSize)
    throw std::invalid_argument("color coding counts subgraphs of 2 to " + std::to_string(kMaxMotivoSize) +
                                " nodes, not " + std::to_string(params.size));
  if (params.samples < 1 || params.colorings < 1)
    throw std::invalid_argument("at least one sample and one coloring are needed");
}

}  // namespace

MotivoResult sample_motivo(const Target& target, const MotivoParams& params, Control& control) {
  check(params);
  return Motivo(target, params, control).run();
}

}  // namespace spminer::sampling
