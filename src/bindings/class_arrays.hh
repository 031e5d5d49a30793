// Classes of subgraphs and their arrays, as engines that enumerate or sample return them.
#pragma once

#include "bindings.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::bindings {

/// A view without an owner: as a property, nanobind lets it keep the result alive.
template <typename T>
auto view(const std::vector<T>& values) {
  return nb::ndarray<nb::numpy, const T, nb::ndim<1>>(values.data(), {values.size()});
}

/// Canonical pattern of a class of `result`, anchored at a node of the pattern without an anchor.
template <typename Result>
Pattern class_pattern(const Result& result, std::size_t class_id, int anchor) {
  if (class_id >= result.classes()) throw nb::index_error("no such class");
  Pattern pattern = pattern_from_key(result.keys[class_id]);
  if (anchor < kNoAnchor || anchor >= pattern.size)
    throw std::invalid_argument("the anchor is not a node of the class");
  pattern.anchor = anchor;
  return canonical_copy(pattern);
}

}  // namespace spminer::bindings
