// How many colored treelets are rooted at each node of a colored target.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "sampling/treelets.hh"
#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"

namespace spminer::sampling {

/// The treelets of one size at one node: keys ascending, one count each.
struct TreeletEntries {
  std::span<const std::uint16_t> keys;
  std::span<const float> counts;
};

/// Counts, per node, of the trees in the target that are rooted there and have all colors different, by tree and
/// color set.  A key is tree number * sets of that size + set number.  Only what occurs is stored, in six bytes an
/// entry: counts are added up in double precision and rounded once, an error of 6e-8 that no sample can notice.
/// Trees of all colors are kept at their node of color 0 only, which counts each of them once.
class TreeletTable {
 public:
  /// All arguments must outlive the table; colors are 0 .. catalog.size() - 1, one per node.
  TreeletTable(const Target& target, const TreeletCatalog& catalog, const ColorSets& sets,
               std::span<const std::uint8_t> colors)
      : target_(target), catalog_(catalog), sets_(sets), colors_(colors), levels_(catalog.size() + 1) {}

  /// Counts trees of all sizes, smaller ones first.  Stops with StopReason::kMemoryLimit rather than take more bytes
  /// (0: no limit); false if the control stopped it.  `control.done` goes up by one per node and size.
  /// Throws std::overflow_error if a count is beyond 1e38.
  bool build(int threads, std::uint64_t memory_limit, Control& control);

  TreeletEntries at(int size, Node v) const {
    const Chunk& chunk = levels_[size][v / kChunk];
    const auto begin = chunk.offset[v % kChunk], end = chunk.offset[v % kChunk + 1];
    return {std::span(chunk.keys).subspan(begin, end - begin), std::span(chunk.counts).subspan(begin, end - begin)};
  }
  /// The part of at() that belongs to one tree.
  TreeletEntries at(int size, Node v, int tree) const;

  int color(Node v) const { return colors_[v]; }
  const Target& target() const { return target_; }
  const TreeletCatalog& catalog() const { return catalog_; }
  const ColorSets& sets() const { return sets_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr Node kChunk = 128;
  /// The entries of consecutive nodes.
  struct Chunk {
    std::vector<std::uint32_t> offset{0};
    std::vector<std::uint16_t> keys;
    std::vector<float> counts;
  };
  class Worker;

  bool build_level(int size, int threads, std::uint64_t memory_limit, Control& control);

  const Target& target_;
  const TreeletCatalog& catalog_;
  const ColorSets& sets_;
  std::span<const std::uint8_t> colors_;
  std::vector<std::vector<Chunk>> levels_;
  std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace spminer::sampling
