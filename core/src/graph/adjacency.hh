// Fast adjacency tests: filters of rows, which refute most pairs at once, and neighbors among hubs as bitmaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/memory.hh"
#include "spminer/base/bits.hh"
#include "spminer/graph/target.hh"

namespace spminer::inline graph {

/// For every node some bits, 8 to 16 for each neighbor, of which the hash of a neighbor sets one.  One look refutes all
/// but about one in twelve of the pairs that are not joined.  Tests of one node read its own bits, which are then
/// cached, as long as the other nodes have more neighbors.
class RowFilters {
 public:
  RowFilters(const Target& target, int threads);

  /// False only if the nodes are not neighbors.
  bool may_be_adjacent(Node u, Node v) const {
    const Place a = places_[u], b = places_[v];
    return a.shift > b.shift ? test(a, v) : test(b, u);
  }
  /// Prefetch for tests of this node: later, and soon.
  void prepare(Node v) const { fetch_ahead(&places_[v]); }
  void prepare_more(Node v) const { fetch_ahead(&bits_[places_[v].word]); }

 private:
  /// Where the bits of a node are; it has 2^(32 - shift) of them.
  struct Place {
    std::uint32_t word;
    std::uint32_t shift;
  };

  static std::uint32_t hash(Place place, Node v) {
    return (static_cast<std::uint32_t>(v) * 0x9E3779B1u) >> place.shift;
  }
  bool test(Place place, Node v) const { return test_bit(&bits_[place.word], hash(place, v)); }

  HugeVector<Place> places_;
  HugeVector<Word> bits_;
};

/// Which hubs each node is next to, as bits; other pairs are looked up in the shorter row.  The bits of one node lie
/// together, so that tests of it and several hubs wait for memory once.
class HubRows {
 public:
  explicit HubRows(const Target& target, std::size_t bytes = std::size_t{64} << 20, int threads = 1);

  /// Number of a hub, or -1.
  std::int32_t hub(Node u) const { return hub_[u]; }
  const RowFilters& sketches() const { return sketches_; }
  /// Bits of a node by number of hub.
  const Word* row(Node v) const { return bits_.row(v); }

  bool adjacent(Node u, Node v) const {
    if (!sketches_.may_be_adjacent(u, v)) return false;
    if (hub_[u] < 0) std::swap(u, v);
    return hub_[u] < 0 ? target_->adjacent(u, v) : bits_.test(v, hub_[u]);
  }

 private:
  const Target* target_;
  RowFilters sketches_;
  std::vector<std::int32_t> hub_;  ///< number of each node, or -1
  BitMatrix<HugeAllocator<Word>> bits_;
};

}  // namespace spminer::inline graph
