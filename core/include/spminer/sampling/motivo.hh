// Motivo: graph-level frequencies from color coding (Bressan, Leucci and Panconesi 2019).
#pragma once

#include <cstdint>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/sampling/sampled_classes.hh"

namespace spminer::sampling {

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
