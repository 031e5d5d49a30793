#include "graph/adjacency.hh"

#include <algorithm>
#include <bit>

#include "base/parallel.hh"

namespace spminer::inline graph {

namespace {
constexpr std::uint64_t kBitsPerNeighbor = 8;  // at least; up to twice as many
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 31;
constexpr Node kRowsPerTask = 4096;
constexpr std::int64_t kLongRow = 24;  // below, a binary search is as quick
}  // namespace

RowFilters::RowFilters(const Target& target, int threads) {
  places_.reserve(target.size());
  std::uint64_t words = 0;
  for (Node u = 0; u < target.size(); ++u) {
    const auto wanted = kBitsPerNeighbor * static_cast<std::uint64_t>(target.degree(u));
    const std::uint64_t bits = std::clamp<std::uint64_t>(std::bit_ceil(wanted), 64, kMostBits);
    places_.push_back({static_cast<std::uint32_t>(words), static_cast<std::uint32_t>(32 - std::countr_zero(bits))});
    words += words_for(bits);
  }
  bits_.assign(words, 0);
  const auto tasks = (std::int64_t{target.size()} + kRowsPerTask - 1) / kRowsPerTask;
  parallel_for(tasks, threads, [&](std::int64_t task, int) {
    const std::int64_t first = task * kRowsPerTask, last = std::min<std::int64_t>(first + kRowsPerTask, target.size());
    for (auto u = static_cast<Node>(first); u < static_cast<Node>(last); ++u)
      for (const Node v : target.neighbors(u)) {
        const std::uint32_t at = hash(places_[u], v);
        set_bit(&bits_[places_[u].word], at);
      }
  });
}

HubRows::HubRows(const Target& target, std::size_t bytes, int threads)
    : target_(&target), sketches_(target, threads), hub_(target.size(), -1) {
  std::vector<Node> hubs;
  for (Node u = 0; u < target.size(); ++u)
    if (target.degree(u) >= kLongRow) hubs.push_back(u);
  const std::size_t most = hubs.empty() ? 0 : bytes / (hub_.size() * sizeof(Word)) * kWordBits;
  if (hubs.size() > most) {
    std::stable_sort(hubs.begin(), hubs.end(), [&](Node a, Node b) { return target.degree(a) > target.degree(b); });
    hubs.resize(most);
  }
  bits_.reset(hub_.size(), hubs.size());
  for (std::size_t i = 0; i < hubs.size(); ++i) {
    hub_[hubs[i]] = static_cast<std::int32_t>(i);
    for (const Node v : target.neighbors(hubs[i])) bits_.set(v, i);
  }
}

}  // namespace spminer::inline graph
