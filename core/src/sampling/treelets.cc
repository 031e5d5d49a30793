#include "sampling/treelets.hh"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

#include "base/parallel.hh"
#include "pattern/as_target.hh"
#include "spminer/base/control.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::sampling {

namespace {

/// Hangs the tree under node `root` of the pattern; new nodes are numbered from `next`.
void draw_tree(const TreeletCatalog& catalog, int nodes, int tree, int root, int& next, Pattern& pattern) {
  if (nodes == 1) return;
  const Treelet& treelet = catalog.trees(nodes)[tree];
  draw_tree(catalog, nodes - treelet.branch_size, treelet.rest, root, next, pattern);
  const int child = next++;
  pattern.connect(root, child);
  draw_tree(catalog, treelet.branch_size, treelet.branch, child, next, pattern);
}

}  // namespace

TreeletCatalog::TreeletCatalog(int size) : trees_(size + 1), families_(size + 1) {
  trees_[1].push_back({});
  for (int nodes = 2; nodes <= size; ++nodes) grow(nodes);
  name_shapes();
}

void TreeletCatalog::grow(int nodes) {
  for (int branch_size = 1; branch_size < nodes; ++branch_size) {
    const auto& rests = trees_[nodes - branch_size];
    for (int rest = 0; rest < static_cast<int>(rests.size()); ++rest) {
      const Treelet& old = rests[rest];
      int branches = static_cast<int>(trees_[branch_size].size());
      if (old.branch_size != 0 && old.branch_size < branch_size) continue;
      if (old.branch_size == branch_size) branches = old.branch + 1;
      families_[nodes].push_back({rest, branch_size, static_cast<int>(trees_[nodes].size()), branches});
      for (int branch = 0; branch < branches; ++branch) {
        const bool again = old.branch_size == branch_size && old.branch == branch;
        trees_[nodes].push_back({rest, branch, branch_size, again ? old.twins + 1 : 1});
      }
    }
  }
}

void TreeletCatalog::name_shapes() {
  std::map<PatternKey, int> names;
  for (int tree = 0; tree < static_cast<int>(trees_[size()].size()); ++tree) {
    Pattern pattern = Pattern::empty(size());
    int next = 1;
    draw_tree(*this, size(), tree, 0, next, pattern);
    shapes_.push_back(names.try_emplace(canonical_key(pattern), static_cast<int>(names.size())).first->second);
  }
  shape_count_ = static_cast<int>(names.size());
}

ColorSets::ColorSets(int colors) : colors_(colors), sets_(colors + 1), number_(std::size_t{1} << colors) {
  const int all_sets = 1 << colors;
  for (int set = 0; set < all_sets; ++set) {
    auto& equal = sets_[std::popcount(static_cast<unsigned>(set))];
    number_[set] = static_cast<int>(equal.size());
    equal.push_back(static_cast<ColorSet>(set));
  }
  for (int set = 0; set < all_sets; ++set)
    for (int size = 0; size <= colors; ++size) {
      first_.push_back(static_cast<std::uint32_t>(subsets_.size()));
      for (const ColorSet subset : sets_[size])
        if ((subset & ~set) == 0) subsets_.push_back(subset);
    }
  first_.push_back(static_cast<std::uint32_t>(subsets_.size()));
}

/// Combines the trees at a node with branches at its neighbors.  Branches are summed over the neighbors first, so
/// that pairs of trees are multiplied once per node and not once per edge.
class TreeletTable::Worker {
 public:
  Worker(const TreeletTable& table, int size)
      : table_(table), catalog_(table.catalog_), sets_(table.sets_), size_(size), near_(size) {}

  void count(Node v, Chunk& chunk) {
    if (size_ < catalog_.size() || table_.color(v) == 0) {
      sum_branches(v);
      counts_.assign(catalog_.trees(size_).size() * sets_.count(size_), 0.0);
      for (const TreeletFamily& family : catalog_.families(size_)) combine(v, family);
      store(chunk);
    }
    chunk.offset.push_back(static_cast<std::uint32_t>(chunk.keys.size()));
  }

 private:
  // A branch is no larger than the others of its root, so it has less than half of the nodes or all but the root.
  bool occurs(int branch_size) const { return 2 * branch_size < size_ || branch_size == size_ - 1; }

  void sum_branches(Node v) {
    for (int b = 1; b < size_; ++b) {
      if (!occurs(b)) continue;
      near_[b].assign(catalog_.trees(b).size() * sets_.count(b), 0.0);
      for (const Node u : table_.target_.neighbors(v)) {
        const auto [keys, counts] = table_.at(b, u);
        for (std::size_t i = 0; i < keys.size(); ++i) near_[b][keys[i]] += counts[i];
      }
    }
  }

  void combine(Node v, const TreeletFamily& family) {
    const int b = family.branch_size, rest_sets = sets_.count(size_ - b);
    const auto [keys, counts] = table_.at(size_ - b, v, family.rest);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const ColorSet own = sets_.set(size_ - b, keys[i] - family.rest * rest_sets);
      for (const ColorSet other : sets_.subsets(static_cast<ColorSet>(sets_.all() & ~own), b)) {
        const double* branch = near_[b].data() + sets_.number(other);
        double* tree = counts_.data() + static_cast<std::size_t>(family.first) * sets_.count(size_) +
                       sets_.number(static_cast<ColorSet>(own | other));
        for (int t = 0; t < family.branches; ++t)
          tree[t * sets_.count(size_)] += static_cast<double>(counts[i]) * branch[t * sets_.count(b)];
      }
    }
  }

  void store(Chunk& chunk) const {
    const auto sets = static_cast<std::size_t>(sets_.count(size_));
    for (std::size_t key = 0; key < counts_.size(); ++key) {
      if (counts_[key] == 0) continue;
      // Each tree was made once for every branch that could be the last.
      const double count = counts_[key] / catalog_.trees(size_)[key / sets].twins;
      if (count > std::numeric_limits<float>::max()) throw std::overflow_error("too many treelets to count");
      chunk.keys.push_back(static_cast<std::uint16_t>(key));
      chunk.counts.push_back(static_cast<float>(count));
    }
  }

  const TreeletTable& table_;
  const TreeletCatalog& catalog_;
  const ColorSets& sets_;
  int size_;
  std::vector<std::vector<double>> near_;  // by branch size: sums over the neighbors, by key
  std::vector<double> counts_;             // by key
};

TreeletEntries TreeletTable::at(int size, Node v, int tree) const {
  const auto [keys, counts] = at(size, v);
  const int sets = sets_.count(size);
  const auto begin = std::lower_bound(keys.begin(), keys.end(), tree * sets);
  const auto end = std::lower_bound(begin, keys.end(), (tree + 1) * sets);
  const auto first = static_cast<std::size_t>(begin - keys.begin()), length = static_cast<std::size_t>(end - begin);
  return {keys.subspan(first, length), counts.subspan(first, length)};
}

bool TreeletTable::build(int threads, std::uint64_t memory_limit, Control& control) {
  for (int size = 1; size <= catalog_.size(); ++size)
    if (!build_level(size, threads, memory_limit, control)) return false;
  return true;
}

bool TreeletTable::build_level(int size, int threads, std::uint64_t memory_limit, Control& control) {
  const Node nodes = target_.size();
  auto& level = levels_[size];
  level.resize((nodes + kChunk - 1) / kChunk);
  std::vector<Worker> workers(thread_count(threads), Worker(*this, size));
  parallel_for(static_cast<std::int64_t>(level.size()), threads, [&](std::int64_t c, int t) {
    if (control.check_now()) return;
    Chunk& chunk = level[c];
    const Node first = static_cast<Node>(c) * kChunk, last = std::min(first + kChunk, nodes);
    for (Node v = first; v < last; ++v) {
      if (size > 1) {
        workers[t].count(v, chunk);
      } else {
        chunk.keys.push_back(colors_[v]);
        chunk.counts.push_back(1);
        chunk.offset.push_back(static_cast<std::uint32_t>(chunk.keys.size()));
      }
    }
    chunk.keys.shrink_to_fit();
    chunk.counts.shrink_to_fit();
    bytes_ += chunk.keys.size() * (sizeof(std::uint16_t) + sizeof(float)) + sizeof(Chunk) +
              chunk.offset.size() * sizeof(std::uint32_t);
    if (memory_limit != 0 && bytes_ > memory_limit) control.stop(StopReason::kMemoryLimit);
    control.done += static_cast<std::uint64_t>(last - first);
  });
  return !control.stopped();
}

double spanning_trees(const Pattern& pattern) {
  const int n = pattern.size - 1;  // any cofactor of the Laplacian will do: leave out the last node
  std::vector<double> matrix(static_cast<std::size_t>(n) * n, 0.0);
  auto at = [&](int i, int j) -> double& { return matrix[i * n + j]; };
  for (int i = 0; i < n; ++i) {
    at(i, i) = pattern.degree(i);
    for_each_bit(pattern.rows[i], [&](int j) {
      if (j < n) at(i, j) = -1;
    });
  }
  double determinant = 1;
  for (int i = 0; i < n; ++i) {  // positive definite, so that no pivoting is needed
    determinant *= at(i, i);
    for (int j = i + 1; j < n; ++j) {
      const double factor = at(j, i) / at(i, i);
      for (int k = i; k < n; ++k) at(j, k) -= factor * at(i, k);
    }
  }
  return std::round(determinant);
}

std::vector<double> spanning_trees_by_shape(const Pattern& pattern, const TreeletCatalog& catalog,
                                            const ColorSets& sets) {
  // With a color of its own for every node, the treelets of all colors are the spanning trees.
  const PatternTarget graph(pattern);
  std::vector<std::uint8_t> colors(pattern.size);
  std::iota(colors.begin(), colors.end(), std::uint8_t{0});
  TreeletTable table(graph.target(), catalog, sets, colors);
  Control control;
  table.build(1, 0, control);
  std::vector<double> result(catalog.shape_count(), 0.0);
  const auto [keys, counts] = table.at(pattern.size, 0);
  for (std::size_t i = 0; i < keys.size(); ++i) result[catalog.shapes()[keys[i]]] += static_cast<double>(counts[i]);
  return result;
}

}  // namespace spminer::sampling
