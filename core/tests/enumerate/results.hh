// Comparison of enumerations.
#pragma once

#include "spminer/enumerate/enumerate.hh"

namespace spminer::enumerate {

/// Whether two results are equal in everything but the memory that they took.
inline bool same_classes(EnumerateResult a, const EnumerateResult& b) {
  a.table_bytes = b.table_bytes;
  return a == b;
}

}  // namespace spminer::enumerate
