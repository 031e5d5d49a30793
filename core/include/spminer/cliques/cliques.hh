// Cliques one after another, in batches: all maximal ones, or all of a size.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"

namespace spminer::inline cliques {

/// Cliques of the undirected skeleton, one after the other.
struct CliqueBatch {
  std::vector<Node> nodes = {};
  std::vector<std::int64_t> ends = {};  ///< of each clique among the nodes
};

/// All maximal cliques.  The target must outlive it.
class MaximalCliques {
 public:
  explicit MaximalCliques(const Target& target);
  MaximalCliques(MaximalCliques&&) noexcept;
  ~MaximalCliques();

  /// The next cliques, until they have so many nodes together; none at the end, or if the control stops it.
  CliqueBatch next(std::size_t nodes, Control& control);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

/// All cliques of one size, at least 1; the nodes of each ascend.  The target must outlive it.
class CliquesOfSize {
 public:
  CliquesOfSize(const Target& target, int size);
  CliquesOfSize(CliquesOfSize&&) noexcept;
  ~CliquesOfSize();

  /// The nodes of the next cliques, one clique after the other, until they are so many together; none at the end, or if
  /// the control stops it.
  std::vector<Node> next(std::size_t nodes, Control& control);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace spminer::inline cliques
