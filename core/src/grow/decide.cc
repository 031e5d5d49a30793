// What lists do not answer is asked of the matcher.
#include <atomic>

#include "base/parallel.hh"
#include "grow/steps.hh"
#include "match/search.hh"

namespace spminer::grow {

namespace {

using namespace match;

constexpr std::size_t kChunk = 256;
constexpr std::uint64_t kMoreSteps = 10;

enum class Answer : std::uint8_t { kOpen, kNo, kYes };

bool open(const GrownPattern& grown, std::size_t slot) { return grown.possible.test(slot) && !grown.known.test(slot); }

std::vector<std::uint32_t> open_among(const GrownPattern& grown, std::span<const std::uint32_t> slots) {
  std::vector<std::uint32_t> result;
  for (const auto slot : slots)
    if (open(grown, slot)) result.push_back(slot);
  return result;
}

std::vector<std::uint32_t> open_slots(const GrownPattern& grown) {
  std::vector<std::uint32_t> slots;
  grown.possible.for_each([&](std::size_t s) {
    if (!grown.known.test(s)) slots.push_back(static_cast<std::uint32_t>(s));
  });
  return slots;
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

}  // namespace

struct SlotDecider::Query {
  std::size_t pattern = 0;
  std::vector<std::uint32_t> slots;
  std::vector<Answer> answers;
  std::vector<Node> images;  ///< of each slot, in the order of the pattern's nodes; only where it was found
};

void SlotDecider::answer(std::vector<GrownPattern>& patterns, std::vector<Query>& queries, std::uint64_t steps,
                         std::size_t chunk) {
  std::vector<std::pair<std::size_t, std::size_t>> chunks;
  std::vector<Plan> plans;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    Query& query = queries[q];
    const Pattern& pattern = patterns[query.pattern].pattern;
    query.answers.assign(query.slots.size(), Answer::kOpen);
    query.images.assign(query.slots.size() * static_cast<std::size_t>(pattern.size), 0);
    const bool anchored = pattern.anchor != kNoAnchor;
    plans.push_back(make_plan(pattern, pattern.anchor, asked_.index().data(), params_.induced,
                              anchored ? Symmetry::kFixRoot : Symmetry::kEverything));
    for (std::size_t i = 0; i < query.slots.size(); i += chunk) chunks.emplace_back(q, i);
  }
  parallel_for(static_cast<std::int64_t>(chunks.size()), params_.threads, [&](std::int64_t c, int) {
    if (control_.check_now()) return;
    auto [q, begin] = chunks[c];
    Query& query = queries[q];
    Searcher searcher(plans[q], asked_.index().data(), control_, steps);
    FirstVisitor first;
    const auto size = static_cast<std::size_t>(plans[q].size());
    for (std::size_t i = begin; i < std::min(begin + chunk, query.slots.size()); ++i) {
      bool open = false;
      query.answers[i] = Answer::kNo;
      for (const Node root : asked_.roots(query.slots[i])) {
        if (searcher.run_root(root, first)) {
          query.answers[i] = Answer::kYes;
          for (std::size_t p = 0; p < size; ++p) query.images[i * size + plans[q].node_at[p]] = first.images[p];
          break;
        }
        open = open || searcher.cut_short();
      }
      if (open && query.answers[i] == Answer::kNo) query.answers[i] = Answer::kOpen;
    }
  });
}

void SlotDecider::probe(std::vector<GrownPattern>& patterns) {
  std::vector<Query> queries;
  for (std::size_t p = 0; p < patterns.size(); ++p) {
    auto slots =
        sample(open_among(patterns[p], asked_.scouts()), static_cast<std::size_t>(params_.probes), params_.seed);
    queries.push_back({p, std::move(slots), {}, {}});
  }
  answer(patterns, queries, params_.steps, kChunk);
  for (Query& query : queries) {
    GrownPattern& grown = patterns[query.pattern];
    grown.expected = expectation(asked_, grown, record(grown, query));
  }
}

void SlotDecider::decide(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen) {
  std::vector<Query> queries;
  for (const std::size_t p : chosen) queries.push_back({p, open_slots(patterns[p]), {}, {}});
  answer(patterns, queries, params_.steps, kChunk);
  std::vector<double> rates;
  for (Query& query : queries) rates.push_back(record(patterns[query.pattern], query));
  resolve(patterns, chosen);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    GrownPattern& grown = patterns[chosen[i]];
    grown.expected = static_cast<double>(grown.count) + rates[i] * static_cast<double>(grown.bound - grown.count);
  }
}

void SlotDecider::resolve(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen) {
  if (params_.steps == 0) return;
  for (std::uint64_t steps = params_.steps * kMoreSteps; steps <= params_.effort; steps *= kMoreSteps) {
    std::vector<Query> queries;
    for (const std::size_t p : chosen) {
      auto slots = open_slots(patterns[p]);
      if (!slots.empty() && slots.size() <= params_.effort / steps) queries.push_back({p, std::move(slots), {}, {}});
    }
    answer(patterns, queries, steps, 1);  // each of these takes long
    for (const Query& query : queries) {
      undecided_ -= query.slots.size();  // recorded before
      record(patterns[query.pattern], query);
    }
  }
}

double SlotDecider::record(GrownPattern& grown, const Query& query) {
  const auto size = static_cast<std::size_t>(grown.pattern.size);
  OccurrenceLists found;
  found.offset.assign(asked_.slots() + 1, 0);
  std::size_t yes = 0, no = 0;
  for (std::size_t i = 0; i < query.slots.size(); ++i) {
    const auto slot = query.slots[i];
    if (query.answers[i] == Answer::kNo) {
      grown.possible.clear(slot);
      ++no;
    } else if (query.answers[i] == Answer::kYes) {
      grown.known.set(slot);
      grown.sets[slot] = std::max(grown.sets[slot], 1.0f);
      const auto* images = &query.images[i * size];
      found.nodes.insert(found.nodes.end(), images, images + size);
      found.offset[slot + 1] = 1;
      ++yes;
    }
  }
  for (std::size_t s = 1; s < found.offset.size(); ++s) found.offset[s] += found.offset[s - 1];
  append(grown.lists, found, grown.pattern.size);
  queries_ += query.slots.size();
  undecided_ += query.slots.size() - yes - no;
  grown.count = grown.known.count();
  grown.bound = grown.possible.count();
  return yes + no == 0 ? 0.5 : static_cast<double>(yes) / static_cast<double>(yes + no);
}

}  // namespace spminer::grow
