// Graphs that cannot be shuffled, since their degrees determine them: a star, a clique.
#pragma once

#include "nulls/switching.hh"

namespace spminer::nulls {

/// Whether there is only one simple graph (or digraph) with the degrees of this one.
bool degrees_determine(const EdgePools& pools);

/// Whether no step of a walk that has not moved yet can change anything: by the degrees, else by trying every step.
Rigid find_rigid(const EdgePools& pools, const SwitchChain& chain);

}  // namespace spminer::nulls
