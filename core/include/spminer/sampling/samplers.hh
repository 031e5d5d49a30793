// Sampled classes: how often each was met, and what that says of its frequency.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/key.hh"

namespace spminer::sampling {

/// Classes of sampled subgraphs in an order that depends on them only.  Class c has the orbits orbit_offset[c] ..
/// orbit_offset[c + 1] - 1, and the arrays below `orbit_offset` have one entry per orbit.
struct SampledClasses {
  std::vector<PatternKey> keys;            ///< of each class's pattern in canonical order
  std::vector<std::uint64_t> hits;         ///< samples of each class
  std::vector<double> count;               ///< estimated graph-level frequency; empty if none can be given
  std::vector<double> error;               ///< its standard error; empty if none can be given
  std::vector<std::int64_t> orbit_offset;  ///< classes + 1 entries
  std::vector<std::int32_t> orbit_node;    ///< a node of the orbit, in the canonical order
  std::vector<double> orbit_score;         ///< the sampler's own measure of the anchored class

  std::size_t classes() const { return keys.size(); }
};

// Rand-ESU: a random part of the enumeration tree (Wernicke 2006).

inline constexpr int kMaxRandEsuSize = 32;

struct RandEsuParams {
  std::vector<int> sizes = {5};  ///< subgraph sizes to sample, ascending, 2 .. kMaxRandEsuSize
  /// A set of i nodes in the tree expands the share (1 - i / (k + 1))^tau of its children, k the largest size.
  double tau = 1;
  int repetitions = 4;  ///< independent walks, at least 2; they tell the standard errors
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0: every core; results do not depend on it
  /// Bytes for tables; the run stops with StopReason::kMemoryLimit rather than exceed it.  0: no limit.
  std::uint64_t memory_limit = 0;
  /// Entries of rows to look at, after which the run stops.  Whether it is stopped is the same on every machine and for
  /// any number of threads, but what it has met by then is the same for one thread only.  0: no limit.
  std::uint64_t max_steps = 0;
};

/// `orbit_score` is the number of distinct nodes met in the orbit: a lower bound of the anchored frequency.
struct RandEsuResult {
  bool complete = true;                 ///< false: stopped early; `count` and `error` are then empty
  std::vector<std::uint64_t> samples;   ///< subgraphs met, by size
  std::vector<SampledClasses> classes;  ///< by size
};

/// The chance that a walk meets any given subgraph of `size` nodes.
double rand_esu_chance(int size, int largest, double tau);

/// Every walk meets each subgraph of a size with the same known chance, so counts are unbiased.  For each set the
/// number of expanded children is the exact share rounded up or down at random, which takes most of the variance out.
/// `control.done` counts root nodes.  Throws std::invalid_argument for parameters out of range.
RandEsuResult sample_rand_esu(const Target& target, const RandEsuParams& params, Control& control);

// MFinder: subgraphs drawn by growing a tree along random edges (Kashtan et al. 2004).

inline constexpr int kMaxCorrectedSize = 16;

struct MfinderParams {
  int size = 5;                   ///< nodes of each sample, 2 .. 64
  std::uint64_t samples = 10000;  ///< how many to draw
  /// Weigh each sample by the inverse of the probability that its node set is drawn, which undoes the bias towards
  /// hubs.  Takes time 2^size per sample; at most kMaxCorrectedSize nodes.
  bool corrected = false;
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0: every core; results do not depend on it
  /// Bytes for tables; the run stops with StopReason::kMemoryLimit rather than exceed it.  0: no limit.
  std::uint64_t memory_limit = 0;
};

/// `orbit_score` is the share of the samples whose first node stood in the orbit; if corrected, the estimated share of
/// the anchored occurrences.  `count` and `error` are given only if corrected.
struct MfinderResult {
  bool complete = true;       ///< false: stopped early; what was drawn is evaluated
  std::uint64_t samples = 0;  ///< how many were drawn; none if no component is large enough
  SampledClasses classes;
};

/// The first node is drawn from all nodes whose component is large enough, each further one by its number of edges
/// into the sample.  `control.done` counts samples.  Throws std::invalid_argument for a size out of range.
MfinderResult sample_mfinder(const Target& target, const MfinderParams& params, Control& control);

// Motivo: graph-level frequencies from color coding (Bressan, Leucci and Panconesi 2019).

inline constexpr int kMaxMotivoSize = 12;
inline constexpr int kMaxAdaptiveSize = 8;

struct MotivoParams {
  int size = 5;                    ///< nodes of each subgraph, 2 .. kMaxMotivoSize
  std::uint64_t samples = 200000;  ///< treelets drawn per coloring
  int colorings = 8;               ///< independent colorings; from two on they tell the standard errors
  /// Draw every second part of the samples from the tree shape that meets well-sampled classes least (up to
  /// kMaxAdaptiveSize nodes; ignored above).
  bool adaptive = true;
  std::uint64_t cover = 1000;  ///< hits in a coloring from which a class is well sampled
  bool anchors = true;         ///< count the distinct nodes met in each orbit
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0: every core; results do not depend on it
  /// Bytes for tables; the run stops with StopReason::kMemoryLimit rather than exceed it.  0: no limit.
  std::uint64_t memory_limit = 0;
};

/// `orbit_score` is the number of distinct nodes met in the orbit, a lower bound of the anchored frequency; 0 without
/// anchors.  `error` is empty if fewer than two colorings were finished.
struct MotivoResult {
  bool complete = true;           ///< false: stopped early; finished colorings are evaluated
  int colorings = 0;              ///< how many were finished
  std::uint64_t samples = 0;      ///< treelets drawn in them
  double treelets = 0;            ///< colorful treelets, on average over the colorings
  std::uint64_t table_bytes = 0;  ///< largest table of treelets
  SampledClasses classes;
};

/// Colors the nodes at random, counts the trees of `size` nodes whose colors all differ, draws some of them, and
/// corrects the frequency of the subgraphs that they span by the number of their spanning trees and by the probability
/// of being colorful.  Throws std::invalid_argument for parameters out of range, std::overflow_error if there are too
/// many trees to count.
MotivoResult sample_motivo(const Target& target, const MotivoParams& params, Control& control);

}  // namespace spminer::sampling
