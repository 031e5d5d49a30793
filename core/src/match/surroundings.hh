// The surroundings of an embedding: which nodes could extend it, and how each of them is joined to it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/hub_rows.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::match {

/// How one more node joins a pattern, hence what is asked of a node that is to extend an embedding.
struct Extension {
  Row mask = 0;                 ///< nodes of the pattern that the new node is joined to
  std::int32_t label = 0;       ///< label of the new node
  std::vector<EdgeCode> codes;  ///< empty, or by node of the pattern the code towards the new node
};

/// Whether entry k of u's row has a label and is joined to u by a code.
inline bool joined_like(const Target& target, Node u, std::size_t k, std::int32_t label, EdgeCode code) {
  return target.label(target.neighbors(u)[k]) == label && (!target.coded() || target.codes(u)[k] == code);
}

/// Nodes of the target are looked at relative to the embedding that was entered last.  One per thread: it has some
/// bytes for every node of the target.
class Surroundings {
 public:
  /// `hubs` makes single tests of long rows quick; null: a search in the shorter row will do.
  Surroundings(const Target& target, const HubRows* hubs, bool induced)
      : target_(target),
        hubs_(hubs),
        induced_(induced),
        position_(static_cast<std::size_t>(target.size()), -1),
        mask_(static_cast<std::size_t>(target.size()), 0),
        seen_(static_cast<std::size_t>(target.size()), 0) {}

  void enter(std::span<const Node> embedding) {
    for (const Node u : embedding_) position_[u] = -1;
    embedding_.assign(embedding.begin(), embedding.end());
    for (std::size_t i = 0; i < embedding.size(); ++i) position_[embedding[i]] = static_cast<std::int8_t>(i);
  }

  /// Calls f(v, mask) for adjacent nodes v, the mask telling all nodes of the embedding that v is joined to.  Of rows
  /// of more than `share` entries only those are looked at that sample(row, i, look) calls look(entry) for.
  template <typename Sample, typename F>
  void for_each_adjacent(std::int64_t share, Sample&& sample, F&& f) {
    touched_.clear();
    sampled_ = 0;
    for (int i = 0; i < static_cast<int>(embedding_.size()); ++i) {
      const auto row = target_.neighbors(embedding_[i]);
      if (static_cast<std::int64_t>(row.size()) > share) {
        sampled_ |= bit(i);
        sample(row, i, [&](Node v) { touch(v, 0); });
      } else {
        for (const Node v : row) touch(v, bit(i));
      }
    }
    for_each_bit(sampled_, [&](int i) { complete_masks(i); });
    for (const Node v : touched_) {
      const Row mask = mask_[v];
      seen_[v] = 0;
      mask_[v] = 0;
      f(v, mask);
    }
  }
  /// Nodes of the embedding whose rows were sampled.
  Row sampled() const { return sampled_; }

  /// Of some nodes of the embedding, the one with the shortest row: whatever is joined to all of them is in it.
  int pivot(Row mask) const {
    int best = std::countr_zero(mask);
    for_each_bit(mask & (mask - 1), [&](int i) {
      if (target_.degree(embedding_[i]) < target_.degree(embedding_[best])) best = i;
    });
    return best;
  }

  /// Whether v can be the new node; code_fits(want, have) compares the codes of joined nodes.
  template <typename CodeFits>
  bool fits(Node v, const Extension& extension, CodeFits&& code_fits) const {
    if (position_[v] >= 0 || target_.label(v) != extension.label || !joined(v, extension.mask)) return false;
    if (extension.codes.empty()) return true;
    bool same = true;
    for_each_bit(extension.mask, [&](int i) {
      same = same && code_fits(extension.codes[static_cast<std::size_t>(i)], target_.code(embedding_[i], v));
    });
    return same;
  }

 private:
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

  /// Which of the touched nodes are neighbors of node i.  A walk through a row reads memory in order, so it beats
  /// single tests unless the row is much longer than the list.
  void complete_masks(int i) {
    const Node u = embedding_[i];
    if (target_.degree(u) <= kWalk * static_cast<std::int64_t>(touched_.size())) {
      for (const Node v : target_.neighbors(u))
        if (seen_[v]) mask_[v] |= bit(i);
    } else {
      for (const Node v : touched_) mask_[v] |= Row{adjacent(u, v)} << i;
    }
  }

  /// Whether v is joined to the nodes of the mask, and (if induced) to no others.
  bool joined(Node v, Row wanted) const {
    if (target_.degree(v) <= kShortRow) {
      Row mask = 0;
      for (const Node w : target_.neighbors(v)) mask |= position_[w] >= 0 ? bit(position_[w]) : 0;
      return (induced_ ? mask : mask & wanted) == wanted;
    }
    for (std::size_t i = 0; i < embedding_.size(); ++i) {
      const bool want = (wanted >> i) & 1;
      if ((want || induced_) && adjacent(embedding_[i], v) != want) return false;
    }
    return true;
  }

  bool adjacent(Node u, Node v) const { return hubs_ != nullptr ? hubs_->adjacent(u, v) : target_.adjacent(u, v); }

  const Target& target_;
  const HubRows* hubs_;
  bool induced_;
  std::vector<Node> embedding_;
  Row sampled_ = 0;
  std::vector<std::int8_t> position_;  ///< of each node in the embedding, or -1
  std::vector<Row> mask_;
  std::vector<std::uint8_t> seen_;
  std::vector<Node> touched_;
};

}  // namespace spminer::match
