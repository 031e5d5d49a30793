// The match index from signatures that were found before, and the signatures that files keep.
#include "match/index.hh"

#include "check.hh"
#include "random_target.hh"
#include "spminer/base/checksum.hh"

namespace spminer::match {
namespace {

using testing::RandomTarget;

bool same(const IndexData& a, const IndexData& b) {
  const auto equal = [](const NodeSignature& x, const NodeSignature& y) { return x.low == y.low && x.high == y.high; };
  return a.members == b.members && a.first == b.first && a.rows == b.rows &&
         std::equal(a.signatures.begin(), a.signatures.end(), b.signatures.begin(), b.signatures.end(), equal);
}

void test_known_signatures_make_the_same_index() {
  Random random(11);
  for (int round = 0; round < 60; ++round) {
    const int marks = 1 + round % 2, labels = 1 + round / 2 % 2;
    const RandomTarget graph(static_cast<int>(random.below(40)), 0.02 + 0.3 * random.uniform(), labels, marks,
                             round % 3 == 0, random);
    const Target target = graph.target();
    Control control;
    const auto known = find_signatures(target, 1 + round % 3, control);
    CHECK(same(MatchIndex(target).data(), MatchIndex(target, KnownSignatures{known}).data()));
    const Target bare({graph.indptr, graph.indices, {}, {}, graph.directed});
    CHECK(known == find_signatures(bare, 1, control));  // labels do not matter
  }
}

void test_refusals() {
  Random random(1);
  const RandomTarget graph(5, 0.5, 1, 1, false, random);
  const Target target = graph.target();
  const std::vector<std::uint64_t> few(9), many(12);
  CHECK_THROWS(MatchIndex(target, KnownSignatures{few}));
  CHECK_THROWS(MatchIndex(target, KnownSignatures{many}));
  Control control;
  control.cancel();
  CHECK(find_signatures(target, 1, control).empty());
}

// Stores keep signatures.  If this fails, signatures have changed: raise kSignatureVersion, then note the new value.
void test_signatures_are_those_of_their_version() {
  Random random(5);
  Checksum sum;
  for (const double density : {0.005, 0.02, 0.1, 0.3}) {
    const RandomTarget graph(300, density, 1, 1, false, random);
    Control control;
    const auto known = find_signatures(graph.target(), 2, control);
    sum.update(std::as_bytes(std::span(known)));
  }
  CHECK(signature_version() == 1);
  CHECK(sum.value() == 0x09fd09996ceb0fc6ULL);
}

}  // namespace
}  // namespace spminer::match

int main() {
  spminer::match::test_known_signatures_make_the_same_index();
  spminer::match::test_refusals();
  spminer::match::test_signatures_are_those_of_their_version();
  return spminer::testing::verdict();
}
