// A beam as flat arrays, so that a run can be kept on disk and go on to the same result.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/grow/grow.hh"

namespace spminer::grow {

struct GrowState {
  std::vector<std::int64_t> header;  ///< size, outside, embeddings
  std::vector<std::uint64_t> keys;   ///< keys of the patterns in the canonical labeling, one after the other
  std::vector<std::int64_t> key_offset;
  std::vector<std::uint64_t> slots;   ///< per pattern: words of known, possible and complete
  std::vector<std::uint32_t> offset;  ///< per pattern: offsets of its lists
  std::vector<Node> nodes;            ///< lists, one after the other
  std::vector<float> sets;
  std::vector<double> figures;  ///< per pattern: expected, node_sets, images
};

GrowState pack(const GrowBeam& beam);

/// The inverse.  Throws std::invalid_argument if the arrays do not fit each other or the target.
GrowBeam unpack(const GrowState& state, const GrowTarget& asked);

}  // namespace spminer::grow
