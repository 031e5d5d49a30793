#include "spminer/pattern/small_graphs.hh"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace spminer::inline pattern {

namespace {

[[noreturn]] void refuse(std::size_t b, const char* what) {
  throw std::invalid_argument("graph " + std::to_string(b) + ' ' + what);
}

}  // namespace

void check_shape(const SmallGraphs& graphs) {
  if (graphs.rows.size() != graphs.count() * graphs.stride)
    throw std::invalid_argument("the rows do not belong to as many graphs as there are sizes");
}

void check_graph(const SmallGraphs& graphs, std::size_t b) {
  const int size = graphs.sizes[b];
  if (size < 1 || size > kMaxPatternNodes || static_cast<std::size_t>(size) > graphs.stride)
    refuse(b, "needs 1 to 64 nodes and a row for each");
  const auto rows = graphs[b];
  const Row nodes = size == kMaxPatternNodes ? ~Row{0} : bit(size) - 1;
  for (int i = 0; i < size; ++i) {
    if (rows[i] & ~nodes) refuse(b, "has an edge to a node that it does not have");
    if (rows[i] & bit(i)) refuse(b, "has a loop");
    for_each_bit(rows[i], [&](int j) {
      if (!(rows[j] & bit(i))) refuse(b, "is not symmetric");
    });
  }
}

Pattern connected_pattern(const SmallGraphs& graphs, std::size_t b) {
  check_graph(graphs, b);
  Pattern graph = Pattern::empty(graphs.sizes[b]);
  graph.anchor = 0;
  std::ranges::copy(graphs[b], graph.rows.begin());
  if (!graph.connected()) refuse(b, "is not connected");
  return graph;
}

std::vector<Pattern> connected_patterns(const SmallGraphs& graphs) {
  check_shape(graphs);
  std::vector<Pattern> result;
  result.reserve(graphs.count());
  for (std::size_t b = 0; b < graphs.count(); ++b) result.push_back(connected_pattern(graphs, b));
  return result;
}

Pattern pattern_of(const Target& target, std::span<const Node> nodes, std::span<const Row> rows) {
  Pattern pattern = Pattern::empty(static_cast<int>(nodes.size()));
  pattern.anchor = 0;
  std::ranges::copy(rows, pattern.rows.begin());
  if (target.labeled())
    for (const Node u : nodes) pattern.labels.push_back(target.label(u));
  if (!target.coded()) return pattern;
  pattern.codes.assign(nodes.size() * nodes.size(), kNoEdge);
  for (int i = 1; i < pattern.size; ++i)
    for_each_bit(rows[i] & (bit(i) - 1), [&](int j) { pattern.connect(i, j, target.code(nodes[i], nodes[j])); });
  return pattern;
}

}  // namespace spminer::inline pattern
