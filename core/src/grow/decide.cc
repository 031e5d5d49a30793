// What lists do not answer is asked of the matcher.
#include "grow/decide.hh"

#include "spminer/base/random.hh"

namespace spminer::grow {

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

}  // namespace spminer::grow
