#include "spminer/graph/structure.hh"

#include <algorithm>
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

std::vector<std::uint32_t> edge_triangles(const Target& target, const StructureParams& params, Control& control) {
  const DegreeOrderedRows ranked(target, params.threads);
  const int threads = thread_count(params.threads);
  std::vector<std::uint32_t> triangles(ranked.edges());
  WorkerSums<std::uint32_t> sums(triangles, threads);
  std::vector<std::vector<std::uint32_t>> places(threads);  // of the heads of one row, from 1; else 0
  parallel_for(ranked.size(), threads, [&](std::int64_t rank, int worker) {
    const auto row = ranked.row(static_cast<Node>(rank));
    if (row.size() < 2 || control.check_now()) return;
    auto& place = places[worker];
    place.resize(target.size());
    const auto own = ranked.start(static_cast<Node>(rank)) - 1;
    for (std::size_t i = 0; i < row.size(); ++i) place[row[i]] = static_cast<std::uint32_t>(i) + 1;
    auto part = sums.part(worker);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto across = ranked.row(row[i]);
      std::uint32_t found = 0;
      for (std::size_t j = 0; j < across.size(); ++j) {
        if (place[across[j]] == 0) continue;
        ++found;
        part.add(own + place[across[j]], 1);
        part.add(ranked.start(row[i]) + j, 1);
      }
      part.add(own + i + 1, found);
    }
    for (const Node v : row) place[v] = 0;
  });
  sums.unite();
  std::vector<std::uint32_t> by_entry;
  by_entry.reserve(2 * ranked.edges());
  for (Node u = 0; u < target.size(); ++u)
    for (const Node v : target.neighbors(u)) {
      const auto [head, tail] = std::minmax({ranked.rank(u), ranked.rank(v)});
      const auto row = ranked.row(tail);
      by_entry.push_back(triangles[ranked.start(tail) + (std::ranges::lower_bound(row, head) - row.begin())]);
    }
  return by_entry;
}

}  // namespace spminer::inline graph
