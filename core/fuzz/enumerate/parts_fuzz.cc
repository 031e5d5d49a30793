// Parts of an enumeration from anywhere: what is taken can be put together, kept, and put together again.
#include "enumerate/results.hh"
#include "fuzz.hh"
#include "random_target.hh"
#include "spminer/enumerate/parts.hh"

namespace spminer::fuzz {

using namespace spminer::enumerate;

std::vector<std::string> seeds() {
  std::vector<std::string> result;
  Random random(3);
  for (int kind = 0; kind < 4; ++kind) {
    const testing::RandomTarget data(9, 0.35, 1 + kind % 2, 1 + kind / 2, kind == 3, random);
    const Target target = data.target();
    PartialEnumerator enumerator(target, 3);
    Control control;
    const auto part = enumerator.run({0, enumerator.roots() / 2}, {}, control).packed;
    const auto rest = enumerator.run({enumerator.roots() / 2, enumerator.roots()}, {}, control).packed;
    result.push_back(Writer().put(static_cast<std::uint16_t>(part.size())).all(part).all(rest).bytes());
  }
  return result;
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer::fuzz;
  Bytes bytes(data, size);
  const auto first = static_cast<std::size_t>(bytes.take<std::uint16_t>());
  const auto words = bytes.all<std::uint64_t>();
  const std::span<const std::uint64_t> all(words);
  PartialClasses classes;
  for (const auto part : {all.first(std::min(first, all.size())), all.subspan(std::min(first, all.size()))})
    if (!accepted([&] { classes.absorb(part); })) return 0;
  EnumerateResult result;
  if (!accepted([&] { result = classes.result(1); })) return 0;
  REQUIRE(result.orbit_offset.size() == result.classes() + 1);
  PartialClasses again;
  again.absorb(classes.packed());
  REQUIRE(same_classes(again.result(2), result));
  return 0;
}
