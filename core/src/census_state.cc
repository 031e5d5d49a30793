#include "census_state.hh"

namespace spminer::census_detail {

Orientation::Orientation(const Target& target) : start_(1, 0) {
  start_.reserve(static_cast<std::size_t>(target.size()) + 1);
  heads_.reserve(static_cast<std::size_t>(target.edges()));
  for (Node u = 0; u < target.size(); ++u) {
    for (const Node v : target.neighbours(u))
      if (std::pair(target.degree(u), u) < std::pair(target.degree(v), v)) heads_.push_back(v);
    start_.push_back(static_cast<std::int64_t>(heads_.size()));
  }
}

State::State(const Target& target_, const Catalogue& catalogue_, int threads_, Control& control_)
    : target(target_),
      catalogue(catalogue_),
      threads(threads_),
      control(control_),
      tally(target.size(), catalogue.columns()),
      orientation(target) {}

}  // namespace spminer::census_detail
