// Targets of arrays from anywhere: what is taken is a graph, and its small subgraphs are those that looking at all sets
// of nodes finds.
#include "fuzz.hh"
#include "random_target.hh"
#include "spminer/enumerate/enumerate.hh"
#include "spminer/graph/structure.hh"
#include "spminer/graph/target.hh"

namespace spminer::fuzz {

namespace {

/// Rows of an undirected graph name each edge twice, which the core leaves to those who make them.
bool is_symmetric(const Target& target) {
  for (Node u = 0; u < target.size(); ++u)
    for (const Node v : target.neighbors(u))
      if (target.code(v, u) != reversed(target.code(u, v))) return false;
  return true;
}

void check(const Target& target, bool directed) {
  if (!is_symmetric(target)) {
    REQUIRE(!directed);
    return;
  }
  Control control;
  const StructureResult structure = describe_structure(target, {.threads = 1}, control);
  REQUIRE(structure.complete && structure.largest_component <= target.size());
  for (const int size : {2, 3}) {
    const auto found = enumerate::enumerate_subgraphs(target, {size, 1, 0}, control);
    std::map<PatternKey, double> counted;
    for (std::size_t c = 0; c < found.classes(); ++c)
      counted[found.keys[c]] = static_cast<double>(found.graph_frequency[c]);
    REQUIRE(counted == testing::graph_frequencies(target, size));
  }
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> result;
  Random random(5);
  for (int kind = 0; kind < 8; ++kind) {
    const testing::RandomTarget data(6, 0.4, 1 + kind % 2, 1 + kind / 2 % 2, kind >= 4, random);
    Writer writer;
    writer.byte(data.directed).array(data.indptr).array(data.indices).array(data.node_labels).array(data.edge_labels);
    result.push_back(writer.bytes());
  }
  return result;
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer;
  fuzz::Bytes bytes(data, size);
  const bool directed = bytes.flag();
  const auto indptr = bytes.array<std::int64_t>(12);
  const auto indices = bytes.array<Node>(64);
  const auto node_labels = bytes.array<std::int32_t>(12);
  const auto edge_labels = bytes.array<std::int32_t>(64);
  fuzz::accepted([&] { fuzz::check(Target({indptr, indices, node_labels, edge_labels, directed}), directed); });
  return 0;
}
