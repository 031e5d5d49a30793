// The steps of a level: candidates, their parents, their lists, their counts.
#pragma once

#include <map>
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

/// Searches the surroundings of the beam's embeddings; `wanted` is the number of candidates that will be used.
Scouted scout(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, std::size_t wanted,
              Control& control);

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

/// The child with the slots that its parents leave (all, if it has none), and empty lists.
GrownPattern child_without_lists(const GrowTarget& asked, const GrowBeam& beam, const Pattern& child,
                                 const std::vector<ParentLink>& parents);

/// Makes lists of up to `embeddings` for the open ones of the given slots from the lists of the parents.
void fill_lists(const GrowBeam& beam, const std::vector<ParentLink>& parents, std::span<const std::uint32_t> slots,
                int embeddings, std::uint64_t seed, Explorer& explorer, GrownPattern& grown);

/// Adds embeddings of a pattern of the given size to its lists.
void append(OccurrenceLists& lists, const OccurrenceLists& more, int size);

/// Asks the matcher about open slots of patterns and records the answers.
class SlotDecider {
 public:
  SlotDecider(const GrowTarget& asked, const GrowParams& params, Control& control)
      : asked_(asked), params_(params), control_(control) {}

  /// Estimates counts from a sample of the open slots.
  void probe(std::vector<GrownPattern>& patterns);
  /// Decides every open slot of the chosen patterns.
  void decide(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen);

  /// Slots that the matcher was asked about.
  std::uint64_t queries() const { return queries_; }
  std::uint64_t undecided() const { return undecided_; }

 private:
  struct Query;
  void answer(std::vector<GrownPattern>& patterns, std::vector<Query>& queries, std::uint64_t steps, std::size_t chunk);
  /// Asks again about what is still open, with more and more steps while the effort allows.
  void resolve(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen);
  /// Takes the answers over; returns the share of yes among them.
  double record(GrownPattern& grown, const Query& query);

  const GrowTarget& asked_;
  const GrowParams& params_;
  Control& control_;
  std::uint64_t queries_ = 0, undecided_ = 0;
};

/// Sets the figures that follow from slots and lists.
void summarize(const GrowTarget& asked, GrownPattern& grown, GrowObjective objective);

}  // namespace spminer::grow
