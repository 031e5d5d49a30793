// Gaston: every frequent pattern once, paths and trees before cyclic graphs (Nijssen and Kok 2004).
//
// Paths and trees have forms that are found in polynomial time: a longest path, the backbone, with the least
// sequence of labels, then the branches that hang on its nodes, greatest first.  A tree grows by a leaf; the child
// is kept if its form without the last node is the form of the parent.  A cyclic pattern grows from a pattern on the
// same nodes by an edge that closes a cycle; its parent is what is left without the last edge of the canonical
// labeling that is no bridge.
//
// Invariant: the parent depends on the pattern alone, so every pattern has exactly one and is reached once.
// Cost: a form of a tree reads the paths between its ends, O(n^2) of them; only cyclic patterns need a canonical
// form of a graph (pattern/canonical.cc).  Support takes most of the time (support.hh).
//
// Reference: S. Nijssen and J. Kok, A quickstart in frequent structure mining can make a difference, KDD 2004.
#include "fragments/gaston.hh"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "fragments/pattern_tree.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::fragments {

namespace {

/// A branch written down in preorder, and the nodes in that order.
struct Branch {
  TreeWords words;
  std::vector<int> nodes;
};

class TreeReader {
 public:
  explicit TreeReader(const Pattern& tree) : tree_(tree) {}

  TreeForm read() {
    find_backbones();
    TreeForm best;
    for (const auto& backbone : backbones_) {
      TreeForm form = read_along(backbone);
      if (best.words.empty() || form.words > best.words) best = std::move(form);
    }
    return best;
  }

 private:
  /// Longest paths with the first labels, in both directions where both read the same.
  void find_backbones() {
    std::size_t longest = 0;
    for (int leaf = 0; leaf < tree_.size; ++leaf) {
      if (tree_.degree(leaf) != 1) continue;
      for (auto& path : paths_from(leaf)) {
        if (path.size() < longest) continue;
        TreeWords labels = spelled(path);
        if (path.size() > longest || labels < spelling_) {
          longest = path.size();
          spelling_ = std::move(labels);
          backbones_.clear();
        } else if (labels > spelling_) {
          continue;
        }
        backbones_.push_back(std::move(path));
      }
    }
  }

  /// The paths from a leaf to the nodes farthest from it.
  std::vector<std::vector<int>> paths_from(int leaf) const {
    std::vector<std::vector<int>> level{{leaf}}, next;
    for (;; level.swap(next)) {
      next.clear();
      for (const auto& path : level) {
        const Row back = path.size() > 1 ? bit(path[path.size() - 2]) : Row{0};
        for_each_bit(tree_.rows[path.back()] & ~back, [&](int node) {
          next.push_back(path);
          next.back().push_back(node);
        });
      }
      if (next.empty()) return level;
    }
  }

  TreeWords spelled(const std::vector<int>& path) const {
    TreeWords words{label(path[0])};
    for (std::size_t k = 1; k < path.size(); ++k) {
      words.push_back(tree_.code(path[k - 1], path[k]));
      words.push_back(label(path[k]));
    }
    return words;
  }
  std::uint64_t label(int node) const { return static_cast<std::uint64_t>(tree_.label(node)); }

  TreeForm read_along(const std::vector<int>& backbone) const {
    TreeForm form{spelling_, backbone.back()};
    form.words.insert(form.words.begin(), backbone.size());
    Row spine = 0;
    for (const int node : backbone) spine |= bit(node);
    for (std::size_t k = 0; k < backbone.size(); ++k) {
      const Branch branches = hanging(backbone[k], spine, k);
      form.words.insert(form.words.end(), branches.words.begin(), branches.words.end());
      if (!branches.nodes.empty()) form.last = branches.nodes.back();
    }
    return form;
  }

  /// The branches of a node, except towards `taken`, the greatest first; their depths are counted from `depth`, so
  /// that no two different trees read the same.
  Branch hanging(int node, Row taken, std::size_t depth) const {
    std::vector<Branch> branches;
    for_each_bit(tree_.rows[node] & ~taken, [&](int child) {
      Branch branch{{depth, tree_.code(node, child), label(child)}, {child}};
      append(branch, hanging(child, bit(node), depth + 1 + kMaxPatternNodes));
      branches.push_back(std::move(branch));
    });
    std::sort(branches.begin(), branches.end(), [](const Branch& a, const Branch& b) { return a.words > b.words; });
    Branch all;
    for (const auto& branch : branches) append(all, branch);
    return all;
  }
  static void append(Branch& branch, const Branch& more) {
    branch.words.insert(branch.words.end(), more.words.begin(), more.words.end());
    branch.nodes.insert(branch.nodes.end(), more.nodes.begin(), more.nodes.end());
  }

  const Pattern& tree_;
  TreeWords spelling_;
  std::vector<std::vector<int>> backbones_;
};

}  // namespace

TreeForm tree_form(const Pattern& tree) {
  if (tree.size < 2 || tree.edges() != tree.size - 1 || !tree.connected())
    throw std::invalid_argument("the pattern is not a tree of two or more nodes");
  return TreeReader(tree).read();
}

// Gaston's tree of patterns: paths grow to paths, paths and trees to trees, and everything to cyclic graphs on the same
// nodes.  A pattern's parent is what is left without the last node of its form (a tree) or without the last edge of
// its canonical form that closes a cycle (a cyclic graph), so a child is kept where its own parent says so.

namespace {

bool bridge(const Pattern& pattern, int i, int j) {
  Row reached = bit(i);
  for (Row border = reached; border != 0;) {
    Row next = 0;
    for_each_bit(border, [&](int v) { next |= v == i ? pattern.rows[v] & ~bit(j) : pattern.rows[v]; });
    border = next & ~reached;
    reached |= next;
    if (reached & bit(j)) return false;
  }
  return true;
}

Pattern without_edge(const Pattern& pattern, int i, int j) {
  Pattern rest = pattern;
  rest.rows[i] &= ~bit(j);
  rest.rows[j] &= ~bit(i);
  if (rest.coded()) rest.codes[i * rest.size + j] = rest.codes[j * rest.size + i] = kNoEdge;
  return rest;
}

/// A cyclic pattern without the last edge of its canonical labeling that is not a bridge, in its own labeling.
Pattern cyclic_parent(const Pattern& canonical) {
  for (int i = canonical.size - 1; i > 0; --i)
    for (int j = i - 1; j >= 0; --j)
      if (canonical.adjacent(i, j) && !bridge(canonical, i, j)) return renumbered(without_edge(canonical, i, j));
  return canonical;
}

class GastonTree final : public PatternTree {
 public:
  using PatternTree::PatternTree;

  bool gains_nodes(const Sequence& edges) const override {
    return is_tree(edges) && node_count(edges) < limits_.max_nodes && !full(edges);
  }

  std::vector<CodeEdge> children(const Sequence& parent, const Filter& admits) const override {
    if (full(parent)) return {};
    const Pattern grown = pattern(parent);
    std::vector<CodeEdge> result;
    if (is_tree(parent) && grown.size < limits_.max_nodes) add_leaves(parent, grown, admits, result);
    close_cycles(parent, grown, admits, result);
    return result;
  }

 private:
  static bool is_tree(const Sequence& edges) { return static_cast<int>(edges.size()) == node_count(edges) - 1; }

  void add_leaves(const Sequence& parent, const Pattern& grown, const Filter& admits,
                  std::vector<CodeEdge>& result) const {
    const TreeWords own = tree_form(grown).words;
    std::set<TreeWords> seen;
    for (int i = 0; i < grown.size; ++i) {
      for (const auto& kind : vocabulary_.from(grown.label(i))) {
        const CodeEdge edge{i, grown.size, grown.label(i), kind.code, kind.to_label};
        if (!admits(kind, edge)) continue;
        const Pattern child = pattern(extended(parent, edge));
        const TreeForm form = tree_form(child);
        if (seen.insert(form.words).second && tree_form(without_node(child, form.last)).words == own)
          result.push_back(edge);
      }
    }
  }

  void close_cycles(const Sequence& parent, const Pattern& grown, const Filter& admits,
                    std::vector<CodeEdge>& result) const {
    const Pattern own = renumbered(grown);
    std::set<PatternKey> seen;
    for (int i = 2; i < grown.size; ++i) {
      for (const auto& kind : vocabulary_.from(grown.label(i))) {
        for (int j = 0; j < i; ++j) {
          if (grown.adjacent(i, j) || grown.label(j) != kind.to_label) continue;
          const CodeEdge edge{i, j, grown.label(i), kind.code, kind.to_label};
          if (!admits(kind, edge)) continue;
          const Pattern child = renumbered(pattern(extended(parent, edge)));
          if (seen.insert(key_of(child)).second && cyclic_parent(child) == own) result.push_back(edge);
        }
      }
    }
  }
};

}  // namespace

std::unique_ptr<PatternTree> gaston_tree(const Vocabulary& vocabulary, const PatternLimits& limits) {
  return std::make_unique<GastonTree>(vocabulary, limits);
}

}  // namespace spminer::fragments
