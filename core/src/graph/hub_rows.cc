#include "graph/hub_rows.hh"

#include <algorithm>

namespace spminer::inline graph {

namespace {
constexpr std::int64_t kLongRow = 24;  // below, a binary search is as quick
}

HubRows::HubRows(const Target& target, std::size_t bytes, int threads)
    : target_(&target), sketches_(target, threads), hub_(static_cast<std::size_t>(target.size()), -1) {
  std::vector<Node> hubs;
  for (Node u = 0; u < target.size(); ++u)
    if (target.degree(u) >= kLongRow) hubs.push_back(u);
  const std::size_t most = hubs.empty() ? 0 : bytes / (hub_.size() * sizeof(Word)) * 64;
  if (hubs.size() > most) {
    std::stable_sort(hubs.begin(), hubs.end(), [&](Node a, Node b) { return target.degree(a) > target.degree(b); });
    hubs.resize(most);
  }
  words_ = (hubs.size() + 63) / 64;
  bits_.assign(hub_.size() * words_, 0);
  for (std::size_t i = 0; i < hubs.size(); ++i) {
    hub_[hubs[i]] = static_cast<std::int32_t>(i);
    for (const Node v : target.neighbors(hubs[i]))
      bits_[static_cast<std::size_t>(v) * words_ + i / 64] |= Word{1} << (i % 64);
  }
}

}  // namespace spminer::inline graph
