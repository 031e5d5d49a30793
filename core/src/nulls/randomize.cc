#include "spminer/nulls/randomize.hh"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/parallel.hh"
#include "nulls/switching.hh"
#include "nulls/triangles.hh"

namespace spminer::nulls {

namespace {

void check(const Collection& collection, const Params& params) {
  if (collection.graph_offsets.empty()) throw std::invalid_argument("offsets of the graphs are missing");
  check_csr(collection.view, collection.graph_offsets);
  if (!(params.switches > 0 && std::isfinite(params.switches)))
    throw std::invalid_argument("the number of switches per edge must be positive");
  if (params.model == Model::kReciprocal && !collection.view.directed)
    throw std::invalid_argument("only directed graphs have reciprocal arcs");
  if (params.model == Model::kLabels && collection.view.node_labels.empty())
    throw std::invalid_argument("the nodes have no labels");
}

/// Edges of a sample, all graphs one after the other.
struct Edges {
  std::vector<Node> sources, targets;
  std::vector<std::int32_t> labels;

  void add(const EdgePools& pools, const Shuffled& graph) {
    for (std::size_t e = 0; 2 * e < graph.ends.size(); ++e) {
      const Node u = pools.first + graph.ends[2 * e], v = pools.first + graph.ends[2 * e + 1];
      add_arc(u, v);
      if (e < pools.mutual) add_arc(v, u);
    }
  }
  void add_arc(Node u, Node v) {
    sources.push_back(u);
    targets.push_back(v);
  }
};

/// Labels of the edges of one graph, each edge once.
std::vector<std::int32_t> edge_labels(const Collection& collection, const EdgePools& pools) {
  std::vector<std::int32_t> labels;
  const CsrView& view = collection.view;
  for (auto u = static_cast<std::size_t>(pools.first); u < static_cast<std::size_t>(pools.first + pools.nodes); ++u)
    for (auto i = static_cast<std::size_t>(view.indptr[u]); i < static_cast<std::size_t>(view.indptr[u + 1]); ++i)
      if (view.directed || static_cast<std::size_t>(view.indices[i]) > u) labels.push_back(view.edge_labels[i]);
  return labels;
}

/// Labels that stay with the edges, or are shuffled.
void add_labels(Edges& edges, const Collection& collection, const EdgePools& pools, Shuffled& graph, bool travel,
                Random& random) {
  if (collection.view.edge_labels.empty()) return;
  std::vector<std::int32_t> labels = travel ? std::move(graph.labels) : edge_labels(collection, pools);
  if (!travel)
    for (std::size_t i = labels.size(); i > 1; --i) std::swap(labels[i - 1], labels[random.below(i)]);
  edges.labels.insert(edges.labels.end(), labels.begin(), labels.end());
}

void add_mixing(Mixing& mixing, const EdgePools& pools, const Shuffled& graph, bool& movable, bool& unknown) {
  mixing.attempted += graph.attempted;
  mixing.accepted += graph.accepted;
  mixing.rigid_graphs += graph.rigid == Rigid::kYes;
  movable |= graph.rigid == Rigid::kNo;
  unknown |= graph.rigid == Rigid::kUnknown;
  if (graph.triangles < 0) return;
  mixing.triangles = std::max<std::int64_t>(mixing.triangles, 0) + graph.triangles;
  mixing.wanted_triangles = std::max<std::int64_t>(mixing.wanted_triangles, 0) + pools.triangles;
}

}  // namespace

Randomizer::Randomizer(const Collection& collection, const Params& params) : collection_(collection), params_(params) {
  check(collection, params);
  for (std::size_t graph = 0; graph + 1 < collection.graph_offsets.size(); ++graph) {
    graphs_.push_back(make_edge_pools(collection, graph, params.model));
    EdgePools& pools = graphs_.back();
    if (params.model == Model::kClustering)
      pools.triangles = TriangleSwitching(pools, pools.ends, pools.set).triangles();
    edges_ += pools.edges();
  }
}

Randomizer::~Randomizer() = default;

Sample Randomizer::sample(std::int64_t index, Control& control) const {
  Sample result;
  Edges edges;
  Series series(kCheckpoints + 1);
  bool movable = false, unknown = false;
  const std::uint64_t seed = mix64(mix64(params_.seed) + static_cast<std::uint64_t>(index));
  for (std::size_t g = 0; g < graphs_.size() && !control.check_now(); ++g) {
    Random random(seed, g);
    Shuffled graph = shuffle(graphs_[g], params_, random, series, control);
    edges.add(graphs_[g], graph);
    add_labels(edges, collection_, graphs_[g], graph, params_.model == Model::kLabels, random);
    add_mixing(result.mixing, graphs_[g], graph, movable, unknown);
  }
  result.mixing.rigid = movable ? Rigid::kNo : unknown ? Rigid::kUnknown : Rigid::kYes;
  // Draws are independent of the given graph.
  result.mixing.autocorrelation = params_.model == Model::kErdosRenyi ? 0 : autocorrelation_of_walk(series);
  const EdgeSpan span{edges.sources, edges.targets, edges.labels};
  const CsrParams form{.nodes = static_cast<Node>(collection_.view.indptr.size() - 1),
                       .directed = collection_.view.directed,
                       .labeled = !collection_.view.edge_labels.empty()};
  if (!control.check_now()) result.csr = build_csr({&span, 1}, form, control);
  if (control.stopped()) result = {.csr = {}, .mixing = {}, .complete = false};
  return result;
}

std::vector<Sample> Randomizer::samples(std::int64_t first, std::int64_t count, Control& control) const {
  std::vector<Sample> result(count);
  control.total = static_cast<std::uint64_t>(count * edges_) * kCheckpoints;
  parallel_for(count, params_.threads, [&](std::int64_t task, int) {
    auto& place = result[task];
    if (control.stopped())
      place.complete = false;
    else
      place = sample(first + task, control);
  });
  return result;
}

}  // namespace spminer::nulls
