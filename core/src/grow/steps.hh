// The types and steps of a level of growth: nodes next to embeddings, candidates, parents and lists.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "match/surroundings.hh"
#include "spminer/base/random.hh"
#include "spminer/grow/grow.hh"
#include "spminer/pattern/key.hh"

namespace spminer::grow {

/// A hash of a node set that does not depend on order.
inline std::uint64_t set_hash(std::span<const Node> nodes) {
  std::uint64_t sum = 0;
  for (const Node u : nodes) sum += mix64(static_cast<std::uint64_t>(u));
  return sum;
}

/// Finds the nodes that extend an embedding, the one that was entered last.  One per thread.
class Explorer {
 public:
  Explorer(const GrowTarget& target, const GrowParams& params)
      : target_(target.graph()),
        frontier_(params.frontier),
        induced_(params.induced),
        around_(target_, &target.hubs(), params.induced) {}

  bool induced() const { return induced_; }

  void enter(std::span<const Node> embedding) {
    embedding_ = embedding;
    around_.enter(embedding);
    scanned_.resize(std::max(scanned_.size(), embedding.size()));
    for (Scan& scan : scanned_) scan.contacts.clear();
  }

  /// Calls f(v, mask, weight) for adjacent nodes v; weight is one over the probability that v is shown.  Returns
  /// whether all were.
  template <typename F>
  bool for_each_adjacent(std::uint64_t salt, F&& f) {
    const std::int64_t share = std::max(8, frontier_ / static_cast<int>(embedding_.size()));
    const auto sample = [&](std::span<const Node> row, int i, auto&& look) {
      spread(row, share, salt + static_cast<std::uint64_t>(i), look);
    };
    around_.for_each_adjacent(share, sample, [&](Node v, Row mask) {
      f(v, mask, (around_.sampled() & mask) == mask ? weight(mask, share) : 1.0);
    });
    return around_.sampled() == 0;
  }

  /// Calls f(v) for nodes v that fit the extension, at most `limit`; returns how many times more there may be: 1 if
  /// that were all.
  template <typename F>
  double for_each_fitting(const match::Extension& extension, std::uint64_t salt, int limit, F&& f) {
    const int pivot = around_.pivot(extension.mask);
    const auto row = target_.neighbors(embedding_[pivot]);
    if (row.empty()) return 1;
    const auto codes = extension.codes.empty() ? std::span<const EdgeCode>{} : target_.codes(embedding_[pivot]);
    const auto start = static_cast<std::size_t>(mix64(salt) % row.size());
    const std::size_t end = std::min(row.size(), kScan);
    Scan& scan = scanned_[pivot];
    if (scan.start != start) scan = {start, {}};
    int found = 0;
    for (std::size_t i = 0; i < end; ++i) {
      const std::size_t at = start + i < row.size() ? start + i : start + i - row.size();
      const Node v = row[at];
      around_.prepare(row, at);
      // What is found out about an entry serves the next extensions too.
      if (scan.contacts.size() == i) scan.contacts.push_back({bit(pivot), bit(pivot)});
      // The code of the row's own edge is at hand, and often rare.
      if (!codes.empty() && !code_fits(extension.codes[pivot], codes[at], induced_)) continue;
      if (!around_.fits(v, extension, scan.contacts[i])) continue;
      f(v);
      if (++found == limit && i + 1 < row.size()) return static_cast<double>(row.size()) / static_cast<double>(i + 1);
    }
    return static_cast<double>(row.size()) / static_cast<double>(std::max<std::size_t>(end, 1));
  }

 private:
  static constexpr std::size_t kScan = 512;  // entries of a row looked at; of longer ones a stretch

  /// The stretch of a row that was looked at, from its start.
  struct Scan {
    std::size_t start = 0;
    std::vector<match::EmbeddingNeighborhood::KnownAdjacency> contacts;
  };

  /// Every entry of the row has the same chance: equal steps from a random start.
  template <typename Look>
  static void spread(std::span<const Node> row, std::int64_t count, std::uint64_t salt, Look&& look) {
    const double step = static_cast<double>(row.size()) / static_cast<double>(count);
    const double start = static_cast<double>(mix64(salt) >> 11) * 0x1.0p-53 * step;
    for (std::int64_t j = 0; j < count; ++j)
      look(row[std::min(row.size() - 1, static_cast<std::size_t>(start + static_cast<double>(j) * step))]);
  }

  double weight(Row mask, std::int64_t share) const {
    double missed = 1;
    for_each_bit(mask, [&](int i) {
      missed *= 1 - static_cast<double>(share) / static_cast<double>(target_.degree(embedding_[i]));
    });
    return 1 / (1 - missed);
  }

  const Target& target_;
  int frontier_;
  bool induced_;
  match::EmbeddingNeighborhood around_;
  std::span<const Node> embedding_;
  std::vector<Scan> scanned_;  ///< by node of the embedding
};

// Candidates, their parents and their lists.

/// What the embeddings at the pilots show of a pattern with one node more.
struct Candidate {
  Pattern pattern;  ///< in the canonical labeling
  PatternKey key;
  std::uint64_t pilots = 0;  ///< pilots that show it
  double hits = 0;           ///< estimated pairs of a parent's node set and a node that completes it
  std::uint64_t bound = 0;   ///< slots of the parent it was met with that has the fewest
  int parents = 0;           ///< parents it was met with
};

struct Candidates {
  std::vector<Candidate> found;
  /// No child of the beam that is not among the candidates is shown by more slots than this.
  std::uint64_t unseen = 0;
};

/// One way to extend one pattern of the beam by a node, as embeddings show it.
struct SeenExtension {
  std::uint64_t key = 0;  ///< of mask, label and codes
  std::size_t parent = 0;
  Row mask = 0;  ///< nodes of the parent that it is joined to
  std::int32_t label = 0;
  std::vector<EdgeCode> codes;  ///< of the edges to these, if the target has them
  double hits = 0;
  std::vector<std::uint32_t> pilots;  ///< pilots that show it, ascending
};

/// All extensions of one parent.  A collision of keys can only raise the estimates of the first; reported counts come
/// from lists and searches.
struct PilotExtensions {
  std::vector<SeenExtension> extensions;
  std::uint64_t searched = 0;  ///< slots whose surroundings were searched completely
};

/// Extends a parent's embeddings at the pilots by each of their neighbors.
PilotExtensions extend_pilots(const GrowTarget& target, const GrowBeam& beam, std::size_t parent,
                              const GrowParams& params, Explorer& explorer, Control& control);

/// Merges extensions of all parents with isomorphic results; `wanted` is the number of candidates that will be used.
Candidates merge_isomorphic(const GrowTarget& target, const GrowBeam& beam, std::vector<PilotExtensions> found,
                            int threads, std::size_t wanted);

/// How a pattern of the beam extends to a child: the new node as the parent sees it, and what is what in the child.
struct ChildExtension : match::Extension {
  NodeNumbers child_node{};  ///< node of the child that each node of the parent is
  std::int8_t new_node = 0;  ///< node of the child that is new
};

/// A parent of a candidate within the beam.
struct ParentLink {
  std::size_t parent = 0;
  int removals = 0;  ///< nodes of the child whose removal leaves this parent
  std::vector<ChildExtension> extensions;
  bool all_extensions = true;  ///< false: the parent has too many automorphisms to list all extensions
};

/// Finds the parents of patterns within a beam.
class ParentIndex {
 public:
  explicit ParentIndex(const GrowBeam& beam);
  std::vector<ParentLink> parents(const Pattern& child) const;

 private:
  std::map<PatternKey, std::size_t> number_;
  std::vector<std::vector<NodeNumbers>> generators_;
};

/// The parents of the children of one level, each found once.  Threads may share it.
class ParentLinks {
 public:
  explicit ParentLinks(const GrowBeam& beam) : index_(beam) {}
  const std::vector<ParentLink>& of(const Pattern& child);

 private:
  ParentIndex index_;
  std::mutex mutex_;
  std::map<PatternKey, std::vector<ParentLink>> links_;
};

/// The child with the slots that its parents leave (all, if it has none), and empty lists.
GrownPattern child_without_lists(const GrowTarget& target, const GrowBeam& beam, const Pattern& child,
                                 const std::vector<ParentLink>& parents);

/// Lists of some slots, and what they say of these.
struct FilledSlots {
  struct Slot {
    std::uint32_t slot = 0;
    std::uint32_t kept = 0;  ///< embeddings
    bool all = false;        ///< every node set was seen, and is in the list
    double sets = 0;         ///< estimated number of node sets
  };
  std::vector<Slot> slots;
  std::vector<Node> nodes;  ///< of the embeddings, slot by slot
};

/// Makes lists of up to `embeddings` for the open ones of the given slots from the lists of the parents.
FilledSlots fill_lists(const GrowTarget& target, const GrowBeam& beam, const std::vector<ParentLink>& parents,
                       std::span<const std::uint32_t> slots, int embeddings, std::uint64_t seed, Explorer& explorer,
                       const GrownPattern& grown);
/// Adds lists of ascending slots to a pattern.
void add_lists(GrownPattern& grown, std::span<const FilledSlots> filled);

/// Adds embeddings of a pattern of the given size to its lists.
void append(OccurrenceLists& lists, OccurrenceLists more, int size);

}  // namespace spminer::grow
