// Random graphs and patterns for matching, and the truth about them by trying all maps.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "graphs.hh"
#include "patterns.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::testing {

struct Features {
  bool directed, node_labels, edge_labels;
};

/// label[i][j] is -1, or the label of the arc i -> j.
inline Graph from_matrix(const std::vector<std::vector<int>>& label, const Features& features, Random& random) {
  Graph graph;
  graph.directed = features.directed;
  for (std::size_t i = 0; i < label.size(); ++i) {
    for (std::size_t j = 0; j < label.size(); ++j) {
      if (label[i][j] < 0) continue;
      graph.indices.push_back(static_cast<Node>(j));
      if (features.edge_labels) graph.edge_labels.push_back(label[i][j]);
    }
    graph.indptr.push_back(static_cast<std::int64_t>(graph.indices.size()));
    if (features.node_labels) graph.node_labels.push_back(static_cast<std::int32_t>(random.below(2)));
  }
  return graph;
}

inline Graph random_graph(int nodes, double density, const Features& features, Random& random) {
  std::vector<std::vector<int>> label(nodes, std::vector<int>(nodes, -1));
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < nodes; ++j) {
      if (i == j || (!features.directed && j < i)) continue;
      if (random.uniform() >= density) continue;
      label[i][j] = static_cast<int>(random.below(2));
      if (!features.directed) label[j][i] = label[i][j];
    }
  return from_matrix(label, features, random);
}

/// The graph with a long path hung on node 0: the same matches and more, in a component of chosen size.
inline Graph with_tail(Graph graph, int tail) {
  const auto nodes = static_cast<Node>(graph.indptr.size()) - 1;
  Graph result;
  result.directed = graph.directed;
  for (Node u = 0; u < nodes + tail; ++u) {
    auto push = [&](Node v, std::int32_t label) {
      result.indices.push_back(v);
      if (!graph.edge_labels.empty()) result.edge_labels.push_back(label);
    };
    if (u < nodes)
      for (auto i = graph.indptr[u]; i < graph.indptr[u + 1]; ++i)
        push(graph.indices[i], graph.edge_labels.empty() ? 0 : graph.edge_labels[i]);
    const Node before = u == nodes ? 0 : u - 1;
    if (u >= nodes && !graph.directed) push(before, 0);
    if (u == 0) push(nodes, 0);
    if (u >= nodes && u + 1 < nodes + tail) push(u + 1, 0);
    result.indptr.push_back(static_cast<std::int64_t>(result.indices.size()));
    if (!graph.node_labels.empty()) result.node_labels.push_back(u < nodes ? graph.node_labels[u] : 7);
  }
  return result;
}

/// Every embedding by trying all injective maps; knows nothing of the engines.
class Oracle {
 public:
  Oracle(const Pattern& pattern, const Target& target, bool induced)
      : pattern_(pattern), target_(target), induced_(induced) {
    extend();
  }

  std::set<Node> anchors;
  std::set<std::set<Node>> node_sets;
  std::set<std::vector<Node>> embeddings;
  std::map<Node, std::set<std::set<Node>>> node_sets_at;  ///< by image of the anchor

 private:
  bool arcs_fit(EdgeCode want, EdgeCode have) const {
    if (induced_) return want == have;
    for (const int shift : {0, 32}) {
      const auto wanted = static_cast<std::uint32_t>(want >> shift);
      if (wanted != 0 && wanted != static_cast<std::uint32_t>(have >> shift)) return false;
    }
    return true;
  }

  bool fits(Node v) const {
    const int p = static_cast<int>(map_.size());
    if (pattern_.labeled() && pattern_.label(p) != target_.label(v)) return false;
    for (int q = 0; q < p; ++q)
      if (map_[q] == v || !arcs_fit(pattern_.code(p, q), target_.code(v, map_[q]))) return false;
    return true;
  }

  void extend() {
    if (static_cast<int>(map_.size()) == pattern_.size) {
      anchors.insert(map_[pattern_.anchor]);
      node_sets.insert(std::set<Node>(map_.begin(), map_.end()));
      embeddings.insert(map_);
      node_sets_at[map_[pattern_.anchor]].insert(std::set<Node>(map_.begin(), map_.end()));
      return;
    }
    for (Node v = 0; v < target_.size(); ++v) {
      if (!fits(v)) continue;
      map_.push_back(v);
      extend();
      map_.pop_back();
    }
  }

  const Pattern& pattern_;
  const Target& target_;
  bool induced_;
  std::vector<Node> map_;
};

inline Pattern random_pattern(int nodes, const Features& features, Random& random) {
  for (;;) {
    const Graph graph = random_graph(nodes, 0.3 + 0.5 * random.uniform(), features, random);
    const Target target = graph.target();
    const Pattern pattern =
        induced(target, all_nodes(target), static_cast<int>(random.below(static_cast<std::uint64_t>(nodes))));
    bool grows = true;  // each node is joined to an earlier one, so that the oracle fails early
    for (int i = 1; i < nodes; ++i) grows = grows && (pattern.rows[i] & (bit(i) - 1)) != 0;
    if (grows) return pattern;
  }
}

inline Graph complete(int nodes) {
  Random random(1);
  return random_graph(nodes, 2.0, {}, random);
}

inline std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

}  // namespace spminer::testing
