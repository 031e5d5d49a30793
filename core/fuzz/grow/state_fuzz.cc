// States of growth from anywhere: what is taken packs to the same arrays, and grows on.
#include "fuzz.hh"
#include "random_target.hh"
#include "spminer/grow/grow.hh"

namespace spminer::fuzz {

using namespace spminer::grow;
using match::MatchIndex;

namespace {

/// A target with slots and parameters: plain, or with labels and arcs.
struct Slots {
  explicit Slots(bool plain)
      : data(8, 0.4, plain ? 1 : 2, 1, !plain, random), target(data.target()), index(target), grow_target(slots()) {}

  GrowTarget slots() const {
    std::vector<Node> roots;
    std::vector<std::int64_t> offsets{0};
    for (Node u = 0; u < target.size(); ++u) {
      roots.push_back(u);
      offsets.push_back(u + 1);
    }
    return GrowTarget(target, index, roots, offsets, roots.size(), 0, 7, 1);
  }
  static GrowParams params() {
    GrowParams params;
    params.beam = 3;
    params.embeddings = 2;
    params.threads = 1;
    return params;
  }

  Random random{5};
  testing::RandomTarget data;
  Target target;
  MatchIndex index;
  GrowTarget grow_target;
};

const Slots& kind(bool plain) {
  static const Slots first(true), second(false);
  return plain ? first : second;
}

/// Bit by bit, since figures may be no numbers.
template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool same(const GrowState& a, const GrowState& b) {
  return same(a.header, b.header) && same(a.keys, b.keys) && same(a.key_offset, b.key_offset) &&
         same(a.slots, b.slots) && same(a.offset, b.offset) && same(a.nodes, b.nodes) && same(a.sets, b.sets) &&
         same(a.figures, b.figures);
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> result;
  for (const bool plain : {true, false}) {
    const Slots& grow_target = kind(plain);
    GrowBeam beam = grow_start(grow_target.grow_target, Slots::params());
    for (int level = 1; level < 4; ++level) {
      const GrowState state = pack(beam);
      Writer writer;
      writer.byte(plain).array(state.header).array(state.keys).array(state.key_offset).array(state.slots);
      writer.array(state.offset).array(state.nodes).array(state.sets).array(state.figures);
      result.push_back(writer.bytes());
      Control control;
      beam = grow_level(grow_target.grow_target, beam, Slots::params(), control);
    }
  }
  return result;
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer::fuzz;
  Bytes bytes(data, size);
  const Slots& grow_target = kind(bytes.flag());
  GrowState state;
  state.header = bytes.array<std::int64_t>();
  state.keys = bytes.array<std::uint64_t>();
  state.key_offset = bytes.array<std::int64_t>();
  state.slots = bytes.array<std::uint64_t>();
  state.offset = bytes.array<std::uint32_t>();
  state.nodes = bytes.array<spminer::Node>();
  state.sets = bytes.array<float>();
  state.figures = bytes.array<double>();
  GrowBeam beam;
  if (!accepted([&] { beam = unpack(state, grow_target.grow_target); })) return 0;
  REQUIRE(same(pack(beam), pack(unpack(pack(beam), grow_target.grow_target))));
  spminer::Control control;
  const GrowBeam next = grow_level(grow_target.grow_target, beam, Slots::params(), control);
  REQUIRE(next.size == beam.size + 1);
  return 0;
}
