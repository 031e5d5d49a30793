#include "encoder/anchored_rows.hh"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace spminer::encoder {

namespace {

void check(const Pattern& graph, std::size_t number) {
  const auto refuse = [number](const char* what) {
    throw std::invalid_argument("graph " + std::to_string(number) + ' ' + what);
  };
  for (int i = 0; i < graph.size; ++i) {
    if (graph.rows[i] & ~graph.all()) refuse("has an edge to a node that it does not have");
    if (graph.adjacent(i, i)) refuse("has a loop");
    for_each_bit(graph.rows[i], [&](int j) {
      if (!graph.adjacent(j, i)) refuse("is not symmetric");
    });
  }
  if (!graph.connected()) refuse("is not connected");
}

}  // namespace

std::vector<Pattern> anchored_graphs(const AnchoredRows& graphs) {
  const std::size_t stride = static_cast<std::size_t>(graphs.stride);
  if (graphs.rows.size() != graphs.sizes.size() * stride)
    throw std::invalid_argument("the rows do not belong to as many graphs as there are sizes");
  std::vector<Pattern> result(graphs.sizes.size());
  for (std::size_t b = 0; b < result.size(); ++b) {
    const int size = graphs.sizes[b];
    if (size < 1 || size > graphs.stride || size > kMaxPatternNodes)
      throw std::invalid_argument("graph " + std::to_string(b) + " needs 1 to 64 nodes and a row for each");
    result[b].size = size;
    result[b].anchor = 0;
    std::copy_n(graphs.rows.begin() + b * stride, size, result[b].rows.begin());
    check(result[b], b);
  }
  return result;
}

}  // namespace spminer::encoder
