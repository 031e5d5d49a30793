// Growth by parts of the slots against growth in one piece, bit by bit.  Tests of grow/shard, grow/parts, grow/remote,
// grow/keeper, grow/local, grow/messages and grow/unite.
#include "spminer/grow/shard.hh"

#include <optional>

#include "check.hh"
#include "grow/messages.hh"
#include "random_target.hh"
#include "spminer/grow/state.hh"

namespace {

using namespace spminer;
using namespace spminer::grow;
using namespace spminer::match;

/// Parts that can be lost: they are then made anew from the requests so far.
class Parts {
 public:
  Parts(const GrowTarget& asked, const GrowParams& params, const GrowBeam& start)
      : asked_(asked), params_(params), cuts_(asked.cuts()), shards_(cuts_.size() - 1) {
    for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) starts_.push_back(part_of(start, cuts_[i], cuts_[i + 1]));
  }

  AskShards ask() {
    return [this](const Words& request) {
      std::vector<Words> answers;
      for (std::size_t i = 0; i < shards_.size(); ++i) answers.push_back(carry_out(i, request));
      requests_.push_back(request);
      return answers;
    };
  }
  void lose(std::size_t part) { shards_[part % shards_.size()].reset(); }
  std::size_t size() const { return shards_.size(); }

 private:
  Words carry_out(std::size_t i, const Words& request) {
    Control control;
    if (!shards_[i]) {
      shards_[i].emplace(asked_, cuts_[i], cuts_[i + 1], params_, links_);
      shards_[i]->load(starts_[i]);
      for (const Words& before : requests_) shards_[i]->carry_out(before, control, true);
    }
    return shards_[i]->carry_out(request, control);
  }

  const GrowTarget& asked_;
  GrowParams params_;
  std::vector<std::size_t> cuts_;
  std::vector<std::optional<GrowShard>> shards_;
  std::vector<Words> starts_, requests_;
  std::shared_ptr<SharedLinks> links_ = std::make_shared<SharedLinks>();
};

bool same(const GrowBeam& a, const GrowBeam& b) {
  const GrowState x = pack(a), y = pack(b);
  return x.header == y.header && x.keys == y.keys && x.slots == y.slots && x.offset == y.offset && x.nodes == y.nodes &&
         x.sets == y.sets && x.figures == y.figures && a.candidates == b.candidates && a.matched == b.matched &&
         a.undecided == b.undecided;
}

/// Slots of one node each, or of ten.
GrowTarget slots(const Target& target, const MatchIndex& index, bool groups, std::size_t scouts) {
  std::vector<Node> roots;
  std::vector<std::int64_t> offsets{0};
  for (Node u = 0; u < target.size(); ++u) {
    roots.push_back(u);
    if (!groups || u % 2 == 1 || u + 1 == target.size()) offsets.push_back(u + 1);
  }
  return GrowTarget(target, index, roots, offsets, roots.size(), scouts, 7, 1);
}

GrowParams random_params(Random& random) {
  GrowParams params;
  params.objective = static_cast<GrowObjective>(random.below(4));
  params.induced = random.below(3) > 0;
  params.beam = 1 + static_cast<int>(random.below(12));
  params.embeddings = 1 + static_cast<int>(random.below(4));
  params.exact = static_cast<int>(random.below(8));
  params.frontier = 1 + static_cast<int>(random.below(100));
  params.steps = 1 + random.below(50);
  params.effort = random.below(2) * 100000;
  params.memory_limit = random.below(2) * 20000;
  params.seed = random.next();
  params.threads = 1 + static_cast<int>(random.below(2));
  return params;
}

void equal_to_one_piece() {
  Random random(21);
  std::size_t most_parts = 0;
  for (int round = 0; round < 24; ++round) {
    const int nodes = 100 + static_cast<int>(random.below(200));
    testing::RandomTarget data(nodes, 4.0 / nodes, 1 + static_cast<int>(random.below(2)),
                               1 + static_cast<int>(random.below(2)), random.below(2) == 1, random);
    const Target target = data.target();
    const MatchIndex index(target);
    const GrowParams params = random_params(random);
    const bool groups = params.objective == GrowObjective::kGroups;
    const GrowTarget asked = slots(target, index, groups, random.below(2) * 90);
    Control control;
    GrowBeam here = grow_start(asked, params), elsewhere = here;
    Parts parts(asked, params, here);
    most_parts = std::max(most_parts, parts.size());
    while (here.size < 5) {
      if (random.below(2) == 1) parts.lose(random.below(8));
      here = grow_level(asked, here, params, control);
      elsewhere = grow_level_elsewhere(asked, elsewhere, params, parts.ask(), control);
      CHECK(elsewhere.complete);
      CHECK(same(here, with_lists(asked, elsewhere, parts.ask())));
    }
  }
  CHECK(most_parts > 2);
}

/// A beam of fewer patterns, as where time runs short: the parts follow.
void narrowed() {
  Random random(4);
  testing::RandomTarget data(200, 0.03, 1, 1, false, random);
  const Target target = data.target();
  const MatchIndex index(target);
  const GrowTarget asked = slots(target, index, false, 0);
  GrowParams params;
  params.beam = 8;
  Control control;
  GrowBeam here = grow_start(asked, params), elsewhere = here;
  Parts parts(asked, params, here);
  for (const std::int64_t width : {8, 4, 2}) {  // the first of these levels is grown twice
    const auto first = [&](const GrowBeam& beam) {
      std::vector<std::int64_t> chosen;
      for (std::int64_t i = 0; i < std::min(width, static_cast<std::int64_t>(beam.patterns.size())); ++i)
        chosen.push_back(i);
      return grow_select(beam, chosen);
    };
    grow_level_elsewhere(asked, elsewhere, params, parts.ask(), control);
    here = grow_level(asked, first(here), params, control);
    elsewhere = grow_level_elsewhere(asked, first(elsewhere), params, parts.ask(), control);
    CHECK(same(here, with_lists(asked, elsewhere, parts.ask())));
  }
}

/// Parts that do not answer leave bounds that are true.
void stopped() {
  Random random(3);
  testing::RandomTarget data(150, 0.05, 1, 1, false, random);
  const Target target = data.target();
  const MatchIndex index(target);
  const GrowTarget asked = slots(target, index, false, 0);
  const GrowParams params;
  const GrowBeam start = grow_start(asked, params);
  for (int answered = 0; answered < 4; ++answered) {
    Parts parts(asked, params, start);
    const AskShards whole = parts.ask();
    int left = answered;
    const AskShards some = [&](const Words& request) {
      auto answers = whole(request);
      if (left-- <= 0) answers.back().clear();
      return answers;
    };
    Control control;
    const GrowBeam beam = grow_level_elsewhere(asked, start, params, some, control);
    CHECK(!beam.complete);
    for (const GrownPattern& grown : beam.patterns) {
      Control free;
      const auto truth = count_anchors(grown.pattern, index, {.threads = 1}, free);
      CHECK(grown.count <= truth.count && truth.count <= grown.bound);
    }
  }
  Control control;
  CHECK_THROWS(with_lists(asked, start, [](const Words&) { return std::vector<Words>{}; }));
  CHECK_THROWS(grow_level_elsewhere(asked, start, params, [](const Words&) { return std::vector<Words>{}; }, control));
}

void bad_requests() {
  Random random(6);
  testing::RandomTarget data(80, 0.05, 1, 1, false, random);
  const Target target = data.target();
  const MatchIndex index(target);
  const GrowTarget asked = slots(target, index, false, 0);
  GrowParams params;
  GrowShard shard(asked, 0, asked.slots(), params, std::make_shared<SharedLinks>());
  Control control;
  CHECK_THROWS(shard.load(Words{1, 2, 3}));
  shard.load(part_of(grow_start(asked, params), 0, asked.slots()));
  CHECK_THROWS(shard.carry_out(Words{}, control));
  CHECK_THROWS(shard.carry_out(Words{99}, control));
  CHECK_THROWS(
      shard.carry_out(Writer().put(Request::kScout).put(std::uint64_t{7}).put(std::uint64_t{0}).take(), control));
  CHECK_THROWS(
      shard.carry_out(Writer().put(Request::kBuild).put(std::uint64_t{2}).put(std::uint64_t{9}).take(), control));
  CHECK_THROWS(
      shard.carry_out(Writer().put(Request::kSettle).put(std::uint64_t{2}).put(~std::uint64_t{0}).take(), control));
  CHECK_THROWS(asked.part(0, 1000));
}

}  // namespace

int main() {
  equal_to_one_piece();
  narrowed();
  stopped();
  bad_requests();
  return spminer::testing::verdict();
}
