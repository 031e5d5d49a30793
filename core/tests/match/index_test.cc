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
  return a.members == b.members && a.first == b.first && a.rows == b.rows && a.rank == b.rank &&
         a.component == b.component &&
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
    const auto known = find_index_parts(target, 1 + round % 3, control);
    const MatchIndex index(target, KnownParts{known.signatures, known.component});
    CHECK(same(MatchIndex(target).data(), index.data()));
    const Target bare({graph.indptr, graph.indices, {}, {}, graph.directed});
    CHECK(known.signatures == find_index_parts(bare, 1, control).signatures);  // labels do not matter
  }
}

void test_refusals() {
  const std::vector<std::int64_t> indptr = {0, 1, 2, 2};
  const std::vector<Node> indices = {1, 0};  // one edge, and a node of its own
  const Target target({indptr, indices, {}, {}, false});
  const std::vector<std::uint64_t> right(6), few(5), many(8);
  const std::vector<Node> components = {0, 0, 1}, short_of_one = {0, 0}, torn = {0, 1, 1}, negative = {0, 0, -1},
                          beyond = {0, 0, 3};
  const MatchIndex index(target, KnownParts{right, components});
  CHECK(index.data().components() == 2);
  CHECK_THROWS(MatchIndex(target, KnownParts{few, components}));
  CHECK_THROWS(MatchIndex(target, KnownParts{many, components}));
  for (const auto& wrong : {short_of_one, torn, negative, beyond})
    CHECK_THROWS(MatchIndex(target, KnownParts{right, wrong}));
  Control control;
  control.cancel();
  CHECK(find_index_parts(target, 1, control).component.empty());
}

// Stores keep signatures.  If this fails, signatures have changed: raise kSignatureVersion, then note the new value.
void test_signatures_are_those_of_their_version() {
  Random random(5);
  Checksum sum;
  for (const double density : {0.005, 0.02, 0.1, 0.3}) {
    const RandomTarget graph(300, density, 1, 1, false, random);
    Control control;
    const auto known = find_index_parts(graph.target(), 2, control);
    sum.update(std::as_bytes(std::span(known.signatures)));
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
