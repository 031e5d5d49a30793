#include "census/state.hh"

#include <algorithm>
#include <numeric>

namespace spminer::census {

Orientation::Orientation(const Target& target, bool placed, int threads)
    : start_(static_cast<std::size_t>(target.size()) + 1, 0) {
  for_each_range(target.size(), threads, [&](Node first, Node last, int) {
    for (Node u = first; u < last; ++u)
      start_[u + 1] = static_cast<std::size_t>(
          std::ranges::count_if(target.neighbors(u), [&](Node v) { return before_by_degree(target, u, v); }));
  });
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  heads_.resize(start_.back());
  for_each_range(target.size(), threads, [&](Node first, Node last, int) {
    for (Node u = first; u < last; ++u)
      std::ranges::copy_if(target.neighbors(u), heads_.begin() + static_cast<std::ptrdiff_t>(start_[u]),
                           [&](Node v) { return before_by_degree(target, u, v); });
  });
  if (placed) place(target);
}

void Orientation::place(const Target& target) {
  places_.reserve(heads_.size());
  back_places_.reserve(heads_.size());
  // Rows are sorted, so the tails of the arcs to v come by in the order of v's own row.
  std::vector<std::uint32_t> next_back(target.size());
  for (Node u = 0; u < target.size(); ++u) {
    std::uint32_t place = 0;
    for (const Node v : target.neighbors(u)) {
      if (before_by_degree(target, u, v)) {
        places_.push_back(place);
        back_places_.push_back(next_back[v]);
      }
      ++next_back[v];
      ++place;
    }
  }
}

Precomputed::Precomputed(const Target& target, Needs needs, int threads) {
  if (needs != Needs::kDegrees) orientation = Orientation(target, needs == Needs::kPlaces, threads);
  degrees.reserve(target.size());
  for (Node u = 0; u < target.size(); ++u) degrees.push_back(static_cast<std::uint32_t>(target.degree(u)));
}

namespace {

std::vector<int> all_columns(const Catalog& catalog) {
  std::vector<int> columns(catalog.columns());
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

std::shared_ptr<Precomputed> own_groundwork(const Target& target, const Catalog& catalog, int threads) {
  const auto needs = catalog.size() == 5 ? Precomputed::Needs::kPlaces : Precomputed::Needs::kOrientation;
  return std::make_shared<Precomputed>(target, needs, threads);
}

}  // namespace

namespace {

/// Ranges of roots for tasks: few enough that they cost nothing, and small enough that no thread waits for another.
std::vector<Node> ranges_of_equal_degrees(const Target& target, Node first, Node last, int threads) {
  constexpr std::int64_t kTasks = 64, kMostNodes = 1024;  // of each thread; of a task
  std::int64_t whole = last - first;
  for (Node u = first; u < last; ++u) whole += target.degree(u);
  const std::int64_t share = whole / (kTasks * threads);
  std::vector<Node> ranges{first};
  std::int64_t degrees = 0;
  for (Node u = first; u < last; ++u) {
    degrees += target.degree(u) + 1;
    if (degrees < share && u + 1 < last && u + 1 - ranges.back() < kMostNodes) continue;
    ranges.push_back(u + 1);
    degrees = 0;
  }
  return ranges;
}

}  // namespace

State::State(const Target& target_, const Catalog& catalog_, int threads_, Control& control_)
    : State(target_, catalog_, threads_, control_, own_groundwork(target_, catalog_, threads_), all_columns(catalog_),
            0, target_.size()) {}

State::State(const Target& target_, const Catalog& catalog_, int threads_, Control& control_,
             std::shared_ptr<Precomputed> groundwork_, std::span<const int> columns, Node first_, Node last_)
    : target(target_),
      catalog(catalog_),
      threads(thread_count(threads_)),
      control(control_),
      groundwork(std::move(groundwork_)),
      orientation(groundwork->orientation),
      degrees(groundwork->degrees),
      triangles(groundwork->triangles),
      triangle_degrees(groundwork->triangle_degrees),
      tally(target.size(), catalog.columns(), columns, threads),
      first(first_),
      last(last_),
      ranges(ranges_of_equal_degrees(target_, first_, last_, threads)) {}

}  // namespace spminer::census
