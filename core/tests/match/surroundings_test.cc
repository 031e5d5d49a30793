// The surroundings of embeddings against a look at every node of the target.
#include "match/surroundings.hh"

#include <functional>
#include <map>
#include <set>

#include "check.hh"
#include "random_target.hh"

namespace {

using namespace spminer;
using namespace spminer::match;
using spminer::testing::RandomTarget;

Row contacts(const Target& target, std::span<const Node> embedding, Node v) {
  Row mask = 0;
  for (std::size_t i = 0; i < embedding.size(); ++i)
    if (target.adjacent(embedding[i], v)) mask |= bit(static_cast<int>(i));
  return mask;
}

constexpr Node kMostJoined = 80;  // nodes with edges

Node random_node(const Target& target, Random& random) {
  return static_cast<Node>(random.below(static_cast<std::uint64_t>(std::min(target.size(), kMostJoined))));
}

std::vector<Node> random_embedding(const Target& target, std::size_t size, Random& random) {
  std::set<Node> nodes;
  while (nodes.size() < size) nodes.insert(random_node(target, random));
  return {nodes.begin(), nodes.end()};
}

RandomTarget random_graph(Random& random) {
  // Dense ones too, whose rows are longer than those that are scanned whole.
  const int nodes = random.below(2) == 0 ? 12 : kMostJoined;
  RandomTarget graph(nodes, 0.1 + 0.5 * random.uniform(), 1 + static_cast<int>(random.below(2)),
                     1 + static_cast<int>(random.below(2)), random.below(2) != 0, random);
  if (random.below(8) == 0) {  // with single nodes, so large that embeddings have filters
    constexpr std::size_t kMany = 70'000;
    graph.indptr.resize(kMany + 1, graph.indptr.back());
    if (!graph.node_labels.empty()) graph.node_labels.resize(kMany);
  }
  return graph;
}

/// All rows, or samples of the long ones: the masks are complete either way.
void masks_are_complete() {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const RandomTarget graph = random_graph(random);
    const Target target = graph.target();
    const HubRows hubs(target);
    EmbeddingNeighborhood around(target, random.below(2) == 0 ? &hubs : nullptr, true);
    for (int turn = 0; turn < 5; ++turn) {
      const auto embedding = random_embedding(target, 1 + random.below(5), random);
      const std::int64_t share = random.below(2) == 0 ? 1000 : 5;
      std::map<Node, Row> seen;
      std::set<Node> sampled;
      around.enter(embedding);
      around.for_each_adjacent(
          share,
          [&](std::span<const Node> row, int i, auto&& look) {
            CHECK(static_cast<std::int64_t>(row.size()) > share && row.data() == target.neighbors(embedding[i]).data());
            for (std::size_t k = 0; k < row.size(); k += 3) {
              sampled.insert(row[k]);
              look(row[k]);
            }
          },
          [&](Node v, Row mask) { CHECK(seen.emplace(v, mask).second); });
      for (Node v = 0; v < target.size(); ++v) {
        const bool inside = std::find(embedding.begin(), embedding.end(), v) != embedding.end();
        const Row mask = contacts(target, embedding, v);
        const bool shown = !inside && (sampled.contains(v) || (mask & ~around.sampled()) != 0);
        CHECK(seen.contains(v) == shown);
        if (shown) CHECK(seen[v] == mask);
      }
    }
  }
}

void fitting_nodes_are_found() {
  Random random(2);
  int fitting = 0;
  for (int round = 0; round < 300; ++round) {
    const RandomTarget graph = random_graph(random);
    const Target target = graph.target();
    const HubRows hubs(target);
    const bool induced = random.below(2) == 0;
    EmbeddingNeighborhood around(target, random.below(2) == 0 ? &hubs : nullptr, induced);
    const auto embedding = random_embedding(target, 1 + random.below(4), random);
    // The wanted extension is that of a node, so at least one fits.
    const Node example = random_node(target, random);
    Extension extension{.mask = contacts(target, embedding, example), .label = target.label(example), .codes = {}};
    if (extension.mask == 0) continue;
    if (target.coded())
      for (const Node u : embedding) extension.codes.push_back(target.code(u, example));
    if (graph.directed && !induced)  // one arc of a mutual pair may be left out
      for (EdgeCode& code : extension.codes)
        if (code >> 32 != 0 && (code & 0xffffffffU) != 0 && random.below(2) == 0) code >>= 32, code <<= 32;
    around.enter(embedding);
    const int pivot = around.pivot(extension.mask);
    CHECK((extension.mask >> pivot) & 1);
    for_each_bit(extension.mask, [&](int i) { CHECK(target.degree(embedding[pivot]) <= target.degree(embedding[i])); });
    for (Node v = 0; v < target.size(); ++v) {
      const Row mask = contacts(target, embedding, v);
      bool expected = std::find(embedding.begin(), embedding.end(), v) == embedding.end();
      expected = expected && target.label(v) == extension.label;
      expected = expected && (induced ? mask : mask & extension.mask) == extension.mask;
      for (std::size_t i = 0; i < embedding.size() && target.coded(); ++i)
        if ((extension.mask >> i) & 1) {
          const EdgeCode want = extension.codes[i], have = target.code(embedding[i], v);
          const bool forward = want >> 32 == have >> 32, backward = (want & 0xffffffffU) == (have & 0xffffffffU);
          const bool free_forward = !induced && want >> 32 == 0, free_backward = !induced && (want & 0xffffffffU) == 0;
          expected = expected && (forward || free_forward) && (backward || free_backward);
        }
      CHECK(around.fits(v, extension) == expected);
      fitting += expected;
    }
  }
  CHECK(fitting > 200);
}

void row_entries_are_compared() {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    const RandomTarget graph = random_graph(random);
    const Target target = graph.target();
    for (Node u = 0; u < target.size(); ++u) {
      const auto row = target.neighbors(u);
      for (std::size_t k = 0; k < row.size(); ++k)
        for (const std::int32_t label : {0, 1})
          for (const EdgeCode code : {kPlainEdge, make_edge_code(2, 2), make_edge_code(1, 0)})
            CHECK(joined_like(target, u, k, label, code) ==
                  (target.label(row[k]) == label && (!target.coded() || target.code(u, row[k]) == code)));
    }
  }
}

}  // namespace

int main() {
  masks_are_complete();
  fitting_nodes_are_found();
  row_entries_are_compared();
  return spminer::testing::verdict();
}
