#include "spminer/grow.hh"

#include <numeric>
#include <set>
#include <stdexcept>

#include "grow_steps.hh"
#include "spminer/canonical.hh"
#include "spminer/parallel.hh"

namespace spminer {

using namespace grow;

std::uint64_t SlotSet::count() const {
  std::uint64_t total = 0;
  for (const auto word : words_) total += static_cast<std::uint64_t>(std::popcount(word));
  return total;
}

SlotSet& SlotSet::operator&=(const SlotSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}

namespace {

/// Draws `count` of the slots, ascending.
std::vector<std::uint32_t> draw_scouts(std::size_t slots, std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> scouts(slots);
  std::iota(scouts.begin(), scouts.end(), 0u);
  if (count == 0 || count >= slots) return scouts;
  Random random(seed);
  for (std::size_t i = 0; i < count; ++i) std::swap(scouts[i], scouts[i + random.below(slots - i)]);
  scouts.resize(count);
  std::sort(scouts.begin(), scouts.end());
  return scouts;
}

}  // namespace

GrowTarget::GrowTarget(const Target& target, const MatchIndex& index, std::span<const Node> roots,
                       std::span<const std::int64_t> offsets, std::uint64_t population, std::size_t scouts,
                       std::uint64_t seed)
    : target_(&target),
      index_(&index),
      roots_(roots.begin(), roots.end()),
      offsets_(offsets.begin(), offsets.end()),
      population_(population) {
  if (offsets_.empty() || offsets_.front() != 0 || offsets_.back() != static_cast<std::int64_t>(roots_.size()) ||
      !std::is_sorted(offsets_.begin(), offsets_.end()))
    throw std::invalid_argument("slot offsets must rise from 0 to the number of roots");
  for (const Node u : roots_)
    if (u < 0 || u >= target.size()) throw std::invalid_argument("a root is not a node of the target");
  scouts_ = draw_scouts(slots(), scouts, seed);
  for (std::uint32_t slot = 0, next = 0; slot < slots(); ++slot) {
    if (next < scouts_.size() && scouts_[next] == slot)
      ++next;
    else
      others_.push_back(slot);
  }
  adjacency_ = std::make_unique<const Adjacency>(target);
}

GrowTarget::~GrowTarget() = default;
GrowTarget::GrowTarget(GrowTarget&&) noexcept = default;

namespace {

/// Fewest distinct images that lists show of any orbit of the pattern's nodes.
std::uint64_t fewest_images(const GrownPattern& grown, const Canonical& form) {
  const int size = grown.pattern.size;
  std::vector<std::vector<Node>> images(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < grown.lists.nodes.size(); ++i)
    images[form.orbit[i % static_cast<std::size_t>(size)]].push_back(grown.lists.nodes[i]);
  std::uint64_t fewest = ~std::uint64_t{0};
  for (auto& orbit : images) {
    if (orbit.empty()) continue;
    std::sort(orbit.begin(), orbit.end());
    fewest = std::min(fewest, static_cast<std::uint64_t>(std::unique(orbit.begin(), orbit.end()) - orbit.begin()));
  }
  return grown.lists.nodes.empty() ? 0 : fewest;
}

double value(const GrownPattern& grown, GrowObjective objective) {
  if (objective == GrowObjective::kNodeSets) return grown.node_sets;
  if (objective == GrowObjective::kImages) return static_cast<double>(grown.images);
  return grown.expected;
}

/// Equal values are told apart by the estimated number of node sets, then by density, then by the form alone.
void rank(std::vector<GrownPattern>& patterns, GrowObjective objective) {
  struct Place {
    double value, sets;
    int edges;
    Key key;
    std::size_t at;
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < patterns.size(); ++i)
    places.push_back({value(patterns[i], objective), patterns[i].node_sets, patterns[i].pattern.edges(),
                      key_words(patterns[i].pattern), i});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    if (a.value != b.value) return a.value > b.value;
    if (a.sets != b.sets) return a.sets > b.sets;
    return a.edges != b.edges ? a.edges > b.edges : a.key < b.key;
  });
  std::vector<GrownPattern> ordered;
  for (const Place& place : places) ordered.push_back(std::move(patterns[place.at]));
  patterns = std::move(ordered);
}

void rank(std::vector<Candidate>& candidates, GrowObjective objective) {
  const auto sets = [](const Candidate& c) { return c.hits / std::max(c.parents, 1); };
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (objective != GrowObjective::kNodeSets && a.scouts != b.scouts) return a.scouts > b.scouts;
    return sets(a) != sets(b) ? sets(a) > sets(b) : a.key < b.key;
  });
}

bool one_anchor_each(GrowObjective objective) {
  return objective == GrowObjective::kNodeSets || objective == GrowObjective::kImages;
}

/// The best `count` candidates; where the anchor does not matter, one anchor of each pattern.
std::vector<Pattern> choose(std::vector<Candidate>& candidates, std::size_t count, GrowObjective objective,
                            std::uint64_t& outside) {
  rank(candidates, objective);
  std::vector<Pattern> chosen;
  std::set<Key> seen;
  for (Candidate& candidate : candidates) {
    if (chosen.size() == count) {
      outside = std::max(outside, candidate.bound);
      continue;
    }
    if (one_anchor_each(objective)) {
      Pattern plain = candidate.pattern;
      plain.anchor = kNoAnchor;
      if (!seen.insert(key_words(canonical_copy(plain))).second) continue;
    }
    chosen.push_back(std::move(candidate.pattern));
  }
  return chosen;
}

/// The most embeddings per scout that the memory limit allows for the lists of a level, at least one.
int affordable(const GrowParams& params, std::size_t patterns, std::size_t scouts, int size) {
  if (params.memory_limit == 0) return params.embeddings;
  const double each = static_cast<double>(patterns) * static_cast<double>(scouts) * size * sizeof(Node);
  return std::clamp(static_cast<int>(static_cast<double>(params.memory_limit) / std::max(each, 1.0)), 1,
                    params.embeddings);
}

std::uint64_t list_bytes(const std::vector<GrownPattern>& patterns) {
  std::uint64_t bytes = 0;
  for (const auto& grown : patterns)
    bytes += grown.lists.bytes() + grown.sets.capacity() * sizeof(float) + grown.known.words().size() * 24;
  return bytes;
}

/// Lists of a level's children, from those of the beam.
class Nursery {
 public:
  Nursery(const GrowTarget& place, const GrowBeam& beam, const GrowParams& params, Control& control)
      : place_(place),
        beam_(beam),
        params_(params),
        control_(control),
        family_(beam),
        explorers_(static_cast<std::size_t>(thread_count(params.threads))) {}

  /// The children with lists for the scouts; lists of those without a parent are left to the matcher.
  std::vector<GrownPattern> raise(const std::vector<Pattern>& chosen, int embeddings) {
    std::vector<GrownPattern> grown(chosen.size());
    run(chosen.size(), [&](std::size_t c, Explorer& explorer) {
      const auto sources = family_.sources(chosen[c]);
      grown[c] = newborn(place_, beam_, chosen[c], sources);
      gather(beam_, sources, place_.scouts(), embeddings, params_.seed, explorer, grown[c]);
      summarize(place_, grown[c], params_.objective);
    });
    std::erase_if(grown, [](const GrownPattern& g) { return g.pattern.size == 0; });
    return grown;
  }

  /// Lists for the other slots of the chosen: the matcher need not look for what the parents' lists show.
  void complete(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen) {
    run(chosen.size(), [&](std::size_t c, Explorer& explorer) {
      GrownPattern& each = grown[chosen[c]];
      gather(beam_, family_.sources(each.pattern), place_.others(), kSpare, params_.seed, explorer, each);
    });
  }

 private:
  static constexpr int kSpare = 2;  // embeddings of slots that are not searched for candidates

  template <typename F>
  void run(std::size_t tasks, F&& f) {
    parallel_for(static_cast<std::int64_t>(tasks), params_.threads, [&](std::int64_t task, int t) {
      if (control_.check_now()) return;
      if (!explorers_[t]) explorers_[t] = std::make_unique<Explorer>(place_, params_);
      f(static_cast<std::size_t>(task), *explorers_[t]);
    });
  }

  const GrowTarget& place_;
  const GrowBeam& beam_;
  const GrowParams& params_;
  Control& control_;
  Family family_;
  std::vector<std::unique_ptr<Explorer>> explorers_;
};

/// Decides the first `exact` patterns.  What was estimated too high falls behind others, which come up in their turn.
void finish_best(std::vector<GrownPattern>& patterns, Nursery& nursery, Refiner& refiner, const GrowParams& params,
                 Control& control) {
  constexpr int kRounds = 10;
  std::set<Key> finished;
  for (int round = 0; round < kRounds && !control.stopped(); ++round) {
    rank(patterns, params.objective);
    std::vector<std::size_t> chosen;
    for (std::size_t p = 0; p < std::min(patterns.size(), static_cast<std::size_t>(params.exact)); ++p)
      if (finished.insert(key_words(patterns[p].pattern)).second) chosen.push_back(p);
    if (chosen.empty()) break;
    nursery.complete(patterns, chosen);
    refiner.finish(patterns, chosen);
  }
}

}  // namespace

void grow::summarize(const GrowTarget& place, GrownPattern& grown, GrowObjective objective) {
  grown.count = grown.known.count();
  grown.bound = grown.possible.count();
  grown.expected = static_cast<double>(grown.count);
  Pattern plain = grown.pattern;
  plain.anchor = kNoAnchor;
  const Canonical form = canonicalise(plain);
  double total = 0;
  for (const auto slot : place.scouts()) total += static_cast<double>(grown.sets[slot]) * place.scale();
  // A node set is seen from each node that can be its anchor.
  const auto anchors =
      grown.pattern.anchor == kNoAnchor
          ? 1
          : std::count(form.orbit.begin(), form.orbit.begin() + plain.size, form.orbit[grown.pattern.anchor]);
  grown.node_sets = total / static_cast<double>(anchors);
  if (objective == GrowObjective::kImages) grown.images = fewest_images(grown, form);
}

GrowBeam grow_start(const GrowTarget& place, const GrowParams& params) {
  const Target& target = place.target();
  std::set<std::int32_t> labels;
  for (std::size_t s = 0; s < place.slots(); ++s)
    for (const Node u : place.roots(s)) labels.insert(target.label(u));
  GrowBeam beam;
  beam.size = 1;
  beam.embeddings = params.embeddings;
  for (const auto label : labels) {
    GrownPattern grown;
    grown.pattern = Pattern::empty(1);
    grown.pattern.anchor = params.objective == GrowObjective::kGroups ? kNoAnchor : 0;
    if (target.labeled()) grown.pattern.labels.push_back(label);
    if (target.coded()) grown.pattern.codes.push_back(kNoEdge);
    grown.known = SlotSet(place.slots());
    for (std::size_t s = 0; s < place.slots(); ++s)
      for (const Node u : place.roots(s))
        if (target.label(u) == label) grown.known.set(s);
    grown.possible = grown.known;
    grown.complete = SlotSet(place.slots());
    grown.lists.offset.push_back(0);
    for (std::size_t s = 0; s < place.slots(); ++s) {
      std::vector<std::pair<std::uint64_t, Node>> fitting;
      for (const Node u : place.roots(s))
        if (target.label(u) == label)
          fitting.emplace_back(mix64(params.seed ^ mix64(static_cast<std::uint64_t>(u))), u);
      std::sort(fitting.begin(), fitting.end());
      grown.sets.push_back(static_cast<float>(fitting.size()));
      const std::size_t kept = std::min(fitting.size(), static_cast<std::size_t>(params.embeddings));
      // Lists have each node set once, which shows everything of induced children only.
      if (kept == fitting.size() && params.induced) grown.complete.set(s);
      for (std::size_t i = 0; i < kept; ++i) grown.lists.nodes.push_back(fitting[i].second);
      grown.lists.offset.push_back(static_cast<std::uint32_t>(grown.lists.nodes.size()));
    }
    summarize(place, grown, params.objective);
    beam.patterns.push_back(std::move(grown));
  }
  rank(beam.patterns, params.objective);
  beam.candidates = beam.patterns.size();
  beam.list_bytes = list_bytes(beam.patterns);
  return beam;
}

GrowBeam grow_level(const GrowTarget& place, const GrowBeam& beam, const GrowParams& params, Control& control,
                    std::span<const Pattern> seeds) {
  if (beam.size >= kMaxPatternNodes) throw std::invalid_argument("a pattern has at most 64 nodes");
  for (const Pattern& seed : seeds)
    if (seed.size != beam.size + 1 || (seed.anchor == kNoAnchor) != (params.objective == GrowObjective::kGroups))
      throw std::invalid_argument("a seed has the size of the level, and an anchor if the level's patterns have");
  GrowBeam next;
  next.size = beam.size + 1;
  const auto width = static_cast<std::size_t>(params.beam);
  const std::size_t wanted = width * static_cast<std::size_t>(params.slack);
  Scouted scouted = scout(place, beam, params, wanted, control);
  next.candidates = scouted.candidates.size();
  next.outside = std::max(beam.outside, scouted.unseen);
  auto chosen = choose(scouted.candidates, wanted, params.objective, next.outside);
  for (const Pattern& seed : seeds)
    if (Pattern form = canonical_copy(seed); std::find(chosen.begin(), chosen.end(), form) == chosen.end())
      chosen.push_back(std::move(form));
  next.embeddings = affordable(params, chosen.size(), place.scouts().size(), next.size);
  Nursery nursery(place, beam, params, control);
  next.patterns = nursery.raise(chosen, next.embeddings);
  if (!one_anchor_each(params.objective)) {
    Refiner refiner(place, params, control);
    refiner.probe(next.patterns);
    finish_best(next.patterns, nursery, refiner, params, control);
    next.matched = refiner.asked();
    next.undecided = refiner.undecided();
  }
  rank(next.patterns, params.objective);
  for (std::size_t i = width; i < next.patterns.size(); ++i)
    next.outside = std::max(next.outside, next.patterns[i].bound);
  if (next.patterns.size() > width) next.patterns.resize(width);
  std::erase_if(next.patterns, [](const GrownPattern& g) { return g.count == 0; });
  next.list_bytes = list_bytes(next.patterns);
  next.complete = !control.stopped();
  return next;
}

GrowBeam grow_select(const GrowBeam& beam, std::span<const std::int64_t> chosen) {
  GrowBeam result = beam;
  result.patterns.clear();
  std::vector<bool> taken(beam.patterns.size());
  for (const auto i : chosen) {
    result.patterns.push_back(beam.patterns.at(static_cast<std::size_t>(i)));
    taken[static_cast<std::size_t>(i)] = true;
  }
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (!taken[i]) result.outside = std::max(result.outside, beam.patterns[i].bound);
  result.list_bytes = list_bytes(result.patterns);
  return result;
}

}  // namespace spminer
