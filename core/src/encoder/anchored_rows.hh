// Small anchored graphs, from flat rows to values that the matcher takes.
#pragma once

#include <vector>

#include "spminer/encoder/encoder.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::encoder {

/// Throws std::invalid_argument for a graph that is empty, too large, looped, not symmetric or not connected.
std::vector<Pattern> anchored_graphs(const AnchoredRows& graphs);

}  // namespace spminer::encoder
