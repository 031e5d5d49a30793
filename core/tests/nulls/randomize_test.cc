// Whole samples of collections: their mixing, threads and control.
#include "spminer/nulls/randomize.hh"

#include <cmath>

#include "check.hh"
#include "nulls/chi_squared.hh"
#include "nulls/small_graphs.hh"
#include "nulls/switching.hh"

namespace {

using namespace spminer;
using namespace spminer::nulls;
using namespace spminer::nulls::testing;

/// Many graphs as one collection.
struct Many {
  std::vector<std::int64_t> indptr{0}, offsets{0};
  std::vector<Node> indices;
  std::vector<std::int32_t> labels, edge_labels;
  bool directed = false;

  void add(const Space& space, Mask mask) {
    const Owned one(space, mask);
    const auto first = static_cast<Node>(offsets.back());
    directed = space.directed;
    for (const Node v : one.indices) indices.push_back(first + v);
    for (std::size_t u = 1; u < one.indptr.size(); ++u)
      indptr.push_back(indptr.back() + one.indptr[u] - one.indptr[u - 1]);
    labels.insert(labels.end(), one.labels.begin(), one.labels.end());
    offsets.push_back(first + space.nodes);
  }
  Collection collection() const { return {CsrView{indptr, indices, labels, edge_labels, directed}, offsets}; }
};

Mask mask_in(const Space& space, const CsrResult& csr, std::int64_t first) {
  Mask mask = 0;
  for (int u = 0; u < space.nodes; ++u)
    for (auto i = csr.indptr[first + u]; i < csr.indptr[first + u + 1]; ++i)
      mask |= space.bit(u, static_cast<int>(csr.indices[i] - first));
  return mask;
}

/// A collection of one graph many times over: one sample has as many draws, each within its graph, and all even.
void test_even_within_graphs(const Space& space, Mask start, Model model) {
  const auto all = realizations(space, start, model);
  const auto goal = model == Model::kErdosRenyi ? std::set(all.begin(), all.end()) : reachable(space, start, model);
  CHECK(goal.size() > 1);
  Many many;
  for (std::size_t i = 0; i < 100 * goal.size(); ++i) many.add(space, start);
  const Randomizer randomizer(many.collection(), {.model = model, .seed = 3});
  Control control;
  const auto samples = randomizer.samples(0, 1, control);
  std::map<Mask, int> counts;
  for (std::size_t g = 0; g + 1 < many.offsets.size(); ++g) {
    const Mask mask = mask_in(space, samples[0].csr, many.offsets[g]);
    CHECK(goal.contains(mask));
    ++counts[mask];
  }
  CHECK(p_of_even(counts, goal.size()) > 1e-4);
  CHECK(samples[0].mixing.rigid == Rigid::kNo && samples[0].mixing.rigid_graphs == 0);
  CHECK(samples[0].mixing.autocorrelation < 0.01);
}

/// Sample i depends on (seed, i) alone.
void test_samples_are_independent_of_threads() {
  const Space space(6, true, {0, 1, 0, 1, 0, 1});
  Random random(4);
  Many many;
  for (int i = 0; i < 20; ++i) many.add(space, random_mask(space, random));
  for (const Model model : {Model::kDegree, Model::kReciprocal, Model::kLabels, Model::kJointDegree, Model::kClustering,
                            Model::kErdosRenyi}) {
    Control control;
    const Randomizer one(many.collection(), {.model = model, .seed = 5, .threads = 1});
    const Randomizer several(many.collection(), {.model = model, .seed = 5, .threads = 4});
    const auto first = one.samples(0, 6, control), second = several.samples(0, 6, control);
    const auto fourth = several.samples(3, 1, control);
    for (std::size_t i = 0; i < 6; ++i) CHECK(first[i].csr.indices == second[i].csr.indices);
    CHECK(fourth[0].csr.indices == first[3].csr.indices && fourth[0].csr.indptr == first[3].csr.indptr);
    CHECK(first[0].csr.indices != first[1].csr.indices);
    const Randomizer other(many.collection(), {.model = model, .seed = 6, .threads = 1});
    CHECK(other.samples(0, 1, control)[0].csr.indices != first[0].csr.indices);
    for (std::size_t g = 0; g < 20; ++g)
      if (model != Model::kClustering) {
        const auto before =
            kept(space, mask_in(space, {.indptr = many.indptr, .indices = many.indices}, many.offsets[g]), model);
        CHECK(kept(space, mask_in(space, first[0].csr, many.offsets[g]), model) == before);
      }
  }
}

void test_mixing() {
  const Space space(6, false);
  Many many;
  many.add(space, space.mask_of({{0, 1}, {0, 2}, {0, 3}}));                          // a star: rigid
  many.add(space, space.mask_of({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}));  // a ring: not
  many.add(space, 0);
  Control control;
  const auto both = Randomizer(many.collection(), {.switches = 1000}).samples(0, 1, control)[0].mixing;
  CHECK(both.rigid == Rigid::kNo && both.rigid_graphs == 2);
  CHECK(both.accepted > 5000 && both.accepted < 8000);  // 6 edges, 1000 switches each
  Many star;
  star.add(space, space.mask_of({{0, 1}, {0, 2}, {0, 3}}));
  const auto sample = Randomizer(star.collection(), {}).samples(0, 1, control)[0];
  CHECK(sample.mixing.rigid == Rigid::kYes && sample.mixing.accepted == 0 && std::isnan(sample.mixing.autocorrelation));
  CHECK(sample.csr.indices == star.indices);
  const auto clustered = Randomizer(many.collection(), {.model = Model::kClustering}).samples(0, 1, control)[0].mixing;
  CHECK(clustered.triangles == 0 && clustered.wanted_triangles == 0);
}

/// Labels that do not stay with their edges are shuffled: their number stays, in each graph.
void test_dealt_labels() {
  const Space space(5, true);
  Random random(6);
  Many many;
  for (int i = 0; i < 10; ++i) many.add(space, random_mask(space, random));
  for (std::size_t i = 0; i < many.indices.size(); ++i)
    many.edge_labels.push_back(static_cast<std::int32_t>(random.below(4)));
  const auto labels_of = [&](const std::vector<std::int64_t>& indptr, const std::vector<std::int32_t>& labels,
                             std::size_t g) {
    const auto begin = indptr[many.offsets[g]], end = indptr[many.offsets[g + 1]];
    return std::multiset<std::int32_t>(labels.begin() + begin, labels.begin() + end);
  };
  for (const Model model : {Model::kDegree, Model::kReciprocal, Model::kErdosRenyi}) {
    Control control;
    const auto sample = Randomizer(many.collection(), {.model = model}).samples(0, 1, control)[0];
    for (std::size_t g = 0; g < 10; ++g)
      CHECK(labels_of(sample.csr.indptr, sample.csr.edge_labels, g) == labels_of(many.indptr, many.edge_labels, g));
  }
}

void test_control_and_refusals() {
  const Space space(6, false);
  Many many;
  many.add(space, space.mask_of({{0, 1}, {1, 2}, {2, 3}}));
  Control control;
  control.cancel();
  const auto samples = Randomizer(many.collection(), {}).samples(0, 3, control);
  for (const auto& sample : samples) CHECK(!sample.complete && sample.csr.indices.empty());
  Control deadline(0.05);
  const auto endless = Randomizer(many.collection(), {.switches = 1e15}).samples(0, 1, deadline);
  CHECK(!endless[0].complete && deadline.reason() == StopReason::kTimeLimit);
  CHECK_THROWS(Randomizer(many.collection(), {.model = Model::kReciprocal}));
  CHECK_THROWS(Randomizer(many.collection(), {.model = Model::kLabels}));
  CHECK_THROWS(Randomizer(many.collection(), {.switches = 0}));
  CHECK_THROWS(Randomizer(many.collection(), {.switches = NAN}));
  const std::vector<std::int64_t> indptr{0, 2, 3, 4}, offsets{0, 3};
  const std::vector<Node> repeated{1, 1, 0, 0};
  CHECK_THROWS(
      Randomizer({{.indptr = indptr, .indices = repeated, .node_labels = {}, .edge_labels = {}}, offsets}, {}));
}

}  // namespace

int main() {
  const Space plain(5, false, {0, 0, 0, 1, 1}), arcs(4, true, {0, 0, 1, 1});
  const Mask ring = plain.mask_of({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});
  const Mask wheel = arcs.mask_of({{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 1}, {0, 3}});
  for (const Model model : {Model::kDegree, Model::kJointDegree, Model::kLabels, Model::kErdosRenyi})
    test_even_within_graphs(plain, ring, model);
  for (const Model model : {Model::kDegree, Model::kErdosRenyi}) test_even_within_graphs(arcs, wheel, model);
  test_samples_are_independent_of_threads();
  test_mixing();
  test_dealt_labels();
  test_control_and_refusals();
  return spminer::testing::verdict();
}
