// Rand-ESU: a random part of the tree of ESU (enumerate/esu.hh; Wernicke 2006).
//
// Each set of i nodes expands a share of its children, (1 - i / (k + 1))^tau with the largest size k: all shares
// along the way to a subgraph multiply to its chance, which is the same for all subgraphs of a size.  Hits divided
// by that chance are unbiased.  The number of children is the exact share, rounded up or down at random, which has
// less variance than a coin for each child.  Several walks from each root tell the standard errors.
//
// Invariants: the tree is fixed and only the choice of children is random, so siblings that are left out still shape
// the extensions of others.  Roots have random numbers of their own and sums are of integers, so results do not
// depend on threads.
// Cost: proportional to the sets met; one canonical form for each new kind of set.  A run that is stopped has met a
// part of the roots: it reports what it met, without frequencies.
//
// Reference: S. Wernicke, Efficient detection of network motifs, IEEE/ACM Transactions on Computational Biology and
// Bioinformatics 3 (2006).
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/draw.hh"
#include "base/parallel.hh"
#include "enumerate/esu.hh"
#include "graph/components.hh"
#include "sampling/classifier.hh"
#include "spminer/base/random.hh"
#include "spminer/sampling/samplers.hh"

namespace spminer::sampling {

namespace {

using enumerate::Frontier;

/// Different entries of a short list, drawn at random again and again.
class EntryDraw {
 public:
  const std::vector<std::uint32_t>& draw(std::size_t bound, std::size_t count, Random& random) {
    chosen_.clear();
    if (taken_.size() < bound) taken_.resize(bound, 0);
    draw_distinct(
        bound, count, random, [&](std::uint64_t entry) { return taken_[entry] != 0; },
        [&](std::uint64_t entry) {
          taken_[entry] = 1;
          chosen_.push_back(static_cast<std::uint32_t>(entry));
        });
    for (const auto entry : chosen_) taken_[entry] = 0;
    return chosen_;
  }

 private:
  std::vector<std::uint32_t> chosen_;
  std::vector<char> taken_;
};

/// Walks a random part of the tree; calls visitor.meet(nodes) for every set of two nodes or more.
template <typename Visitor>
class RandomWalk {
 public:
  RandomWalk(const LocalGraph& graph, const std::vector<double>& shares, Visitor& visitor)
      : graph_(graph),
        shares_(shares),
        frontier_(graph, 0),
        visitor_(visitor),
        extensions_(shares.size()),
        draws_(shares.size()) {}

  void visit(Node root, Random& random) {
    frontier_.start(root);
    visitor_.spend(graph_.neighbors(root).size() + 1);
    nodes_.assign(1, root);
    auto& extension = extensions_[1];
    extension.resize(graph_.neighbors(root).size());
    extension.resize(frontier_.add(root, 0, extension.data()) - extension.data());
    expand(1, random);
    frontier_.remove(root, 0);
  }

 private:
  // `count` nodes are chosen; extensions_[count] may be added.  A child's own extension is what stands before it in
  // this list and its new neighbors, whichever of its siblings are taken: the tree is fixed, the choice is not.
  void expand(std::size_t count, Random& random) {
    const auto& extension = extensions_[count];
    const double exact = static_cast<double>(extension.size()) * shares_[count];
    const auto whole = static_cast<std::size_t>(exact);
    const std::size_t children = whole + (random.uniform() < exact - static_cast<double>(whole));
    for (const auto entry : draws_[count].draw(extension.size(), children, random)) {
      if (visitor_.stop()) return;
      nodes_.push_back(extension[entry]);
      visitor_.meet(nodes_);
      if (count + 1 < shares_.size()) enter(count, entry, random);
      nodes_.pop_back();
    }
  }

  void enter(std::size_t count, std::size_t entry, Random& random) {
    const Node w = nodes_.back();
    visitor_.spend(graph_.neighbors(w).size() + entry + 1);
    const auto& extension = extensions_[count];
    auto& next = extensions_[count + 1];
    next.resize(entry + graph_.neighbors(w).size());
    std::copy_n(extension.begin(), entry, next.begin());
    Node* end = frontier_.add(w, static_cast<int>(count), next.data() + entry);
    next.resize(end - next.data());
    expand(count + 1, random);
    frontier_.remove(w, static_cast<int>(count));
  }

  const LocalGraph& graph_;
  const std::vector<double>& shares_;  // by the number of nodes chosen
  Frontier frontier_;
  Visitor& visitor_;
  std::vector<std::vector<Node>> extensions_;
  std::vector<EntryDraw> draws_;
  std::vector<Node> nodes_;
};

/// Hits of each class, and how much they vary between the repetitions of a root: sums of integers, in any order.
struct ClassTally {
  std::vector<std::uint64_t> hits, spread;

  void reserve(std::uint32_t class_id) {
    if (hits.size() <= class_id) hits.resize(class_id + 1, 0), spread.resize(class_id + 1, 0);
  }
  void absorb(const ClassTally& other) {
    if (!other.hits.empty()) reserve(static_cast<std::uint32_t>(other.hits.size() - 1));
    for (std::size_t i = 0; i < other.hits.size(); ++i) hits[i] += other.hits[i], spread[i] += other.spread[i];
  }
};

/// One thread's part: classifies the subgraphs that it meets and counts them root by root.
class SubgraphTally {
 public:
  SubgraphTally(const Target& target, const LocalGraph& graph, const RandEsuParams& params,
                std::vector<OrbitRegistry>& registries, std::atomic<std::uint64_t>& spent, Control& control)
      : graph_(graph),
        repetitions_(params.repetitions),
        max_steps_(params.max_steps),
        spent_(spent),
        memory_share_(params.memory_limit / static_cast<std::uint64_t>(thread_count(params.threads))),
        control_(control),
        ticker_(control),
        slot_(params.sizes.back() + 1, -1) {
    for (std::size_t i = 0; i < params.sizes.size(); ++i) {
      slot_[params.sizes[i]] = static_cast<int>(i);
      classifiers_.emplace_back(target, registries[i]);
    }
    tallies_.resize(params.sizes.size());
    anchors_.resize(params.sizes.size());
    met_.resize(params.sizes.size());
  }

  void start(int repetition) { repetition_ = repetition; }

  void meet(const std::vector<Node>& local) {
    const int slot = slot_[local.size()];
    if (slot < 0) return;
    nodes_.clear();
    for (const Node u : local) nodes_.push_back(graph_.original[u]);
    const SubgraphClass& found = classifiers_[slot].classify(nodes_);
    anchors_[slot].add(found, nodes_);
    met_[slot].push_back({found.class_id, repetition_});
  }

  bool stop() {
    if (++calls_ % kPeriod == 0 && memory_share_ != 0 && bytes() > memory_share_)
      control_.stop(StopReason::kMemoryLimit);
    return ticker_.should_stop() || exhausted();
  }
  void spend(std::uint64_t steps) { steps_ += steps; }
  bool exhausted() const { return max_steps_ != 0 && spent_.load(std::memory_order_relaxed) + steps_ > max_steps_; }

  /// All repetitions of a root are done.
  void finish_root() {
    spent_.fetch_add(std::exchange(steps_, 0), std::memory_order_relaxed);
    for (std::size_t slot = 0; slot < met_.size(); ++slot) {
      auto& met = met_[slot];
      std::sort(met.begin(), met.end());
      for (std::size_t i = 0; i < met.size();) {
        const std::uint32_t class_id = met[i].first;
        std::uint64_t sum = 0, squares = 0;
        while (i < met.size() && met[i].first == class_id) {
          std::uint64_t hits = 0;
          for (const auto repetition = met[i]; i < met.size() && met[i] == repetition; ++i) ++hits;
          sum += hits;
          squares += hits * hits;
        }
        tallies_[slot].reserve(class_id);
        tallies_[slot].hits[class_id] += sum;
        tallies_[slot].spread[class_id] += static_cast<std::uint64_t>(repetitions_) * squares - sum * sum;
      }
      met.clear();
    }
  }

  /// No subgraphs come any more.
  void sort() {
    for (auto& anchors : anchors_) anchors.compact();
  }
  void absorb(SubgraphTally& other) {
    for (std::size_t slot = 0; slot < tallies_.size(); ++slot) {
      tallies_[slot].absorb(other.tallies_[slot]);
      anchors_[slot].absorb(other.anchors_[slot]);
    }
  }
  const ClassTally& tally(std::size_t slot) const { return tallies_[slot]; }
  SeenAnchors& anchors(std::size_t slot) { return anchors_[slot]; }
  std::uint64_t bytes() const {
    std::uint64_t total = 0;
    for (const auto& anchors : anchors_) total += anchors.bytes();
    for (const auto& classifier : classifiers_) total += classifier.bytes();
    for (const auto& met : met_) total += met.capacity() * sizeof(met[0]);
    return total;
  }

 private:
  static constexpr std::uint32_t kPeriod = 256;

  const LocalGraph& graph_;
  int repetitions_, repetition_ = 0;
  std::uint64_t max_steps_;
  std::atomic<std::uint64_t>& spent_;  // steps of all threads, for the roots that are finished
  std::uint64_t steps_ = 0;            // for the root at hand
  std::uint64_t memory_share_;
  Control& control_;
  Ticker ticker_;
  std::uint32_t calls_ = 0;
  std::vector<int> slot_;  // of each wanted size
  std::vector<SampleClassifier> classifiers_;
  std::vector<ClassTally> tallies_;
  std::vector<SeenAnchors> anchors_;
  std::vector<std::vector<std::pair<std::uint32_t, int>>> met_;  // class and repetition, of the current root
  std::vector<Node> nodes_;
};

/// Shares of children to expand, by the number of nodes chosen before.
std::vector<double> expansion_shares(int largest, double tau) {
  std::vector<double> shares;
  for (int i = 0; i < largest; ++i) shares.push_back(std::pow(1 - static_cast<double>(i) / (largest + 1), tau));
  return shares;
}

SampledClasses describe(const OrbitRegistry& registry, const ClassTally& tally, SeenAnchors& anchors, double chance,
                        int repetitions, bool complete, int threads) {
  SampledClasses classes;
  const auto rank = registry.describe(classes, threads);
  anchors.score(rank, classes);
  if (complete) classes.count.resize(rank.size()), classes.error.resize(rank.size());
  for (std::uint32_t id = 0; id < rank.size(); ++id) {
    const auto c = rank[id];
    if (id < tally.hits.size()) classes.hits[c] = tally.hits[id];
    if (!complete) continue;
    const double r = repetitions;
    classes.count[c] = static_cast<double>(tally.hits[id]) / (r * chance);
    // Roots are independent, so their variances add up; each is estimated from its repetitions.
    classes.error[c] = std::sqrt(static_cast<double>(tally.spread[id]) / (r * r * (r - 1))) / chance;
  }
  return classes;
}

void check(const RandEsuParams& params) {
  if (params.sizes.empty() || !std::is_sorted(params.sizes.begin(), params.sizes.end()) || params.sizes.front() < 2 ||
      params.sizes.back() > kMaxRandEsuSize)
    throw std::invalid_argument("sizes must be ascending, from 2 to " + std::to_string(kMaxRandEsuSize));
  if (!(params.tau >= 0)) throw std::invalid_argument("tau must not be negative");
  if (params.repetitions < 2) throw std::invalid_argument("standard errors need at least 2 repetitions");
}

}  // namespace

double rand_esu_chance(int size, int largest, double tau) {
  const auto shares = expansion_shares(largest, tau);
  return std::accumulate(shares.begin(), shares.begin() + size, 1.0, std::multiplies<>());
}

RandEsuResult sample_rand_esu(const Target& target, const RandEsuParams& params, Control& control) {
  check(params);
  std::vector<Node> all(target.size()), scratch(target.size());
  std::iota(all.begin(), all.end(), 0);
  const int threads = thread_count(params.threads);
  const LocalGraph graph = local_graph(target, all, scratch, threads);
  const auto shares = expansion_shares(params.sizes.back(), params.tau);
  std::vector<OrbitRegistry> registries(params.sizes.size());
  std::atomic<std::uint64_t> spent{0};
  std::vector<std::unique_ptr<SubgraphTally>> tallies(threads);
  std::vector<std::unique_ptr<RandomWalk<SubgraphTally>>> walks(threads);
  parallel_for(threads, threads, [&](std::int64_t t, int) {
    tallies[t] = std::make_unique<SubgraphTally>(target, graph, params, registries, spent, control);
    walks[t] = std::make_unique<RandomWalk<SubgraphTally>>(graph, shares, *tallies[t]);
  });
  control.total = static_cast<std::uint64_t>(graph.size());
  parallel_for(graph.size(), threads, [&](std::int64_t root, int t) {
    for (int r = 0; r < params.repetitions && !control.stopped() && !tallies[t]->exhausted(); ++r) {
      Random random(params.seed, static_cast<std::uint64_t>(root * params.repetitions + r));
      tallies[t]->start(r);
      walks[t]->visit(static_cast<Node>(root), random);
    }
    tallies[t]->finish_root();
    ++control.done;
  });

  RandEsuResult result;
  result.complete = !control.stopped() && !tallies[0]->exhausted();
  parallel_for(threads, threads, [&](std::int64_t t, int) { tallies[t]->sort(); });
  unite_parts(threads, [&](int into, int from) { tallies[into]->absorb(*tallies[from]); });
  for (std::size_t i = 0; i < params.sizes.size(); ++i) {
    const double chance = rand_esu_chance(params.sizes[i], params.sizes.back(), params.tau);
    result.classes.push_back(describe(registries[i], tallies[0]->tally(i), tallies[0]->anchors(i), chance,
                                      params.repetitions, result.complete, threads));
    const auto& hits = result.classes.back().hits;
    result.samples.push_back(std::accumulate(hits.begin(), hits.end(), std::uint64_t{0}));
  }
  return result;
}

}  // namespace spminer::sampling
