// Pairs: the endless stream of labeled examples that the encoder learns from.
//
//   PairStream stream(params);                         // synthetic graphs
//   PairStream stream(params, &target);                // a user's graph, for fine-tuning
//   stream.batch({.step = 17, .pairs = 4096, .low = 6, .high = 29}, control)
//
// A pair has a target of low .. high nodes and a pattern, both anchored at node 0.  Its label says whether the
// pattern is a subgraph of the target, anchor on anchor.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/base/random.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::encoder {

struct PairParams {
  std::uint64_t seed = 0;
  /// Pattern sizes are uniform in min_pattern .. max_pattern, but below the target's size.
  int min_pattern = 3;
  int max_pattern = 30;
  /// Node-induced patterns; otherwise a pattern has some edges of its nodes only, and containment allows more.
  bool induced = true;
  /// Share of the negatives that are near misses: subgraphs around another anchor of the same target, or with a node
  /// moved, drawn again some dozen times at most until the order signature does not refute them.
  double hard = 0;
  /// Share of the synthetic graphs that are of the sparse kind; the others are of the mixed one.
  double sparse = 0;
  /// Share of the pairs that come from the user's target, if there is one; the rest is synthetic.
  double blend = 1;
  /// Whether negatives are verified.  The paper draws them unchecked: some of them are subgraphs all the same.
  bool checked = true;
  /// Search steps after which a negative is thrown away as not verified.
  std::uint64_t steps = 20000;
};

struct BatchParams {
  std::uint64_t step = 0;
  std::int64_t pairs = 64;
  /// Target sizes are uniform in low .. high; a neighborhood of the user's graph is smaller if its component is.
  int low = 6;
  int high = 29;
  /// Threads; 0 is every core.  Results do not depend on it.
  int threads = 0;
};

/// Flat arrays; row i of graph b is rows[b * width + i].  Even pairs are positive.  Of the negatives, every second one
/// is a subgraph with one to five edges added, the others come from another graph.
struct PairBatch {
  std::size_t target_width = 0, pattern_width = 0;
  std::vector<Row> target_rows, pattern_rows;
  std::vector<std::int32_t> target_sizes, pattern_sizes;
  std::vector<std::uint8_t> labels;
  /// Otherwise the control ended the work and some sizes are 0.
  bool complete = true;
};

class PairStream {
 public:
  /// Throws std::invalid_argument for parameters out of range, or a target without a component of more than
  /// min_pattern nodes.  The target must outlive the stream.
  explicit PairStream(PairParams params, const Target* target = nullptr);

  /// A pure function of the stream's parameters and of (step, pairs, low, high).
  PairBatch batch(const BatchParams& params, Control& control) const;

 private:
  PairParams params_;
  const Target* target_;
  std::vector<Node> anchors_;  ///< nodes of the target whose component is large enough
};

}  // namespace spminer::encoder
