#include "graph/components.hh"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/parallel.hh"

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

/// Nodes in local order with their rows; calls entry(graph, place among all entries, target node, index in its row) for
/// each entry of a row, in any order.
template <typename Entry>
LocalGraph skeleton(const Target& target, std::span<const Node> nodes, std::vector<Node>& local, int threads,
                    bool coded, Entry&& entry) {
  constexpr std::int64_t kNodes = 1024;  // of a task
  LocalGraph graph;
  graph.original.assign(nodes.begin(), nodes.end());
  std::stable_sort(graph.original.begin(), graph.original.end(),
                   [&](Node a, Node b) { return target.degree(a) < target.degree(b); });
  graph.indptr.reserve(nodes.size() + 1);
  graph.indptr.push_back(0);
  for (Node i = 0; i < graph.size(); ++i) {
    local[graph.original[i]] = i;
    graph.indptr.push_back(graph.indptr.back() + target.degree(graph.original[i]));
  }
  graph.indices.resize(static_cast<std::size_t>(graph.indptr.back()));
  if (coded) graph.codes_in.resize(graph.indices.size());
  parallel_for((graph.size() + kNodes - 1) / kNodes, threads, [&](std::int64_t task, int) {
    std::vector<std::pair<Node, std::size_t>> row;
    for (auto i = task * kNodes; i < std::min<std::int64_t>(graph.size(), (task + 1) * kNodes); ++i) {
      const Node w = graph.original[i];
      row.clear();
      const auto neighbors = target.neighbors(w);
      for (std::size_t k = 0; k < neighbors.size(); ++k) row.emplace_back(local[neighbors[k]], k);
      std::sort(row.begin(), row.end());
      auto at = static_cast<std::size_t>(graph.indptr[i]);
      for (const auto& [u, k] : row) {
        graph.indices[at] = u;
        entry(graph, at++, w, k);
      }
    }
  });
  return graph;
}

}  // namespace

LocalGraph local_graph(const Target& target, const CodeTable& codes, std::span<const Node> nodes,
                       std::vector<Node>& local, int threads) {
  LocalGraph graph = skeleton(
      target, nodes, local, threads, target.coded(), [&](LocalGraph& made, std::size_t at, Node w, std::size_t k) {
        if (target.coded()) made.codes_in[at] = static_cast<std::uint16_t>(codes.id(reversed(target.codes(w)[k])));
      });
  if (target.labeled())
    for (const Node w : graph.original) graph.labels.push_back(target.label(w));
  return graph;
}

LocalGraph local_graph(const Target& target, std::span<const Node> nodes, std::vector<Node>& local, int threads) {
  return skeleton(target, nodes, local, threads, false, [](LocalGraph&, std::size_t, Node, std::size_t) {});
}

}  // namespace spminer::inline graph
