#include "nulls/edge_pools.hh"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace spminer::nulls {

namespace {

/// The rows of one graph of the collection, with nodes numbered from 0.
class Rows {
 public:
  Rows(const Collection& collection, std::size_t graph)
      : view_(collection.view), first_(static_cast<Node>(collection.graph_offsets[graph])) {
    nodes_ = static_cast<Node>(collection.graph_offsets[graph + 1]) - first_;
  }
  Node first() const { return first_; }
  Node nodes() const { return nodes_; }

  /// Calls f(u, v, entry) for each entry of the rows.
  template <typename F>
  void for_each(F&& f) const {
    for (Node u = 0; u < nodes_; ++u)
      for (std::int64_t i = view_.indptr[at(u)]; i < view_.indptr[at(u) + 1]; ++i)
        f(u, static_cast<Node>(view_.indices[i] - first_), static_cast<std::size_t>(i));
  }
  bool has(Node u, Node v) const {
    const auto row = view_.indices.subspan(view_.indptr[at(u)],
                                           static_cast<std::size_t>(view_.indptr[at(u) + 1] - view_.indptr[at(u)]));
    return std::binary_search(row.begin(), row.end(), v + first_);
  }
  std::int32_t label(Node u) const { return view_.node_labels[at(u)]; }

 private:
  std::size_t at(Node u) const { return static_cast<std::size_t>(first_) + static_cast<std::size_t>(u); }

  const CsrView& view_;
  Node first_;
  Node nodes_ = 0;
};

void add_edge(EdgePools& pools, Node u, Node v) {
  pools.ends.push_back(u);
  pools.ends.push_back(v);
}

void list_edges(EdgePools& pools, const Rows& rows, const Collection& collection, bool with_labels) {
  rows.for_each([&](Node u, Node v, std::size_t entry) {
    if (!pools.directed && u > v) return;
    add_edge(pools, u, v);
    if (with_labels) pools.labels.push_back(collection.view.edge_labels[entry]);
  });
}

/// Pairs of opposite arcs first, then the arcs without an opposite.
void list_reciprocal(EdgePools& pools, const Rows& rows) {
  rows.for_each([&](Node u, Node v, std::size_t) {
    if (u < v && rows.has(v, u)) add_edge(pools, u, v);
  });
  pools.mutual = pools.edges();
  rows.for_each([&](Node u, Node v, std::size_t) {
    if (!rows.has(v, u)) add_edge(pools, u, v);
  });
}

void index_tails(EdgePools& pools) {
  pools.rows.assign(static_cast<std::size_t>(pools.nodes) + 1, 0);
  for (std::uint32_t e = pools.mutual; e < pools.edges(); ++e) ++pools.rows[pools.ends[2 * e] + 1];
  pools.rows[0] = pools.mutual;
  std::partial_sum(pools.rows.begin(), pools.rows.end(), pools.rows.begin());
}

/// In- and out-degree of each node as one number; of undirected graphs the degree.
std::vector<std::int32_t> degree_classes(const EdgePools& pools) {
  std::vector<std::pair<std::int64_t, std::int64_t>> degrees(pools.nodes);
  for (std::size_t end = 0; end < pools.ends.size(); ++end) {
    auto& [out, in] = degrees[pools.ends[end]];
    ++(pools.directed && end % 2 == 1 ? in : out);
  }
  std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> numbers;
  std::vector<std::int32_t> classes;
  for (const auto& degree : degrees)
    classes.push_back(numbers.emplace(degree, static_cast<std::int32_t>(numbers.size())).first->second);
  return classes;
}

/// Groups ends by `pool(end)`, a number that is negative for ends that stay.
template <typename F>
void make_pools(EdgePools& pools, F&& pool) {
  for (End end = 0; end < pools.ends.size(); ++end)
    if (pool(end) >= 0) pools.order.push_back(end);
  std::stable_sort(pools.order.begin(), pools.order.end(), [&](End a, End b) { return pool(a) < pool(b); });
  for (std::uint32_t i = 0; i < pools.order.size(); ++i) {
    if (i == 0 || pool(pools.order[i]) != pool(pools.order[i - 1])) pools.pool_starts.push_back(i);
    pools.pool_of.push_back(static_cast<std::uint32_t>(pools.pool_starts.size()) - 1);
  }
  pools.pool_starts.push_back(static_cast<std::uint32_t>(pools.order.size()));
}

/// Ends at nodes of the same class; heads and tails apart.
void pool_by_class(EdgePools& pools) {
  make_pools(pools, [&](End end) -> std::int64_t {
    const std::int64_t of_node = pools.classes[pools.ends[end]];
    return pools.directed ? 2 * of_node + end % 2 : of_node;
  });
}

template <bool kOrdered>
void fill_set(EdgePools& pools) {
  pools.set = EdgeSet(pools.nodes, pools.edges());
  for (std::size_t e = 0; e < pools.edges(); ++e)
    pools.set.insert(edge_key<kOrdered>(pools.ends[2 * e], pools.ends[2 * e + 1]));
}

}  // namespace

EdgePools make_edge_pools(const Collection& collection, std::size_t graph, Model model) {
  const Rows rows(collection, graph);
  EdgePools pools;
  pools.first = rows.first();
  pools.nodes = rows.nodes();
  pools.directed = collection.view.directed;
  pools.ordered = pools.directed && model != Model::kReciprocal;
  pools.triangle_moves = pools.directed;
  if (model == Model::kReciprocal)
    list_reciprocal(pools, rows);
  else
    list_edges(pools, rows, collection, model == Model::kLabels && !collection.view.edge_labels.empty());
  if (pools.ends.size() >= std::numeric_limits<End>::max() - 1 || pools.nodes > EdgeSet::kMostNodes)
    throw std::invalid_argument("the graph is too large for a null model");
  if (model == Model::kErdosRenyi) return pools;
  if (pools.directed) index_tails(pools);
  if (model == Model::kReciprocal)
    make_pools(pools, [&](End end) { return end < 2 * pools.mutual ? 0 : end % 2 == 1 ? 1 : -1; });
  if (model == Model::kLabels)
    for (Node u = 0; u < pools.nodes; ++u) pools.classes.push_back(rows.label(u));
  if (model == Model::kJointDegree) pools.classes = degree_classes(pools);
  if (!pools.classes.empty()) pool_by_class(pools);
  pools.ordered ? fill_set<true>(pools) : fill_set<false>(pools);
  return pools;
}

namespace {

struct Pair {
  Node u, v;
};

/// A pair for each number below pairs_of(), none twice.
Pair pair_at(std::uint64_t number, std::uint64_t nodes, bool directed) {
  if (directed) {
    const std::uint64_t tail = number / (nodes - 1), head = number % (nodes - 1);
    return {static_cast<Node>(tail), static_cast<Node>(head + (head >= tail))};
  }
  // Nodes on a circle: the pairs at distance 1, then at distance 2, ...; the last distance of an even number of nodes
  // has half as many pairs, which are the first half of their row.
  const std::uint64_t u = number % nodes, distance = number / nodes + 1;
  return {static_cast<Node>(u), static_cast<Node>((u + distance) % nodes)};
}

}  // namespace

std::uint64_t pairs_of(const EdgePools& pools) {
  const auto nodes = static_cast<std::uint64_t>(pools.nodes);
  if (nodes < 2) return 0;
  return pools.directed ? nodes * (nodes - 1) : nodes * (nodes - 1) / 2;
}

std::vector<Node> draw_uniform(const EdgePools& pools, Random& random) {
  // Floyd's way to draw a set: each of the last `edges` numbers is taken, or else a random one below it that is free.
  const auto nodes = static_cast<std::uint64_t>(pools.nodes);
  const std::uint64_t pairs = pairs_of(pools);
  const auto key_at = [&](std::uint64_t number) {
    const Pair pair = pair_at(number, nodes, pools.directed);
    return edge_key<true>(pair.u, pair.v);
  };
  EdgeSet taken(pools.nodes, pools.edges());
  std::vector<Node> ends;
  ends.reserve(pools.ends.size());
  for (std::uint64_t last = pairs - pools.edges(); last < pairs; ++last) {
    std::uint64_t number = random.below(last + 1);
    if (taken.contains(key_at(number))) number = last;
    taken.insert(key_at(number));
    const Pair pair = pair_at(number, nodes, pools.directed);
    ends.push_back(pair.u);
    ends.push_back(pair.v);
  }
  return ends;
}

}  // namespace spminer::nulls
