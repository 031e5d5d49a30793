// The slots of a growth, and the draw of its pilots.

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/draw.hh"
#include "graph/adjacency.hh"
#include "spminer/base/random.hh"
#include "spminer/grow/grow.hh"

namespace spminer::grow {

namespace {

constexpr std::size_t kLeastBlock = 64, kMostBlocks = 64;

/// Draws `count` of the slots, ascending.
std::vector<std::uint32_t> draw_pilots(std::size_t slots, std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> pilots(slots);
  std::iota(pilots.begin(), pilots.end(), 0u);
  if (count == 0 || count >= slots) return pilots;
  Random random(seed);
  shuffle_front(std::span(pilots), count, random);
  pilots.resize(count);
  std::sort(pilots.begin(), pilots.end());
  return pilots;
}

}  // namespace

GrowTarget::GrowTarget(const Target& target, const MatchIndex& index, std::span<const Node> roots,
                       std::span<const std::int64_t> offsets, std::uint64_t population, std::size_t pilots,
                       std::uint64_t seed, int threads)
    : graph_(&target),
      index_(&index),
      roots_(roots.begin(), roots.end()),
      offsets_(offsets.begin(), offsets.end()),
      population_(population) {
  if (offsets_.empty() || offsets_.front() != 0 || offsets_.back() != static_cast<std::int64_t>(roots_.size()) ||
      !std::is_sorted(offsets_.begin(), offsets_.end()))
    throw std::invalid_argument("slot offsets must rise from 0 to the number of roots");
  for (const Node u : roots_)
    if (u < 0 || u >= target.size()) throw std::invalid_argument("a root is not a node of the target");
  pilots_ = draw_pilots(slots(), pilots, seed);
  block_ = std::max(kLeastBlock, (pilots_.size() + kMostBlocks - 1) / kMostBlocks);
  for (std::uint32_t slot = 0, next = 0; slot < slots(); ++slot) {
    if (next < pilots_.size() && pilots_[next] == slot)
      ++next;
    else
      others_.push_back(slot);
  }
  hubs_ = std::make_unique<const HubRows>(target, std::size_t{64} << 20, threads);
}

GrowTarget::~GrowTarget() = default;

}  // namespace spminer::grow
