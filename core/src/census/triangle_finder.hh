// Each triangle met once, at its first node in the order of degrees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "census/state.hh"

namespace spminer::census {

/// One thread's memory of the successors of one root.
class TriangleFinder {
 public:
  explicit TriangleFinder(Node nodes) : place_(static_cast<std::size_t>(nodes), 0) {}

  /// Calls f(i, j, w): the root with its i-th and j-th successors makes a triangle, of which w is the edge between
  /// these, from the i-th to the j-th.
  template <typename F>
  void for_each(const Orientation& orientation, Node root, F&& f) {
    const auto successors = orientation.successors(root);
    if (successors.size() < 2) return;
    for (std::size_t i = 0; i < successors.size(); ++i) place_[successors[i]] = static_cast<std::uint32_t>(i) + 1;
    for (std::size_t i = 0; i < successors.size(); ++i) {
      const auto beyond = orientation.successors(successors[i]);
      const std::size_t first = orientation.first_edge(successors[i]);
      for (std::size_t k = 0; k < beyond.size(); ++k)
        if (const auto place = place_[beyond[k]]; place != 0) f(i, std::size_t{place} - 1, first + k);
    }
    for (const Node v : successors) place_[v] = 0;
  }

 private:
  std::vector<std::uint32_t> place_;  ///< by node: 1 + its place among the successors
};

}  // namespace spminer::census
