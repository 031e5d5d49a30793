// Requests to a part of the slots from anywhere: carried out or refused, after which the part is made anew.
#include "fuzz.hh"
#include "grow/asked.hh"
#include "spminer/grow/shard.hh"

namespace spminer::fuzz {

namespace {

GrowShard started(const Asked& asked) {
  GrowShard shard(asked.asked, 0, asked.asked.slots(), Asked::params(), std::make_shared<SharedLinks>());
  shard.load(part_of(grow_start(asked.asked, Asked::params()), 0, asked.asked.slots()));
  return shard;
}

}  // namespace

/// What a growth of two levels asks, all of it and each request alone.
std::vector<std::string> seeds() {
  std::vector<std::string> result;
  for (const bool plain : {true, false}) {
    const Asked& asked = kind(plain);
    GrowShard shard = started(asked);
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
  GrowShard shard = started(asked);
  constexpr int kMostRequests = 12;
  for (int request = 0; request < kMostRequests; ++request) {
    const auto words = bytes.array<std::uint64_t>();
    if (words.empty()) break;
    spminer::Control control(1.0);
    if (!accepted([&] { shard.carry_out(words, control, request % 3 == 2); })) break;
  }
  return 0;
}
