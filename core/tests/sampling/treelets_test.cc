// Treelets: how many trees there are, and their counts and samples against brute force over edge sets. Tests of
// sampling/treelets and sampling/treelet_sampler.
#include "sampling/treelets.hh"

#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "check.hh"
#include "random_target.hh"
#include "sampling/treelet_sampler.hh"

using namespace spminer;
using namespace spminer::sampling;
using namespace spminer::testing;

namespace {

using Edges = std::vector<std::pair<Node, Node>>;

/// Spanning trees of the subgraph induced by the nodes, each as its edges.
std::vector<Edges> all_spanning_trees(const Target& target, const std::vector<Node>& nodes) {
  Edges edges;
  for (const Node u : nodes)
    for (const Node v : nodes)
      if (u < v && target.adjacent(u, v)) edges.emplace_back(u, v);
  std::vector<Edges> result;
  const int wanted = static_cast<int>(nodes.size()) - 1;
  if (static_cast<int>(edges.size()) < wanted) return result;
  for_each_subset(static_cast<Node>(edges.size()), wanted, [&](const std::vector<Node>& chosen) {
    std::map<Node, Node> part;
    for (const Node u : nodes) part[u] = u;
    std::function<Node(Node)> find = [&](Node u) { return part[u] == u ? u : find(part[u]); };
    Edges tree;
    for (const Node e : chosen) {
      const Node a = find(edges[e].first), b = find(edges[e].second);
      if (a == b) return;
      part[a] = b;
      tree.push_back(edges[e]);
    }
    result.push_back(tree);
  });
  return result;
}

PatternKey tree_key(const Edges& edges, const std::vector<Node>& nodes, Node root) {
  Pattern pattern = Pattern::empty(static_cast<int>(nodes.size()));
  auto position = [&](Node u) { return static_cast<int>(std::find(nodes.begin(), nodes.end(), u) - nodes.begin()); };
  for (const auto& [u, v] : edges) pattern.connect(position(u), position(v));
  if (root >= 0) pattern.anchor = position(root);
  return key_of(canonical_copy(pattern));
}

void test_numbers_of_trees() {
  const std::vector<std::size_t> rooted{0, 1, 1, 2, 4, 9, 20, 48, 115, 286, 719, 1842, 4766};
  const std::vector<int> free{0, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551};
  for (int size = 1; size <= kMaxTreeletSize; ++size) {
    const TreeletCatalog catalog(size);
    CHECK(catalog.trees(size).size() == rooted[size] && catalog.shape_count() == free[size]);
    const ColorSets sets(size);
    for (int h = 1; h <= size; ++h) CHECK(catalog.trees(h).size() * sets.count(h) <= 65536);
  }
}

// Per node, color set and size: the multiset of counts over the trees must be that of brute force.
void test_counts() {
  Random random(1);
  for (int round = 0; round < 30; ++round) {
    const int size = 2 + static_cast<int>(random.below(4));
    const RandomTarget data(9, 0.2 + 0.2 * random.uniform(), 1, 1, false, random);
    const Target target = data.target();
    std::vector<std::uint8_t> colors(target.size());
    for (auto& color : colors) color = static_cast<std::uint8_t>(random.below(size));
    const TreeletCatalog catalog(size);
    const ColorSets sets(size);
    TreeletTable table(target, catalog, sets, colors);
    Control control;
    CHECK(table.build(1 + round % 3, 0, control));
    for (int h = 1; h <= size; ++h) {
      std::map<std::pair<Node, ColorSet>, std::map<PatternKey, double>> truth;
      for_each_subset(target.size(), h, [&](const std::vector<Node>& nodes) {
        ColorSet set = 0;
        for (const Node u : nodes) set |= static_cast<ColorSet>(1 << colors[u]);
        if (std::popcount(set) != h) return;
        for (const Edges& tree : all_spanning_trees(target, nodes))
          for (const Node root : nodes)
            if (h < size || colors[root] == 0) ++truth[{root, set}][tree_key(tree, nodes, root)];
      });
      std::map<std::pair<Node, ColorSet>, std::multiset<double>> found, expected;
      for (const auto& [root, trees] : truth)
        for (const auto& [key, count] : trees) expected[root].insert(count);
      for (Node v = 0; v < target.size(); ++v) {
        const auto [keys, counts] = table.at(h, v);
        for (std::size_t i = 0; i < keys.size(); ++i)
          found[{v, sets.set(h, keys[i] % sets.count(h))}].insert(static_cast<double>(counts[i]));
      }
      CHECK(found == expected);
    }
  }
}

void test_spanning_trees() {
  Random random(2);
  for (int round = 0; round < 40; ++round) {
    const int size = 2 + static_cast<int>(random.below(4));
    const RandomTarget data(size, 0.7, 1, 1, false, random);
    const Target target = data.target();
    std::vector<Node> nodes(size);
    std::iota(nodes.begin(), nodes.end(), 0);
    const Pattern pattern = induced(target, nodes);
    if (!pattern.connected()) continue;
    const auto trees = all_spanning_trees(target, nodes);
    std::map<PatternKey, double> shapes;
    for (const Edges& tree : trees) ++shapes[tree_key(tree, nodes, -1)];
    std::multiset<double> expected, found;
    for (const auto& [key, count] : shapes) expected.insert(count);
    CHECK(spanning_trees(pattern) == static_cast<double>(trees.size()));
    for (const double count : spanning_trees_by_shape(pattern, TreeletCatalog(size), ColorSets(size)))
      if (count > 0) found.insert(count);
    CHECK(found == expected);
  }
  Pattern clique = Pattern::empty(8);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < i; ++j) clique.connect(i, j);
  CHECK(spanning_trees(clique) == 262144);  // Cayley: 8^6
}

void test_samples_are_uniform() {
  Random random(3);
  const RandomTarget data(10, 0.3, 1, 1, false, random);
  const Target target = data.target();
  constexpr int kSize = 4;
  std::vector<std::uint8_t> colors(target.size());
  for (auto& color : colors) color = static_cast<std::uint8_t>(random.below(kSize));
  std::map<std::vector<Node>, double> trees;  // colorful node sets, by their spanning trees
  double total = 0;
  for_each_subset(target.size(), kSize, [&](const std::vector<Node>& nodes) {
    std::set<int> different;
    for (const Node u : nodes) different.insert(colors[u]);
    const auto count = static_cast<double>(all_spanning_trees(target, nodes).size());
    if (different.size() == kSize && count > 0) trees[nodes] = count, total += count;
  });
  const TreeletCatalog catalog(kSize);
  const ColorSets sets(kSize);
  TreeletTable table(target, catalog, sets, colors);
  Control control;
  table.build(2, 0, control);
  TreeletSampler sampler(table, 2), alone(table, 1);
  CHECK(sampler.total() == total && sampler.total(0) + sampler.total(1) == total);
  constexpr std::size_t kSamples = 100000;
  std::vector<Node> nodes, again;
  CHECK(sampler.draw(TreeletSampler::kAnyShape, 0, kSamples, 9, control, nodes));
  CHECK(alone.draw(TreeletSampler::kAnyShape, 0, kSamples, 9, control, again) && nodes == again);
  std::map<std::vector<Node>, double> hits;
  for (std::size_t i = 0; i < kSamples; ++i) {
    std::vector<Node> set(nodes.begin() + i * kSize, nodes.begin() + (i + 1) * kSize);
    std::sort(set.begin(), set.end());
    ++hits[set];
  }
  CHECK(hits.size() == trees.size());
  for (const auto& [set, count] : trees) {
    const double expected = kSamples * count / total;
    CHECK(std::abs(hits[set] - expected) < 4.5 * std::sqrt(expected));
  }
}

}  // namespace

int main() {
  test_numbers_of_trees();
  test_counts();
  test_spanning_trees();
  test_samples_are_uniform();
  return verdict();
}
