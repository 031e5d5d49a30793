#include "nulls/uniform.hh"

namespace spminer::nulls {

namespace {

struct Pair {
  Node u, v;
};

/// A pair for each number below pairs_of(), none twice.
Pair pair_at(std::uint64_t number, std::uint64_t nodes, bool directed) {
  if (directed) {
    const std::uint64_t tail = number / (nodes - 1), head = number % (nodes - 1);
    return {static_cast<Node>(tail), static_cast<Node>(head + (head >= tail))};
  }
  // Nodes on a circle: the pairs at distance 1, then at distance 2, ...; the last distance of an even number of nodes
  // has half as many pairs, which are the first half of their row.
  const std::uint64_t u = number % nodes, distance = number / nodes + 1;
  return {static_cast<Node>(u), static_cast<Node>((u + distance) % nodes)};
}

}  // namespace

std::uint64_t pairs_of(const Blueprint& plan) {
  const auto nodes = static_cast<std::uint64_t>(plan.nodes);
  if (nodes < 2) return 0;
  return plan.directed ? nodes * (nodes - 1) : nodes * (nodes - 1) / 2;
}

std::vector<Node> draw_uniform(const Blueprint& plan, Random& random) {
  // Floyd's way to draw a set: each of the last `edges` numbers is taken, or else a random one below it that is free.
  const auto nodes = static_cast<std::uint64_t>(plan.nodes);
  const std::uint64_t pairs = pairs_of(plan);
  const auto key_at = [&](std::uint64_t number) {
    const Pair pair = pair_at(number, nodes, plan.directed);
    return edge_key<true>(pair.u, pair.v);
  };
  EdgeSet taken(plan.nodes, plan.edges());
  std::vector<Node> ends;
  ends.reserve(plan.ends.size());
  for (std::uint64_t last = pairs - plan.edges(); last < pairs; ++last) {
    std::uint64_t number = random.below(last + 1);
    if (taken.contains(key_at(number))) number = last;
    taken.insert(key_at(number));
    const Pair pair = pair_at(number, nodes, plan.directed);
    ends.push_back(pair.u);
    ends.push_back(pair.v);
  }
  return ends;
}

}  // namespace spminer::nulls
