#include "graph/components.hh"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace spminer::inline graph {

ComponentList components(const Target& target, std::int64_t size) {
  ComponentList list;
  list.nodes.reserve(target.size());
  list.offset.push_back(0);
  std::vector<bool> seen(target.size(), false);
  for (Node root = 0; root < target.size(); ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    list.nodes.push_back(root);
    for (auto next = static_cast<std::size_t>(list.offset.back()); next < list.nodes.size(); ++next) {
      for (const Node v : target.neighbors(list.nodes[next])) {
        if (seen[v]) continue;
        seen[v] = true;
        list.nodes.push_back(v);
      }
    }
    const auto end = static_cast<std::int64_t>(list.nodes.size());
    if (end - list.offset.back() >= size)
      list.offset.push_back(end);
    else
      list.nodes.resize(list.offset.back());
  }
  return list;
}

CodeTable::CodeTable(const Target& target) {
  if (!target.coded()) return;
  constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
  for (Node u = 0; u < target.size(); ++u) {
    for (const EdgeCode code : target.codes(u)) {
      const auto it = std::lower_bound(codes_.begin(), codes_.end(), code);
      if (it != codes_.end() && *it == code) continue;
      if (codes_.size() == kMost) throw std::invalid_argument("more than 65535 different edge labels");
      codes_.insert(it, code);
    }
  }
}

int CodeTable::id(EdgeCode code) const {
  return static_cast<int>(std::lower_bound(codes_.begin(), codes_.end(), code) - codes_.begin()) + 1;
}

namespace {

/// Nodes in local order, and the skeleton; calls entry(graph, target node, index in its row) for each row entry.
template <typename F>
LocalGraph skeleton(const Target& target, std::span<const Node> nodes, std::vector<Node>& local, F&& entry) {
  LocalGraph graph;
  graph.original.assign(nodes.begin(), nodes.end());
  std::stable_sort(graph.original.begin(), graph.original.end(),
                   [&](Node a, Node b) { return target.degree(a) < target.degree(b); });
  for (Node i = 0; i < graph.size(); ++i) local[graph.original[i]] = i;
  graph.indptr.push_back(0);
  std::vector<std::pair<Node, std::size_t>> row;
  for (const Node w : graph.original) {
    row.clear();
    const auto neighbors = target.neighbors(w);
    for (std::size_t i = 0; i < neighbors.size(); ++i) row.emplace_back(local[neighbors[i]], i);
    std::sort(row.begin(), row.end());
    for (const auto& [u, i] : row) {
      graph.indices.push_back(u);
      entry(graph, w, i);
    }
    graph.indptr.push_back(static_cast<std::int64_t>(graph.indices.size()));
  }
  return graph;
}

}  // namespace

LocalGraph local_graph(const Target& target, const CodeTable& codes, std::span<const Node> nodes,
                       std::vector<Node>& local) {
  LocalGraph graph = skeleton(target, nodes, local, [&](LocalGraph& made, Node w, std::size_t i) {
    if (target.coded()) made.codes_in.push_back(static_cast<std::uint16_t>(codes.id(reversed(target.codes(w)[i]))));
  });
  if (target.labeled())
    for (const Node w : graph.original) graph.labels.push_back(target.label(w));
  return graph;
}

LocalGraph local_graph(const Target& target, std::span<const Node> nodes, std::vector<Node>& local) {
  return skeleton(target, nodes, local, [](LocalGraph&, Node, std::size_t) {});
}

}  // namespace spminer::inline graph
