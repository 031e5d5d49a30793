// A pattern as a target, for engines that search or count in the pattern itself.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::inline pattern {

/// The target borrows the arrays that are kept here, so neither can be copied.
class PatternTarget {
 public:
  explicit PatternTarget(const Pattern& pattern);
  PatternTarget(const PatternTarget&) = delete;
  PatternTarget& operator=(const PatternTarget&) = delete;

  const Target& target() const { return target_; }

 private:
  Target make(const Pattern& pattern);

  std::vector<std::int64_t> indptr_;
  std::vector<Node> indices_;
  std::vector<std::int32_t> node_labels_;
  std::vector<std::int32_t> edge_labels_;
  Target target_;
};

}  // namespace spminer::inline pattern
