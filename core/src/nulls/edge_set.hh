// The set of edges of a graph that is being rewired: exact, in one flat array of 9 to 18 bytes per edge.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#ifdef __SSE4_1__
#include <smmintrin.h>
#endif

#include "base/memory.hh"
#include "spminer/graph/target.hh"

namespace spminer::nulls {

using EdgeKey = std::uint64_t;

/// An arc, or with `kOrdered` false an edge, whose ends are then put in order.
template <bool kOrdered>
constexpr EdgeKey edge_key(Node u, Node v) {
  const auto a = static_cast<std::uint32_t>(u), b = static_cast<std::uint32_t>(v);
  if constexpr (kOrdered) return (EdgeKey{a} << 32) | b;
  return (EdgeKey{a < b ? a : b} << 32) | (a < b ? b : a);
}

/// Buckets of one cache line each: nearly every call reads one line, without an unpredictable branch.
///
/// A key is scrambled without loss.  Its highest bits tell the bucket, and only the others are stored (Cleary's
/// quotienting), in 32 bits together with how far the key was pushed on from a full bucket, at most three buckets.
/// An erased key leaves no mark, since keys that were pushed on move back: a set that changes millions of times stays
/// as fast as it was.
class EdgeSet {
 public:
  /// The more nodes, the more of a key its bucket must tell: the set of a graph of that many nodes takes 2 GB.
  static constexpr Node kMostNodes = Node{1} << 27;

  EdgeSet() = default;
  /// For `edges` edges between `nodes` nodes; more of them take more time, not more memory, until the set has to grow.
  EdgeSet(Node nodes, std::size_t edges, std::size_t per_bucket = 7)
      : node_bits_(static_cast<int>(std::bit_width(static_cast<std::uint32_t>(std::max<Node>(nodes, 2) - 1)))) {
    const int wanted = static_cast<int>(std::bit_width(edges / per_bucket));
    reset(std::min(std::max(wanted, 2 * node_bits_ - kRestBits), 2 * node_bits_));
  }

  /// Inlined by force here and in its callers: GCC takes a function that only prefetches for one without effect, and
  /// drops the call.
  [[gnu::always_inline]] void prefetch(EdgeKey key) const { fetch_ahead_to_write(&buckets_[locate(key).bucket]); }

  bool contains(EdgeKey key) const {
    const Location at = locate(key);
    for (std::uint32_t pushed = 0; pushed <= kMostPushed; ++pushed) {
      const Bucket& bucket = buckets_[at.bucket + pushed];
      if (bucket.find(at.rest | pushed) != Bucket::kNone) return true;
      if (!bucket.full()) [[likely]]
        return false;
    }
    return false;
  }
  /// The key must not be in the set.
  void insert(EdgeKey key) {
    const Location at = locate(key);
    for (std::uint32_t pushed = 0; pushed <= kMostPushed; ++pushed) {
      Bucket& bucket = buckets_[at.bucket + pushed];
      if (bucket.full()) [[unlikely]]
        continue;
      bucket.entries[bucket.find(kEmpty)] = at.rest | pushed;
      return;
    }
    grow();
    insert(key);
  }
  /// The key must be in the set.
  void erase(EdgeKey key) {
    const Location at = locate(key);
    std::uint32_t pushed = 0;
    int found = buckets_[at.bucket].find(at.rest);
    while (found == Bucket::kNone) [[unlikely]] {
      ++pushed;
      found = buckets_[at.bucket + pushed].find(at.rest | pushed);
    }
    clear(at.bucket + pushed, found);
  }

 private:
  static constexpr int kPushedBits = 2;
  static constexpr std::uint32_t kMostPushed = (1 << kPushedBits) - 1;
  static constexpr int kRestBits = 31 - kPushedBits;
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};  // no entry has the highest bit set

  struct alignas(64) Bucket {
    static constexpr int kWidth = 16, kNone = -1;

    std::uint32_t entries[kWidth];

    /// A place that has the entry.
    int find(std::uint32_t entry) const {
#ifdef __SSE4_1__
      const __m128i wanted = _mm_set1_epi32(static_cast<int>(entry));
      const auto* fours = reinterpret_cast<const __m128i*>(entries);
      const __m128i low = _mm_packs_epi32(_mm_cmpeq_epi32(fours[0], wanted), _mm_cmpeq_epi32(fours[1], wanted));
      const __m128i high = _mm_packs_epi32(_mm_cmpeq_epi32(fours[2], wanted), _mm_cmpeq_epi32(fours[3], wanted));
      const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
      return equal == 0 ? kNone : std::countr_zero(equal);
#else
      for (int i = 0; i < kWidth; ++i)
        if (entries[i] == entry) return i;
      return kNone;
#endif
    }
    /// The last place is filled last, so that looking at it alone settles it nearly always.
    bool full() const { return entries[kWidth - 1] != kEmpty && find(kEmpty) == kNone; }
  };

  struct Location {
    std::size_t bucket;
    std::uint32_t rest;  ///< and how far it was pushed
  };

  void reset(int bucket_bits) {
    bucket_bits_ = bucket_bits;
    Bucket empty;
    std::fill(std::begin(empty.entries), std::end(empty.entries), kEmpty);
    buckets_.assign((std::size_t{1} << bucket_bits) + kMostPushed, empty);
  }

  /// As many bits of a hash as a node has.
  std::uint64_t scramble(std::uint64_t half, std::uint64_t factor) const {
    return (half * factor) >> (64 - node_bits_);
  }

  Location locate(EdgeKey key) const {
    // Two rounds of a Feistel network.
    std::uint64_t u = key >> 32, v = key & 0xffffffff;
    v ^= scramble(u, 0x9e3779b97f4a7c15ULL);
    u ^= scramble(v, 0xd6e8feb86659fd93ULL);
    const std::uint64_t mixed = (u << node_bits_) | v;
    const int rest_bits = 2 * node_bits_ - bucket_bits_;
    return {static_cast<std::size_t>(mixed >> rest_bits),
            static_cast<std::uint32_t>((mixed & ((std::uint64_t{1} << rest_bits) - 1)) << kPushedBits)};
  }
  EdgeKey key_of(std::size_t bucket, std::uint32_t entry) const {
    const int rest_bits = 2 * node_bits_ - bucket_bits_;
    const std::uint64_t mixed = ((bucket - (entry & kMostPushed)) << rest_bits) | (entry >> kPushedBits);
    std::uint64_t u = mixed >> node_bits_, v = mixed & ((std::uint64_t{1} << node_bits_) - 1);
    u ^= scramble(v, 0xd6e8feb86659fd93ULL);
    v ^= scramble(u, 0x9e3779b97f4a7c15ULL);
    return (u << 32) | v;
  }

  /// Empties a place.  If the bucket was full, a key that was pushed on from it or from beyond it takes the place.
  void clear(std::size_t bucket, int place) {
    const bool was_full = buckets_[bucket].full();
    buckets_[bucket].entries[place] = kEmpty;
    if (was_full) [[unlikely]]
      pull_back(bucket, place);
  }
  void pull_back(std::size_t bucket, int hole) {
    for (std::uint32_t distance = 1; distance <= kMostPushed && bucket + distance < buckets_.size(); ++distance) {
      Bucket& from = buckets_[bucket + distance];
      for (int i = 0; i < Bucket::kWidth; ++i) {
        const std::uint32_t entry = from.entries[i];
        if (entry == kEmpty || (entry & kMostPushed) < distance) continue;
        buckets_[bucket].entries[hole] = entry - distance;
        clear(bucket + distance, i);
        return;
      }
      if (!from.full()) return;
    }
  }

  /// So unlikely that speed does not matter: four buckets in a row are full.
  void grow() {
    const EdgeSet old = *this;
    reset(bucket_bits_ + 1);
    for (std::size_t i = 0; i < old.buckets_.size(); ++i)
      for (const std::uint32_t entry : old.buckets_[i].entries)
        if (entry != kEmpty) insert(old.key_of(i, entry));
  }

  int node_bits_ = 1, bucket_bits_ = 0;
  std::vector<Bucket> buckets_;
};

}  // namespace spminer::nulls
