// Isomorphisms of two graphs of any size, one after another.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"

namespace spminer::inline isomorphism {

/// All maps of the nodes of one graph to those of another that keep colors, edges and their codes in both directions.
/// The targets must outlive it; their node labels are not looked at.
class Isomorphisms {
 public:
  /// Colors: one for each node of both graphs, or none at all.
  /// Throws std::invalid_argument if there are other numbers of colors.
  Isomorphisms(const Target& first, const Target& second, std::span<const std::int32_t> first_colors = {},
               std::span<const std::int32_t> second_colors = {});
  Isomorphisms(Isomorphisms&&) noexcept;
  ~Isomorphisms();

  /// The image of each node of the first graph; false if there are no more, or the control stopped the search, which
  /// its reason says.
  bool next(std::vector<Node>& images, Control& control);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace spminer::inline isomorphism
