// Patterns of blocks.  A frequent one walks through a neighborhood as a greedy search does: of some adjacent nodes it
// takes the one whose pattern occurs in the most judges.  A judge without the pattern has none of its extensions
// either, so that the judges left become fewer at every step.

#include "spminer/encoder/blocks.hh"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/draw.hh"
#include "base/parallel.hh"
#include "spminer/match/match.hh"
#include "spminer/order/signature.hh"
#include "spminer/pattern/small_graphs.hh"
#include "spminer/sampling/neighborhoods.hh"

namespace spminer::encoder {

namespace {

using sampling::anchored_at_first;

constexpr std::uint64_t kJudgeSteps = 2000;  // a judge that needs more is taken for one without the pattern

class Walk {
 public:
  Walk(const std::vector<Pattern>& graphs, const std::vector<int>& large, const GrowthParams& params, Random& random)
      : graphs_(graphs), params_(params), random_(random) {
    graph_ = &graphs_[large[random.below(large.size())]];
    size_ = params.low + draw_below(std::min(params.high, graph_->size - 1) - params.low + 1, random);
    choices_ = random.uniform() < params.frequent ? 2 + draw_below(params.choices - 1, random) : 1;
    if (choices_ == 1) return;
    for (int i = 0; i < params.judges; ++i) judges_.push_back(&graphs_[random.below(graphs_.size())]);
  }

  Pattern run() {
    if (choices_ == 1) {
      sampling::sample_tree(*graph_, 0, size_, random_, nodes_);
    } else {
      while (static_cast<int>(nodes_.size()) < size_) step();
    }
    for (std::size_t i = nodes_.size() - 1; i > 1; --i) std::swap(nodes_[i], nodes_[1 + random_.below(i)]);
    Pattern pattern = anchored_at_first(*graph_, nodes_);
    if (!params_.induced) sampling::drop_edges(pattern, random_);
    return pattern;
  }

 private:
  void step() {
    Row frontier = 0;
    for (const int node : nodes_) frontier |= graph_->rows[node];
    frontier &= ~inside_;
    int best = -1;
    std::vector<const Pattern*> best_judges;
    for (int tried = 0; tried < choices_ && frontier != 0; ++tried) {
      const int node = draw_bit(frontier, random_);
      drop_equals(node, frontier);
      auto left = judges_with(node);
      if (best >= 0 && left.size() <= best_judges.size()) continue;
      best = node;
      best_judges = std::move(left);
    }
    nodes_.push_back(best);
    inside_ |= bit(best);
    judges_ = std::move(best_judges);
  }

  /// Nodes that are joined to the same nodes of the pattern make the same extension.
  void drop_equals(int node, Row& frontier) const {
    const Row links = graph_->rows[node] & inside_;
    Row others = frontier;
    for_each_bit(others, [&](int other) {
      if ((graph_->rows[other] & inside_) == links) frontier &= ~bit(other);
    });
  }

  std::vector<const Pattern*> judges_with(int node) {
    std::vector<const Pattern*> left;
    if (judges_.empty()) return left;
    nodes_.push_back(node);
    const Pattern pattern = anchored_at_first(*graph_, nodes_);
    nodes_.pop_back();
    for (const Pattern* judge : judges_)
      if (match::contains_anchored(pattern, *judge, params_.induced, kJudgeSteps) == true) left.push_back(judge);
    return left;
  }

  const std::vector<Pattern>& graphs_;
  const GrowthParams& params_;
  Random& random_;
  const Pattern* graph_;
  int size_, choices_;
  std::vector<int> nodes_{0};
  Row inside_ = 1;
  std::vector<const Pattern*> judges_;
};

void check(const GrowthParams& params) {
  if (params.low < 2 || params.high < params.low || params.high >= kMaxPatternNodes)
    throw std::invalid_argument("pattern sizes must be in 2 .. 63, the lower one first");
  if (params.count < 0 || params.choices < 2 || params.judges < 1)
    throw std::invalid_argument("give a count of 0 or more, at least 2 choices and at least 1 judge");
  if (!(params.frequent >= 0 && params.frequent <= 1))
    throw std::invalid_argument("frequent is a share between 0 and 1");
}

}  // namespace

GrownPatterns grow_patterns(const SmallGraphs& neighborhoods, const GrowthParams& params, Control& control) {
  check(params);
  const std::vector<Pattern> graphs = connected_patterns(neighborhoods);
  std::vector<int> large;
  for (std::size_t i = 0; i < graphs.size(); ++i)
    if (graphs[i].size > params.low) large.push_back(static_cast<int>(i));
  if (large.empty() && params.count > 0)
    throw std::invalid_argument("no neighborhood is larger than the smallest pattern");
  GrownPatterns result;
  result.width = params.high;
  result.rows.assign(params.count * params.high, 0);
  result.sizes.assign(params.count, 0);
  const std::uint64_t key = mix64(params.seed);
  control.total = static_cast<std::uint64_t>(params.count);
  std::atomic<std::int64_t> finished{0};
  parallel_for(params.count, params.threads, [&](std::int64_t b, int) {
    if (control.check_now()) return;
    Random random(key, static_cast<std::uint64_t>(b));
    const Pattern pattern = Walk(graphs, large, params, random).run();
    std::copy_n(pattern.rows.begin(), pattern.size, result.rows.begin() + b * result.width);
    result.sizes[b] = pattern.size;
    ++finished;
    ++control.done;
  });
  result.complete = finished == params.count;
  return result;
}

namespace {

using order::Induced;
using order::kSignatureSize;

std::vector<std::uint8_t> signatures_of(const SmallGraphs& graphs, const DecideParams& params) {
  std::vector<std::uint8_t> result(graphs.sizes.size() * kSignatureSize);
  order::signatures(graphs, params.induced ? Induced::kYes : Induced::kNo, params.threads, result);
  return result;
}

Answer decide(const Pattern& pattern, const Pattern& neighborhood, const DecideParams& params) {
  const auto found = match::contains_anchored(pattern, neighborhood, params.induced, params.steps);
  if (!found) return Answer::kUndecided;
  return *found ? Answer::kContained : Answer::kAbsent;
}

}  // namespace

std::vector<std::int8_t> decide_block(const SmallGraphs& patterns, const SmallGraphs& neighborhoods,
                                      const DecideParams& params, Control& control) {
  const std::vector<Pattern> subs = connected_patterns(patterns), sups = connected_patterns(neighborhoods);
  const auto below = signatures_of(patterns, params), above = signatures_of(neighborhoods, params);
  std::vector<std::int8_t> answers(subs.size() * sups.size());
  control.total = subs.size();
  std::atomic<std::size_t> finished{0};
  parallel_for(static_cast<std::int64_t>(subs.size()), params.threads, [&](std::int64_t p, int) {
    if (control.check_now()) return;
    const std::uint8_t* signature = below.data() + p * kSignatureSize;
    for (std::size_t n = 0; n < sups.size(); ++n) {
      const bool possible = order::may_contain(signature, above.data() + n * kSignatureSize);
      const Answer answer = possible ? decide(subs[p], sups[n], params) : Answer::kRefuted;
      answers[p * sups.size() + n] = static_cast<std::int8_t>(answer);
    }
    ++finished;
    ++control.done;
  });
  if (finished != subs.size()) answers.clear();
  return answers;
}

}  // namespace spminer::encoder
