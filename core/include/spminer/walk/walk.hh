// Walks: patterns that grow by one adjacent target node at a time, all of one size together.
//
//   expand_walks(target, walks, params, control)           // every distinct pattern one node larger
//   count_walks(walks, index, anchors, params, control)    // how many anchors each walk's pattern has
//   confirm_steps(target, index, lists, steps, ..)         // which occurrences of a pattern go on to a larger one
//
// A walk is a pattern together with one of its occurrences: nodes of the target, the anchor first, and rows of bits
// that say which of them the pattern joins (all that the target joins, if patterns are induced).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/match/match.hh"
#include "spminer/pattern/key.hh"
#include "spminer/pattern/small_graphs.hh"

namespace spminer::walk {

using match::MatchIndex;
using match::MatchParams;

/// Walks of the same size, flat: node i of walk w is nodes[w * size + i], and its row is rows[w * size + i].
struct WalkView {
  int size = 1;
  std::span<const Node> nodes;
  std::span<const Row> rows;

  std::int64_t count() const { return static_cast<std::int64_t>(nodes.size()) / size; }
  std::span<const Node> nodes_of(std::int64_t w) const { return nodes.subspan(w * size, size); }
  std::span<const Row> rows_of(std::int64_t w) const { return rows.subspan(w * size, size); }
};

/// Throws std::invalid_argument for walks that cannot be: they may come from a file.
void check_walks(const Target& target, const WalkView& walks);

struct WalkParams {
  /// A new node is joined to all pattern nodes that it is adjacent to; otherwise to any of them: every non-empty
  /// subset of up to four of them, single ones and all of them above that.
  bool induced = true;
  /// Neighbors looked at per walk.  A node with more than its share of them is sampled, so that hubs cost no more
  /// than others; what joins a sampled node to the pattern is always complete.
  std::int64_t frontier_limit = 4096;
  /// Decides which neighbors are sampled, and which of several equivalent ones stands for them.
  std::uint64_t seed = 0;
  /// Threads over walks; 0 is every core.  Results do not depend on it.
  int threads = 0;
};

/// Every way to go on, grouped: neighbors of a walk that are joined to its pattern in the same way are one step.
struct WalkSteps {
  /// Steps of walk w are offset[w] .. offset[w + 1] - 1.
  std::vector<std::int64_t> offset;
  std::vector<Node> node;             ///< the neighbor that stands for the step
  std::vector<Row> mask;              ///< nodes of the walk that it is joined to
  std::vector<std::int32_t> pattern;  ///< number of the distinct pattern that the step leads to

  /// Distinct patterns in the order in which steps first reach them: canonical keys.
  std::vector<PatternKey> keys;
  /// Distinct structures (patterns without labels and codes), likewise; the patterns themselves if these are plain.
  std::vector<PatternKey> structure_keys;
  std::vector<std::int32_t> structure;  ///< of each distinct pattern
  std::vector<Row> structure_rows;      ///< size + 1 rows per structure, in the canonical labeling, the anchor first

  /// Otherwise the control ended the work, and there are no steps.
  bool complete = true;
};

/// Expands all walks by one node.  Throws std::invalid_argument if they cannot grow or name no node of the target.
WalkSteps expand_walks(const Target& target, const WalkView& walks, const WalkParams& params, Control& control);

/// For each walk, which of its candidate anchors its pattern matches.
struct WalkCounts {
  std::vector<std::int64_t> offset;     ///< matching anchors of walk w are anchors[offset[w]] ..
  std::vector<Node> anchors;            ///< ascending
  std::vector<std::int64_t> undecided;  ///< anchors that the step budget left open; they are not listed
  /// Otherwise the control ended the work, and counts are too low.
  bool complete = true;
};

/// Candidate anchors of walk w are candidates[offset[w]] .. candidates[offset[w + 1] - 1].  Threads share the walks.
WalkCounts count_walks(const Target& target, const WalkView& walks, const MatchIndex& index,
                       std::span<const std::int64_t> offset, std::span<const Node> candidates,
                       const MatchParams& params, Control& control);

/// Occurrences of patterns of the same size: pattern s has the rows rows[s * size ..] and its occurrences are the
/// nodes[o * size ..] with offset[s] <= o < offset[s + 1], at most one for each anchor, in the order of its rows.
struct OccurrenceView {
  int size = 1;
  std::span<const Row> rows;
  std::span<const std::int64_t> offset;
  std::span<const Node> nodes;

  std::int64_t patterns() const { return static_cast<std::int64_t>(offset.size()) - 1; }
  std::span<const Node> nodes_of(std::int64_t o) const { return nodes.subspan(o * size, size); }
};

/// Steps from these patterns, by example: the pattern of occurrence example[c] gets a node more, with the label and
/// the edges of node[c] to those of the occurrence's nodes that are in mask[c].
struct StepView {
  std::span<const std::int64_t> example;
  std::span<const Node> node;
  std::span<const Row> mask;
};

struct ConfirmParams {
  bool induced = true;
  /// Search steps for an anchor whose known occurrence does not go on; 0 is no search.
  std::uint64_t steps = 1000;
  /// Neighbors tried for each occurrence.
  std::int64_t frontier_limit = 4096;
  /// Threads over steps; 0 is every core.  Results do not depend on it.
  int threads = 0;
};

/// Occurrences of each step's pattern: offset as above, nodes with one more node each.
struct ConfirmedSteps {
  std::vector<std::int64_t> offset;
  std::vector<Node> nodes;
  /// Otherwise the control ended the work, and occurrences are missing.
  bool complete = true;
};

/// Anchors of a pattern are anchors of every pattern that it grew from, so the parent's occurrences are all there is
/// to try: each is extended if it can be; if not, its anchor is searched.
ConfirmedSteps confirm_steps(const MatchIndex& index, const OccurrenceView& parents, const StepView& steps,
                             const ConfirmParams& params, Control& control);

}  // namespace spminer::walk
