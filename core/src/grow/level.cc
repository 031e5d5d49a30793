// One level of growth: from the patterns of one size to those with one node more.
//
// The steps, in the order of Level::grow():
//   candidates   what the embeddings of the pilots show as neighbors gives patterns with one node more; isomorphic ones
//                are merged (candidates.cc)
//   choose       the candidates that most pilots show, `slack` times as many as are kept, and the seeds
//   lists        the embeddings of each chosen one at the pilots, from the lists of its parents (lists.cc)
//   estimate     the matcher searches a sample of the pilots that lists leave open
//   decide       for the `exact` best all slots: first lists at the other slots, then the matcher; slots that its step
//                limit leaves open are searched again with ten times the steps while the effort allows
//   rank         best first, cut to the beam; what is cut raises the bound of what is outside
// For node sets and images, estimates from lists rank alone, and no slot is searched.
//
// Invariants: a slot is `known` only by an embedding, and refuted only by a complete list, a finished search, or a
// parent that it refuted; so count and bound enclose the truth whatever was sampled.  Samples are drawn by hashes of
// the seed, and sums go in blocks, so nothing depends on the number of threads.
//
// Cost: candidates take (patterns * pilots * embeddings * frontier) looks at neighbors and a canonical form for each
// merged extension; lists take about as much for each chosen candidate; searches take at most `steps` for each root of
// a slot.  When the control stops a level, its remaining tasks are skipped: counts stay lower bounds, bounds stay upper
// bounds, and the beam says that it is not complete.
//
// Reasons and measurements: docs/decisions/0005-growth.md.

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>

#include "base/parallel.hh"
#include "grow/steps.hh"
#include "match/search.hh"
#include "spminer/base/random.hh"
#include "spminer/grow/grow.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::grow {

namespace {

constexpr int kOtherEmbeddings = 2;       // kept for slots that are no pilots
constexpr int kRounds = 10;               // of ranking and deciding the best
constexpr std::uint64_t kMoreSteps = 10;  // times the steps, for slots that are searched again
constexpr std::size_t kChunk = 256;       // slots of a task; one if the search of each may take kMoreSteps

enum class Answer : std::uint8_t { kOpen, kNo, kYes };

/// Slots that are searched for one of some patterns, and what was found.
struct Query {
  std::size_t pattern = 0;
  std::vector<std::uint32_t> slots;
  std::vector<Answer> answers = {};
  std::vector<Node> images = {};  ///< of each slot, by the pattern's nodes, where it was found
};

/// Whether patterns that differ in the anchor only count as one.
bool one_anchor_each(GrowObjective objective) {
  return objective == GrowObjective::kNodeSets || objective == GrowObjective::kImages;
}

std::uint64_t list_bytes(const std::vector<GrownPattern>& patterns) {
  std::uint64_t bytes = 0;
  for (const auto& grown : patterns)
    bytes += grown.lists.bytes() + grown.sets.capacity() * sizeof(float) + grown.known.words().size() * 24;
  return bytes;
}

double value(const GrownPattern& grown, GrowObjective objective) {
  if (objective == GrowObjective::kNodeSets) return grown.node_sets;
  if (objective == GrowObjective::kImages) return static_cast<double>(grown.images);
  return grown.expected;
}

/// Best first.  Equal values are ordered by the estimated number of node sets, then by density, then by form.
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

class Level {
 public:
  Level(const GrowTarget& target, const GrowBeam& beam, const GrowParams& params, Control& control)
      : target_(target),
        beam_(beam),
        params_(params),
        control_(control),
        links_(beam),
        explorers_(thread_count(params.threads)) {}

  GrowBeam grow(std::span<const Pattern> seeds);

 private:
  using Patterns = std::vector<GrownPattern>;

  Candidates find_candidates(std::size_t wanted);
  std::vector<Pattern> choose(std::vector<Candidate>& candidates, std::size_t count, std::uint64_t& outside) const;
  int affordable_embeddings(std::size_t patterns) const;
  Patterns extend_lists(const std::vector<Pattern>& chosen, int embeddings);
  void estimate(Patterns& patterns);
  void decide_best(Patterns& patterns);
  void decide(Patterns& patterns, std::span<const std::size_t> chosen);
  void retry_undecided(Patterns& patterns, std::span<const std::size_t> chosen);
  void search_slots(Patterns& patterns, std::vector<Query>& queries, std::uint64_t steps);
  double expectation(const GrownPattern& grown, double rate) const;

  /// Calls f(task, explorer) for each task, until the control stops it.
  template <typename F>
  void run(std::size_t tasks, F&& f) {
    parallel_for(static_cast<std::int64_t>(tasks), params_.threads, [&](std::int64_t task, int t) {
      if (control_.check_now()) return;
      if (!explorers_[t]) explorers_[t] = std::make_unique<Explorer>(target_, params_);
      f(static_cast<std::size_t>(task), *explorers_[t]);
    });
  }

  /// Calls f(i) for 0 .. count-1, whatever the control says.
  template <typename F>
  void for_each(std::size_t count, F&& f) const {
    parallel_for(static_cast<std::int64_t>(count), params_.threads,
                 [&](std::int64_t i, int) { f(static_cast<std::size_t>(i)); });
  }

  const GrowTarget& target_;
  const GrowBeam& beam_;
  const GrowParams& params_;
  Control& control_;
  ParentLinks links_;
  std::vector<std::unique_ptr<Explorer>> explorers_;  // of each thread; as large as the target
  std::uint64_t matched_ = 0, undecided_ = 0;         // slots searched, and those of them that stayed open
};

GrowBeam Level::grow(std::span<const Pattern> seeds) {
  GrowBeam next;
  next.size = beam_.size + 1;
  const auto width = static_cast<std::size_t>(params_.beam);
  const std::size_t wanted = width * static_cast<std::size_t>(params_.slack);

  Candidates candidates = find_candidates(wanted);
  next.candidates = candidates.found.size();
  next.outside = std::max(beam_.outside, candidates.unseen);

  std::vector<Pattern> chosen = choose(candidates.found, wanted, next.outside);
  for (const Pattern& seed : seeds)
    if (Pattern form = renumbered(seed); std::find(chosen.begin(), chosen.end(), form) == chosen.end())
      chosen.push_back(std::move(form));

  next.embeddings = affordable_embeddings(chosen.size());
  next.patterns = extend_lists(chosen, next.embeddings);
  if (!one_anchor_each(params_.objective)) {
    estimate(next.patterns);
    decide_best(next.patterns);
    next.matched = matched_;
    next.undecided = undecided_;
  }

  rank(next.patterns, params_.objective);
  for (std::size_t i = width; i < next.patterns.size(); ++i)
    next.outside = std::max(next.outside, next.patterns[i].bound);
  if (next.patterns.size() > width) {
    // Their lists take long to free.
    for_each(next.patterns.size() - width, [&](std::size_t i) { next.patterns[width + i] = {}; });
    next.patterns.resize(width);
  }
  std::erase_if(next.patterns, [](const GrownPattern& g) { return g.count == 0; });
  next.list_bytes = list_bytes(next.patterns);
  next.complete = !control_.stopped();
  return next;
}

// Candidates, and the choice among them.

Candidates Level::find_candidates(std::size_t wanted) {
  std::vector<PilotExtensions> shown(beam_.patterns.size());
  std::vector<std::size_t> order(shown.size());  // the longest lists come first, so that no thread has one at the end
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t p) { return beam_.patterns[p].lists.nodes.size(); });
  run(shown.size(), [&](std::size_t task, Explorer& explorer) {
    const std::size_t p = order[task];
    shown[p] = extend_pilots(target_, beam_, p, params_, explorer, control_);
  });
  return merge_isomorphic(target_, beam_, std::move(shown), params_.threads, wanted);
}

/// The best `count` candidates; where the anchor does not matter, one anchor of each pattern.  `outside` is raised to
/// the bounds of the others.
std::vector<Pattern> Level::choose(std::vector<Candidate>& candidates, std::size_t count,
                                   std::uint64_t& outside) const {
  const auto sets = [](const Candidate& c) { return c.hits / std::max(c.parents, 1); };
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (params_.objective != GrowObjective::kNodeSets && a.pilots != b.pilots) return a.pilots > b.pilots;
    return sets(a) != sets(b) ? sets(a) > sets(b) : a.key < b.key;
  });
  std::vector<Pattern> chosen;
  std::set<PatternKey> seen;
  for (Candidate& candidate : candidates) {
    if (chosen.size() == count) {
      outside = std::max(outside, candidate.bound);
      continue;
    }
    if (one_anchor_each(params_.objective)) {
      Pattern plain = candidate.pattern;
      plain.anchor = kNoAnchor;
      if (!seen.insert(canonical_key(plain)).second) continue;
    }
    chosen.push_back(std::move(candidate.pattern));
  }
  return chosen;
}

// Lists at the pilots, and the figures that follow from them.

/// The most embeddings per pilot that the memory limit allows for the lists of a level, at least one.
int Level::affordable_embeddings(std::size_t patterns) const {
  if (params_.memory_limit == 0) return params_.embeddings;
  const double each =
      static_cast<double>(patterns) * static_cast<double>(target_.pilots().size()) * (beam_.size + 1) * sizeof(Node);
  const double most = static_cast<double>(params_.memory_limit) / std::max(each, 1.0);
  return static_cast<int>(std::clamp(most, 1.0, static_cast<double>(params_.embeddings)));
}

/// The fewest distinct nodes that the lists show of any orbit of the pattern's nodes.
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

/// Sets the figures that follow from slots and estimated node sets.
void summarize(const GrowTarget& target, GrownPattern& grown) {
  grown.count = grown.known.count();
  grown.bound = grown.possible.count();
  grown.expected = static_cast<double>(grown.count);
  Pattern plain = grown.pattern;
  plain.anchor = kNoAnchor;
  const CanonicalForm form = canonical_form(plain);
  double total = 0;
  for (const auto slot : target.pilots()) total += static_cast<double>(grown.sets[slot]) * target.scale();
  // A node set is seen from each node that can be its anchor.
  const auto anchors =
      grown.pattern.anchor == kNoAnchor
          ? 1
          : std::count(form.orbit.begin(), form.orbit.begin() + plain.size, form.orbit[grown.pattern.anchor]);
  grown.node_sets = total / static_cast<double>(anchors);
}

/// Children with lists at the pilots, as far as parents show them.
std::vector<GrownPattern> Level::extend_lists(const std::vector<Pattern>& chosen, int embeddings) {
  Patterns patterns(chosen.size());
  run(chosen.size(), [&](std::size_t c, Explorer& explorer) {
    const auto& parents = links_.of(chosen[c]);
    patterns[c] = child_without_lists(target_, beam_, chosen[c], parents);
    const FilledSlots filled =
        fill_lists(target_, beam_, parents, target_.pilots(), embeddings, params_.seed, explorer, patterns[c]);
    add_lists(patterns[c], {&filled, 1});
    if (params_.objective == GrowObjective::kImages) patterns[c].images = fewest_images(patterns[c]);
    summarize(target_, patterns[c]);
  });
  std::erase_if(patterns, [](const GrownPattern& g) { return g.pattern.size == 0; });
  return patterns;
}

// Slots that lists leave open.

bool open(const GrownPattern& grown, std::size_t slot) { return grown.possible.test(slot) && !grown.known.test(slot); }

std::vector<std::uint32_t> open_among(const GrownPattern& grown, std::span<const std::uint32_t> slots) {
  std::vector<std::uint32_t> result;
  for (const auto slot : slots)
    if (open(grown, slot)) result.push_back(slot);
  return result;
}

/// Slots that are neither known to show the pattern nor refuted, ascending.
std::vector<std::uint32_t> open_slots(const GrownPattern& grown) {
  std::vector<std::uint32_t> slots;
  grown.possible.for_each([&](std::size_t s) {
    if (!grown.known.test(s)) slots.push_back(static_cast<std::uint32_t>(s));
  });
  return slots;
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

/// The expected count from what pilots show and the share `rate` of those still open: the share of the eligible
/// pilots that have the pattern is also that of the other slots.
double Level::expectation(const GrownPattern& grown, double rate) const {
  double known = 0, still_open = 0;
  for (const auto slot : target_.pilots()) {
    known += grown.known.test(slot);
    still_open += open(grown, slot);
  }
  double others = 0;
  for (const auto slot : target_.others()) others += grown.possible.test(slot);
  const double have = known + rate * still_open;
  const double expected = have + others * have / std::max<double>(static_cast<double>(grown.eligible), 1);
  return std::clamp(expected, static_cast<double>(grown.count), static_cast<double>(grown.bound));
}

/// Estimates counts from a sample of the open pilots.
void Level::estimate(Patterns& patterns) {
  std::vector<Query> queries(patterns.size());
  for_each(queries.size(), [&](std::size_t p) {
    queries[p] = {
        p, sample(open_among(patterns[p], target_.pilots()), static_cast<std::size_t>(params_.probes), params_.seed)};
  });
  search_slots(patterns, queries, params_.steps);
  for_each(queries.size(), [&](std::size_t q) {
    GrownPattern& grown = patterns[queries[q].pattern];
    grown.expected = expectation(grown, rate(queries[q]));
  });
}

/// Decides the first `exact` patterns.  What was estimated too high falls behind others, which come up in their turn.
void Level::decide_best(Patterns& patterns) {
  std::set<PatternKey> finished;
  for (int round = 0; round < kRounds && !control_.stopped(); ++round) {
    rank(patterns, params_.objective);
    std::vector<std::size_t> chosen;
    for (std::size_t p = 0; p < std::min(patterns.size(), static_cast<std::size_t>(params_.exact)); ++p)
      if (finished.insert(key_of(patterns[p].pattern)).second) chosen.push_back(p);
    if (chosen.empty()) break;
    decide(patterns, chosen);
  }
}

/// Decides every open slot of the chosen patterns.  Lists at the slots that are no pilots come first, since the matcher
/// need not search for what those of the parents show.
void Level::decide(Patterns& patterns, std::span<const std::size_t> chosen) {
  const std::span<const std::uint32_t> others = target_.others();
  const std::size_t stretches = (others.size() + kChunk - 1) / kChunk;
  std::vector<FilledSlots> filled(chosen.size() * stretches);
  run(filled.size(), [&](std::size_t task, Explorer& explorer) {
    const GrownPattern& grown = patterns[chosen[task / stretches]];
    const auto slots = others.subspan(task % stretches * kChunk);
    filled[task] = fill_lists(target_, beam_, links_.of(grown.pattern), slots.first(std::min(kChunk, slots.size())),
                              kOtherEmbeddings, params_.seed, explorer, grown);
  });
  std::vector<Query> queries(chosen.size());
  for_each(chosen.size(), [&](std::size_t c) {
    add_lists(patterns[chosen[c]], std::span(filled).subspan(c * stretches, stretches));
    queries[c] = {chosen[c], open_slots(patterns[chosen[c]])};
  });
  search_slots(patterns, queries, params_.steps);
  retry_undecided(patterns, chosen);
  for (const Query& query : queries) {
    GrownPattern& grown = patterns[query.pattern];
    grown.expected = static_cast<double>(grown.count) + rate(query) * static_cast<double>(grown.bound - grown.count);
  }
}

/// Searches again what is still open, with more and more steps while the effort allows.
void Level::retry_undecided(Patterns& patterns, std::span<const std::size_t> chosen) {
  if (params_.steps == 0) return;
  for (std::uint64_t steps = params_.steps * kMoreSteps; steps <= params_.effort; steps *= kMoreSteps) {
    std::vector<Query> queries;
    for (const std::size_t p : chosen) {
      auto slots = open_slots(patterns[p]);
      if (slots.empty() || slots.size() > params_.effort / steps) continue;
      undecided_ -= slots.size();  // recorded before
      queries.push_back({p, std::move(slots)});
    }
    if (!queries.empty()) search_slots(patterns, queries, steps);
  }
}

/// Searches a stretch of a query's slots.
void search_chunk(const GrowTarget& target, const match::Plan& plan, match::Searcher& searcher, Query& query,
                  std::size_t begin, std::size_t end) {
  match::FirstVisitor first;
  const auto size = static_cast<std::size_t>(plan.size());
  for (std::size_t i = begin; i < end; ++i) {
    bool open = false;
    query.answers[i] = Answer::kNo;
    for (const Node root : target.roots(query.slots[i])) {
      if (searcher.run_root(root, first)) {
        query.answers[i] = Answer::kYes;
        for (std::size_t p = 0; p < size; ++p) query.images[i * size + plan.node_at[p]] = first.images[p];
        break;
      }
      open = open || searcher.cut_short();
    }
    if (open && query.answers[i] == Answer::kNo) query.answers[i] = Answer::kOpen;
  }
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
    append(grown.lists, std::move(found), grown.pattern.size);
  }
  grown.count = grown.known.count();
  grown.bound = grown.possible.count();
}

/// Searches the slots of all queries, with that many steps for each root, and records the answers.
void Level::search_slots(Patterns& patterns, std::vector<Query>& queries, std::uint64_t steps) {
  using namespace match;
  const std::size_t chunk = params_.steps != 0 && steps >= params_.steps * kMoreSteps ? 1 : kChunk;
  std::vector<std::pair<std::size_t, std::size_t>> chunks;  // query, first of its slots
  std::vector<std::optional<Plan>> plans(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q)
    for (std::size_t i = 0; i < queries[q].slots.size(); i += chunk) chunks.emplace_back(q, i);
  for_each(queries.size(), [&](std::size_t q) {
    Query& query = queries[q];
    const Pattern& pattern = patterns[query.pattern].pattern;
    query.answers.assign(query.slots.size(), Answer::kOpen);
    query.images.assign(query.slots.size() * static_cast<std::size_t>(pattern.size), 0);
    const bool anchored = pattern.anchor != kNoAnchor;
    plans[q] = make_plan(pattern, pattern.anchor, target_.index().data(), params_.induced,
                         anchored ? Symmetry::kFixRoot : Symmetry::kEverything);
  });
  parallel_for(static_cast<std::int64_t>(chunks.size()), params_.threads, [&](std::int64_t c, int) {
    if (control_.check_now()) return;
    const auto [q, begin] = chunks[c];
    Searcher searcher(*plans[q], target_.index().data(), control_, steps);
    search_chunk(target_, *plans[q], searcher, queries[q], begin, std::min(begin + chunk, queries[q].slots.size()));
  });
  for_each(queries.size(), [&](std::size_t q) { record(patterns[queries[q].pattern], queries[q]); });
  for (const Query& query : queries) {
    matched_ += query.slots.size();
    undecided_ += static_cast<std::uint64_t>(std::ranges::count(query.answers, Answer::kOpen));
  }
}

void check(const GrowBeam& beam, const GrowParams& params, std::span<const Pattern> seeds) {
  if (beam.size >= kMaxPatternNodes) throw std::invalid_argument("a pattern has at most 64 nodes");
  for (const Pattern& seed : seeds)
    if (seed.size != beam.size + 1 || (seed.anchor == kNoAnchor) != (params.objective == GrowObjective::kGroups))
      throw std::invalid_argument("a seed has the size of the level, and an anchor if the level's patterns have");
}

}  // namespace

GrowBeam grow_level(const GrowTarget& target, const GrowBeam& beam, const GrowParams& params, Control& control,
                    std::span<const Pattern> seeds) {
  check(beam, params, seeds);
  return Level(target, beam, params, control).grow(seeds);
}

GrowBeam grow_start(const GrowTarget& target, const GrowParams& params) {
  const Target& graph = target.graph();
  std::set<std::int32_t> labels;
  for (std::size_t s = 0; s < target.slots(); ++s)
    for (const Node u : target.roots(s)) labels.insert(graph.label(u));
  GrowBeam beam;
  beam.size = 1;
  beam.embeddings = params.embeddings;
  for (const auto label : labels) {
    GrownPattern grown;
    grown.pattern = Pattern::empty(1);
    grown.pattern.anchor = params.objective == GrowObjective::kGroups ? kNoAnchor : 0;
    if (graph.labeled()) grown.pattern.labels.push_back(label);
    if (graph.coded()) grown.pattern.codes.push_back(kNoEdge);
    grown.known = BitSet(target.slots());
    for (std::size_t s = 0; s < target.slots(); ++s)
      for (const Node u : target.roots(s))
        if (graph.label(u) == label) grown.known.set(s);
    grown.possible = grown.known;
    grown.complete = BitSet(target.slots());
    grown.lists.offset.push_back(0);
    for (std::size_t s = 0; s < target.slots(); ++s) {
      std::vector<std::pair<std::uint64_t, Node>> fitting;
      for (const Node u : target.roots(s))
        if (graph.label(u) == label) fitting.emplace_back(mix64(params.seed ^ mix64(static_cast<std::uint64_t>(u))), u);
      std::sort(fitting.begin(), fitting.end());
      grown.sets.push_back(static_cast<float>(fitting.size()));
      const std::size_t kept = std::min(fitting.size(), static_cast<std::size_t>(params.embeddings));
      // Lists have each node set first, and all the ways to leave out edges only where there is room.
      if (kept == fitting.size() && params.induced) grown.complete.set(s);
      for (std::size_t i = 0; i < kept; ++i) grown.lists.nodes.push_back(fitting[i].second);
      grown.lists.offset.push_back(static_cast<std::uint32_t>(grown.lists.nodes.size()));
    }
    summarize(target, grown);
    if (params.objective == GrowObjective::kImages) grown.images = fewest_images(grown);
    beam.patterns.push_back(std::move(grown));
  }
  rank(beam.patterns, params.objective);
  beam.candidates = beam.patterns.size();
  beam.list_bytes = list_bytes(beam.patterns);
  return beam;
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

}  // namespace spminer::grow
