// Synthetic graphs with the priors of the paper: what the encoder learns from.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::generate {

/// Parameters are drawn for every graph of n nodes:
///   Erdos-Renyi         p ~ Beta(1.3, 1.3 n / log2 n - 1.3), of mean log2 n / n
///   Barabasi-Albert     extended; m ~ U{1 .. 2 log2 n}, p (added edges) and q (rewired) ~ Exp(rate 20), at most 0.2
///   power-law cluster   Holme and Kim; m ~ U{1 .. 2 log2 n}, p (triangles) ~ U(0, 0.5)
///   Watts-Strogatz      k ~ n Beta(1.3, 1.3 n / log2 n - 1.3), at least 2; p (rewired) ~ Beta(2, 2)
///   mixed               one of the four, each as likely
/// Not of the paper, but like molecules, proteins and roads:
///   sparse              a random tree of degrees up to 3 .. 8, long or bushy, and U(0, 1.25) further edges per node,
///                       each of which closes a cycle of about the same 3 .. 7 nodes
enum class GraphKind { kErdosRenyi, kBarabasiAlbert, kPowerLawCluster, kWattsStrogatz, kMixed, kSparse };

struct SyntheticGraph {
  int nodes = 0;
  std::vector<std::pair<Node, Node>> edges;  ///< smaller node first, in ascending order
};

/// A connected graph of `nodes` nodes (at least one).  A draw that is not connected is thrown away together
/// with its parameters, so sparse parameters are rarer than in their prior.
SyntheticGraph generate(GraphKind kind, int nodes, Random& random);

/// The same graph as a pattern without an anchor; at most 64 nodes.
Pattern generate_pattern(GraphKind kind, int nodes, Random& random);

struct GenerateParams {
  GraphKind kind = GraphKind::kMixed;
  std::int64_t graphs = 100;
  /// Nodes of each graph, uniform in low .. high.
  int low = 20;
  int high = 30;
  std::uint64_t seed = 0;
  /// Threads; 0 is every core.  Results do not depend on it.
  int threads = 0;
};

struct GenerateResult {
  std::vector<SyntheticGraph> graphs;
  /// Otherwise the control ended the work and some graphs are empty.
  bool complete = true;
};

/// Graph g depends on the seed and on g only, so that a longer list starts with the same graphs.
GenerateResult generate_graphs(const GenerateParams& params, Control& control);

// Planted data sets: a known ten-node pattern hidden in every graph of a collection.

inline constexpr int kPlantedNodes = 10;

enum class PlantKind {
  kStar,      ///< 9 edges
  kClique,    ///< 45 edges
  kMolecule,  ///< naphthalene: two hexagons with a common side, 11 edges
  kRandom,    ///< any connected graph of 28 edges, drawn with the seed
};

struct PlantParams {
  PlantKind kind = PlantKind::kStar;
  std::int64_t graphs = 1000;
  /// Nodes of the base graphs, which come from the mixed generator.
  int base_nodes = 10;
  /// Edges between random nodes of the pattern and of the base graph, without repeats.
  int attachments = 1;
  std::uint64_t seed = 0;
};

struct PlantResult {
  /// Anchored at a node of highest degree.
  Pattern pattern;
  /// Node i of the pattern is node i of each graph; the base graph follows.
  std::vector<SyntheticGraph> graphs;
};

PlantResult plant(const PlantParams& params);

}  // namespace spminer::generate
