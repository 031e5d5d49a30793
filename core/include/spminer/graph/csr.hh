// Builds the collection's CSR arrays from edges in any order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"

namespace spminer::inline graph {

/// Part of an edge list: three parallel arrays, the last one empty if the edges have no labels.
struct EdgeSpan {
  std::span<const Node> sources;
  std::span<const Node> targets;
  std::span<const std::int32_t> labels;
};

struct CsrParams {
  Node nodes = 0;         ///< endpoints are in 0 .. nodes-1
  bool directed = false;  ///< keep arcs; otherwise every edge goes into both rows
  bool labeled = false;   ///< carry the labels along
};

struct CsrResult {
  std::vector<std::int64_t> indptr = {};
  std::vector<Node> indices = {};
  std::vector<std::int32_t> edge_labels = {};  ///< empty unless labeled
  std::int64_t self_loops = 0;                 ///< dropped edges from a node to itself
  std::int64_t repeated_edges = 0;             ///< dropped copies; an undirected edge listed both ways is none
  std::int64_t mutual_pairs = 0;               ///< undirected: pairs of nodes that were listed both ways
  bool complete = true;                        ///< false if the control stopped the work; the arrays are then empty
};

/// Rows come out sorted, without self-loops and repeats; of repeated edges the first one's label stays.
/// Throws std::invalid_argument on an endpoint out of range.  Needs no memory beyond the result,
/// and with labels twice that.
CsrResult build_csr(std::span<const EdgeSpan> edges, const CsrParams& params, Control& control);

}  // namespace spminer::inline graph
