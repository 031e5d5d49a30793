// gSpan's tree of patterns: each minimum depth-first code without its last edge is the minimum code of its parent.
#include <algorithm>

#include "fragments/dfs_code.hh"

namespace spminer::fragments {

namespace {

class GspanTree final : public PatternTree {
 public:
  using PatternTree::PatternTree;

  bool gains_nodes(const Sequence& edges) const override {
    return node_count(edges) < limits_.max_nodes && !full(edges);
  }

  std::vector<CodeEdge> children(const Sequence& parent, const Filter& admits) const override {
    if (full(parent)) return {};
    const auto path = rightmost_path(parent);
    std::vector<CodeEdge> result;
    const Pattern grown = pattern(parent);
    backward(grown, path, admits, result);
    if (grown.size < limits_.max_nodes) forward(grown, path, admits, result);
    std::erase_if(result, [&](const CodeEdge& edge) { return !keeps_minimum(parent, edge); });
    return result;
  }

 private:
  void backward(const Pattern& grown, const std::vector<int>& path, const Filter& admits,
                std::vector<CodeEdge>& result) const {
    const int last = path.back();
    for (const auto& kind : vocabulary_.from(grown.label(last)))
      for (std::size_t p = 0; p + 2 < path.size(); ++p) {
        if (grown.adjacent(last, path[p]) || grown.label(path[p]) != kind.to_label) continue;
        const CodeEdge edge{last, path[p], grown.label(last), kind.code, kind.to_label};
        if (admits(kind, edge)) result.push_back(edge);
      }
  }

  void forward(const Pattern& grown, const std::vector<int>& path, const Filter& admits,
               std::vector<CodeEdge>& result) const {
    for (auto node = path.rbegin(); node != path.rend(); ++node)
      for (const auto& kind : vocabulary_.from(grown.label(*node))) {
        const CodeEdge edge{*node, grown.size, grown.label(*node), kind.code, kind.to_label};
        if (admits(kind, edge)) result.push_back(edge);
      }
  }

  bool keeps_minimum(const Sequence& parent, const CodeEdge& edge) const {
    const Sequence child = extended(parent, edge);
    return is_minimum(child, pattern(child));
  }
};

}  // namespace

std::unique_ptr<PatternTree> gspan_tree(const Vocabulary& vocabulary, const PatternLimits& limits) {
  return std::make_unique<GspanTree>(vocabulary, limits);
}

}  // namespace spminer::fragments
