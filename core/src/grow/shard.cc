// The other side of a growth whose lists are elsewhere: one part of the slots.
#include "spminer/grow/shard.hh"

#include <deque>
#include <mutex>
#include <optional>

#include "grow/keeper.hh"
#include "grow/messages.hh"
#include "grow/parts.hh"

namespace spminer::grow {

struct SharedLinks::Known {
  std::mutex mutex;
  std::deque<std::pair<Words, std::shared_ptr<ParentLinks>>> latest;  ///< by the keys of the beam's patterns
  std::vector<std::unique_ptr<Explorer>> idle;
};

SharedLinks::SharedLinks() : known_(std::make_unique<Known>()) {}
SharedLinks::~SharedLinks() = default;

std::shared_ptr<ParentLinks> SharedLinks::of(const GrowBeam& beam) {
  constexpr std::size_t kLatest = 4;  // beams at a time
  Writer keys;
  for (const GrownPattern& grown : beam.patterns) keys.array(key_of(grown.pattern));
  Words name = keys.take();
  const std::lock_guard lock(known_->mutex);
  for (const auto& [known, links] : known_->latest)
    if (known == name) return links;
  known_->latest.emplace_front(std::move(name), std::make_shared<ParentLinks>(beam));
  if (known_->latest.size() > kLatest) known_->latest.pop_back();
  return known_->latest.front().second;
}

std::unique_ptr<Explorer> SharedLinks::borrow() {
  const std::lock_guard lock(known_->mutex);
  if (known_->idle.empty()) return nullptr;
  auto explorer = std::move(known_->idle.back());
  known_->idle.pop_back();
  return explorer;
}

void SharedLinks::give_back(std::unique_ptr<Explorer> explorer) {
  if (!explorer) return;
  const std::lock_guard lock(known_->mutex);
  known_->idle.push_back(std::move(explorer));
}

/// One request.
class GrowShard::Session {
 public:
  Session(GrowShard& shard, Reader request, Control& control, bool again)
      : shard_(shard), request_(request), control_(control), again_(again) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    if (keeper_) shard_.links_->give_back(keeper_->reclaim());
  }

  Words run() {
    switch (static_cast<Request>(request_.next())) {
      case Request::kScout:
        select();
        return again_ ? Words{} : scout();
      case Request::kBuild:
        return build();
      case Request::kSettle:
        return settle();
      case Request::kAnswer:
        return answer();
      case Request::kLists:
        select();
        return again_ ? Words{} : part_of(shard_.beam_, 0, shard_.asked_.slots());
    }
    throw std::invalid_argument("no request to a part of the slots");
  }

 private:
  LocalKeeper& keeper() {
    keeper_.emplace(shard_.asked_, shard_.beam_, shard_.params_, control_, shard_.links_->of(shard_.beam_));
    keeper_->lend(shard_.links_->borrow());
    return *keeper_;
  }

  /// The beam becomes these patterns: of its own, or of its children.
  void select() {
    GrowBeam& beam = shard_.beam_;
    const std::uint64_t born = request_.next();
    if (born == shard_.born_ && born != beam.born) {
      beam.patterns = std::move(shard_.children_);
      beam.born = born;
      ++beam.size;
    }
    if (born != beam.born) throw std::invalid_argument("a part of the slots has another beam");
    shard_.children_.clear();
    std::vector<GrownPattern> chosen;
    for (const auto number : request_.array<std::uint64_t>()) {
      GrownPattern& grown = beam.patterns[place(beam.patterns, number)];
      chosen.push_back(std::move(grown));
      grown.pattern.size = 0;  // gone: no one can ask for it twice
    }
    beam.patterns = std::move(chosen);
  }

  /// A child of the beam, as growth would make it.
  Pattern checked(Pattern child) const {
    const Target& target = shard_.asked_.target();
    const bool anchored = shard_.params_.objective != GrowObjective::kGroups;
    if (child.size != shard_.beam_.size + 1 || !child.connected() || child.anchor != (anchored ? 0 : kNoAnchor) ||
        child.labeled() != target.labeled() || child.coded() != target.coded())
      throw std::invalid_argument("a part of the slots was asked for another kind of pattern");
    return child;
  }

  static std::size_t place(const std::vector<GrownPattern>& patterns, std::uint64_t number) {
    for (std::size_t p = 0; p < patterns.size(); ++p)
      if (patterns[p].number == number && patterns[p].pattern.size != 0) return p;
    throw std::invalid_argument("a part of the slots does not have such a pattern");
  }

  Words scout() {
    const Target& target = shard_.asked_.target();
    const std::size_t scouts = shard_.asked_.scouts().size();
    Writer answer;
    for (const Scouting& scouting : keeper().scout()) {
      answer.put(scouting.searched).put(scouting.extensions.size());
      for (const SeenExtension& extension : scouting.extensions) {
        answer.put(extension.mask)
            .put(extension.hits);  // there are many of these, and often nothing else is to be said
        if (target.labeled() || target.coded()) answer.put(extension.key);
        if (target.labeled()) answer.put(static_cast<std::uint64_t>(extension.label));
        if (target.coded()) answer.array(extension.codes);
        SlotSet shown(scouts);
        for (const auto scout : extension.scouts) shown.set(scout);
        answer.put(shown.words());
      }
    }
    return answer.take();
  }

  Words build() {
    const auto embeddings = static_cast<int>(request_.next());
    std::vector<Pattern> chosen;
    for (std::uint64_t left = request_.next(); left > 0; --left)
      chosen.push_back(checked(pattern_from_key(request_.array<std::uint64_t>())));
    if (embeddings < 1) throw std::invalid_argument("no lists of so many embeddings");
    shard_.children_ = keeper().build(chosen, embeddings);
    shard_.born_ = shard_.beam_.born + 1;
    Writer answer;
    for (const GrownPattern& grown : shard_.children_) {
      answer.put(grown.known.words()).put(grown.possible.words());
      std::vector<float> sets;
      for (const auto slot : shard_.asked_.scouts()) sets.push_back(grown.sets[slot]);
      answer.array(sets);
      if (shard_.params_.objective != GrowObjective::kImages) continue;
      const auto images = images_by_orbit(grown);
      answer.put(images.size());
      for (const auto& orbit : images) answer.array(orbit);
    }
    return answer.take();
  }

  Words settle() {
    auto& children = shard_.children_;
    shard_.params_.steps = request_.next();
    std::vector<std::size_t> chosen;
    for (const auto number : request_.array<std::uint64_t>()) chosen.push_back(place(children, number));
    const auto queries = keeper().settle(children, chosen);
    Writer answer;
    for (const Query& query : queries) {
      GrownPattern& grown = children[query.pattern];
      answer.put(grown.known.words()).put(grown.possible.words());
      record(grown, query);
      answer.put(grown.known.words()).put(grown.possible.words());
    }
    return answer.take();
  }

  Words answer() {
    const std::uint64_t steps = request_.next();
    std::vector<Query> queries;
    for (std::uint64_t left = request_.next(); left > 0; --left) {
      Query query{.pattern = place(shard_.children_, request_.next()), .slots = {}};
      for (const auto slot : request_.array<std::uint32_t>())
        if (slot >= shard_.first_ && slot - shard_.first_ < shard_.asked_.slots())
          query.slots.push_back(slot - static_cast<std::uint32_t>(shard_.first_));
      queries.push_back(std::move(query));
    }
    keeper().answer(shard_.children_, queries, steps);
    Writer answer;
    for (const Query& query : queries) {
      record(shard_.children_[query.pattern], query);
      std::vector<std::uint8_t> answers;
      for (const Answer each : query.answers) answers.push_back(static_cast<std::uint8_t>(each));
      answer.array(answers);
    }
    return answer.take();
  }

  GrowShard& shard_;
  Reader request_;
  Control& control_;
  bool again_;
  std::optional<LocalKeeper> keeper_;
};

GrowShard::GrowShard(const GrowTarget& whole, std::size_t first, std::size_t last, const GrowParams& params,
                     std::shared_ptr<SharedLinks> links)
    : asked_(whole.part(first, last)), first_(first), params_(params), links_(std::move(links)) {
  params_.threads = 1;
}

void GrowShard::load(std::span<const std::uint64_t> part) {
  beam_ = beam_of_part(part, asked_);
  children_.clear();
}

Words GrowShard::carry_out(std::span<const std::uint64_t> request, Control& control, bool again) {
  return Session(*this, Reader(request), control, again).run();
}

}  // namespace spminer::grow
