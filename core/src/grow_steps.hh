// The steps of a level: candidates, their parents, their lists, their counts.
#pragma once

#include <map>
#include <vector>

#include "grow_explore.hh"
#include "spminer/grow.hh"

namespace spminer::grow {

/// Canonical patterns by what spells them out.
using Key = std::vector<std::uint64_t>;

/// What the scouts' embeddings showed of a pattern with one node more.
struct Candidate {
  Pattern pattern;  ///< canonical
  Key key;
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
Scouted scout(const GrowTarget& place, const GrowBeam& beam, const GrowParams& params, std::size_t wanted,
              Control& control);

/// A parent of a candidate within the beam.
struct Source {
  std::size_t parent = 0;
  int removals = 0;  ///< nodes of the child whose removal leaves this parent
  std::vector<Variant> variants;
  bool all_variants = true;  ///< false: the parent has too many automorphisms to list all variants
};

/// Finds the parents of patterns within a beam.
class Family {
 public:
  explicit Family(const GrowBeam& beam);
  std::vector<Source> sources(const Pattern& child) const;

 private:
  const GrowBeam& beam_;
  std::map<Key, std::size_t> number_;
  std::vector<std::vector<std::array<std::int8_t, kMaxPatternNodes>>> generators_;
};

/// The child with the slots that its parents leave (all, if it has none), and empty lists.
GrownPattern newborn(const GrowTarget& place, const GrowBeam& beam, const Pattern& child,
                     const std::vector<Source>& sources);

/// Makes lists of up to `embeddings` for the open ones of the given slots from the lists of the parents.
void gather(const GrowBeam& beam, const std::vector<Source>& sources, std::span<const std::uint32_t> slots,
            int embeddings, std::uint64_t seed, Explorer& explorer, GrownPattern& grown);

/// Adds embeddings of a pattern of the given size to its lists.
void append(SlotLists& lists, const SlotLists& more, int size);

/// Asks the matcher about open slots of a pattern and books the answers.
class Refiner {
 public:
  Refiner(const GrowTarget& place, const GrowParams& params, Control& control)
      : place_(place), params_(params), control_(control) {}

  /// Estimates counts from a sample of the open slots.
  void probe(std::vector<GrownPattern>& patterns);
  /// Decides every open slot of the chosen patterns.
  void finish(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen);

  std::uint64_t asked() const { return asked_; }
  std::uint64_t undecided() const { return undecided_; }

 private:
  struct Question;
  void answer(std::vector<GrownPattern>& patterns, std::vector<Question>& questions, std::uint64_t steps,
              std::size_t chunk);
  /// Asks again about what is still open, with more and more steps while the effort allows.
  void insist(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen);
  /// Takes the answers over; returns the share of yes among them.
  double book(GrownPattern& grown, const Question& question);

  const GrowTarget& place_;
  const GrowParams& params_;
  Control& control_;
  std::uint64_t asked_ = 0, undecided_ = 0;
};

/// Sets the figures that follow from slots and lists.
void summarize(const GrowTarget& place, GrownPattern& grown, GrowObjective objective);

}  // namespace spminer::grow
