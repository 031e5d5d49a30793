// Planted data sets: a known ten-node pattern hidden in every graph of a collection.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/generate/generate.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::generate {

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
