// Gaston's tree of patterns: paths grow to paths, paths and trees to trees, and everything to cyclic graphs on the same
// nodes.  A pattern's parent is what is left without the last node of its form (a tree) or without the last edge of
// its canonical form that closes a cycle (a cyclic graph), so a child is kept where its own parent says so.
#include <algorithm>
#include <set>

#include "fragments/pattern_tree.hh"
#include "fragments/tree_form.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::fragments {

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
  rest.rows[static_cast<std::size_t>(i)] &= ~bit(j);
  rest.rows[static_cast<std::size_t>(j)] &= ~bit(i);
  if (rest.coded())
    rest.codes[static_cast<std::size_t>(i * rest.size + j)] = rest.codes[static_cast<std::size_t>(j * rest.size + i)] =
        kNoEdge;
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
