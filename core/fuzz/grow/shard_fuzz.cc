// Requests to a part of the slots from anywhere: carried out or refused, after which the part is made anew.
#include "fuzz.hh"
#include "random_target.hh"
#include "spminer/grow/shard.hh"

namespace spminer::fuzz {

namespace {

using namespace spminer::grow;
using match::MatchIndex;

/// The target that requests are about: plain, or with labels and arcs.
struct Asked {
  explicit Asked(bool plain)
      : data(8, 0.4, plain ? 1 : 2, 1, !plain, random), target(data.target()), index(target), asked(slots()) {}

  GrowTarget slots() const {
    std::vector<Node> roots;
    std::vector<std::int64_t> offsets{0};
    for (Node u = 0; u < target.size(); ++u) {
      roots.push_back(u);
      offsets.push_back(u + 1);
    }
    return GrowTarget(target, index, roots, offsets, roots.size(), 0, 7);
  }
  static GrowParams params() {
    GrowParams params;
    params.beam = 3;
    params.embeddings = 2;
    params.threads = 1;
    return params;
  }
  GrowShard shard() const {
    GrowShard made(asked, 0, asked.slots(), params(), std::make_shared<SharedLinks>());
    made.load(part_of(grow_start(asked, params()), 0, asked.slots()));
    return made;
  }

  Random random{5};
  testing::RandomTarget data;
  Target target;
  MatchIndex index;
  GrowTarget asked;
};

const Asked& kind(bool plain) {
  static const Asked first(true), second(false);
  return plain ? first : second;
}

}  // namespace

/// What a growth of two levels asks, all of it and each request alone.
std::vector<std::string> seeds() {
  std::vector<std::string> result;
  for (const bool plain : {true, false}) {
    const Asked& asked = kind(plain);
    GrowShard shard = asked.shard();
    Writer all;
    all.byte(plain);
    const AskShards ask = [&](const Words& request) {
      Writer alone;
      alone.byte(plain).array(request);
      all.array(request);
      result.push_back(alone.bytes());
      Control control;
      return std::vector<Words>{shard.carry_out(request, control)};
    };
    Control control;
    GrowBeam beam = grow_start(asked.asked, Asked::params());
    for (int level = 0; level < 2; ++level)
      beam = grow_level_elsewhere(asked.asked, beam, Asked::params(), ask, control);
    with_lists(asked.asked, beam, ask);
    result.push_back(all.bytes());
  }
  return result;
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer::fuzz;
  Bytes bytes(data, size);
  const Asked& asked = kind(bytes.flag());
  GrowShard shard = asked.shard();
  constexpr int kMostRequests = 12;
  for (int request = 0; request < kMostRequests; ++request) {
    const auto words = bytes.array<std::uint64_t>();
    if (words.empty()) break;
    spminer::Control control(1.0);
    if (!accepted([&] { shard.carry_out(words, control, request % 3 == 2); })) break;
  }
  return 0;
}
