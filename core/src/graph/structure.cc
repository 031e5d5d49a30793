#include "spminer/graph/structure.hh"

#include <atomic>
#include <vector>

#include "base/parallel.hh"
#include "graph/component.hh"

namespace spminer::inline graph {

namespace {

void count_components(const Target& target, StructureResult& result) {
  const ComponentList list = components(target);
  result.components = list.count();
  for (std::int64_t c = 0; c < list.count(); ++c)
    result.largest_component = std::max(result.largest_component, static_cast<Node>(list[c].size()));
}

/// Each edge once, from the endpoint of smaller degree: no row is longer than sqrt(2 * edges), and each triangle
/// has exactly one node with two outgoing edges.
struct Oriented {
  explicit Oriented(const Target& target) : starts(static_cast<std::size_t>(target.size()) + 1) {
    heads.reserve(static_cast<std::size_t>(target.edges()));
    for (Node u = 0; u < target.size(); ++u) {
      for (const Node v : target.neighbors(u))
        if (before_by_degree(target, u, v)) heads.push_back(v);
      starts[static_cast<std::size_t>(u) + 1] = heads.size();
    }
  }
  std::span<const Node> row(Node u) const {
    const auto i = static_cast<std::size_t>(u);
    return std::span(heads).subspan(starts[i], starts[i + 1] - starts[i]);
  }
  std::vector<std::size_t> starts;
  std::vector<Node> heads;
};

void count_triangles(const Target& target, const StructureParams& params, Control& control, StructureResult& result) {
  constexpr Node kNodesPerTask = 1024;
  const Oriented oriented(target);
  const int threads = thread_count(params.threads);
  std::vector<std::vector<Node>> marks(static_cast<std::size_t>(threads));  // marks[worker][w] == u: u points to w
  std::atomic<std::int64_t> triangles{0};
  const auto tasks = (std::int64_t{target.size()} + kNodesPerTask - 1) / kNodesPerTask;
  parallel_for(tasks, threads, [&](std::int64_t task, int worker) {
    auto& mark = marks[static_cast<std::size_t>(worker)];
    mark.resize(static_cast<std::size_t>(target.size()), -1);
    const auto begin = static_cast<Node>(task * kNodesPerTask);
    const auto end = static_cast<Node>(std::min<std::int64_t>(begin + std::int64_t{kNodesPerTask}, target.size()));
    std::int64_t found = 0;
    for (Node u = begin; u < end && !control.check_now(); ++u) {
      for (const Node v : oriented.row(u)) mark[static_cast<std::size_t>(v)] = u;
      for (const Node v : oriented.row(u))
        for (const Node w : oriented.row(v)) found += mark[static_cast<std::size_t>(w)] == u;
    }
    triangles += found;
  });
  result.triangles = triangles;
}

}  // namespace

StructureResult describe_structure(const Target& target, const StructureParams& params, Control& control) {
  StructureResult result;
  if (!control.check_now()) count_components(target, result);
  count_triangles(target, params, control, result);
  result.complete = !control.stopped();
  return result;
}

}  // namespace spminer::inline graph
