#include <array>
#include <set>

#include "grow/steps.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::grow {

namespace {

constexpr std::size_t kMostExtensions = 128;

/// Node x of the child as seen from its parent, whose node `labeling[i]` is node i of the child without x.
ChildExtension seen_from_parent(const Pattern& child, int x, const CanonicalForm& form) {
  ChildExtension extension;
  extension.label = child.label(x);
  extension.new_node = static_cast<std::int8_t>(x);
  if (child.coded()) extension.codes.assign(static_cast<std::size_t>(child.size) - 1, kNoEdge);
  for (int i = 0; i + 1 < child.size; ++i) {
    const int in_child = i + (i >= x), in_parent = form.labeling[i];
    extension.child_node[in_parent] = static_cast<std::int8_t>(in_child);
    if (!child.adjacent(in_child, x)) continue;
    extension.mask |= bit(in_parent);
    if (child.coded()) extension.codes[in_parent] = child.code(in_child, x);
  }
  return extension;
}

ChildExtension moved(const ChildExtension& extension, const NodeNumbers& image, int size) {
  ChildExtension result = extension;
  result.mask = 0;
  for (int i = 0; i < size; ++i) {
    result.child_node[image[i]] = extension.child_node[i];
    if ((extension.mask >> i) & 1) result.mask |= bit(image[i]);
    if (!extension.codes.empty()) result.codes[image[i]] = extension.codes[i];
  }
  return result;
}

}  // namespace

ParentIndex::ParentIndex(const GrowBeam& beam) {
  for (std::size_t p = 0; p < beam.patterns.size(); ++p) {
    number_.emplace(key_of(beam.patterns[p].pattern), p);
    generators_.push_back(canonical_form(beam.patterns[p].pattern).generators);
  }
}

std::vector<ParentLink> ParentIndex::parents(const Pattern& child) const {
  std::map<std::size_t, ParentLink> by_parent;
  std::map<std::size_t, std::set<std::pair<Row, std::vector<EdgeCode>>>> seen;
  for (int x = 0; x < child.size; ++x) {
    if (x == child.anchor) continue;
    const Pattern rest = without_node(child, x);
    if (!rest.connected()) continue;
    const CanonicalForm form = canonical_form(rest);
    const auto at = number_.find(key_of(renumbered(rest, form)));
    if (at == number_.end()) continue;
    ParentLink& link = by_parent[at->second];
    link.parent = at->second;
    ++link.removals;
    // Automorphisms of the parent turn one way to see the new node into all others.
    auto& known = seen[at->second];
    std::vector<ChildExtension> open{seen_from_parent(child, x, form)};
    while (!open.empty()) {
      ChildExtension extension = std::move(open.back());
      open.pop_back();
      if (!known.emplace(extension.mask, extension.codes).second) continue;
      if (link.extensions.size() == kMostExtensions) {
        link.all_extensions = false;
        break;
      }
      for (const auto& generator : generators_[at->second]) open.push_back(moved(extension, generator, rest.size));
      link.extensions.push_back(std::move(extension));
    }
  }
  std::vector<ParentLink> result;
  for (auto& [parent, link] : by_parent) result.push_back(std::move(link));
  return result;
}

const std::vector<ParentLink>& ParentLinks::of(const Pattern& child) {
  const PatternKey key = key_of(child);
  {
    const std::lock_guard lock(mutex_);
    if (const auto at = links_.find(key); at != links_.end()) return at->second;
  }
  auto found = index_.parents(child);  // outside the lock: others may need other children meanwhile
  const std::lock_guard lock(mutex_);
  return links_.try_emplace(key, std::move(found)).first->second;
}

// Second pass: occurrence lists of the chosen children, from those of their parents.

namespace {

/// A hash of the edges of the target that an embedding uses, which does not depend on their order.
std::uint64_t edges_hash(const Pattern& pattern, std::span<const Node> embedding) {
  std::uint64_t sum = 0;
  for (int i = 0; i < pattern.size; ++i)
    for_each_bit(pattern.rows[i], [&](int j) {
      const auto from = mix64(static_cast<std::uint64_t>(embedding[i]));
      sum += mix64(from + static_cast<std::uint64_t>(embedding[j]) + mix64(pattern.code(i, j)));
    });
  return sum;
}

/// The embeddings with the smallest keys, one of each node set first.  Keys are hashes, so this is a sample that does
/// not depend on the order in which they come.  Where a pattern may leave out edges, one node set can hold it in
/// several ways that lead to different children: those are kept where there is room.
class Reservoir {
 public:
  Reservoir(const Pattern& pattern, int capacity, bool induced)
      : pattern_(pattern), capacity_(capacity), induced_(induced) {}

  /// `set` is the hash of the embedding's nodes.
  void add(std::span<const Node> embedding, std::uint64_t set) {
    const bool first = std::find(sets_.begin(), sets_.end(), set) == sets_.end();
    if (!first && (induced_ || entries_.size() >= sets_.size() + capacity_)) return;
    const std::uint64_t way = induced_ ? set : edges_hash(pattern_, embedding);
    if (!induced_ && std::find(ways_.begin(), ways_.end(), way) != ways_.end()) return;
    if (first) sets_.push_back(set);
    if (!induced_) ways_.push_back(way);
    entries_.push_back({!first, mix64(way ^ salt_), entries_.size()});
    nodes_.insert(nodes_.end(), embedding.begin(), embedding.end());
  }
  std::size_t distinct() const { return sets_.size(); }

  /// Appends what stays.
  std::size_t move_to(std::vector<Node>& nodes) {
    std::sort(entries_.begin(), entries_.end());
    const std::size_t kept = std::min(entries_.size(), capacity_);
    for (std::size_t i = 0; i < kept; ++i) {
      const auto begin = nodes_.begin() + static_cast<std::ptrdiff_t>(entries_[i].index) * pattern_.size;
      nodes.insert(nodes.end(), begin, begin + pattern_.size);
    }
    return kept;
  }
  void reset(std::uint64_t salt) {
    salt_ = salt;
    sets_.clear();
    ways_.clear();
    entries_.clear();
    nodes_.clear();
  }

 private:
  struct Entry {
    bool again;  ///< its node set has an entry already
    std::uint64_t key;
    std::size_t index;

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  const Pattern& pattern_;
  std::size_t capacity_;
  bool induced_;
  std::uint64_t salt_ = 0;
  std::vector<std::uint64_t> sets_;
  std::vector<std::uint64_t> ways_;  ///< edges used, where embeddings are not induced
  std::vector<Entry> entries_;
  std::vector<Node> nodes_;
};

/// Extends the parents' lists of one slot after the other.
class ListExtender {
 public:
  ListExtender(const GrowTarget& target, const GrowBeam& beam, const Pattern& child,
               const std::vector<ParentLink>& parents, int embeddings, std::uint64_t seed, Explorer& explorer)
      : target_(target),
        beam_(beam),
        child_(child),
        parents_(parents),
        embeddings_(embeddings),
        seed_(seed),
        explorer_(explorer),
        reservoir_(child, embeddings, explorer.induced()) {}

  FilledSlots::Slot run(std::uint32_t slot, std::vector<Node>& nodes) {
    salt_ = mix64(seed_ ^ mix64(slot));
    reservoir_.reset(salt_);
    tallies_.assign(parents_.size(), {});
    const bool all = extend_complete(slot);
    if (!all) extend_in_turns(slot);
    FilledSlots::Slot outcome{.slot = slot};
    const std::size_t distinct = reservoir_.distinct();
    outcome.kept = static_cast<std::uint32_t>(reservoir_.move_to(nodes));
    outcome.all = all && outcome.kept == distinct;
    outcome.sets = all ? static_cast<double>(distinct) : std::max(static_cast<double>(distinct), estimated_sets(slot));
    return outcome;
  }

 private:
  /// What the embeddings of one parent led to.
  struct Tally {
    int visited = 0;
    double found = 0;  ///< nodes that complete the child, of all embeddings visited
  };

  /// One parent whose list has everything shows everything of the child; false if there is none such.
  bool extend_complete(std::size_t slot) {
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      const GrownPattern& parent = beam_.patterns[parents_[i].parent];
      if (!parent.complete.test(slot) || !parents_[i].all_extensions) continue;
      bool all = true;
      for (auto e = parent.lists.begin(slot); e < parent.lists.end(slot) && all; ++e)
        all = extend(i, e, e - parent.lists.begin(slot));
      if (all) return true;
      tallies_[i] = {};
    }
    return false;
  }

  /// The parents take turns, an embedding each, until there is enough to choose from.
  void extend_in_turns(std::size_t slot) {
    bool any = true;
    for (std::uint32_t turn = 0; any; ++turn) {
      any = false;
      for (std::size_t j = 0; j < parents_.size(); ++j) {
        const std::size_t i = (j + salt_) % parents_.size();
        const OccurrenceLists& lists = beam_.patterns[parents_[i].parent].lists;
        if (lists.begin(slot) + turn >= lists.end(slot)) continue;
        any = true;
        extend(i, lists.begin(slot) + turn, turn);
        if (reservoir_.distinct() >= 2 * static_cast<std::size_t>(embeddings_)) return;
      }
    }
  }

  /// Every node set of the child is met once per node whose removal leaves one of a parent's.
  double estimated_sets(std::size_t slot) const {
    double hits = 0;
    int removals = 0;
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (tallies_[i].visited == 0) continue;
      const double sets = static_cast<double>(beam_.patterns[parents_[i].parent].sets[slot]);
      hits += sets * tallies_[i].found / tallies_[i].visited;
      removals += parents_[i].removals;
    }
    return hits / std::max(removals, 1);
  }

  /// Whether that showed every way to complete embedding e, which is the `turn`-th of its slot.
  bool extend(std::size_t i, std::uint32_t e, std::uint32_t turn) {
    const ParentLink& link = parents_[i];
    const auto embedding = beam_.patterns[link.parent].embedding(e);
    std::array<Node, kMaxPatternNodes> images{};
    bool all = true;
    explorer_.enter(embedding);
    const std::uint64_t set = set_hash(embedding);
    for (const ChildExtension& extension : link.extensions) {
      int found = 0;
      const auto add = [&](Node v) {
        for (std::size_t k = 0; k < embedding.size(); ++k) images[extension.child_node[k]] = embedding[k];
        images[extension.new_node] = v;
        reservoir_.add(std::span(images).first(child_.size), set + set_hash({&v, 1}));
        ++found;
      };
      const double more = explorer_.for_each_fitting(extension, salt_ + turn, embeddings_, add);
      tallies_[i].found += more * found;
      all = all && more == 1.0;
    }
    ++tallies_[i].visited;
    return all;
  }

  const GrowTarget& target_;
  const GrowBeam& beam_;
  const Pattern& child_;
  const std::vector<ParentLink>& parents_;
  int embeddings_;
  std::uint64_t seed_;
  std::uint64_t salt_ = 0;  ///< of the slot at hand
  Explorer& explorer_;
  Reservoir reservoir_;
  std::vector<Tally> tallies_;
};

}  // namespace

GrownPattern child_without_lists(const GrowTarget& target, const GrowBeam& beam, const Pattern& child,
                                 const std::vector<ParentLink>& parents) {
  GrownPattern grown;
  grown.pattern = child;
  grown.known = grown.possible = BitSet(target.slots());
  for (std::size_t slot = 0; slot < target.slots(); ++slot) grown.possible.set(slot);
  for (const ParentLink& link : parents) grown.possible &= beam.patterns[link.parent].possible;
  for (const auto slot : target.pilots()) grown.eligible += grown.possible.test(slot);
  grown.complete = BitSet(target.slots());
  grown.sets.assign(target.slots(), 0);
  grown.lists.offset.assign(target.slots() + 1, 0);
  return grown;
}

FilledSlots fill_lists(const GrowTarget& target, const GrowBeam& beam, const std::vector<ParentLink>& parents,
                       std::span<const std::uint32_t> slots, int embeddings, std::uint64_t seed, Explorer& explorer,
                       const GrownPattern& grown) {
  FilledSlots filled;
  ListExtender extender(target, beam, grown.pattern, parents, embeddings, seed, explorer);
  for (const auto slot : slots)
    if (grown.possible.test(slot) && !grown.known.test(slot)) filled.slots.push_back(extender.run(slot, filled.nodes));
  return filled;
}

void add_lists(GrownPattern& grown, std::span<const FilledSlots> filled) {
  OccurrenceLists lists;
  lists.offset.assign(grown.lists.offset.size(), 0);
  for (const FilledSlots& part : filled) {
    for (const auto& [slot, kept, all, sets] : part.slots) {
      if (all) grown.complete.set(slot);
      if (kept > 0) grown.known.set(slot);
      if (kept == 0 && all) grown.possible.clear(slot);
      grown.sets[slot] = static_cast<float>(sets);
      lists.offset[slot + 1] = kept;
    }
    lists.nodes.insert(lists.nodes.end(), part.nodes.begin(), part.nodes.end());
  }
  for (std::size_t s = 1; s < lists.offset.size(); ++s) lists.offset[s] += lists.offset[s - 1];
  append(grown.lists, std::move(lists), grown.pattern.size);
}

void append(OccurrenceLists& lists, OccurrenceLists more, int size) {
  if (more.nodes.empty()) return;
  if (lists.nodes.empty()) {
    lists = std::move(more);
    return;
  }
  OccurrenceLists both;
  both.offset.assign(1, 0);
  both.nodes.reserve(lists.nodes.size() + more.nodes.size());
  for (std::size_t slot = 0; slot + 1 < lists.offset.size(); ++slot) {
    for (const OccurrenceLists* part : std::array<const OccurrenceLists*, 2>{&lists, &more}) {
      const auto nodes = std::span(part->nodes);
      const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(part->begin(slot)) * size;
      both.nodes.insert(both.nodes.end(), begin, begin + (part->end(slot) - part->begin(slot)) * std::ptrdiff_t{size});
    }
    both.offset.push_back(lists.end(slot) + more.end(slot));
  }
  lists = std::move(both);
}

}  // namespace spminer::grow
