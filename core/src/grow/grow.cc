#include "spminer/grow/grow.hh"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/parallel.hh"
#include "grow/decide.hh"
#include "grow/rank.hh"
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
    grown.known = SlotSet(asked.slots());
    for (std::size_t s = 0; s < asked.slots(); ++s)
      for (const Node u : asked.roots(s))
        if (target.label(u) == label) grown.known.set(s);
    grown.possible = grown.known;
    grown.complete = SlotSet(asked.slots());
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
    taken[static_cast<std::size_t>(i)] = true;
  }
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (!taken[i]) result.outside = std::max(result.outside, beam.patterns[i].bound);
  result.list_bytes = list_bytes(result.patterns);
  return result;
}

}  // namespace spminer::grow
