// Both miners on tiny random collections: the same patterns, with the support that matching finds; in cliques, every
// connected graph once. The comparison with brute force is among the Python tests. Tests of fragments/fragments,
// fragments/gspan, fragments/gaston, fragments/pattern_tree, fragments/support and fragments/transactions.
#include "spminer/fragments/fragments.hh"

#include <algorithm>
#include <map>

#include "check.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

namespace {

using namespace spminer;
using namespace spminer::fragments;

/// A collection that owns its arrays.
struct Collection {
  std::vector<std::int64_t> indptr{0}, offsets{0};
  std::vector<Node> indices;
  std::vector<std::int32_t> node_labels, edge_labels;

  CsrView view() const { return {indptr, indices, node_labels, edge_labels, false}; }
};

void append_graph(Collection& all, int nodes, double density, int labels, Random& random) {
  const auto first = static_cast<Node>(all.offsets.back());
  std::vector<std::vector<int>> label(nodes, std::vector<int>(nodes, -1));
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < i; ++j)
      if (random.uniform() < density) label[i][j] = label[j][i] = static_cast<int>(random.below(labels));
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) {
      if (label[i][j] < 0) continue;
      all.indices.push_back(first + j);
      if (labels > 1) all.edge_labels.push_back(label[i][j]);
    }
    all.indptr.push_back(static_cast<std::int64_t>(all.indices.size()));
    if (labels > 1) all.node_labels.push_back(static_cast<std::int32_t>(random.below(labels)));
  }
  all.offsets.push_back(first + nodes);
}

Collection random_collection(int graphs, int nodes, double density, int labels, Random& random) {
  Collection all;
  for (int g = 0; g < graphs; ++g) append_graph(all, nodes, density, labels, random);
  return all;
}

using Table = std::map<PatternKey, std::int64_t>;

Table table(const FragmentResult& result) {
  Table found;
  for (std::size_t i = 0; i < result.keys.size(); ++i) CHECK(found.emplace(result.keys[i], result.support[i]).second);
  return found;
}

FragmentResult mine(const Collection& all, FragmentParams params) {
  const Target target(all.view());
  const MatchIndex index(target);
  Control control;
  return mine_fragments(index, all.offsets, params, control);
}

void miners_agree(int labels, Random& random) {
  const Collection all = random_collection(6, 7, 0.35, labels, random);
  FragmentParams params{.sizes = {2, 3, 4, 5}, .support = 2};
  for (const auto measure : {SupportMeasure::kTransactions, SupportMeasure::kImages}) {
    params.measure = measure;
    params.miner = FragmentMiner::kGspan;
    const auto gspan = mine(all, params);
    params.miner = FragmentMiner::kGaston;
    CHECK(table(gspan) == table(mine(all, params)));
    CHECK(gspan.complete);
    params.threads = 3;
    CHECK(table(gspan) == table(mine(all, params)));
  }
}

/// Lists that memory does not allow are made again, or not needed: the result is the same.
void forgotten_lists_change_nothing(Random& random) {
  const Collection all = random_collection(12, 12, 0.3, 2, random);
  for (const auto measure : {SupportMeasure::kTransactions, SupportMeasure::kImages})
    for (const auto miner : {FragmentMiner::kGspan, FragmentMiner::kGaston}) {
      FragmentParams params{.miner = miner, .measure = measure, .sizes = {2, 3, 4}, .support = 3, .threads = 1};
      const auto whole = mine(all, params);
      params.memory_limit = whole.peak_bytes;  // lists may take half of it
      const auto less = mine(all, params);
      CHECK(less.complete && table(less) == table(whole));
    }
}

/// Every graph of the collection as a target of its own.
void supports_are_what_matching_finds(Random& random) {
  const Collection all = random_collection(5, 8, 0.3, 2, random);
  const Target target(all.view());
  const auto result = mine(all, {.sizes = {2, 3, 4}, .support = 1});
  for (std::size_t i = 0; i < result.keys.size(); ++i) {
    Pattern pattern = pattern_from_key(result.keys[i]);
    pattern.anchor = 0;
    const MatchIndex index(target);
    Control control;
    const auto found = count_anchors(pattern, index, {.induced = false, .threads = 1, .list_anchors = true}, control);
    std::vector<bool> seen(all.offsets.size() - 1);
    for (const Node u : found.anchors) seen[u / 8] = true;
    CHECK(std::count(seen.begin(), seen.end(), true) == result.support[i]);
  }
}

void small_graphs_are_counted_right() {
  Random random(5, 0);
  const Collection cliques = random_collection(3, 6, 2.0, 1, random);
  for (const auto miner : {FragmentMiner::kGspan, FragmentMiner::kGaston}) {
    const auto result = mine(cliques, {.miner = miner, .sizes = {4, 5, 6}, .support = 3});
    CHECK(result.keys.size() == 6 + 21 + 112);
    const auto closed = mine(cliques, {.miner = miner, .sizes = {4, 5, 6}, .closed = true});
    CHECK(closed.keys.size() == 1);
    const auto top = mine(cliques, {.miner = miner, .sizes = {4, 6}, .top = 3});
    CHECK(top.keys.size() == 6);
    CHECK(top.tested < result.tested);
  }
}

void wrong_parameters_are_refused() {
  Random random(6, 0);
  const Collection all = random_collection(2, 4, 0.5, 1, random);
  CHECK_THROWS(mine(all, {.sizes = {}}));
  CHECK_THROWS(mine(all, {.sizes = {1}}));
  CHECK_THROWS(mine(all, {.sizes = {3, 2}}));
  CHECK_THROWS(mine(all, {.sizes = {65}}));
  CHECK_THROWS(mine(all, {.support = 0}));
  CHECK_THROWS(mine(all, {.top = -1}));
  for (const auto& wrong : {std::vector<std::int64_t>{}, {0, 4, 7}, {0, 5, 4, 8}, {1, 8}}) {
    Collection torn = all;
    torn.offsets = wrong;
    CHECK_THROWS(mine(torn, {}));
  }
}

}  // namespace

int main() {
  Random random(4, 0);
  for (int round = 0; round < 20; ++round) miners_agree(1 + round % 3, random);
  for (int round = 0; round < 10; ++round) supports_are_what_matching_finds(random);
  for (int round = 0; round < 4; ++round) forgotten_lists_change_nothing(random);
  small_graphs_are_counted_right();
  wrong_parameters_are_refused();
  return spminer::testing::verdict();
}
