// The steps of a level: candidates, their parents, their lists, their counts.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "grow/explore.hh"
#include "spminer/grow/grow.hh"
#include "spminer/pattern/key.hh"

namespace spminer::grow {

/// What the scouts' embeddings showed of a pattern with one node more.
struct Candidate {
  Pattern pattern;  ///< in the canonical labeling
  PatternKey key;
  std::uint64_t scouts = 0;  ///< scouts that show it
  double hits = 0;           ///< estimated pairs of a parent's node set and a node that completes it
  std::uint64_t bound = 0;   ///< slots of the parent it was met with that has the fewest
  int parents = 0;           ///< parents it was met with
};

struct Scouted {
  std::vector<Candidate> candidates;  ///< best first
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
  std::vector<std::uint32_t> scouts;  ///< scouts that show it, ascending
};

/// All extensions of one parent.  A collision of keys can only make the first stand for more than it is; counts that
/// are reported come from lists and matching.
struct Scouting {
  std::vector<SeenExtension> extensions;
  std::uint64_t searched = 0;  ///< slots whose surroundings were searched completely
};

/// Searches the surroundings of a parent's embeddings.
Scouting scout_parent(const GrowTarget& asked, const GrowBeam& beam, std::size_t parent, const GrowParams& params,
                      Explorer& explorer, Control& control);

/// Unites extensions of all parents with isomorphic results; `wanted` is the number of candidates that will be used.
Scouted unite(const GrowTarget& asked, const GrowBeam& beam, std::vector<Scouting> found, int threads,
              std::size_t wanted);

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
GrownPattern child_without_lists(const GrowTarget& asked, const GrowBeam& beam, const Pattern& child,
                                 const std::vector<ParentLink>& parents);

/// Makes lists of up to `embeddings` for the open ones of the given slots from the lists of the parents.
void fill_lists(const GrowTarget& asked, const GrowBeam& beam, const std::vector<ParentLink>& parents,
                std::span<const std::uint32_t> slots, int embeddings, std::uint64_t seed, Explorer& explorer,
                GrownPattern& grown);

/// Adds embeddings of a pattern of the given size to its lists.
void append(OccurrenceLists& lists, const OccurrenceLists& more, int size);

enum class Answer : std::uint8_t { kOpen, kNo, kYes };

/// Slots that the matcher is asked about for one of some patterns, and what it says.
struct Query {
  std::size_t pattern = 0;
  std::vector<std::uint32_t> slots;
  std::vector<Answer> answers = {};
  std::vector<Node> images = {};  ///< of each slot, by the pattern's nodes, where it was found
};

/// Slots that are neither known to show the pattern nor refuted, ascending.
std::vector<std::uint32_t> open_slots(const GrownPattern& grown);

/// Sets the figures that follow from slots and estimated node sets.
void summarize(const GrowTarget& asked, GrownPattern& grown);

/// The fewest distinct nodes that the lists show of any orbit of the pattern's nodes.
std::uint64_t fewest_images(const GrownPattern& grown);

}  // namespace spminer::grow
