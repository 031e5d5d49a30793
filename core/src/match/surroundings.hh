// The surroundings of an embedding: which nodes could extend it, and how each of them is joined to it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.hh"
#include "graph/adjacency.hh"
#include "spminer/base/bits.hh"
#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::match {

/// How one more node joins a pattern: the conditions for a node that extends an embedding.
struct Extension {
  Row mask = 0;                 ///< nodes of the pattern that the new node is joined to
  std::int32_t label = 0;       ///< label of the new node
  std::vector<EdgeCode> codes;  ///< empty, or by node of the pattern the code towards the new node
};

/// Whether entry k of u's row has a label and is joined to u by a code.
inline bool joined_like(const Target& target, Node u, std::size_t k, std::int32_t label, EdgeCode code) {
  return target.label(target.neighbors(u)[k]) == label && (!target.coded() || target.codes(u)[k] == code);
}

/// A filter of some nodes of a large target, small enough to stay cached: nodes that it does not hold are none of them.
class NodeFilter {
 public:
  void clear() { bits_.fill(0); }
  void add(Node v) { set_bit(bits_.data(), hash(v)); }
  bool may_hold(Node v) const { return test_bit(bits_.data(), hash(v)); }

 private:
  static constexpr int kLogBits = 12;
  static std::uint32_t hash(Node v) { return (static_cast<std::uint32_t>(v) * 0x9E3779B1u) >> (32 - kLogBits); }

  std::array<Word, words_for(std::size_t{1} << kLogBits)> bits_{};
};

/// Nodes of the target are looked at relative to the embedding that was entered last.  One per thread: it has some
/// bytes for every node of the target.
class EmbeddingNeighborhood {
 public:
  /// `hubs` makes single tests of long rows quick; null: a search in the shorter row will do.
  EmbeddingNeighborhood(const Target& target, const HubRows* hubs, bool induced)
      : target_(target),
        hubs_(hubs),
        induced_(induced),
        cached_(target.size() <= kCached),
        place_(target.size(), kNowhere) {}

  /// What is known of how a node is joined to the embedding.
  struct KnownAdjacency {
    Row tested = 0;  ///< nodes of the embedding that it was compared with
    Row joined = 0;  ///< those of them that it is next to
  };

  void enter(std::span<const Node> embedding) {
    for (const Node u : embedding_) place_[u] = kNowhere;
    embedding_.assign(embedding.begin(), embedding.end());
    all_ = hubs_met_ = 0;
    for (int i = 0; i < static_cast<int>(embedding.size()); ++i) {
      place_[embedding[i]] = -1 - i;
      all_ |= bit(i);
      hubs_met_ |= Row{hubs_ != nullptr && hubs_->hub(embedding[i]) >= 0} << i;
    }
    if (cached_) return;
    inside_.clear();
    for (const Node u : embedding) inside_.add(u);
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
    if (sampled_ != 0) {
      sketch_.clear();
      for (const auto& [v, mask] : touched_) sketch_.add(v);
    }
    for_each_bit(sampled_, [&](int i) { complete_masks(i); });
    for (const auto& [v, mask] : touched_) place_[v] = kNowhere;
    for (const auto& [v, mask] : touched_) f(v, mask);
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

  /// Prefetches for the nodes that will be tested: memory of later ones is fetched while one is tested.
  void prepare(std::span<const Node> row, std::size_t at) const {
    if (hubs_ == nullptr || at + 2 * kAhead >= row.size()) return;
    hubs_->sketches().prepare(row[at + 2 * kAhead]);
    hubs_->sketches().prepare_more(row[at + kAhead]);
  }

  /// Whether v can be the new node.
  bool fits(Node v, const Extension& extension) const {
    KnownAdjacency contacts;
    return fits(v, extension, contacts);
  }
  /// The same with what is known of v, which is then more.
  bool fits(Node v, const Extension& extension, KnownAdjacency& contacts) const {
    if (target_.label(v) != extension.label || !joined(v, extension.mask, contacts) || inside(v)) return false;
    if (extension.codes.empty()) return true;
    bool same = true;
    for_each_bit(extension.mask, [&](int i) {
      same = same && code_fits(extension.codes[i], target_.code(embedding_[i], v), induced_);
    });
    return same;
  }

 private:
  static constexpr std::int32_t kNowhere = 0;
  static constexpr std::int64_t kShortRow = 64;  // per node that it would have to be searched for otherwise
  static constexpr std::int64_t kTinyRow = 16;   // looked through at once: a test of one node takes as long
  static constexpr Node kCached = 1 << 16;       // nodes whose places stay cached without a filter
  static constexpr std::int64_t kWalk = 8;
  static constexpr std::size_t kAhead = 8;

  /// A node next to the embedding.
  struct Adjacent {
    Node node;
    Row mask;
  };

  bool inside(Node v) const { return place_[v] < 0; }

  void touch(Node v, Row row) {
    std::int32_t& place = place_[v];
    if (place < 0) return;
    if (place == kNowhere) {
      touched_.push_back({v, 0});
      place = static_cast<std::int32_t>(touched_.size());
    }
    touched_[place - 1].mask |= row;
  }

  /// Which of the touched nodes are neighbors of node i.  A walk through a row reads memory in order, so it beats
  /// single tests unless the row is much longer than the list.
  void complete_masks(int i) {
    const Node u = embedding_[i];
    if (target_.degree(u) <= kWalk * static_cast<std::int64_t>(touched_.size())) {
      for (const Node v : target_.neighbors(u))
        if (sketch_.may_hold(v) && place_[v] > 0) touched_[place_[v] - 1].mask |= bit(i);
    } else {
      for (auto& [v, mask] : touched_) mask |= Row{may_be_adjacent(u, v)} << i;
      for (auto& [v, mask] : touched_)
        if ((mask >> i & 1) && !adjacent(u, v)) mask &= ~bit(i);
    }
  }

  /// Whether v is joined to the nodes of the mask, and (if induced) to no others.
  bool joined(Node v, Row wanted, KnownAdjacency& contacts) const {
    const Row asked = induced_ ? ~Row{0} : wanted;
    if ((contacts.joined ^ wanted) & contacts.tested & asked) return false;
    if ((asked & all_ & ~contacts.tested) == 0) return true;
    if (target_.degree(v) > kTinyRow) {
      // Few nodes are joined to a given one: what is wanted is what most of them lack.
      if (!agrees(v, wanted, wanted, contacts) || !agrees(v, wanted, asked & hubs_met_, contacts)) return false;
      const Row left = asked & all_ & ~contacts.tested;
      if (target_.degree(v) > kShortRow * std::popcount(left)) return agrees(v, wanted, left, contacts);
    }
    for (const Node w : target_.neighbors(v)) {
      if (!cached_ && !inside_.may_hold(w)) continue;
      const std::int32_t place = place_[w];  // ~place is the position of a node of the embedding
      contacts.joined |= Row{place < 0} << (~place & 63);
    }
    contacts.tested = ~Row{0};
    return ((contacts.joined ^ wanted) & asked) == 0;
  }

  /// Tests v against some nodes of the embedding, apart from those that it was compared with, until one shows that it
  /// is not joined as wanted.
  bool agrees(Node v, Row wanted, Row asked, KnownAdjacency& contacts) const {
    for (Row left = asked & ~contacts.tested; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      const bool met = adjacent(embedding_[i], v);
      contacts.tested |= bit(i);
      contacts.joined |= Row{met} << i;
      if (met != ((wanted >> i) & 1)) return false;
    }
    return true;
  }

  bool may_be_adjacent(Node u, Node v) const { return hubs_ == nullptr || hubs_->sketches().may_be_adjacent(u, v); }
  bool adjacent(Node u, Node v) const { return hubs_ != nullptr ? hubs_->adjacent(u, v) : target_.adjacent(u, v); }

  const Target& target_;
  const HubRows* hubs_;
  bool induced_;
  bool cached_;  ///< the target is small
  std::vector<Node> embedding_;
  Row sampled_ = 0;
  Row all_ = 0;                 ///< nodes of the embedding
  Row hubs_met_ = 0;            ///< those that are hubs: their bits for one node lie together
  NodeFilter inside_, sketch_;  ///< of the embedding, and of `touched_`
  std::vector<Adjacent> touched_;
  /// Of each node: -1 - its position in the embedding, or kNowhere, or 1 + its position in `touched_`.  One number for
  /// all, since looking it up is what takes long in a large target.
  HugeVector<std::int32_t> place_;
};

}  // namespace spminer::match
