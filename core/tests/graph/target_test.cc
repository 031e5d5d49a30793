// Targets against the matrices they were made of: skeleton, codes, labels; and what is refused.
#include "spminer/graph/target.hh"

#include <utility>

#include "check.hh"
#include "random_target.hh"

namespace {

using namespace spminer;
using spminer::testing::RandomTarget;

/// The label plus one of the arc u -> v; 0 if there is none.
std::uint32_t mark(const RandomTarget& graph, Node u, Node v) {
  for (auto i = graph.indptr[u]; i < graph.indptr[u + 1]; ++i)
    if (graph.indices[i] == v)
      return graph.edge_labels.empty() ? 1 : static_cast<std::uint32_t>(graph.edge_labels[i]) + 1;
  return 0;
}

void random_targets_keep_every_arc() {
  Random random(4);
  for (int round = 0; round < 200; ++round) {
    const int n = 2 + static_cast<int>(random.below(10));
    const RandomTarget graph(n, random.uniform(), 1 + static_cast<int>(random.below(3)),
                             1 + static_cast<int>(random.below(3)), random.below(2) != 0, random);
    const Target target = graph.target();
    CHECK(target.size() == n && target.coded() == (graph.directed || !graph.edge_labels.empty()));
    CHECK(target.labeled() == !graph.node_labels.empty());
    std::int64_t edges = 0;
    for (Node u = 0; u < n; ++u) {
      CHECK(target.label(u) == (graph.node_labels.empty() ? 0 : graph.node_labels[u]));
      for (Node v = 0; v < n; ++v) {
        const EdgeCode code = u == v ? kNoEdge : make_edge_code(mark(graph, u, v), mark(graph, v, u));
        CHECK(target.code(u, v) == code && reversed(target.code(u, v)) == target.code(v, u));
        CHECK(u == v || target.adjacent(u, v) == (code != kNoEdge));
        edges += u < v && code != kNoEdge;
      }
    }
    CHECK(target.edges() == edges);
  }
}

void broken_arrays_are_refused() {
  const std::vector<std::int64_t> indptr{0, 1, 2}, decreasing{0, 2, 1}, late{1, 1, 2};
  const std::vector<Node> indices{1, 0}, loop{0, 1}, outside{2, 0};
  const std::vector<std::int32_t> one{7};
  const auto made = [](std::span<const std::int64_t> rows, std::span<const Node> columns,
                       std::span<const std::int32_t> node_labels = {}, std::span<const std::int32_t> edge_labels = {}) {
    return Target({.indptr = rows, .indices = columns, .node_labels = node_labels, .edge_labels = edge_labels});
  };
  CHECK_THROWS(made(decreasing, indices));
  CHECK_THROWS(made(late, indices));
  CHECK_THROWS(made(indptr, loop));
  CHECK_THROWS(made(indptr, outside));
  CHECK_THROWS(made(indptr, indices, one));
  CHECK_THROWS(made(indptr, indices, {}, one));
  const std::vector<std::int32_t> negative{0, -1};  // plus one it would be no edge at all
  CHECK_THROWS(made(indptr, indices, negative));
  CHECK_THROWS(made(indptr, indices, {}, negative));
  CHECK(made(indptr, indices).edges() == 1);
}

/// Each change of one entry of symmetric rows is found, and each change of one label; directed rows may be anything.
void undirected_edges_are_in_both_rows() {
  const auto accepted = [](const CsrView& view) {
    try {
      check_csr(view);
      return true;
    } catch (const std::invalid_argument&) {
      return false;
    }
  };
  Random random(6);
  for (int round = 0; round < 100; ++round) {
    RandomTarget graph(2 + static_cast<int>(random.below(9)), 0.2 + 0.6 * random.uniform(), 1, 3, false, random);
    if (graph.indices.empty()) continue;
    CHECK(accepted(graph.view()));
    const auto n = static_cast<Node>(graph.indptr.size()) - 1;
    for (std::size_t i = 0; i < graph.indices.size(); ++i) {
      for (Node v = 0; v < n; ++v) {
        if (v == graph.indices[i]) continue;
        const Node before = std::exchange(graph.indices[i], v);
        CHECK(!accepted(graph.view()));
        graph.indices[i] = before;
      }
      graph.edge_labels[i] += 1;
      CHECK(!accepted(graph.view()));
      graph.edge_labels[i] -= 1;
    }
  }
  // Equal numbers of entries in rows and columns are not enough: a directed triangle has them.
  const std::vector<std::int64_t> indptr{0, 1, 2, 3};
  const std::vector<Node> ring{1, 2, 0};
  CHECK(!accepted({.indptr = indptr, .indices = ring, .node_labels = {}, .edge_labels = {}}));
  CHECK(accepted({.indptr = indptr, .indices = ring, .node_labels = {}, .edge_labels = {}, .directed = true}));
}

void edges_stay_within_their_graph() {
  const std::vector<std::int64_t> indptr{0, 1, 2, 3, 4};
  const std::vector<Node> indices{1, 0, 3, 2};
  const CsrView view{.indptr = indptr, .indices = indices, .node_labels = {}, .edge_labels = {}};
  check_csr(view, std::vector<std::int64_t>{0, 2, 2, 4});
  check_csr(view, std::vector<std::int64_t>{0, 0, 4, 4});
  CHECK_THROWS(check_csr(view, std::vector<std::int64_t>{0, 1, 4}));
  CHECK_THROWS(check_csr(view, std::vector<std::int64_t>{0, 3, 4}));
  CHECK_THROWS(check_csr(view, std::vector<std::int64_t>{0, 4, 2, 4}));
  CHECK_THROWS(check_csr(view, std::vector<std::int64_t>{0, 2}));
  CHECK_THROWS(check_csr(view, std::vector<std::int64_t>{1, 4}));
}

}  // namespace

int main() {
  random_targets_keep_every_arc();
  broken_arrays_are_refused();
  undirected_edges_are_in_both_rows();
  edges_stay_within_their_graph();
  return spminer::testing::verdict();
}
