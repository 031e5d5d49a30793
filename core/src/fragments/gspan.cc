// gSpan: every frequent pattern once, by its minimum depth-first code (Yan and Han 2002).
//
// A code lists the edges of a pattern in the order in which a depth-first search meets them.  Codes are compared
// edge by edge; the least one of a pattern is canonical.  A pattern grows by edges from its rightmost path: backward
// from the last node, or forward from any node of the path.  A child is kept if its code is minimum.
//
// Invariant: each prefix of a minimum code is a minimum code, so only minimum codes are grown, and every pattern has
// exactly one parent.
// Cost: the check builds the minimum code next to the given one and stops where they differ.  It keeps all searches
// that agree so far, merged when they have met the same nodes and have the same path: exponential at worst, short
// for the sizes that are mined.  Support, not this check, takes most of the time (support.hh).
//
// Reference: X. Yan and J. Han, gSpan: graph-based substructure pattern mining, ICDM 2002.
#include "fragments/gspan.hh"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace spminer::fragments {

namespace {

/// A search of the pattern that has given the code so far.  What it can give from here on depends on the nodes met and
/// on the rightmost path alone, so searches that agree in these are one.
struct Trace {
  Row met = 0;
  std::vector<std::int8_t> path;  ///< images of the rightmost path

  friend auto operator<=>(const Trace&, const Trace&) = default;
};

/// Builds the minimum code edge by edge, next to the given one, and stops where they differ.
class MinimumCheck {
 public:
  MinimumCheck(const Sequence& code, const Pattern& pattern) : code_(code), pattern_(pattern) { find_twins(); }

  bool run() {
    if (!first_edge()) return false;
    for (std::size_t step = 1; step < code_.size(); ++step) {
      path_ = rightmost_path(Sequence(code_.begin(), code_.begin() + step));
      if (!next_edge(step)) return false;
    }
    return true;
  }

 private:
  /// Nodes that look the same from everywhere else are met in ascending order: other orders give the same codes.
  void find_twins() {
    for (int i = 0; i < pattern_.size; ++i)
      for (int j = 0; j < i; ++j)
        if (interchangeable(pattern_, i, j)) before_[i] |= bit(j);
  }
  bool in_turn(int node, Row met) const { return (before_[node] & ~met) == 0; }

  bool first_edge() {
    for (int i = 0; i < pattern_.size; ++i) {
      Row ends = in_turn(i, 0) ? pattern_.rows[i] : Row{0};
      for (; ends != 0; ends &= ends - 1) {
        const int j = std::countr_zero(ends);
        if (!in_turn(j, bit(i))) continue;
        const CodeEdge edge{0, 1, pattern_.label(i), pattern_.code(i, j), pattern_.label(j)};
        const auto order = compare(edge, code_[0]);
        if (order < 0) return false;
        if (order == 0) traces_.insert({bit(i) | bit(j), {static_cast<std::int8_t>(i), static_cast<std::int8_t>(j)}});
      }
    }
    return true;
  }

  bool next_edge(std::size_t step) {
    std::set<Trace> next;
    const CodeEdge& wanted = code_[step];
    for (const Trace& trace : traces_) {
      if (!backward_edges(trace, step, wanted, next)) return false;
      if (!forward_edges(trace, wanted, next)) return false;
    }
    traces_ = std::move(next);
    return true;
  }

  /// Edges from the last node to earlier nodes of the path that the code does not have yet.
  bool backward_edges(const Trace& trace, std::size_t step, const CodeEdge& wanted, std::set<Trace>& next) {
    const int last = path_.back(), image = trace.path.back();
    for (std::size_t p = 0; p + 2 < path_.size(); ++p) {
      const int other = trace.path[p];
      if (!pattern_.adjacent(image, other) || written(step, last, path_[p])) continue;
      const auto order =
          compare({last, path_[p], pattern_.label(image), pattern_.code(image, other), pattern_.label(other)}, wanted);
      if (order < 0) return false;
      if (order == 0) next.insert(trace);
    }
    return true;
  }
  bool written(std::size_t step, int from, int to) const {
    for (std::size_t k = 0; k < step; ++k)
      if (code_[k].from == from && code_[k].to == to) return true;
    return false;
  }

  bool forward_edges(const Trace& trace, const CodeEdge& wanted, std::set<Trace>& next) {
    const int fresh = std::popcount(trace.met);
    for (std::size_t p = path_.size(); p-- > 0;) {
      const int image = trace.path[p];
      for (Row open = pattern_.rows[image] & ~trace.met; open != 0; open &= open - 1) {
        const int node = std::countr_zero(open);
        if (!in_turn(node, trace.met)) continue;
        const auto order =
            compare({path_[p], fresh, pattern_.label(image), pattern_.code(image, node), pattern_.label(node)}, wanted);
        if (order < 0) return false;
        if (order == 0) next.insert(extended(trace, p, node));
      }
    }
    return true;
  }
  static Trace extended(const Trace& trace, std::size_t p, int node) {
    Trace result{trace.met | bit(node), {trace.path.begin(), trace.path.begin() + p + 1}};
    result.path.push_back(static_cast<std::int8_t>(node));
    return result;
  }

  const Sequence& code_;
  const Pattern& pattern_;
  std::array<Row, kMaxPatternNodes> before_{};
  std::vector<int> path_;
  std::set<Trace> traces_;
};

}  // namespace

std::strong_ordering compare(const CodeEdge& a, const CodeEdge& b) {
  if (a.forward() != b.forward()) return a.forward() ? std::strong_ordering::greater : std::strong_ordering::less;
  const int a_end = a.forward() ? -a.from : a.to, b_end = b.forward() ? -b.from : b.to;
  return std::tie(a_end, a.from_label, a.code, a.to_label) <=> std::tie(b_end, b.from_label, b.code, b.to_label);
}

std::vector<int> rightmost_path(const Sequence& code) {
  std::vector<int> path;
  for (auto edge = code.rbegin(); edge != code.rend(); ++edge) {
    if (!edge->forward() || (!path.empty() && path.back() != edge->to)) continue;
    if (path.empty()) path.push_back(edge->to);
    path.push_back(edge->from);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

bool is_minimum(const Sequence& code, const Pattern& pattern) { return MinimumCheck(code, pattern).run(); }

// gSpan's tree of patterns: each minimum depth-first code without its last edge is the minimum code of its parent.

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
