#include "nulls/rigid.hh"

#include <algorithm>
#include <utility>

namespace spminer::nulls {

namespace {

constexpr std::uint64_t kMostTries = 100'000'000;  // about a second

using Degree = std::int64_t;

/// A threshold graph: again and again, some node has no neighbor or all others as neighbors.
bool is_threshold(std::vector<Degree> degrees) {
  std::sort(degrees.begin(), degrees.end());
  std::size_t low = 0, high = degrees.size();
  Degree dominating = 0;
  while (low < high) {
    if (degrees[low] == dominating)
      ++low;
    else if (degrees[high - 1] - dominating == static_cast<Degree>(high - low) - 1)
      --high, ++dominating;
    else
      return false;
  }
  return true;
}

/// A threshold digraph (Cloteaux, LaMar, Moseman and Shook 2014): all inequalities of Fulkerson hold with equality,
///   out_1 + .. + out_k = sum_{i<=k} min(in_i, k-1) + sum_{i>k} min(in_i, k),
/// for pairs (out, in) in descending order.
bool is_threshold(std::vector<std::pair<Degree, Degree>> degrees) {
  std::sort(degrees.rbegin(), degrees.rend());
  const auto nodes = static_cast<Degree>(degrees.size());
  std::vector<Degree> with_in(degrees.size() + 1), before_with_in(degrees.size() + 1);
  for (const auto& degree : degrees) ++with_in[degree.second];
  Degree out = 0, possible = 0;                  // sum of min(in_i, k) over all i
  Degree at_least = nodes, before_at_least = 0;  // nodes with in_i >= k, of all and of the first k
  for (std::size_t k = 1; k <= degrees.size(); ++k) {
    at_least -= with_in[k - 1];
    before_at_least -= before_with_in[k - 1];
    possible += at_least;
    const auto [out_k, in_k] = degrees[k - 1];
    out += out_k;
    ++before_with_in[in_k];
    before_at_least += in_k >= static_cast<Degree>(k);
    if (out != possible - before_at_least) return false;
  }
  return true;
}

bool any_switch(const EdgePools& pools, const SwitchChain& chain, std::uint64_t& tries) {
  const auto try_pool = [&](std::uint32_t begin, std::uint32_t end, auto&& end_at) {
    for (std::uint32_t i = begin; i < end; ++i)
      for (std::uint32_t j = i + 1; j < end && tries < kMostTries; ++j, ++tries)
        if (chain.can_switch(end_at(i), end_at(j))) return true;
    return false;
  };
  if (!pools.pooled())
    return pools.directed ? try_pool(0, pools.edges(), [](std::uint32_t i) { return 2 * i + 1; })
                          : try_pool(0, 2 * pools.edges(), [](std::uint32_t i) { return i; });
  for (std::size_t pool = 0; pool + 1 < pools.pool_starts.size(); ++pool)
    if (try_pool(pools.pool_starts[pool], pools.pool_starts[pool + 1], [&](std::uint32_t i) { return pools.order[i]; }))
      return true;
  return false;
}

bool any_reversal(const EdgePools& pools, const SwitchChain& chain, std::uint64_t& tries) {
  if (!pools.triangle_moves) return false;
  for (std::uint32_t arc = pools.mutual; arc < pools.edges(); ++arc) {
    const auto head = static_cast<std::size_t>(pools.ends[2 * arc + 1]);
    for (std::uint32_t next = pools.rows[head]; next < pools.rows[head + 1] && tries < kMostTries; ++next, ++tries)
      if (chain.can_reverse(arc, next)) return true;
  }
  return false;
}

}  // namespace

bool degrees_determine(const EdgePools& pools) {
  if (!pools.directed) {
    std::vector<Degree> degrees(pools.nodes);
    for (const Node u : pools.ends) ++degrees[u];
    return is_threshold(std::move(degrees));
  }
  std::vector<std::pair<Degree, Degree>> degrees(pools.nodes);
  for (std::size_t end = 0; end < pools.ends.size(); ++end) {
    auto& [out, in] = degrees[pools.ends[end]];
    const bool both = end < 2 * std::size_t{pools.mutual};
    out += both || end % 2 == 0;
    in += both || end % 2 == 1;
  }
  return is_threshold(std::move(degrees));
}

Rigid find_rigid(const EdgePools& pools, const SwitchChain& chain) {
  if (degrees_determine(pools)) return Rigid::kYes;
  std::uint64_t tries = 0;
  if (any_reversal(pools, chain, tries) || any_switch(pools, chain, tries)) return Rigid::kNo;
  return tries < kMostTries ? Rigid::kYes : Rigid::kUnknown;
}

}  // namespace spminer::nulls
