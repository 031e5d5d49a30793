// The census of directed graphs of three nodes.
#pragma once

#include "spminer/census/census.hh"

namespace spminer::census {

/// census() of a directed target; throws std::invalid_argument for sizes other than 3 and for labels.
CensusResult count_triads(const Target& target, const CensusParams& params, Control& control);

}  // namespace spminer::census
