#include "sampling/treelets.hh"

#include <map>

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

}  // namespace spminer::sampling
