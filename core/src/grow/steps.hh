// One thread's search of the surroundings of a beam's embeddings.
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

/// Nodes of the target are looked at relative to the embedding that was entered last.
class Explorer {
 public:
  Explorer(const GrowTarget& slots, const GrowParams& params)
      : target_(slots.target()),
        frontier_(params.frontier),
        induced_(params.induced),
        around_(target_, &slots.hubs(), params.induced) {}

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
    std::vector<match::Surroundings::Contacts> contacts;
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
  match::Surroundings around_;
  std::span<const Node> embedding_;
  std::vector<Scan> scanned_;  ///< by node of the embedding
};

// The steps of a level: candidates, their parents, their lists, their counts.

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

// The lists of a level, and what the matcher says of slots that they do not answer.

/// Keeps the lists of a beam and of its children, and answers what a level asks about them.
class ListKeeper {
 public:
  ListKeeper(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, Control& control);

  /// What the scouts' embeddings show of each pattern of the beam.
  std::vector<Scouting> scout();
  /// Children with lists for the scouts, as far as parents show them; to be summarized.
  std::vector<GrownPattern> build(const std::vector<Pattern>& chosen, int embeddings);
  /// Lists for the other slots of the chosen, since the matcher need not look for what those of the parents show; then
  /// the matcher is asked about every slot that is still open.  The answers are not recorded yet.
  std::vector<Query> settle(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen);
  /// Asks the matcher, with so many steps for each slot.
  void answer(const std::vector<GrownPattern>& grown, std::vector<Query>& queries, std::uint64_t steps);

 private:
  template <typename F>
  void run(std::size_t tasks, F&& f);

  const GrowTarget& asked_;
  const GrowBeam& beam_;
  const GrowParams& params_;
  Control& control_;
  ParentLinks links_;
  std::vector<std::unique_ptr<Explorer>> explorers_;  ///< of each thread; as large as the target
};

// Which slots of the patterns of a level show them.

/// Asks the matcher about open slots of patterns and records the answers.
class SlotDecider {
 public:
  SlotDecider(const GrowTarget& asked, const GrowParams& params, ListKeeper& keeper)
      : asked_(asked), params_(params), keeper_(keeper) {}

  /// Estimates counts from a sample of the open slots.
  void probe(std::vector<GrownPattern>& patterns);
  /// Decides every open slot of the chosen patterns.
  void decide(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen);

  /// Slots that the matcher was asked about.
  std::uint64_t queries() const { return queries_; }
  std::uint64_t undecided() const { return undecided_; }

 private:
  /// Asks again about what is still open, with more and more steps while the effort allows.
  void resolve(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen);
  void take(GrownPattern& grown, const Query& query);

  const GrowTarget& asked_;
  const GrowParams& params_;
  ListKeeper& keeper_;
  std::uint64_t queries_ = 0, undecided_ = 0;
};

// The order of patterns and candidates of a level.

/// Whether patterns that differ in the anchor only count as one.
bool one_anchor_each(GrowObjective objective);

/// Best first.  Equal values are told apart by the estimated number of node sets, then by density, then by the form
/// alone.
void rank(std::vector<GrownPattern>& patterns, GrowObjective objective);

/// The best `count` candidates; where the anchor does not matter, one anchor of each pattern.  `outside` is raised to
/// the bounds of the others.
std::vector<Pattern> choose(std::vector<Candidate>& candidates, std::size_t count, GrowObjective objective,
                            std::uint64_t& outside);

}  // namespace spminer::grow
