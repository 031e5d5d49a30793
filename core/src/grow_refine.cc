// What lists do not answer is asked of the matcher.
#include <atomic>

#include "grow_steps.hh"
#include "match_search.hh"
#include "spminer/parallel.hh"

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
double expectation(const GrowTarget& place, const GrownPattern& grown, double rate) {
  double known = 0, still_open = 0;
  for (const auto slot : place.scouts()) {
    known += grown.known.test(slot);
    still_open += open(grown, slot);
  }
  double others = 0;
  for (const auto slot : place.others()) others += grown.possible.test(slot);
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

struct Refiner::Question {
  std::size_t pattern = 0;
  std::vector<std::uint32_t> slots;
  std::vector<Answer> answers;
  std::vector<Node> images;  ///< of each slot, in the order of the pattern's nodes; only where it was found
};

void Refiner::answer(std::vector<GrownPattern>& patterns, std::vector<Question>& questions, std::uint64_t steps,
                     std::size_t chunk) {
  std::vector<std::pair<std::size_t, std::size_t>> chunks;
  std::vector<Plan> plans;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    Question& question = questions[q];
    const Pattern& pattern = patterns[question.pattern].pattern;
    question.answers.assign(question.slots.size(), Answer::kOpen);
    question.images.assign(question.slots.size() * static_cast<std::size_t>(pattern.size), 0);
    const bool anchored = pattern.anchor != kNoAnchor;
    plans.push_back(make_plan(pattern, pattern.anchor, place_.index().data(), params_.induced,
                              anchored ? Symmetry::kFixRoot : Symmetry::kEverything));
    for (std::size_t i = 0; i < question.slots.size(); i += chunk) chunks.emplace_back(q, i);
  }
  parallel_for(static_cast<std::int64_t>(chunks.size()), params_.threads, [&](std::int64_t c, int) {
    if (control_.check_now()) return;
    auto [q, begin] = chunks[c];
    Question& question = questions[q];
    Searcher searcher(plans[q], place_.index().data(), control_, steps);
    FirstVisitor first;
    const auto size = static_cast<std::size_t>(plans[q].size());
    for (std::size_t i = begin; i < std::min(begin + chunk, question.slots.size()); ++i) {
      bool open = false;
      question.answers[i] = Answer::kNo;
      for (const Node root : place_.roots(question.slots[i])) {
        if (searcher.run_root(root, first)) {
          question.answers[i] = Answer::kYes;
          for (std::size_t p = 0; p < size; ++p) question.images[i * size + plans[q].node_at[p]] = first.images[p];
          break;
        }
        open = open || searcher.cut_short();
      }
      if (open && question.answers[i] == Answer::kNo) question.answers[i] = Answer::kOpen;
    }
  });
}

void Refiner::probe(std::vector<GrownPattern>& patterns) {
  std::vector<Question> questions;
  for (std::size_t p = 0; p < patterns.size(); ++p) {
    auto slots =
        sample(open_among(patterns[p], place_.scouts()), static_cast<std::size_t>(params_.probes), params_.seed);
    questions.push_back({p, std::move(slots), {}, {}});
  }
  answer(patterns, questions, params_.steps, kChunk);
  for (Question& question : questions) {
    GrownPattern& grown = patterns[question.pattern];
    grown.expected = expectation(place_, grown, book(grown, question));
  }
}

void Refiner::finish(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen) {
  std::vector<Question> questions;
  for (const std::size_t p : chosen) questions.push_back({p, open_slots(patterns[p]), {}, {}});
  answer(patterns, questions, params_.steps, kChunk);
  std::vector<double> rates;
  for (Question& question : questions) rates.push_back(book(patterns[question.pattern], question));
  insist(patterns, chosen);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    GrownPattern& grown = patterns[chosen[i]];
    grown.expected = static_cast<double>(grown.count) + rates[i] * static_cast<double>(grown.bound - grown.count);
  }
}

void Refiner::insist(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen) {
  if (params_.steps == 0) return;
  for (std::uint64_t steps = params_.steps * kMoreSteps; steps <= params_.effort; steps *= kMoreSteps) {
    std::vector<Question> questions;
    for (const std::size_t p : chosen) {
      auto slots = open_slots(patterns[p]);
      if (!slots.empty() && slots.size() <= params_.effort / steps) questions.push_back({p, std::move(slots), {}, {}});
    }
    answer(patterns, questions, steps, 1);  // each of these takes long
    for (const Question& question : questions) {
      undecided_ -= question.slots.size();  // booked before
      book(patterns[question.pattern], question);
    }
  }
}

double Refiner::book(GrownPattern& grown, const Question& question) {
  const auto size = static_cast<std::size_t>(grown.pattern.size);
  SlotLists found;
  found.offset.assign(place_.slots() + 1, 0);
  std::size_t yes = 0, no = 0;
  for (std::size_t i = 0; i < question.slots.size(); ++i) {
    const auto slot = question.slots[i];
    if (question.answers[i] == Answer::kNo) {
      grown.possible.clear(slot);
      ++no;
    } else if (question.answers[i] == Answer::kYes) {
      grown.known.set(slot);
      grown.sets[slot] = std::max(grown.sets[slot], 1.0f);
      const auto* images = &question.images[i * size];
      found.nodes.insert(found.nodes.end(), images, images + size);
      found.offset[slot + 1] = 1;
      ++yes;
    }
  }
  for (std::size_t s = 1; s < found.offset.size(); ++s) found.offset[s] += found.offset[s - 1];
  append(grown.lists, found, grown.pattern.size);
  asked_ += question.slots.size();
  undecided_ += question.slots.size() - yes - no;
  grown.count = grown.known.count();
  grown.bound = grown.possible.count();
  return yes + no == 0 ? 0.5 : static_cast<double>(yes) / static_cast<double>(yes + no);
}

}  // namespace spminer::grow
