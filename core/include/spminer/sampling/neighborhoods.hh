// Sampling: neighborhoods of nodes as small anchored graphs.  The anchor is node 0 of each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/base/random.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::sampling {

enum class SampleMethod {
  kTree,     ///< grow from the anchor; a frontier node's chance is proportional to its edges into the sample
  kBreadth,  ///< the nodes nearest to the anchor; the nodes that a full sample has no room for are drawn at random
};

struct SampleParams {
  /// Size of each sample, uniform in low .. high (1 .. 64), or the whole component where that is smaller.
  int low = 20;
  int high = 29;
  SampleMethod method = SampleMethod::kTree;
  /// Of kBreadth: how far from the anchor a node may be; 0 is any distance.
  int hops = 0;
  std::uint64_t seed = 0;
  /// Threads; 0 is every core.  Results do not depend on it.
  int threads = 0;
};

/// Samples, flat: sample b has rows[b * width ..] and nodes[b * width ..] (target nodes, -1 beyond its size).
struct Neighborhoods {
  std::size_t width = 0;
  std::vector<Row> rows;
  std::vector<std::int32_t> sizes;
  std::vector<Node> nodes;
  /// Whether every anchor has its sample; otherwise the control ended the work and some sizes are 0.
  bool complete = true;
};

/// `count` nodes in random order: each node at most once while there are enough, else in equal shares.
std::vector<Node> draw_anchors(const Target& target, std::int64_t count, std::uint64_t seed);

/// One induced sample around each anchor; sample b depends on the seed, on b and on its anchor only.
Neighborhoods sample_neighborhoods(const Target& target, std::span<const Node> anchors, const SampleParams& params,
                                   Control& control);

/// Nodes of a tree sample of the target, the start first.
void sample_tree(const Target& target, Node start, int size, Random& random, std::vector<Node>& nodes);
/// Nodes of a tree sample of a pattern, the start first; fewer if the start's component is smaller.
void sample_tree(const Pattern& graph, int start, int size, Random& random, std::vector<int>& nodes);

/// Keeps a random spanning tree and a random share of the other edges of a connected graph.
void drop_edges(Pattern& graph, Random& random);

/// The skeleton induced by the nodes (at most 64), anchored at the first; node i is nodes[i].
Pattern anchored_at_first(const Target& target, std::span<const Node> nodes);
Pattern anchored_at_first(const Pattern& graph, std::span<const int> nodes);

}  // namespace spminer::sampling
