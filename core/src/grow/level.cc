#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/parallel.hh"
#include "grow/steps.hh"
#include "spminer/base/random.hh"
#include "spminer/grow/grow.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::grow {

namespace {

/// The most embeddings per scout that the memory limit allows for the lists of a level, at least one.
int affordable(const GrowParams& params, std::size_t patterns, std::size_t scouts, int size) {
  if (params.memory_limit == 0) return params.embeddings;
  const double each = static_cast<double>(patterns) * static_cast<double>(scouts) * size * sizeof(Node);
  const double most = static_cast<double>(params.memory_limit) / std::max(each, 1.0);
  return static_cast<int>(std::clamp(most, 1.0, static_cast<double>(params.embeddings)));
}

std::uint64_t list_bytes(const std::vector<GrownPattern>& patterns) {
  std::uint64_t bytes = 0;
  for (const auto& grown : patterns)
    bytes += grown.lists.bytes() + grown.sets.capacity() * sizeof(float) + grown.known.words().size() * 24;
  return bytes;
}

/// Decides the first `exact` patterns.  What was estimated too high falls behind others, which come up in their turn.
void decide_best(std::vector<GrownPattern>& patterns, SlotDecider& decider, const GrowParams& params,
                 Control& control) {
  constexpr int kRounds = 10;
  std::set<PatternKey> finished;
  for (int round = 0; round < kRounds && !control.stopped(); ++round) {
    rank(patterns, params.objective);
    std::vector<std::size_t> chosen;
    for (std::size_t p = 0; p < std::min(patterns.size(), static_cast<std::size_t>(params.exact)); ++p)
      if (finished.insert(key_of(patterns[p].pattern)).second) chosen.push_back(p);
    if (chosen.empty()) break;
    decider.decide(patterns, chosen);
  }
}

void check(const GrowBeam& beam, const GrowParams& params, std::span<const Pattern> seeds) {
  if (beam.size >= kMaxPatternNodes) throw std::invalid_argument("a pattern has at most 64 nodes");
  for (const Pattern& seed : seeds)
    if (seed.size != beam.size + 1 || (seed.anchor == kNoAnchor) != (params.objective == GrowObjective::kGroups))
      throw std::invalid_argument("a seed has the size of the level, and an anchor if the level's patterns have");
}

}  // namespace

GrowBeam grow_start(const GrowTarget& asked, const GrowParams& params) {
  const Target& target = asked.target();
  std::set<std::int32_t> labels;
  for (std::size_t s = 0; s < asked.slots(); ++s)
    for (const Node u : asked.roots(s)) labels.insert(target.label(u));
  GrowBeam beam;
  beam.size = 1;
  beam.embeddings = params.embeddings;
  for (const auto label : labels) {
    GrownPattern grown;
    grown.pattern = Pattern::empty(1);
    grown.pattern.anchor = params.objective == GrowObjective::kGroups ? kNoAnchor : 0;
    if (target.labeled()) grown.pattern.labels.push_back(label);
    if (target.coded()) grown.pattern.codes.push_back(kNoEdge);
    grown.known = BitSet(asked.slots());
    for (std::size_t s = 0; s < asked.slots(); ++s)
      for (const Node u : asked.roots(s))
        if (target.label(u) == label) grown.known.set(s);
    grown.possible = grown.known;
    grown.complete = BitSet(asked.slots());
    grown.lists.offset.push_back(0);
    for (std::size_t s = 0; s < asked.slots(); ++s) {
      std::vector<std::pair<std::uint64_t, Node>> fitting;
      for (const Node u : asked.roots(s))
        if (target.label(u) == label)
          fitting.emplace_back(mix64(params.seed ^ mix64(static_cast<std::uint64_t>(u))), u);
      std::sort(fitting.begin(), fitting.end());
      grown.sets.push_back(static_cast<float>(fitting.size()));
      const std::size_t kept = std::min(fitting.size(), static_cast<std::size_t>(params.embeddings));
      // Lists have each node set first, and all the ways to leave out edges only where there is room.
      if (kept == fitting.size() && params.induced) grown.complete.set(s);
      for (std::size_t i = 0; i < kept; ++i) grown.lists.nodes.push_back(fitting[i].second);
      grown.lists.offset.push_back(static_cast<std::uint32_t>(grown.lists.nodes.size()));
    }
    summarize(asked, grown);
    if (params.objective == GrowObjective::kImages) grown.images = fewest_images(grown);
    beam.patterns.push_back(std::move(grown));
  }
  rank(beam.patterns, params.objective);
  beam.candidates = beam.patterns.size();
  beam.list_bytes = list_bytes(beam.patterns);
  return beam;
}

GrowBeam grow_level(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, Control& control,
                    std::span<const Pattern> seeds) {
  check(beam, params, seeds);
  ListKeeper keeper(asked, beam, params, control);
  GrowBeam next;
  next.size = beam.size + 1;
  const auto width = static_cast<std::size_t>(params.beam);
  const std::size_t wanted = width * static_cast<std::size_t>(params.slack);
  Scouted scouted = unite(asked, beam, keeper.scout(), params.threads, wanted);
  next.candidates = scouted.candidates.size();
  next.outside = std::max(beam.outside, scouted.unseen);
  auto chosen = choose(scouted.candidates, wanted, params.objective, next.outside);
  for (const Pattern& seed : seeds)
    if (Pattern form = renumbered(seed); std::find(chosen.begin(), chosen.end(), form) == chosen.end())
      chosen.push_back(std::move(form));
  next.embeddings = affordable(params, chosen.size(), asked.scouts().size(), next.size);
  next.patterns = keeper.build(chosen, next.embeddings);
  parallel_for(static_cast<std::int64_t>(next.patterns.size()), params.threads,
               [&](std::int64_t p, int) { summarize(asked, next.patterns[p]); });
  if (!one_anchor_each(params.objective)) {
    SlotDecider decider(asked, params, keeper);
    decider.probe(next.patterns);
    decide_best(next.patterns, decider, params, control);
    next.matched = decider.queries();
    next.undecided = decider.undecided();
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
    taken[i] = true;
  }
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (!taken[i]) result.outside = std::max(result.outside, beam.patterns[i].bound);
  result.list_bytes = list_bytes(result.patterns);
  return result;
}

// The figures of a pattern that follow from its slots and lists.

std::uint64_t fewest_images(const GrownPattern& grown) {
  Pattern plain = grown.pattern;
  plain.anchor = kNoAnchor;
  const CanonicalForm form = canonical_form(plain);
  const auto size = static_cast<std::size_t>(plain.size);
  std::vector<std::vector<Node>> images(size);
  for (std::size_t i = 0; i < grown.lists.nodes.size(); ++i)
    images[form.orbit[i % size]].push_back(grown.lists.nodes[i]);
  std::uint64_t fewest = 0;
  for (auto& orbit : images) {
    std::sort(orbit.begin(), orbit.end());
    orbit.erase(std::unique(orbit.begin(), orbit.end()), orbit.end());
    if (!orbit.empty() && (fewest == 0 || orbit.size() < fewest)) fewest = orbit.size();
  }
  return fewest;
}

void summarize(const GrowTarget& asked, GrownPattern& grown) {
  grown.count = grown.known.count();
  grown.bound = grown.possible.count();
  grown.expected = static_cast<double>(grown.count);
  Pattern plain = grown.pattern;
  plain.anchor = kNoAnchor;
  const CanonicalForm form = canonical_form(plain);
  double total = 0;
  for (const auto slot : asked.scouts()) total += static_cast<double>(grown.sets[slot]) * asked.scale();
  // A node set is seen from each node that can be its anchor.
  const auto anchors =
      grown.pattern.anchor == kNoAnchor
          ? 1
          : std::count(form.orbit.begin(), form.orbit.begin() + plain.size, form.orbit[grown.pattern.anchor]);
  grown.node_sets = total / static_cast<double>(anchors);
}

// What lists do not answer is asked of the matcher.

namespace {

constexpr std::uint64_t kMoreSteps = 10;

bool open(const GrownPattern& grown, std::size_t slot) { return grown.possible.test(slot) && !grown.known.test(slot); }

std::vector<std::uint32_t> open_among(const GrownPattern& grown, std::span<const std::uint32_t> slots) {
  std::vector<std::uint32_t> result;
  for (const auto slot : slots)
    if (open(grown, slot)) result.push_back(slot);
  return result;
}

/// The expected count from what scouts show and the share `rate` of those still open: the share of the eligible
/// scouts that have the pattern is also that of the other slots.
double expectation(const GrowTarget& asked, const GrownPattern& grown, double rate) {
  double known = 0, still_open = 0;
  for (const auto slot : asked.scouts()) {
    known += grown.known.test(slot);
    still_open += open(grown, slot);
  }
  double others = 0;
  for (const auto slot : asked.others()) others += grown.possible.test(slot);
  const double have = known + rate * still_open;
  const double expected = have + others * have / std::max<double>(static_cast<double>(grown.eligible), 1);
  return std::clamp(expected, static_cast<double>(grown.count), static_cast<double>(grown.bound));
}

/// Equal steps from a start that depends on the seed only.
std::vector<std::uint32_t> sample(const std::vector<std::uint32_t>& slots, std::size_t count, std::uint64_t seed) {
  if (slots.size() <= count) return slots;
  const double step = static_cast<double>(slots.size()) / static_cast<double>(count);
  const double start = Random(seed).uniform() * step;
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(
        slots[std::min(slots.size() - 1, static_cast<std::size_t>(start + static_cast<double>(i) * step))]);
  return result;
}

/// The share of yes among the answers.
double rate(const Query& query) {
  const auto yes = std::ranges::count(query.answers, Answer::kYes), no = std::ranges::count(query.answers, Answer::kNo);
  return yes + no == 0 ? 0.5 : static_cast<double>(yes) / static_cast<double>(yes + no);
}

/// Takes answers over, with the embeddings that were found.
void record(GrownPattern& grown, const Query& query) {
  const auto size = static_cast<std::size_t>(grown.pattern.size);
  OccurrenceLists found;
  found.offset.assign(grown.lists.offset.size(), 0);
  for (std::size_t i = 0; i < query.slots.size(); ++i) {
    const auto slot = query.slots[i];
    if (query.answers[i] == Answer::kNo) grown.possible.clear(slot);
    if (query.answers[i] != Answer::kYes) continue;
    grown.known.set(slot);
    grown.sets[slot] = std::max(grown.sets[slot], 1.0f);
    const auto* images = &query.images[i * size];
    found.nodes.insert(found.nodes.end(), images, images + size);
    found.offset[slot + 1] = 1;
  }
  if (!found.nodes.empty()) {
    for (std::size_t s = 1; s < found.offset.size(); ++s) found.offset[s] += found.offset[s - 1];
    append(grown.lists, found, grown.pattern.size);
  }
  grown.count = grown.known.count();
  grown.bound = grown.possible.count();
}

}  // namespace

std::vector<std::uint32_t> open_slots(const GrownPattern& grown) {
  std::vector<std::uint32_t> slots;
  grown.possible.for_each([&](std::size_t s) {
    if (!grown.known.test(s)) slots.push_back(static_cast<std::uint32_t>(s));
  });
  return slots;
}

void SlotDecider::probe(std::vector<GrownPattern>& patterns) {
  std::vector<Query> queries;
  for (std::size_t p = 0; p < patterns.size(); ++p)
    queries.push_back(
        {p, sample(open_among(patterns[p], asked_.scouts()), static_cast<std::size_t>(params_.probes), params_.seed)});
  keeper_.answer(patterns, queries, params_.steps);
  for (const Query& query : queries) {
    GrownPattern& grown = patterns[query.pattern];
    take(grown, query);
    grown.expected = expectation(asked_, grown, rate(query));
  }
}

void SlotDecider::decide(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen) {
  const std::vector<Query> queries = keeper_.settle(patterns, chosen);
  for (const Query& query : queries) take(patterns[query.pattern], query);
  resolve(patterns, chosen);
  for (const Query& query : queries) {
    GrownPattern& grown = patterns[query.pattern];
    grown.expected = static_cast<double>(grown.count) + rate(query) * static_cast<double>(grown.bound - grown.count);
  }
}

void SlotDecider::resolve(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen) {
  if (params_.steps == 0) return;
  for (std::uint64_t steps = params_.steps * kMoreSteps; steps <= params_.effort; steps *= kMoreSteps) {
    std::vector<Query> queries;
    for (const std::size_t p : chosen) {
      auto slots = open_slots(patterns[p]);
      if (!slots.empty() && slots.size() <= params_.effort / steps) queries.push_back({p, std::move(slots)});
    }
    if (queries.empty()) continue;
    keeper_.answer(patterns, queries, steps);
    for (const Query& query : queries) {
      undecided_ -= query.slots.size();  // recorded before
      take(patterns[query.pattern], query);
    }
  }
}

void SlotDecider::take(GrownPattern& grown, const Query& query) {
  record(grown, query);
  queries_ += query.slots.size();
  undecided_ += static_cast<std::uint64_t>(std::ranges::count(query.answers, Answer::kOpen));
}

namespace {

double value(const GrownPattern& grown, GrowObjective objective) {
  if (objective == GrowObjective::kNodeSets) return grown.node_sets;
  if (objective == GrowObjective::kImages) return static_cast<double>(grown.images);
  return grown.expected;
}

void rank(std::vector<Candidate>& candidates, GrowObjective objective) {
  const auto sets = [](const Candidate& c) { return c.hits / std::max(c.parents, 1); };
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (objective != GrowObjective::kNodeSets && a.scouts != b.scouts) return a.scouts > b.scouts;
    return sets(a) != sets(b) ? sets(a) > sets(b) : a.key < b.key;
  });
}

}  // namespace

bool one_anchor_each(GrowObjective objective) {
  return objective == GrowObjective::kNodeSets || objective == GrowObjective::kImages;
}

void rank(std::vector<GrownPattern>& patterns, GrowObjective objective) {
  struct Entry {
    double value, sets;
    int edges;
    PatternKey key;
    std::size_t at;
  };
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < patterns.size(); ++i)
    entries.push_back({value(patterns[i], objective), patterns[i].node_sets, patterns[i].pattern.edges(),
                       key_of(patterns[i].pattern), i});
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    if (a.value != b.value) return a.value > b.value;
    if (a.sets != b.sets) return a.sets > b.sets;
    return a.edges != b.edges ? a.edges > b.edges : a.key < b.key;
  });
  std::vector<GrownPattern> ordered;
  for (const Entry& entry : entries) ordered.push_back(std::move(patterns[entry.at]));
  patterns = std::move(ordered);
}

std::vector<Pattern> choose(std::vector<Candidate>& candidates, std::size_t count, GrowObjective objective,
                            std::uint64_t& outside) {
  rank(candidates, objective);
  std::vector<Pattern> chosen;
  std::set<PatternKey> seen;
  for (Candidate& candidate : candidates) {
    if (chosen.size() == count) {
      outside = std::max(outside, candidate.bound);
      continue;
    }
    if (one_anchor_each(objective)) {
      Pattern plain = candidate.pattern;
      plain.anchor = kNoAnchor;
      if (!seen.insert(canonical_key(plain)).second) continue;
    }
    chosen.push_back(std::move(candidate.pattern));
  }
  return chosen;
}

}  // namespace spminer::grow
