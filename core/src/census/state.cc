#include "census/state.hh"

#include <numeric>

namespace spminer::census {

Orientation::Orientation(const Target& target, bool placed) : start_(1, 0) {
  const auto edges = static_cast<std::size_t>(target.edges());
  start_.reserve(static_cast<std::size_t>(target.size()) + 1);
  heads_.reserve(edges);
  places_.reserve(placed ? edges : 0);
  back_places_.reserve(placed ? edges : 0);
  // Rows are sorted, so the tails of the arcs to v come by in the order of v's own row.
  std::vector<std::uint32_t> next_back(target.size());
  for (Node u = 0; u < target.size(); ++u) {
    std::uint32_t place = 0;
    for (const Node v : target.neighbors(u)) {
      if (before_by_degree(target, u, v)) {
        heads_.push_back(v);
        if (placed) places_.push_back(place);
        if (placed) back_places_.push_back(next_back[v]);
      }
      ++next_back[v];
      ++place;
    }
    start_.push_back(heads_.size());
  }
}

Precomputed::Precomputed(const Target& target, Needs needs) {
  if (needs != Needs::kDegrees) orientation = Orientation(target, needs == Needs::kPlaces);
  degrees.reserve(target.size());
  for (Node u = 0; u < target.size(); ++u) degrees.push_back(static_cast<std::uint32_t>(target.degree(u)));
}

namespace {

std::vector<int> all_columns(const Catalog& catalog) {
  std::vector<int> columns(catalog.columns());
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

std::shared_ptr<Precomputed> own_groundwork(const Target& target, const Catalog& catalog) {
  const auto needs = catalog.size() == 5 ? Precomputed::Needs::kPlaces : Precomputed::Needs::kOrientation;
  return std::make_shared<Precomputed>(target, needs);
}

}  // namespace

State::State(const Target& target_, const Catalog& catalog_, int threads_, Control& control_)
    : State(target_, catalog_, threads_, control_, own_groundwork(target_, catalog_), all_columns(catalog_), 0,
            target_.size()) {}

State::State(const Target& target_, const Catalog& catalog_, int threads_, Control& control_,
             std::shared_ptr<Precomputed> groundwork_, std::span<const int> columns, Node first_, Node last_)
    : target(target_),
      catalog(catalog_),
      threads(threads_),
      control(control_),
      groundwork(std::move(groundwork_)),
      orientation(groundwork->orientation),
      degrees(groundwork->degrees),
      triangles(groundwork->triangles),
      triangle_degrees(groundwork->triangle_degrees),
      tally(target.size(), catalog.columns(), columns),
      first(first_),
      last(last_) {}

}  // namespace spminer::census
