// Slots, and which of them are scouts.

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/draw.hh"
#include "base/parallel.hh"
#include "graph/adjacency.hh"
#include "grow/steps.hh"
#include "match/search.hh"
#include "spminer/base/random.hh"
#include "spminer/grow/grow.hh"

namespace spminer::grow {

namespace {

constexpr std::size_t kLeastBlock = 64, kMostBlocks = 64;

/// Draws `count` of the slots, ascending.
std::vector<std::uint32_t> draw_scouts(std::size_t slots, std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> scouts(slots);
  std::iota(scouts.begin(), scouts.end(), 0u);
  if (count == 0 || count >= slots) return scouts;
  Random random(seed);
  shuffle_front(std::span(scouts), count, random);
  scouts.resize(count);
  std::sort(scouts.begin(), scouts.end());
  return scouts;
}

}  // namespace

GrowTarget::GrowTarget(const Target& target, const MatchIndex& index, std::span<const Node> roots,
                       std::span<const std::int64_t> offsets, std::uint64_t population, std::size_t scouts,
                       std::uint64_t seed, int threads)
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
  block_ = std::max(kLeastBlock, (scouts_.size() + kMostBlocks - 1) / kMostBlocks);
  for (std::uint32_t slot = 0, next = 0; slot < slots(); ++slot) {
    if (next < scouts_.size() && scouts_[next] == slot)
      ++next;
    else
      others_.push_back(slot);
  }
  hubs_ = std::make_unique<const HubRows>(target, std::size_t{64} << 20, threads);
}

GrowTarget::~GrowTarget() = default;

namespace {

constexpr int kSpare = 2;            // embeddings of slots that are not searched for candidates
constexpr std::size_t kChunk = 256;  // slots asked about by one thread at a time ...
constexpr std::uint64_t kLong = 10;  // ... but one if each may take so many times the usual steps

using Chunk = std::pair<std::size_t, std::size_t>;  // query, first of its slots

/// Asks about a stretch of a query's slots.
void answer_chunk(const GrowTarget& asked, const match::Plan& plan, match::Searcher& searcher, Query& query,
                  std::size_t begin, std::size_t end) {
  match::FirstVisitor first;
  const auto size = static_cast<std::size_t>(plan.size());
  for (std::size_t i = begin; i < end; ++i) {
    bool open = false;
    query.answers[i] = Answer::kNo;
    for (const Node root : asked.roots(query.slots[i])) {
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

}  // namespace

ListKeeper::ListKeeper(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, Control& control)
    : asked_(asked),
      beam_(beam),
      params_(params),
      control_(control),
      links_(beam),
      explorers_(thread_count(params.threads)) {}

template <typename F>
void ListKeeper::run(std::size_t tasks, F&& f) {
  parallel_for(static_cast<std::int64_t>(tasks), params_.threads, [&](std::int64_t task, int t) {
    if (control_.check_now()) return;
    if (!explorers_[t]) explorers_[t] = std::make_unique<Explorer>(asked_, params_);
    f(static_cast<std::size_t>(task), *explorers_[t]);
  });
}

std::vector<Scouting> ListKeeper::scout() {
  std::vector<Scouting> found(beam_.patterns.size());
  run(found.size(), [&](std::size_t p, Explorer& explorer) {
    found[p] = scout_parent(asked_, beam_, p, params_, explorer, control_);
  });
  return found;
}

std::vector<GrownPattern> ListKeeper::build(const std::vector<Pattern>& chosen, int embeddings) {
  std::vector<GrownPattern> grown(chosen.size());
  run(chosen.size(), [&](std::size_t c, Explorer& explorer) {
    const auto& parents = links_.of(chosen[c]);
    grown[c] = child_without_lists(asked_, beam_, chosen[c], parents);
    fill_lists(asked_, beam_, parents, asked_.scouts(), embeddings, params_.seed, explorer, grown[c]);
    if (params_.objective == GrowObjective::kImages) grown[c].images = fewest_images(grown[c]);
  });
  std::erase_if(grown, [](const GrownPattern& g) { return g.pattern.size == 0; });
  return grown;
}

std::vector<Query> ListKeeper::settle(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen) {
  run(chosen.size(), [&](std::size_t c, Explorer& explorer) {
    GrownPattern& each = grown[chosen[c]];
    fill_lists(asked_, beam_, links_.of(each.pattern), asked_.others(), kSpare, params_.seed, explorer, each);
  });
  std::vector<Query> queries;
  for (const std::size_t p : chosen) queries.push_back({p, open_slots(grown[p])});
  answer(grown, queries, params_.steps);
  return queries;
}

void ListKeeper::answer(const std::vector<GrownPattern>& grown, std::vector<Query>& queries, std::uint64_t steps) {
  using namespace match;
  const std::size_t chunk = params_.steps != 0 && steps >= params_.steps * kLong ? 1 : kChunk;
  std::vector<Chunk> chunks;
  std::vector<Plan> plans;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    Query& query = queries[q];
    const Pattern& pattern = grown[query.pattern].pattern;
    query.answers.assign(query.slots.size(), Answer::kOpen);
    query.images.assign(query.slots.size() * static_cast<std::size_t>(pattern.size), 0);
    const bool anchored = pattern.anchor != kNoAnchor;
    plans.push_back(make_plan(pattern, pattern.anchor, asked_.index().data(), params_.induced,
                              anchored ? Symmetry::kFixRoot : Symmetry::kEverything));
    for (std::size_t i = 0; i < query.slots.size(); i += chunk) chunks.emplace_back(q, i);
  }
  parallel_for(static_cast<std::int64_t>(chunks.size()), params_.threads, [&](std::int64_t c, int) {
    if (control_.check_now()) return;
    const auto [q, begin] = chunks[c];
    Searcher searcher(plans[q], asked_.index().data(), control_, steps);
    answer_chunk(asked_, plans[q], searcher, queries[q], begin, std::min(begin + chunk, queries[q].slots.size()));
  });
}

}  // namespace spminer::grow
