#include "spminer/encoder/pairs.hh"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/draw.hh"
#include "base/parallel.hh"
#include "graph/components.hh"
#include "spminer/generate/generate.hh"
#include "spminer/match/match.hh"
#include "spminer/order/signature.hh"
#include "spminer/sampling/neighborhoods.hh"

namespace spminer::encoder {

namespace {

using generate::generate_pattern;
using generate::GraphKind;
using match::contains_anchored;
using order::Induced;
using order::kSignatureSize;
using order::may_contain;
using order::signature;
using sampling::anchored_at_first;
using sampling::sample_tree;

constexpr int kHardDraws = 36;         ///< negatives looked at for one that is hard
constexpr int kDrawsPerTarget = 12;    ///< patterns tried against one target before another one is drawn
constexpr int kHopelessDraws = 20000;  ///< then the user's graph has no negatives
constexpr int kMostAddedEdges = 5;

int uniform(int low, int high, Random& random) { return low + draw_below(high - low + 1, random); }

enum class Kind { kPositive, kAddedEdges, kOtherGraph, kOtherAnchor, kMovedNode };

struct Pair {
  Pattern target, pattern;
};

void exchange_nodes(Pattern& graph, int i, int j) {
  std::swap(graph.rows[i], graph.rows[j]);
  for (int u = 0; u < graph.size; ++u) {
    const Row differ = ((graph.rows[u] >> i) ^ (graph.rows[u] >> j)) & 1;
    graph.rows[u] ^= (differ << i) | (differ << j);
  }
}

/// Joins 1 to 5 pairs of nodes that are not neighbors (fewer if there are fewer); false if there are none.
bool add_edges(Pattern& graph, Random& random) {
  const int missing = graph.size * (graph.size - 1) / 2 - graph.edges();
  const int wanted = std::min(uniform(1, kMostAddedEdges, random), missing);
  for (int added = 0; added < wanted;) {
    const int i = uniform(0, graph.size - 1, random), j = uniform(0, graph.size - 1, random);
    if (i == j || graph.adjacent(i, j)) continue;
    graph.connect(i, j);
    ++added;
  }
  return wanted > 0;
}

/// Takes a node away that the others do not need to hang together, and puts it back somewhere else, with as many
/// edges where there is room; false if it is needed where it is.
bool move_node(Pattern& graph, Random& random) {
  const int node = uniform(1, graph.size - 1, random);
  const int edges = graph.degree(node);
  Pattern rest = graph;
  for_each_bit(graph.rows[node], [&](int v) { rest.rows[v] &= ~bit(node); });
  rest.rows[node] = 0;
  const int first = draw_bit(rest.all() & ~bit(node), random);
  Row near = rest.rows[first];
  rest.connect(node, first);
  if (!rest.connected()) return false;
  for (int added = 1; added < edges && near != 0; ++added) {
    const int v = draw_bit(near, random);
    near &= ~bit(v);
    rest.connect(node, v);
  }
  graph = rest;
  return true;
}

/// Draws the graphs of one pair after the other; owns the memory that they need on the way.
class Drawer {
 public:
  Drawer(const PairParams& params, const Target* target, std::span<const Node> anchors)
      : params_(params), target_(target), anchors_(anchors) {}

  Pair draw(Kind kind, int low, int high, Random& random) {
    from_target_ = target_ != nullptr && random.uniform() < params_.blend;
    synthetic_ = random.uniform() < params_.sparse ? GraphKind::kSparse : GraphKind::kMixed;
    const int size = uniform(low, high, random);
    if (kind != Kind::kPositive) return draw_negative(kind, size, high, random);
    Pattern graph = draw_graph(size, random);
    Pattern pattern = draw_subgraph(graph, draw_pattern_size(graph.size, random), random);
    return {std::move(graph), std::move(pattern)};
  }

 private:
  Pattern draw_graph(int size, Random& random) {
    if (from_target_) {
      sample_tree(*target_, anchors_[random.below(anchors_.size())], size, random, members_);
      return anchored_at_first(*target_, members_);
    }
    Pattern graph = generate_pattern(synthetic_, size, random);
    exchange_nodes(graph, 0, uniform(0, size - 1, random));
    graph.anchor = 0;
    return graph;
  }

  int draw_pattern_size(int nodes, Random& random) const {
    return uniform(params_.min_pattern, std::min(params_.max_pattern, nodes - 1), random);
  }

  Pattern draw_subgraph(const Pattern& graph, int size, Random& random) {
    sample_tree(graph, 0, size, random, nodes_);
    for (std::size_t i = nodes_.size() - 1; i > 1; --i) std::swap(nodes_[i], nodes_[1 + random.below(i)]);
    Pattern pattern = anchored_at_first(graph, nodes_);
    if (!params_.induced) sampling::drop_edges(pattern, random);
    return pattern;
  }

  /// A pattern that may or may not be in the graph; empty if the kind has none here.
  Pattern draw_candidate(Kind kind, const Pattern& graph, int size, int high, Random& random) {
    if (kind == Kind::kOtherGraph) return draw_subgraph(draw_graph(uniform(size, high, random), random), size, random);
    if (kind == Kind::kOtherAnchor) {
      Pattern elsewhere = graph;
      exchange_nodes(elsewhere, 0, uniform(1, graph.size - 1, random));
      return draw_subgraph(elsewhere, size, random);
    }
    Pattern pattern = draw_subgraph(graph, size, random);
    const bool changed = kind == Kind::kMovedNode ? move_node(pattern, random) : add_edges(pattern, random);
    return changed ? pattern : Pattern{};
  }

  /// Near misses come from around another node, or differ in a node or in some edges.
  static Kind draw_near_miss(Kind kind, Random& random) {
    constexpr double kUsual = 0.25;
    if (random.uniform() < kUsual) return kind;
    return random.below(2) == 0 ? Kind::kOtherAnchor : Kind::kMovedNode;
  }

  /// Looks for a near miss first if one is wanted, then takes any negative of the kind.
  Pair draw_negative(Kind kind, int size, int high, Random& random) {
    int hard_draws = random.uniform() < params_.hard ? kHardDraws : 0;
    for (int tried = 0; tried < kHopelessDraws; tried += kDrawsPerTarget) {
      Pattern graph = draw_graph(size, random);
      const int pattern_size = draw_pattern_size(graph.size, random);
      if (hard_draws > 0) signature(graph, target_signature_, kind_of_containment());
      for (int i = 0; i < kDrawsPerTarget; ++i) {
        const bool hard = hard_draws-- > 0;
        const Kind chosen = hard ? draw_near_miss(kind, random) : kind;
        Pattern pattern = draw_candidate(chosen, graph, pattern_size, high, random);
        if (pattern.size == 0 || (hard && !may_be_in_target(pattern))) continue;
        if (!params_.checked || contains_anchored(pattern, graph, params_.induced, params_.steps) == false)
          return {std::move(graph), std::move(pattern)};
      }
    }
    throw std::runtime_error("no pattern was found that is not in the neighborhoods: the graph is too uniform");
  }

  Induced kind_of_containment() const { return params_.induced ? Induced::kYes : Induced::kNo; }

  bool may_be_in_target(const Pattern& pattern) {
    signature(pattern, pattern_signature_, kind_of_containment());
    return may_contain(pattern_signature_.data(), target_signature_.data());
  }

  const PairParams& params_;
  const Target* target_;
  std::span<const Node> anchors_;
  std::array<std::uint8_t, kSignatureSize> target_signature_, pattern_signature_;
  bool from_target_ = false;
  GraphKind synthetic_ = GraphKind::kMixed;
  std::vector<Node> members_;
  std::vector<int> nodes_;
};

void check(const PairParams& params) {
  if (params.min_pattern < 2 || params.max_pattern < params.min_pattern || params.max_pattern >= kMaxPatternNodes)
    throw std::invalid_argument("pattern sizes must be in 2 .. 63, the lower one first");
  for (const double share : {params.hard, params.sparse, params.blend})
    if (!(share >= 0 && share <= 1)) throw std::invalid_argument("hard, sparse and blend are shares between 0 and 1");
}

Kind kind_of(std::int64_t pair) {
  if (pair % 2 == 0) return Kind::kPositive;
  return pair % 4 == 1 ? Kind::kAddedEdges : Kind::kOtherGraph;
}

PairBatch empty_batch(const BatchParams& params, int max_pattern) {
  PairBatch batch;
  const auto pairs = static_cast<std::size_t>(params.pairs);
  batch.target_width = params.high;
  batch.pattern_width = std::min(params.high, max_pattern);
  batch.target_rows.assign(pairs * batch.target_width, 0);
  batch.pattern_rows.assign(pairs * batch.pattern_width, 0);
  batch.target_sizes.assign(pairs, 0);
  batch.pattern_sizes.assign(pairs, 0);
  batch.labels.assign(pairs, 0);
  return batch;
}

void store(const Pair& pair, Kind kind, std::int64_t index, PairBatch& batch) {
  std::copy_n(pair.target.rows.begin(), pair.target.size, batch.target_rows.begin() + index * batch.target_width);
  std::copy_n(pair.pattern.rows.begin(), pair.pattern.size, batch.pattern_rows.begin() + index * batch.pattern_width);
  batch.target_sizes[index] = pair.target.size;
  batch.pattern_sizes[index] = pair.pattern.size;
  batch.labels[index] = kind == Kind::kPositive;
}

}  // namespace

PairStream::PairStream(PairParams params, const Target* target) : params_(std::move(params)), target_(target) {
  check(params_);
  if (target_ == nullptr) return;
  anchors_ = components(*target_, params_.min_pattern + 1).nodes;
  if (anchors_.empty()) throw std::invalid_argument("no component of the graph is larger than the smallest pattern");
}

PairBatch PairStream::batch(const BatchParams& params, Control& control) const {
  if (params.low <= params_.min_pattern || params.high < params.low || params.high > kMaxPatternNodes)
    throw std::invalid_argument("target sizes must be above the smallest pattern and at most 64, the lower one first");
  if (params.pairs < 0) throw std::invalid_argument("the number of pairs must not be negative");
  PairBatch batch = empty_batch(params, params_.max_pattern);
  const std::uint64_t key = mix64(mix64(params_.seed) + params.step);
  control.total = static_cast<std::uint64_t>(params.pairs);
  constexpr std::int64_t kChunk = 32;
  parallel_for((params.pairs + kChunk - 1) / kChunk, params.threads, [&](std::int64_t chunk, int) {
    if (control.check_now()) return;
    Drawer drawer(params_, target_, anchors_);
    const std::int64_t first = chunk * kChunk, last = std::min(first + kChunk, params.pairs);
    for (std::int64_t i = first; i < last; ++i) {
      Random random(key, static_cast<std::uint64_t>(i));
      store(drawer.draw(kind_of(i), params.low, params.high, random), kind_of(i), i, batch);
    }
    control.done += static_cast<std::uint64_t>(last - first);
  });
  batch.complete = control.done == control.total;
  return batch;
}

}  // namespace spminer::encoder
