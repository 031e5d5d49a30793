// Simple graphs with a given number of edges, each as likely.
#pragma once

#include "nulls/blueprint.hh"
#include "spminer/base/random.hh"

namespace spminer::nulls {

/// Pairs of nodes that an edge (or arc) can join.
std::uint64_t pairs_of(const Blueprint& plan);

/// The ends of as many edges (or arcs) as the blueprint has, between its nodes.
std::vector<Node> draw_uniform(const Blueprint& plan, Random& random);

}  // namespace spminer::nulls
