// What a target is made of: connected components and triangles of its undirected skeleton.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"

namespace spminer::inline graph {

struct StructureParams {
  int threads = 0;  ///< 0: every core
};

struct StructureResult {
  std::int64_t components = 0;
  Node largest_component = 0;  ///< its number of nodes
  std::int64_t triangles = 0;
  bool complete = true;  ///< false if the control stopped the work; the counts are then lower bounds
};

StructureResult describe_structure(const Target& target, const StructureParams& params, Control& control);

/// How many triangles of the undirected skeleton each entry of neighbors() is in, row after row; incomplete if the
/// control stopped the work.
std::vector<std::uint32_t> edge_triangles(const Target& target, const StructureParams& params, Control& control);

}  // namespace spminer::inline graph
