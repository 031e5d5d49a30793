// One thread's view of an embedding's surroundings.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "grow_adjacency.hh"
#include "spminer/grow.hh"
#include "spminer/random.hh"

namespace spminer::grow {

/// A hash of a node set that does not depend on order.
inline std::uint64_t set_hash(std::span<const Node> nodes) {
  std::uint64_t sum = 0;
  for (const Node u : nodes) sum += mix64(static_cast<std::uint64_t>(u));
  return sum;
}

/// How a pattern of the beam grows into a child: the new node's edges as the parent's nodes see them, and where
/// everything is in the child.
struct Variant {
  Row mask = 0;                                       ///< neighbors of the new node among the parent's nodes
  std::vector<EdgeCode> codes;                        ///< empty, or per parent node the code towards the new node
  std::array<std::int8_t, kMaxPatternNodes> place{};  ///< child node of each parent node
  std::int8_t new_node = 0;                           ///< child node that is new
};

/// Nodes of the target are looked at relative to the embedding that was entered last.
class Explorer {
 public:
  Explorer(const GrowTarget& place, const GrowParams& params)
      : place_(place),
        target_(place.target()),
        frontier_(params.frontier),
        induced_(params.induced),
        position_(static_cast<std::size_t>(target_.size()), -1),
        mask_(static_cast<std::size_t>(target_.size()), 0),
        seen_(static_cast<std::size_t>(target_.size()), 0) {}

  void enter(std::span<const Node> embedding) {
    for (const Node u : embedding_) position_[u] = -1;
    embedding_ = embedding;
    for (std::size_t i = 0; i < embedding.size(); ++i) position_[embedding[i]] = static_cast<std::int8_t>(i);
  }

  /// Calls f(v, mask, weight) for adjacent nodes v; weight is one over the probability that v is shown.  Returns
  /// whether all were.
  template <typename F>
  bool for_each_adjacent(std::uint64_t salt, F&& f) {
    const auto size = static_cast<int>(embedding_.size());
    const std::int64_t share = std::max(8, frontier_ / size);
    touched_.clear();
    Row hubs = 0;
    for (int i = 0; i < size; ++i) {
      const auto row = target_.neighbors(embedding_[i]);
      if (static_cast<std::int64_t>(row.size()) > share) {
        hubs |= bit(i);
        sample(row, share, salt + static_cast<std::uint64_t>(i));
      } else {
        for (const Node v : row) touch(v, bit(i));
      }
    }
    for_each_bit(hubs, [&](int i) { complete_masks(i); });
    for (const Node v : touched_) {
      const Row mask = mask_[v];
      seen_[v] = 0;
      mask_[v] = 0;
      f(v, mask, (hubs & mask) == mask ? weight(mask, share) : 1.0);
    }
    return hubs == 0;
  }

  /// Calls f(v) for nodes v that fit the variant, at most `limit`; returns how many times more there may be: 1 if
  /// that were all.
  template <typename F>
  double for_each_fitting(const Variant& variant, std::int32_t label, std::uint64_t salt, int limit, F&& f) const {
    const int pivot = shortest_row(variant.mask);
    const auto row = target_.neighbors(embedding_[pivot]);
    if (row.empty()) return 1;
    const auto codes = variant.codes.empty() ? std::span<const EdgeCode>{} : target_.codes(embedding_[pivot]);
    const auto start = static_cast<std::size_t>(mix64(salt) % row.size());
    const std::size_t end = std::min(row.size(), kScan);
    int found = 0;
    for (std::size_t i = 0; i < end; ++i) {
      const std::size_t at = start + i < row.size() ? start + i : start + i - row.size();
      // The code of the row's own edge is at hand, and often rare.
      if (!codes.empty() && codes[at] != variant.codes[pivot]) continue;
      if (!fits(row[at], variant, label)) continue;
      f(row[at]);
      if (++found == limit && i + 1 < row.size()) return static_cast<double>(row.size()) / static_cast<double>(i + 1);
    }
    return static_cast<double>(row.size()) / static_cast<double>(std::max<std::size_t>(end, 1));
  }

 private:
  static constexpr std::size_t kScan = 512;  // entries of a row looked at; of longer ones a stretch
  static constexpr std::int64_t kShortRow = 32;
  static constexpr std::int64_t kWalk = 8;

  void touch(Node v, Row row) {
    if (position_[v] >= 0) return;
    if (!seen_[v]) {
      seen_[v] = 1;
      touched_.push_back(v);
    }
    mask_[v] |= row;
  }

  /// Every member of the row has the same chance: equal steps from a random start.
  void sample(std::span<const Node> row, std::int64_t count, std::uint64_t salt) {
    const double step = static_cast<double>(row.size()) / static_cast<double>(count);
    const double start = static_cast<double>(mix64(salt) >> 11) * 0x1.0p-53 * step;
    for (std::int64_t j = 0; j < count; ++j)
      touch(row[std::min(row.size() - 1, static_cast<std::size_t>(start + static_cast<double>(j) * step))], 0);
  }

  /// Which of the touched nodes are neighbors of position i.  A walk through a row reads memory in order, so it beats
  /// single tests unless the row is much longer than the list.
  void complete_masks(int i) {
    const Node u = embedding_[i];
    if (target_.degree(u) <= kWalk * static_cast<std::int64_t>(touched_.size())) {
      for (const Node v : target_.neighbors(u))
        if (seen_[v]) mask_[v] |= bit(i);
    } else {
      for (const Node v : touched_) mask_[v] |= Row{place_.adjacency().adjacent(u, v)} << i;
    }
  }

  double weight(Row mask, std::int64_t share) const {
    double missed = 1;
    for_each_bit(mask, [&](int i) {
      missed *= 1 - static_cast<double>(share) / static_cast<double>(target_.degree(embedding_[i]));
    });
    return 1 / (1 - missed);
  }

  int shortest_row(Row mask) const {
    int best = std::countr_zero(mask);
    for_each_bit(mask & (mask - 1), [&](int i) {
      if (target_.degree(embedding_[i]) < target_.degree(embedding_[best])) best = i;
    });
    return best;
  }

  bool fits(Node v, const Variant& variant, std::int32_t label) const {
    if (position_[v] >= 0 || target_.label(v) != label) return false;
    if (target_.degree(v) <= kShortRow) {
      Row mask = 0;
      for (const Node w : target_.neighbors(v)) mask |= position_[w] >= 0 ? bit(position_[w]) : 0;
      if ((induced_ ? mask : mask & variant.mask) != variant.mask) return false;
    } else {
      for (std::size_t i = 0; i < embedding_.size(); ++i) {
        const bool wanted = (variant.mask >> i) & 1;
        if ((wanted || induced_) && place_.adjacency().adjacent(embedding_[i], v) != wanted) return false;
      }
    }
    if (variant.codes.empty()) return true;
    bool same = true;
    for_each_bit(variant.mask, [&](int i) { same = same && target_.code(embedding_[i], v) == variant.codes[i]; });
    return same;
  }

  const GrowTarget& place_;
  const Target& target_;
  int frontier_;
  bool induced_;
  std::span<const Node> embedding_;
  std::vector<std::int8_t> position_;  ///< place of each node in the embedding, or -1
  std::vector<Row> mask_;
  std::vector<std::uint8_t> seen_;
  std::vector<Node> touched_;
};

}  // namespace spminer::grow
