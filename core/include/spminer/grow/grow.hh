// Growth: frequent patterns found level by level, steered by real occurrences.
//
//   GrowTarget target(graph, index, ...);             // once per graph and choice of anchors
//   GrowBeam beam = grow_start(target, params);       // patterns of one node
//   beam = grow_level(target, beam, params, control);  // one node more, as often as wanted
//
// A slot is where an occurrence is searched: one anchor, or (for the objective kGroups) any node of one graph.  A beam
// keeps for each of its patterns the slots that show it for certain and those that still may.  At the pilots, a sample
// of the slots, it keeps lists of embeddings.  The neighbors of these embeddings give the patterns of the next level;
// isomorphic ones are merged, lists are rebuilt for the best, and the matcher searches the slots that no list answers,
// of those that all parents have.  So known slots are true, possible slots cannot be exceeded, and both are equal where
// matching was finished.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spminer/base/bits.hh"
#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"
#include "spminer/match/match.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::inline graph {

class HubRows;

}  // namespace spminer::inline graph

namespace spminer::grow {

using match::MatchIndex;

/// What ranks the patterns of a level.
enum class GrowObjective : int {
  kAnchors,   ///< anchored frequency: slots that show the pattern
  kNodeSets,  ///< graph-level frequency, estimated; one anchor per pattern is kept
  kGroups,    ///< slots are graphs and patterns have no anchor
  kImages     ///< fewest images of any node; one anchor per pattern is kept
};

struct GrowParams {
  GrowObjective objective = GrowObjective::kAnchors;
  bool induced = true;          ///< patterns are node-induced; else further edges between their nodes are allowed
  int beam = 64;                ///< patterns kept per level
  int embeddings = 6;           ///< embeddings kept per pattern and pilot
  int slack = 3;                ///< lists are built for this many times `beam` candidates
  int frontier = 96;            ///< neighbors looked at per embedding; rows longer than a fair share of it are sampled
  std::int64_t probes = 96;     ///< open pilots that the matcher searches to estimate the count of a candidate
  int exact = 16;               ///< patterns of a level whose every open slot is decided
  std::uint64_t steps = 20000;  ///< matcher's steps per slot before it is left open; 0: unlimited
  std::uint64_t effort = 0;     ///< more steps for the slots left open of a pattern to be decided, all together
  std::uint64_t memory_limit = 0;  ///< bytes for embedding lists: they are thinned to fit; 0: no limit
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0: every core
};

/// A graph collection with the slots to search.  Graph and index must outlive it.
class GrowTarget {
 public:
  /// Slot s has the nodes roots[offsets[s]] .. roots[offsets[s + 1] - 1].  `population` is the number of slots that the
  /// given ones stand for, for estimates; `pilots` (0: all) of the slots, drawn with the seed, get lists.  `threads`
  /// (0: every core) make the fast tests of adjacency.  Throws std::invalid_argument for a node out of
  /// range.
  GrowTarget(const Target& target, const MatchIndex& index, std::span<const Node> roots,
             std::span<const std::int64_t> offsets, std::uint64_t population, std::size_t pilots, std::uint64_t seed,
             int threads);
  ~GrowTarget();

  const Target& graph() const { return *graph_; }
  const MatchIndex& index() const { return *index_; }
  std::size_t slots() const { return offsets_.size() - 1; }
  std::span<const Node> roots(std::size_t slot) const {
    return std::span(roots_).subspan(offsets_[slot], static_cast<std::size_t>(offsets_[slot + 1] - offsets_[slot]));
  }
  /// Slots whose lists give candidates, ascending.
  std::span<const std::uint32_t> pilots() const { return pilots_; }
  /// The other slots, ascending.
  std::span<const std::uint32_t> others() const { return others_; }
  /// Pilots whose figures are summed on their own before they are added up.
  std::size_t block() const { return block_; }
  /// How many slots of the whole target each pilot stands for.
  double scale() const {
    return static_cast<double>(population_) / static_cast<double>(std::max<std::size_t>(pilots_.size(), 1));
  }
  const HubRows& hubs() const { return *hubs_; }

 private:
  const Target* graph_;
  const MatchIndex* index_;
  std::vector<Node> roots_;
  std::vector<std::int64_t> offsets_;
  std::uint64_t population_;
  std::size_t block_;
  std::vector<std::uint32_t> pilots_, others_;
  std::unique_ptr<const HubRows> hubs_;
};

/// Occurrence lists: embeddings by slot, flat.
struct OccurrenceLists {
  std::vector<std::uint32_t> offset;  ///< first embedding of each slot, and their number
  std::vector<Node> nodes;

  std::uint32_t begin(std::size_t slot) const { return offset[slot]; }
  std::uint32_t end(std::size_t slot) const { return offset[slot + 1]; }
  std::uint64_t bytes() const { return offset.capacity() * sizeof(std::uint32_t) + nodes.capacity() * sizeof(Node); }
};

/// A pattern of a beam with what is known of it.
struct GrownPattern {
  Pattern pattern;  ///< in the canonical labeling; the anchor, if any, is node 0
  BitSet known;     ///< slots that show it for certain
  BitSet possible;  ///< slots that are not refuted; `known` is a part
  BitSet complete;  ///< slots whose list has every node set
  OccurrenceLists lists;
  std::vector<float> sets;     ///< estimated number of node sets of each slot with a list
  std::uint64_t count = 0;     ///< members of `known`
  std::uint64_t bound = 0;     ///< members of `possible`
  std::uint64_t eligible = 0;  ///< pilots that all parents have
  double expected = 0;         ///< estimated count, from what pilots and probes show; `count` once that is exact
  double node_sets = 0;        ///< estimated graph-level frequency
  std::uint64_t images = 0;    ///< fewest distinct images that the lists show of any orbit

  bool exact() const { return count == bound; }
  std::span<const Node> embedding(std::uint32_t e) const {
    return std::span(lists.nodes).subspan(std::size_t{e} * pattern.size, static_cast<std::size_t>(pattern.size));
  }
};

/// One level.
struct GrowBeam {
  int size = 0;
  std::vector<GrownPattern> patterns;  ///< best first
  bool complete = true;                ///< false: the control stopped the work; counts are lower bounds all the same
  /// No pattern of this size outside the beam is shown by more slots than this.
  std::uint64_t outside = 0;
  std::uint64_t candidates = 0;  ///< distinct candidates met
  std::uint64_t matched = 0;     ///< slots that the matcher searched
  std::uint64_t undecided = 0;   ///< those of them that stayed open
  int embeddings = 0;            ///< embeddings kept per pilot; fewer than wanted if the memory limit requires it
  std::uint64_t list_bytes = 0;  ///< memory of the lists
};

/// The patterns of one node: one per label.
GrowBeam grow_start(const GrowTarget& target, const GrowParams& params);

/// The next level.  `seeds` are patterns of its size that join what the beam offers, found by the matcher.
/// Throws std::invalid_argument beyond kMaxPatternNodes, and for seeds of another size or kind of anchor.
GrowBeam grow_level(const GrowTarget& target, const GrowBeam& beam, const GrowParams& params, Control& control,
                    std::span<const Pattern> seeds = {});

/// The beam with only the chosen of its patterns, in the order given.  Throws std::out_of_range.
GrowBeam grow_select(const GrowBeam& beam, std::span<const std::int64_t> chosen);

// A beam as flat arrays, so that a run can be kept on disk and go on to the same result.

struct GrowState {
  std::vector<std::int64_t> header;  ///< size, outside, embeddings
  std::vector<std::uint64_t> keys;   ///< keys of the patterns in the canonical labeling, one after the other
  std::vector<std::int64_t> key_offset;
  std::vector<std::uint64_t> slots;   ///< per pattern: words of known, possible and complete
  std::vector<std::uint32_t> offset;  ///< per pattern: offsets of its lists
  std::vector<Node> nodes;            ///< lists, one after the other
  std::vector<float> sets;
  std::vector<double> figures;  ///< per pattern: expected, node_sets, images

  friend bool operator==(const GrowState&, const GrowState&) = default;
};

GrowState pack(const GrowBeam& beam);

/// The inverse.  Throws std::invalid_argument if the arrays do not fit each other or the target.
GrowBeam unpack(const GrowState& state, const GrowTarget& target);

}  // namespace spminer::grow
