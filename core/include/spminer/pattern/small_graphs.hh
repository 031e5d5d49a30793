// Batches of small graphs as flat rows: their one check, and the patterns that they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spminer/pattern/pattern.hh"

namespace spminer::inline pattern {

/// Many small graphs anchored at their node 0: graph b has the rows [b * stride, b * stride + sizes[b]).
struct SmallGraphs {
  std::span<const Row> rows;
  std::size_t stride = 0;
  std::span<const std::int32_t> sizes;

  std::size_t count() const { return sizes.size(); }
  std::span<const Row> operator[](std::size_t b) const { return rows.subspan(b * stride, sizes[b]); }
};

/// Throws std::invalid_argument unless there are `stride` rows for each size.
void check_shape(const SmallGraphs& graphs);
/// Throws std::invalid_argument, with the number of the graph, unless it is a simple graph of 1 to 64 nodes.  Rows
/// beyond its size may hold anything.
void check_graph(const SmallGraphs& graphs, std::size_t b);
/// Graph b, checked, as a pattern anchored at node 0.  Throws std::invalid_argument if it is not connected, too.
Pattern connected_pattern(const SmallGraphs& graphs, std::size_t b);
/// All of them.
std::vector<Pattern> connected_patterns(const SmallGraphs& graphs);

/// The pattern of an occurrence, anchored at its first node: joined as the rows say, with the target's labels and
/// codes.
Pattern pattern_of(const Target& target, std::span<const Node> nodes, std::span<const Row> rows);

}  // namespace spminer::inline pattern
