#include "graph/hub_rows.hh"

#include <algorithm>

namespace spminer::inline graph {

namespace {
constexpr std::int64_t kLongRow = 24;  // below, a binary search is as quick
}

HubRows::HubRows(const Target& target, std::size_t bytes)
    : target_(&target),
      words_((static_cast<std::size_t>(target.size()) + 63) / 64),
      row_(static_cast<std::size_t>(target.size()), -1) {
  std::vector<Node> hubs;
  for (Node u = 0; u < target.size(); ++u)
    if (target.degree(u) >= kLongRow) hubs.push_back(u);
  const std::size_t most = words_ == 0 ? 0 : bytes / (words_ * 8);
  if (hubs.size() > most) {
    std::stable_sort(hubs.begin(), hubs.end(), [&](Node a, Node b) { return target.degree(a) > target.degree(b); });
    hubs.resize(most);
  }
  bits_.assign(hubs.size() * words_, 0);
  for (std::size_t i = 0; i < hubs.size(); ++i) {
    row_[hubs[i]] = static_cast<std::int32_t>(i);
    for (const Node v : target.neighbors(hubs[i]))
      bits_[i * words_ + static_cast<std::size_t>(v) / 64] |= std::uint64_t{1} << (v % 64);
  }
}

}  // namespace spminer::inline graph
