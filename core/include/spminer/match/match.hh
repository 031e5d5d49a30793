// Matching: where a pattern occurs in a target, and how often.
//
//   MatchIndex index(target);                        // once per target
//   count_anchors(pattern, index, params, control)   // anchored frequency (Definition 1)
//   count_node_sets(pattern, index, params, control) // graph-level frequency (Definition 2)
//   contains(pattern, index, params, control)        // yes, no, or not known within the budget
//   find_embeddings(pattern, index, limit, params, control)
//
// Node labels are compared when both sides have them, and so are edge codes (direction, edge labels).
// Patterns must be connected and have 1 to 64 nodes; anything else throws std::invalid_argument.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::match {

struct IndexData;

/// What of an index takes long to find, in a form that files can keep.  Labels and directions do not matter.
struct IndexParts {
  std::vector<std::uint64_t> signatures;  ///< two numbers per node; of another version they mean something else
  std::vector<Node> component;            ///< of each node
};

/// The same, borrowed.
struct KnownParts {
  std::span<const std::uint64_t> signatures;
  std::span<const Node> component;
};

/// Both are empty if the control stopped the work.
IndexParts find_index_parts(const Target& target, int threads, Control& control);
int signature_version();

/// What matching precomputes for a target: components, node signatures, adjacency bitmaps of
/// small components.  Takes about 30 to 100 bytes per node; the target must outlive it.
class MatchIndex {
 public:
  explicit MatchIndex(const Target& target, int threads = 1);
  /// The same for questions about some anchors: what takes long is looked up for these nodes alone.
  MatchIndex(const Target& target, std::span<const Node> anchors);
  /// The same with parts that were found before, for the same edges; throws if they cannot be those of the target.
  MatchIndex(const Target& target, const KnownParts& known);
  ~MatchIndex();
  MatchIndex(MatchIndex&&) noexcept;
  MatchIndex& operator=(MatchIndex&&) noexcept;

  const IndexData& data() const { return *data_; }
  const Target& target() const;

 private:
  std::unique_ptr<const IndexData> data_;
};

struct MatchParams {
  /// Induced embeddings (edges and non-edges kept); otherwise extra edges and arcs are allowed.
  bool induced = true;
  /// Threads over anchors; 0 is every core.  Results do not depend on it.
  int threads = 0;
  /// Search steps (a node assigned, or 64 neighbors of a hub looked at) for one anchor before it is left undecided; 0
  /// is unlimited.
  std::uint64_t steps_per_anchor = 0;
  /// Whether copies are counted instead of node sets: edge-induced subgraphs, of which a node set may hold several.
  bool copies = false;
  /// Whether to look first where the dense part of the pattern can be: worth it for patterns that are hard to find.
  bool narrow = false;
  /// Whether to list the matching and the undecided anchors, and those that the control left.
  bool list_anchors = false;
};

struct MatchResult {
  /// Matching anchors, or distinct node sets.  A lower bound unless complete().
  std::uint64_t count = 0;
  /// Anchors (for node sets: target nodes tried as the image of one pattern node) that were tried.
  std::uint64_t tested = 0;
  /// Those of them whose search was cut short by the step budget or by the control.
  std::uint64_t undecided = 0;
  /// Matching anchors, and those whose search was cut short, in ascending order, if wanted.
  std::vector<Node> anchors, open_anchors;
  /// Of the open ones, those that the control ended or never reached, if wanted: no step budget has decided about
  /// them.  Another call can search them; of node sets, nothing of theirs is in `count`.
  std::vector<Node> left;

  bool complete() const { return undecided == 0; }
};

/// Embeddings, flat: node i of the pattern is at nodes[e * pattern.size + i].
struct EmbeddingList {
  std::vector<Node> nodes;
  /// Whether fewer than the limit means that there are no more.
  bool complete = true;
};

/// Anchored frequency: the number of target nodes that an embedding maps the anchor to.
MatchResult count_anchors(const Pattern& pattern, const MatchIndex& index, const MatchParams& params, Control& control);

/// The same among the given nodes only (any order; repeats count once).
MatchResult count_anchors(const Pattern& pattern, const MatchIndex& index, std::span<const Node> anchors,
                          const MatchParams& params, Control& control);

/// The same for many patterns, each among nodes of its own.  Threads share the patterns, so this suits few nodes each.
/// Throws std::invalid_argument unless there are as many sets of nodes as patterns.
std::vector<MatchResult> count_anchors_each(std::span<const Pattern> patterns, const MatchIndex& index,
                                            std::span<const std::span<const Node>> anchors, const MatchParams& params,
                                            Control& control);

/// Graph-level frequency: the number of distinct node sets that induce (or, if not induced, contain) the
/// pattern.  The anchor does not matter.
MatchResult count_node_sets(const Pattern& pattern, const MatchIndex& index, const MatchParams& params,
                            Control& control);

/// The same for some roots (target nodes tried as the image of one pattern node, in any order; repeats count once): the
/// counts of roots that are apart from each other add up to that of all.
MatchResult count_node_sets(const Pattern& pattern, const MatchIndex& index, std::span<const Node> roots,
                            const MatchParams& params, Control& control);

/// Whether there is an embedding; nothing if the budget ended before one was found.
std::optional<bool> contains(const Pattern& pattern, const MatchIndex& index, const MatchParams& params,
                             Control& control);

/// Up to `limit` embeddings on distinct node sets, spread over the target: one per anchor image while that
/// gives enough.  With `anchors` (and an anchored pattern) only those that map the anchor to one of them.
EmbeddingList find_embeddings(const Pattern& pattern, const MatchIndex& index, std::size_t limit,
                              const MatchParams& params, Control& control,
                              std::optional<std::span<const Node>> anchors = std::nullopt);

// Participation: in how many occurrences of a pattern each node of the target is the anchor.

struct AnchorCounts {
  /// By node: distinct node sets that form the pattern with this node as the image of the anchor.  A lower bound unless
  /// complete.
  std::vector<std::uint64_t> counts;
  /// By node: 0 if the limit, the step budget or the control ended the count.
  std::vector<std::uint8_t> complete;
};

/// Counts for each of the given nodes in their order, or for every node of the target.  What is beyond `limit` node
/// sets of a node is not counted, and a count that reached no further than that is exact; 0 is no limit.  Counts, also
/// those that the limit or the step budget ended, do not depend on the number of threads.
///
/// Throws std::invalid_argument for a pattern without an anchor and for anchors that are not nodes of the target.
AnchorCounts count_at_anchors(const Pattern& pattern, const MatchIndex& index,
                              std::optional<std::span<const Node>> anchors, std::uint64_t limit,
                              const MatchParams& params, Control& control);

// The anchored decision for two small graphs, thousands of times a second.

/// Whether the pattern is an anchored subgraph of the target: induced, or with edges to spare.  Both are connected
/// and anchored at node 0; labels and codes are ignored.  No value if `steps` assigned nodes did not settle it, or the
/// control stopped the search.
std::optional<bool> contains_anchored(const Pattern& pattern, const Pattern& target, bool induced = true,
                                      std::uint64_t steps = UINT64_MAX, Control* control = nullptr);

}  // namespace spminer::match
