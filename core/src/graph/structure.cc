#include "spminer/graph/structure.hh"

#include <atomic>
#include <vector>

#include "base/parallel.hh"
#include "graph/components.hh"
#include "graph/ranked.hh"

namespace spminer::inline graph {

namespace {

constexpr std::size_t kHubBytesPerEdge = 2;  // half of what the rows take

void count_components(const Target& target, StructureResult& result) {
  const ComponentList list = components(target);
  result.components = list.count();
  for (std::int64_t c = 0; c < list.count(); ++c)
    result.largest_component = std::max(result.largest_component, static_cast<Node>(list[c].size()));
}

/// Each triangle is met once, at the two edges of its node of smallest degree.
void count_triangles(const Target& target, const StructureParams& params, Control& control, StructureResult& result) {
  constexpr Node kRanksPerTask = 256;
  const DegreeOrderedRows ranked(target, params.threads);
  const HubBitmaps hubs(ranked, ranked.edges() * kHubBytesPerEdge, params.threads);
  const int threads = thread_count(params.threads);
  std::vector<RowIntersection> common(threads, RowIntersection(ranked, hubs));
  std::atomic<std::int64_t> triangles{0};
  const auto tasks = (std::int64_t{target.size()} + kRanksPerTask - 1) / kRanksPerTask;
  parallel_for(tasks, threads, [&](std::int64_t task, int worker) {
    RowIntersection& here = common[worker];
    const std::int64_t begin = task * kRanksPerTask, end = std::min<std::int64_t>(begin + kRanksPerTask, target.size());
    std::int64_t found = 0;
    for (std::int64_t rank = begin; rank < end && !control.check_now(); ++rank) {
      here.enter(static_cast<Node>(rank));
      for (std::size_t i = 1; i < here.row().size(); ++i) found += here.count(i);
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
