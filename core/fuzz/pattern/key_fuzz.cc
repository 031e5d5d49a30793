// Keys from anywhere: what is taken for a pattern spells itself again, and its canonical form does not depend on how
// its nodes are numbered.
#include "fuzz.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"
#include "spminer/pattern/key.hh"

namespace spminer::fuzz {

namespace {

Pattern shuffled(const Pattern& pattern, Random& random) {
  std::vector<int> position(pattern.size);
  for (std::size_t i = 0; i < position.size(); ++i) position[i] = static_cast<int>(i);
  for (std::size_t i = position.size(); i > 1; --i) std::swap(position[i - 1], position[random.below(i)]);
  return permuted(pattern, position);
}

void check(const Pattern& pattern, Random& random) {
  REQUIRE(pattern_from_key(key_of(pattern)) == pattern);
  const Pattern other = shuffled(pattern, random);
  const Pattern canonical = canonical_copy(pattern);
  REQUIRE(canonical_key(pattern) == canonical_key(other));
  REQUIRE(canonical == canonical_copy(other));
  REQUIRE(canonical.edges() == pattern.edges() && canonical.connected() == pattern.connected());
  const CanonicalForm form = canonical_form(pattern);
  REQUIRE(form.automorphisms >= 1);
  for (const auto& generator : form.generators) REQUIRE(permuted(pattern, generator) == pattern);
  if (pattern.size == kMaxPatternNodes) return;
  const std::vector<EdgeCode> code{kPlainEdge};
  const Pattern larger =
      extended(pattern, 1, 0, pattern.coded() ? std::span<const EdgeCode>(code) : std::span<const EdgeCode>());
  REQUIRE(without_node(larger, pattern.size) == pattern);
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> result;
  const auto add = [&](const Pattern& pattern) {
    result.push_back(Writer().put(std::uint64_t{7}).all(key_of(pattern)).bytes());
  };
  Pattern cycle = Pattern::empty(6);
  for (int i = 0; i < 6; ++i) cycle.connect(i, (i + 1) % 6);
  add(cycle);
  cycle.anchor = 2;
  cycle.labels = {0, 1, 0, 1, 0, 3};
  add(cycle);
  Pattern arcs = Pattern::empty(4);
  arcs.connect(0, 1, make_edge_code(1, 0));
  arcs.connect(1, 2, make_edge_code(2, 1));
  arcs.connect(2, 3, make_edge_code(0, 3));
  add(arcs);
  Pattern large = Pattern::empty(kMaxPatternNodes);
  for (int i = 1; i < large.size; ++i) large.connect(i, i / 2);
  add(large);
  return result;
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer;
  fuzz::Bytes bytes(data, size);
  Random random(bytes.take<std::uint64_t>());
  Pattern pattern;
  if (fuzz::accepted([&] { pattern = pattern_from_key(bytes.all<std::uint64_t>()); })) fuzz::check(pattern, random);
  return 0;
}
