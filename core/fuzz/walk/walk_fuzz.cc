// Walks from anywhere: what is taken grows by a node, and its patterns are patterns.
#include "fuzz.hh"
#include "random_target.hh"
#include "spminer/walk/walk.hh"

namespace spminer::fuzz {

namespace {

using namespace spminer::walk;

/// The target that walks are in: plain, or with labels and arcs.
struct Ground {
  explicit Ground(bool plain) : data(8, 0.4, plain ? 1 : 2, 1, !plain, random), target(data.target()), index(target) {}
  Random random{5};
  testing::RandomTarget data;
  Target target;
  MatchIndex index;
};

const Ground& kind(bool plain) {
  static const Ground first(true), second(false);
  return plain ? first : second;
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> result;
  for (const bool plain : {true, false}) {
    const Target& target = kind(plain).target;
    const Node v = target.neighbors(0)[0], w = target.neighbors(1)[0];
    result.push_back(Writer().byte(plain).byte(2).byte(1).array<Node>({0, v, 1, w}).array<Row>({2, 1, 2, 1}).bytes());
    result.push_back(Writer().byte(plain).byte(1).byte(0).array<Node>({3, 4}).array<Row>({0, 0}).bytes());
  }
  return result;
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer::fuzz;
  Bytes bytes(data, size);
  const Ground& ground = kind(bytes.flag());
  const int walk_size = bytes.below(70);
  const bool induced = bytes.flag();
  const auto nodes = bytes.array<spminer::Node>();
  const auto rows = bytes.array<spminer::Row>();
  const WalkView walks{.size = walk_size, .nodes = nodes, .rows = rows};
  spminer::Control control;
  accepted([&] {
    const WalkSteps steps = expand_walks(ground.target, walks, {.induced = induced, .threads = 1}, control);
    REQUIRE(static_cast<std::int64_t>(steps.offset.size()) == walks.count() + 1);
    const std::vector<std::int64_t> none(steps.offset.size(), 0);
    count_walks(ground.target, walks, ground.index, none, {}, {.threads = 1}, control);
  });
  return 0;
}
