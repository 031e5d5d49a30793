#include "graph/row_sketches.hh"

#include <algorithm>
#include <bit>

#include "base/parallel.hh"

namespace spminer::inline graph {

namespace {
constexpr std::uint64_t kBitsPerNeighbor = 8;  // at least; up to twice as many
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 31;
constexpr Node kRowsPerTask = 4096;
}  // namespace

RowSketches::RowSketches(const Target& target, int threads) {
  places_.reserve(static_cast<std::size_t>(target.size()));
  std::uint64_t words = 0;
  for (Node u = 0; u < target.size(); ++u) {
    const auto wanted = kBitsPerNeighbor * static_cast<std::uint64_t>(target.degree(u));
    const std::uint64_t bits = std::clamp<std::uint64_t>(std::bit_ceil(wanted), 64, kMostBits);
    places_.push_back({static_cast<std::uint32_t>(words), static_cast<std::uint32_t>(32 - std::countr_zero(bits))});
    words += bits / 64;
  }
  bits_.assign(words, 0);
  const auto tasks = (std::int64_t{target.size()} + kRowsPerTask - 1) / kRowsPerTask;
  parallel_for(tasks, threads, [&](std::int64_t task, int) {
    const std::int64_t first = task * kRowsPerTask, last = std::min<std::int64_t>(first + kRowsPerTask, target.size());
    for (auto u = static_cast<Node>(first); u < static_cast<Node>(last); ++u)
      for (const Node v : target.neighbors(u)) {
        const std::uint32_t at = hash(places_[u], v);
        bits_[places_[u].word + at / 64] |= Word{1} << (at % 64);
      }
  });
}

}  // namespace spminer::inline graph
