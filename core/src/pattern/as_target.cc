#include "pattern/as_target.hh"

namespace spminer::inline pattern {

PatternTarget::PatternTarget(const Pattern& pattern) : target_(make(pattern)) {}

Target PatternTarget::make(const Pattern& pattern) {
  indptr_.assign(1, 0);
  for (int i = 0; i < pattern.size; ++i) {
    for_each_bit(pattern.rows[i], [&](int j) {
      const EdgeCode forward = pattern.code(i, j) >> 32;
      if (forward == 0) return;
      indices_.push_back(j);
      if (pattern.coded()) edge_labels_.push_back(static_cast<std::int32_t>(forward - 1));
    });
    indptr_.push_back(static_cast<std::int64_t>(indices_.size()));
  }
  node_labels_ = pattern.labels;
  return Target({.indptr = indptr_,
                 .indices = indices_,
                 .node_labels = node_labels_,
                 .edge_labels = edge_labels_,
                 .directed = pattern.coded()});
}

}  // namespace spminer::inline pattern
