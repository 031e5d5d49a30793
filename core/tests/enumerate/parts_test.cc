// Enumeration in parts against enumeration as a whole, for every kind of target and any cut. Tests of
// enumerate/parts and enumerate/part_format.
#include "spminer/enumerate/parts.hh"

#include <algorithm>

#include "check.hh"
#include "enumerate/part_format.hh"
#include "enumerate/results.hh"
#include "random_target.hh"
#include "spminer/base/random.hh"

using namespace spminer;
using namespace spminer::enumerate;
using spminer::testing::RandomTarget;

namespace {

/// Ranges that a quota leaves are cut at random, at roots or at branches, until nothing is left.
EnumerateResult in_parts(const Target& target, int size, Random& random) {
  PartialEnumerator enumerator(target, size);
  CHECK(static_cast<std::int64_t>(enumerator.degrees().size()) == enumerator.roots());
  std::vector<RootRange> ranges;
  for (std::int64_t at = 0; at < enumerator.roots();) {
    const auto end = std::min(enumerator.roots(), at + 1 + static_cast<std::int64_t>(random.below(5)));
    ranges.push_back({at, end});
    at = end;
  }
  PartialClasses classes;
  while (!ranges.empty()) {
    std::swap(ranges[random.below(static_cast<std::uint32_t>(ranges.size()))], ranges.back());
    const RootRange range = ranges.back();
    ranges.pop_back();
    Control control;
    const PartialResult part = enumerator.run(
        range, random.below(3) == 0 ? PartQuota{.bytes = 300} : PartQuota{.subgraphs = random.below(20)}, control);
    CHECK(part.complete);
    classes.absorb(part.packed);
    if (part.unfinished.first == part.unfinished.last) continue;
    CHECK(part.branches > part.unfinished.branch);
    if (part.unfinished.branch_end < 0 &&
        random.below(2) != 0) {  // the branches of the first root, and the other roots
      const std::int64_t cut = part.unfinished.branch + 1 + static_cast<std::int64_t>(random.below(3));
      ranges.push_back({part.unfinished.first, part.unfinished.first + 1, part.unfinished.branch, cut});
      if (cut < part.branches) ranges.push_back({part.unfinished.first, part.unfinished.first + 1, cut, part.branches});
      ranges.push_back({part.unfinished.first + 1, part.unfinished.last});
    } else {
      ranges.push_back(part.unfinished);
    }
  }
  PartialClasses again;  // as a checkpoint keeps it
  again.absorb(classes.packed());
  CHECK(same_classes(again.result(1), classes.result(1)));
  return classes.result(2);
}

void test_any_cut_gives_the_whole() {
  Random random(11);
  for (int round = 0; round < testing::rounds(300); ++round) {
    const int n = 4 + static_cast<int>(random.below(30)), size = 2 + static_cast<int>(random.below(4));
    const RandomTarget data(n, 0.05 + 0.25 * random.uniform(), 1 + static_cast<int>(random.below(3)),
                            1 + static_cast<int>(random.below(3)), random.below(2) != 0, random);
    const Target target = data.target();
    Control control;
    CHECK(same_classes(in_parts(target, size, random), enumerate_subgraphs(target, {size, 1, 0}, control)));
  }
}

void test_large_components_share_pages() {
  Random random(12);
  const RandomTarget data(1500, 0.002, 2, 1, false, random);
  const Target target = data.target();
  Control control;
  CHECK(same_classes(in_parts(target, 4, random), enumerate_subgraphs(target, {4, 2, 0}, control)));
}

/// Where the two differ: the whole counts every node as done, a part only the roots that it finished; nodes of
/// components that are too small are roots of no part; and a limit leaves the whole with lower bounds, a quota leaves a
/// part that is complete.
void test_what_the_whole_and_parts_count() {
  Random random(15);
  int fewer = 0;
  for (int round = 0; round < testing::rounds(40); ++round) {
    const int n = 20 + static_cast<int>(random.below(20));
    const RandomTarget data(n, 0.08, 1 + round % 2, 1, false, random);
    const Target target = data.target();
    Control whole, part;
    const EnumerateResult all = enumerate_subgraphs(target, {4, 1 + round % 3, 0}, whole);
    CHECK(whole.done == whole.total && whole.done == static_cast<std::uint64_t>(n));
    PartialEnumerator enumerator(target, 4);
    CHECK(enumerator.roots() <= n);  // equal if no component is too small, as in one of hundreds of graphs
    fewer += enumerator.roots() < n;
    const PartialResult every = enumerator.run({0, enumerator.roots()}, {}, part);
    CHECK(part.done == part.total && part.done == static_cast<std::uint64_t>(enumerator.roots()));
    CHECK(every.subgraphs == all.subgraphs && every.unfinished.first == every.unfinished.last);
    Control limited, cut;
    const EnumerateResult some = enumerate_subgraphs(target, {4, 1, 1}, limited);
    CHECK(!some.complete && limited.reason() == StopReason::kMemoryLimit && some.subgraphs <= all.subgraphs);
    const PartialResult few = enumerator.run({0, enumerator.roots()}, {.subgraphs = all.subgraphs / 2}, cut);
    CHECK(few.complete && !cut.stopped() && few.subgraphs <= all.subgraphs);
    CHECK(cut.done == static_cast<std::uint64_t>(few.unfinished.first));
    PartialClasses united;
    united.absorb(few.packed);
    CHECK(united.result(1).subgraphs == few.subgraphs);
  }
  const RandomTarget lonely(3, 0, 1, 1, false, random);
  const Target target = lonely.target();
  Control whole, part;
  CHECK(enumerate_subgraphs(target, {2, 1, 0}, whole).complete && whole.done == 3);
  PartialEnumerator enumerator(target, 2);
  CHECK(enumerator.roots() == 0 && enumerator.run({0, 0}, {}, part).complete);
  CHECK(fewer > 0);
}

void test_a_stopped_part_says_so() {
  Random random(13);
  const RandomTarget data(300, 0.2, 1, 1, false, random);
  const Target target = data.target();
  PartialEnumerator enumerator(target, 5);
  Control control;
  control.cancel();
  CHECK(!enumerator.run({0, enumerator.roots()}, {}, control).complete);
}

void test_what_cannot_be_meant_is_refused() {
  Random random(14);
  const RandomTarget data(10, 0.5, 1, 1, false, random);
  const Target target = data.target();
  PartialEnumerator enumerator(target, 3);
  Control control;
  CHECK_THROWS(enumerator.run({0, enumerator.roots() + 1}, {}, control));
  CHECK_THROWS(enumerator.run({-1, 1}, {}, control));
  CHECK_THROWS(enumerator.run({2, 1}, {}, control));
  CHECK_THROWS(enumerator.run({0, 2, 0, 1}, {}, control));
  CHECK_THROWS(PartialEnumerator(target, 1));
  auto packed = enumerator.run({0, 3}, {}, control).packed;
  PartialClasses classes;
  classes.absorb(packed);
  for (std::size_t words = 0; words < packed.size(); ++words)
    CHECK_THROWS(PartialClasses().absorb(std::span(packed).first(words)));
  packed[0] ^= 1;
  CHECK_THROWS(classes.absorb(packed));
}

/// A part of classes with these keys and numbers of orbits.
std::vector<std::uint64_t> made_up(const std::vector<std::pair<PatternKey, int>>& own) {
  PartWriter writer;
  for (const auto& [key, orbits] : own)
    writer.add_class(key, std::vector<std::uint64_t>(static_cast<std::size_t>(orbits) + 1, 1));
  return writer.packed();
}

void test_classes_that_are_made_up_are_refused() {
  Pattern path = Pattern::empty(3);
  path.connect(0, 1);
  path.connect(1, 2);
  const PatternKey key = canonical_key(path);
  PartialClasses fine;
  fine.absorb(made_up({{key, 2}}));
  CHECK(fine.result(1).classes() == 1);
  CHECK_THROWS(fine.absorb(made_up({{key, 3}})));              // more orbits than the same class had
  CHECK_THROWS(PartialClasses().absorb(made_up({{key, 5}})));  // more orbits than nodes
  CHECK_THROWS(PartialClasses().absorb(made_up({{{7, 7, 7}, 1}})));
  CHECK_THROWS(PartialClasses().absorb(made_up({{key_of(Pattern::empty(kMaxPatternNodes)), 1}})));
  path.anchor = 0;
  CHECK_THROWS(PartialClasses().absorb(made_up({{canonical_key(path), 3}})));
  for (const int orbits : {1, 3}) {  // other orbits than the pattern has
    PartialClasses odd;
    odd.absorb(made_up({{key, orbits}}));
    CHECK_THROWS(odd.result(1));
  }
}

}  // namespace

int main() {
  test_any_cut_gives_the_whole();
  test_large_components_share_pages();
  test_what_the_whole_and_parts_count();
  test_a_stopped_part_says_so();
  test_what_cannot_be_meant_is_refused();
  test_classes_that_are_made_up_are_refused();
  return spminer::testing::verdict();
}
