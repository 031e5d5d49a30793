#include "census/state.hh"

namespace spminer::census {

Orientation::Orientation(const Target& target) : start_(1, 0) {
  const auto edges = static_cast<std::size_t>(target.edges());
  start_.reserve(static_cast<std::size_t>(target.size()) + 1);
  heads_.reserve(edges);
  arcs_.reserve(edges);
  back_arcs_.reserve(edges);
  // Rows are sorted, so the tails of the arcs to v come by in the order of v's own row.
  std::vector<Arc> next_back;
  Arc arc = 0;
  for (Node u = 0; u < target.size(); arc += target.degree(u++)) next_back.push_back(arc);
  arc = 0;
  for (Node u = 0; u < target.size(); ++u) {
    for (const Node v : target.neighbors(u)) {
      if (before_by_degree(target, u, v)) {
        heads_.push_back(v);
        arcs_.push_back(arc);
        back_arcs_.push_back(next_back[v]);
      }
      ++next_back[v];
      ++arc;
    }
    start_.push_back(heads_.size());
  }
}

State::State(const Target& target_, const Catalog& catalog_, int threads_, Control& control_)
    : target(target_),
      catalog(catalog_),
      threads(threads_),
      control(control_),
      tally(target.size(), catalog.columns()),
      orientation(target) {
  degrees.reserve(static_cast<std::size_t>(target.size()));
  for (Node u = 0; u < target.size(); ++u) degrees.push_back(static_cast<std::uint32_t>(target.degree(u)));
}

}  // namespace spminer::census
