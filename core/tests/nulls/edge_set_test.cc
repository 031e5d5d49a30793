// The set of edges against std::set, with much space and so full that keys are pushed on and the set has to grow.
#include "nulls/edge_set.hh"

#include <set>

#include "check.hh"
#include "spminer/base/random.hh"

namespace {

using namespace spminer;
using namespace spminer::nulls;

void test_against_std_set(Node nodes, std::size_t edges, std::size_t per_bucket, std::uint64_t seed) {
  Random random(seed);
  EdgeSet set(nodes, edges, per_bucket);
  std::set<EdgeKey> oracle;
  const auto key = [&] {
    const auto n = static_cast<std::uint64_t>(nodes);
    return edge_key<true>(static_cast<Node>(random.below(n)), static_cast<Node>(random.below(n)));
  };
  bool same = true;
  for (int step = 0; step < 20000; ++step) {
    const EdgeKey chosen = oracle.size() > edges || (random.below(2) && !oracle.empty())
                               ? *std::next(oracle.begin(), static_cast<long>(random.below(oracle.size())))
                               : key();
    same &= set.contains(chosen) == oracle.contains(chosen);
    if (oracle.erase(chosen))
      set.erase(chosen);
    else
      set.insert(chosen), oracle.insert(chosen);
    const EdgeKey other = key();
    same &= set.contains(other) == oracle.contains(other);
  }
  for (const EdgeKey one : oracle) same &= set.contains(one);
  CHECK(same);
}

void test_keys() {
  CHECK(edge_key<false>(3, 5) == edge_key<false>(5, 3) && edge_key<true>(3, 5) != edge_key<true>(5, 3));
  constexpr Node kNodes = 1 << 22, last = kNodes - 1;
  EdgeSet set(kNodes, 10);
  CHECK(!set.contains(edge_key<true>(last, last)));
  set.insert(edge_key<true>(last, last));
  CHECK(set.contains(edge_key<true>(last, last)) && !set.contains(edge_key<true>(last, last - 1)));
}

}  // namespace

int main() {
  for (const Node nodes : {1, 2, 5, 30, 1000, 1 << 20})
    for (const std::size_t per_bucket : {7, 14, 16, 40, 4000})
      test_against_std_set(nodes, std::min<std::size_t>(200, static_cast<std::size_t>(nodes)), per_bucket,
                           static_cast<std::uint64_t>(nodes) + per_bucket);
  test_keys();
  return spminer::testing::verdict();
}
