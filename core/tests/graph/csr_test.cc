// build_csr against sets, on random edge lists with every combination of options.
#include "spminer/graph/csr.hh"

#include <map>
#include <set>

#include "check.hh"
#include "spminer/base/random.hh"
#include "spminer/io/edge_store.hh"

namespace spminer {
namespace {

struct Edge {
  Node source, target;
  std::int32_t label;
};

std::vector<Edge> random_edges(Random& random, Node nodes, std::size_t count) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < count; ++i)
    edges.push_back({static_cast<Node>(random.below(static_cast<std::uint64_t>(nodes))),
                     static_cast<Node>(random.below(static_cast<std::uint64_t>(nodes))),
                     static_cast<std::int32_t>(random.below(3))});
  return edges;
}

CsrResult build(const std::vector<Edge>& edges, const CsrParams& params) {
  io::EdgeStore store;
  for (const auto& e : edges) params.labeled ? store.add(e.source, e.target, e.label) : store.add(e.source, e.target);
  CHECK(store.size() == edges.size());
  Control control;
  const auto spans = store.spans();
  return build_csr(spans, params, control);
}

void check_against_sets(const std::vector<Edge>& edges, const CsrParams& params) {
  std::map<std::pair<Node, Node>, std::int32_t> rows;  // the first label stays
  std::set<std::pair<Node, Node>> listed;
  std::int64_t loops = 0, repeats = 0;
  for (const auto& e : edges) {
    if (e.source == e.target) {
      ++loops;
      continue;
    }
    repeats += !listed.insert({e.source, e.target}).second;
    rows.emplace(std::pair(e.source, e.target), e.label);
    if (!params.directed) rows.emplace(std::pair(e.target, e.source), e.label);
  }
  const auto csr = build(edges, params);
  CHECK(csr.complete && csr.self_loops == loops && csr.repeated_edges == repeats);
  CHECK(csr.indices.size() == rows.size() && csr.edge_labels.size() == (params.labeled ? rows.size() : 0));
  CHECK(static_cast<Node>(csr.indptr.size()) == params.nodes + 1);
  auto expected = rows.begin();
  for (Node u = 0; u < params.nodes; ++u) {
    for (auto i = csr.indptr[u]; i < csr.indptr[u + 1]; ++i, ++expected) {
      CHECK(expected->first == std::pair(u, csr.indices[i]));
      if (params.labeled) CHECK(expected->second == csr.edge_labels[i]);
    }
  }
}

void test_random() {
  Random random(1, 0);
  for (int round = 0; round < 400; ++round) {
    const auto nodes = static_cast<Node>(1 + random.below(12));
    const auto edges = random_edges(random, nodes, random.below(60));
    check_against_sets(edges, {.nodes = nodes, .directed = round % 2 == 0, .labeled = round % 4 < 2});
  }
}

void test_many_blocks() {
  Random random(2, 0);
  check_against_sets(random_edges(random, 500, io::EdgeStore::kBlock * 2 + 7), {.nodes = 500, .labeled = true});
}

void test_refusals() {
  CHECK_THROWS(build({{0, 3, 0}}, {.nodes = 3}));
  CHECK_THROWS(build({{-1, 0, 0}}, {.nodes = 3}));
  Control control;
  const std::vector<Node> two = {0, 1}, one = {1};
  const EdgeSpan uneven{two, one, {}}, unlabeled{two, two, {}};
  CHECK_THROWS(build_csr({&uneven, 1}, {.nodes = 2}, control));
  CHECK_THROWS(build_csr({&unlabeled, 1}, {.nodes = 2, .labeled = true}, control));
  const auto empty = build({}, {.nodes = 0});
  CHECK(empty.indptr.size() == 1 && empty.indices.empty());
}

void test_stopped() {
  Control control;
  control.cancel();
  const std::vector<Node> sources = {0}, targets = {1};
  const EdgeSpan span{sources, targets, {}};
  CHECK(!build_csr({&span, 1}, {.nodes = 2}, control).complete);
}

}  // namespace
}  // namespace spminer

int main() {
  spminer::test_random();
  spminer::test_many_blocks();
  spminer::test_refusals();
  spminer::test_stopped();
  return spminer::testing::verdict();
}
