#include "fragments/pattern_tree.hh"

#include <algorithm>

namespace spminer::fragments {

int node_count(const Sequence& edges) {
  int last = 0;
  for (const auto& edge : edges) last = std::max({last, edge.from, edge.to});
  return last + 1;
}

Sequence extended(const Sequence& edges, const CodeEdge& next) {
  Sequence result;
  result.reserve(edges.size() + 1);
  result.assign(edges.begin(), edges.end());
  result.push_back(next);
  return result;
}

Pattern to_pattern(const Sequence& edges, bool labeled, bool coded) {
  Pattern pattern = Pattern::empty(node_count(edges));
  if (labeled) pattern.labels.resize(pattern.size);
  for (const auto& edge : edges) {
    coded ? pattern.connect(edge.from, edge.to, edge.code) : pattern.connect(edge.from, edge.to);
    if (!labeled) continue;
    pattern.labels[edge.from] = edge.from_label;
    pattern.labels[edge.to] = edge.to_label;
  }
  return pattern;
}

void Vocabulary::add(std::int32_t label, EdgeCode code, std::int32_t other, std::int64_t support) {
  kinds_[label].push_back({code, other, support});
  if (other != label) kinds_[other].push_back({reversed(code), label, support});
}

const std::vector<EdgeKind>& Vocabulary::from(std::int32_t label) const {
  static const std::vector<EdgeKind> none;
  const auto found = kinds_.find(label);
  return found == kinds_.end() ? none : found->second;
}

std::vector<CodeEdge> all_extensions(const Sequence& edges, const Vocabulary& vocabulary, std::int64_t support) {
  const Pattern pattern = to_pattern(edges, true, false);
  std::vector<CodeEdge> result;
  for (int i = 0; i < pattern.size; ++i) {
    for (const auto& kind : vocabulary.from(pattern.label(i))) {
      if (kind.support < support) continue;
      if (pattern.size < kMaxPatternNodes)
        result.push_back({i, pattern.size, pattern.label(i), kind.code, kind.to_label});
      for (int j = 0; j < i; ++j)
        if (!pattern.adjacent(i, j) && pattern.label(j) == kind.to_label)
          result.push_back({i, j, pattern.label(i), kind.code, kind.to_label});
    }
  }
  return result;
}

}  // namespace spminer::fragments
