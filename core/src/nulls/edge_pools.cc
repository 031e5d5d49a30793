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

void add_edge(Blueprint& plan, Node u, Node v) {
  plan.ends.push_back(u);
  plan.ends.push_back(v);
}

void list_edges(Blueprint& plan, const Rows& rows, const Collection& collection, bool with_labels) {
  rows.for_each([&](Node u, Node v, std::size_t entry) {
    if (!plan.directed && u > v) return;
    add_edge(plan, u, v);
    if (with_labels) plan.labels.push_back(collection.view.edge_labels[entry]);
  });
}

/// Pairs of opposite arcs first, then the arcs without an opposite.
void list_reciprocal(Blueprint& plan, const Rows& rows) {
  rows.for_each([&](Node u, Node v, std::size_t) {
    if (u < v && rows.has(v, u)) add_edge(plan, u, v);
  });
  plan.mutual = plan.edges();
  rows.for_each([&](Node u, Node v, std::size_t) {
    if (!rows.has(v, u)) add_edge(plan, u, v);
  });
}

void index_tails(Blueprint& plan) {
  plan.rows.assign(static_cast<std::size_t>(plan.nodes) + 1, 0);
  for (std::uint32_t e = plan.mutual; e < plan.edges(); ++e) ++plan.rows[plan.ends[2 * e] + 1];
  plan.rows[0] = plan.mutual;
  std::partial_sum(plan.rows.begin(), plan.rows.end(), plan.rows.begin());
}

/// In- and out-degree of each node as one number; of undirected graphs the degree.
std::vector<std::int32_t> degree_classes(const Blueprint& plan) {
  std::vector<std::pair<std::int64_t, std::int64_t>> degrees(plan.nodes);
  for (std::size_t end = 0; end < plan.ends.size(); ++end) {
    auto& [out, in] = degrees[plan.ends[end]];
    ++(plan.directed && end % 2 == 1 ? in : out);
  }
  std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> numbers;
  std::vector<std::int32_t> classes;
  for (const auto& degree : degrees)
    classes.push_back(numbers.emplace(degree, static_cast<std::int32_t>(numbers.size())).first->second);
  return classes;
}

/// Groups ends by `pool(end)`, a number that is negative for ends that stay.
template <typename F>
void make_pools(Blueprint& plan, F&& pool) {
  for (End end = 0; end < plan.ends.size(); ++end)
    if (pool(end) >= 0) plan.order.push_back(end);
  std::stable_sort(plan.order.begin(), plan.order.end(), [&](End a, End b) { return pool(a) < pool(b); });
  for (std::uint32_t i = 0; i < plan.order.size(); ++i) {
    if (i == 0 || pool(plan.order[i]) != pool(plan.order[i - 1])) plan.pool_starts.push_back(i);
    plan.pool_of.push_back(static_cast<std::uint32_t>(plan.pool_starts.size()) - 1);
  }
  plan.pool_starts.push_back(static_cast<std::uint32_t>(plan.order.size()));
}

/// Ends at nodes of the same class; heads and tails apart.
void pool_by_class(Blueprint& plan) {
  make_pools(plan, [&](End end) -> std::int64_t {
    const std::int64_t of_node = plan.classes[plan.ends[end]];
    return plan.directed ? 2 * of_node + end % 2 : of_node;
  });
}

template <bool kOrdered>
void fill_set(Blueprint& plan) {
  plan.set = EdgeSet(plan.nodes, plan.edges());
  for (std::size_t e = 0; e < plan.edges(); ++e)
    plan.set.insert(edge_key<kOrdered>(plan.ends[2 * e], plan.ends[2 * e + 1]));
}

}  // namespace

Blueprint make_blueprint(const Collection& collection, std::size_t graph, Model model) {
  const Rows rows(collection, graph);
  Blueprint plan;
  plan.first = rows.first();
  plan.nodes = rows.nodes();
  plan.directed = collection.view.directed;
  plan.ordered = plan.directed && model != Model::kReciprocal;
  plan.triangle_moves = plan.directed;
  if (model == Model::kReciprocal)
    list_reciprocal(plan, rows);
  else
    list_edges(plan, rows, collection, model == Model::kLabels && !collection.view.edge_labels.empty());
  if (plan.ends.size() >= std::numeric_limits<End>::max() - 1 || plan.nodes > EdgeSet::kMostNodes)
    throw std::invalid_argument("the graph is too large for a null model");
  if (model == Model::kErdosRenyi) return plan;
  if (plan.directed) index_tails(plan);
  if (model == Model::kReciprocal)
    make_pools(plan, [&](End end) { return end < 2 * plan.mutual ? 0 : end % 2 == 1 ? 1 : -1; });
  if (model == Model::kLabels)
    for (Node u = 0; u < plan.nodes; ++u) plan.classes.push_back(rows.label(u));
  if (model == Model::kJointDegree) plan.classes = degree_classes(plan);
  if (!plan.classes.empty()) pool_by_class(plan);
  plan.ordered ? fill_set<true>(plan) : fill_set<false>(plan);
  return plan;
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

std::uint64_t pairs_of(const Blueprint& plan) {
  const auto nodes = static_cast<std::uint64_t>(plan.nodes);
  if (nodes < 2) return 0;
  return plan.directed ? nodes * (nodes - 1) : nodes * (nodes - 1) / 2;
}

std::vector<Node> draw_uniform(const Blueprint& plan, Random& random) {
  // Floyd's way to draw a set: each of the last `edges` numbers is taken, or else a random one below it that is free.
  const auto nodes = static_cast<std::uint64_t>(plan.nodes);
  const std::uint64_t pairs = pairs_of(plan);
  const auto key_at = [&](std::uint64_t number) {
    const Pair pair = pair_at(number, nodes, plan.directed);
    return edge_key<true>(pair.u, pair.v);
  };
  EdgeSet taken(plan.nodes, plan.edges());
  std::vector<Node> ends;
  ends.reserve(plan.ends.size());
  for (std::uint64_t last = pairs - plan.edges(); last < pairs; ++last) {
    std::uint64_t number = random.below(last + 1);
    if (taken.contains(key_at(number))) number = last;
    taken.insert(key_at(number));
    const Pair pair = pair_at(number, nodes, plan.directed);
    ends.push_back(pair.u);
    ends.push_back(pair.v);
  }
  return ends;
}

}  // namespace spminer::nulls
