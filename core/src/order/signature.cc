// Order signatures: the measures of one graph, read as the coordinates of a fixed list.
//
// Counts of connected subgraphs through the anchor come by ESU on bit rows (rooted_classes.cc); degrees, triangles,
// walks and cycles of nodes, in regions around the anchor, by word operations (quantities.cc).  A coordinate sums or
// counts one of these (coordinates.hh) and becomes a byte by a monotone map.
//
// Invariant: every measure can only grow under an embedding that keeps the anchor.  A count that a limit cuts off
// becomes the largest value, so this holds there too. Cost: some microseconds for 10 nodes and some dozens for 64.
#include "spminer/order/signature.hh"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/parallel.hh"
#include "order/coordinates.hh"
#include "order/kernels.hh"
#include "order/quantities.hh"
#include "order/rooted_classes.hh"

namespace spminer::order {

namespace {

std::uint64_t edges_within(std::span<const Row> rows, Row region) {
  std::uint64_t ends_of_edges = 0;
  for_each_bit(region, [&](int v) { ends_of_edges += std::popcount(rows[v] & region); });
  return ends_of_edges / 2;
}

/// What the coordinates of one graph are read from.
struct GraphCounts {
  ClassCounts classes;
  NodeQuantities nodes;
};

std::uint64_t measure(const Coordinate& c, std::span<const Row> rows, Induced induced, const GraphCounts& counts) {
  const Row present = counts.nodes.region[kAnywhere];
  const Row region = counts.nodes.region[c.region] & present;
  const auto& quantity = counts.nodes.quantity[c.quantity];
  std::uint64_t result = 0;
  switch (c.measure) {
    case Measure::kRooted:
      return counts.classes[RootedClasses::get().index(c.size, c.value)];
    case Measure::kNodes:
      for_each_bit(region, [&](int v) { result += quantity[v] >= c.value; });
      return result;
    case Measure::kTotal:
      for_each_bit(region, [&](int v) { result += quantity[v]; });
      return result;
    case Measure::kEdges:
      return edges_within(rows, region);
    case Measure::kNonEdges: {
      if (induced == Induced::kNo) return 0;
      const std::uint64_t n = std::popcount(region);
      return n * (n - 1) / 2 - edges_within(rows, region);
    }
  }
  return 0;
}

}  // namespace

void signature(std::span<const Row> rows, Signature out, Induced induced) {
  GraphCounts counts;
  count_classes(rows, kMostSets, induced, counts.classes);
  fill_nodes(rows, induced, counts.nodes);
  for (int i = 0; i < kSignatureSize; ++i) out[i] = to_byte(measure(kCoordinates[i], rows, induced, counts));
}

void signature(const Pattern& pattern, Signature out, Induced induced) {
  if (pattern.size < 1 || pattern.anchor != 0) {
    throw std::invalid_argument("a signature is that of a graph anchored at its node 0");
  }
  signature({pattern.rows.data(), static_cast<std::size_t>(pattern.size)}, out, induced);
}

void signatures(const SmallGraphs& graphs, Induced induced, int threads, std::span<std::uint8_t> out) {
  constexpr std::int64_t kGraphsPerTask = 64;
  check_shape(graphs);
  if (out.size() != graphs.count() * kSignatureSize)
    throw std::invalid_argument("graphs and signatures differ in their number");
  const auto count = static_cast<std::int64_t>(graphs.count());
  parallel_for((count + kGraphsPerTask - 1) / kGraphsPerTask, threads, [&](std::int64_t chunk, int) {
    for (std::int64_t b = chunk * kGraphsPerTask; b < std::min(count, (chunk + 1) * kGraphsPerTask); ++b) {
      check_graph(graphs, b);
      const auto graph = graphs[b];
      const auto padding = graphs.rows.subspan(b * graphs.stride, graphs.stride).subspan(graph.size());
      if (std::ranges::any_of(padding, [](Row row) { return row != 0; }))
        throw std::invalid_argument("graph " + std::to_string(b) + " has rows beyond its size that are not 0");
      signature(graph, out.subspan(b * kSignatureSize).first<kSignatureSize>(), induced);
    }
  });
}

bool may_contain(const std::uint8_t* sub, const std::uint8_t* sup) {
  static const auto below = kernels(best_simd_level()).below;
  return below(sub, sup);
}

SignatureTables signature_tables() {
  const auto& classes = RootedClasses::get();
  SignatureTables tables;
  for (const auto& c : kCoordinates) {
    const int value = c.measure == Measure::kRooted ? classes.index(c.size, c.value) : c.value;
    tables.coordinates.insert(tables.coordinates.end(), {static_cast<int>(c.measure), c.region, c.quantity, value});
  }
  for (int size = kSmallestClass; size <= kLargestClass; ++size)
    for (std::uint32_t key = 0; key < 1u << (size * (size - 1) / 2); ++key)
      tables.class_of_key.push_back(static_cast<std::int16_t>(classes.index(size, key)));
  for (int low = 0; low < kClassCount; ++low)
    for (int high = 0; high < kClassCount; ++high) tables.above.push_back(classes.above(low)[high]);
  for (std::uint64_t count = 0; count <= kLargestCount; ++count) tables.byte_of_count.push_back(to_byte(count));
  tables.most_sets = kMostSets;
  tables.most_paths = kMostPaths;
  tables.most_cycle_pairs = kMostCyclePairs;
  return tables;
}

}  // namespace spminer::order
