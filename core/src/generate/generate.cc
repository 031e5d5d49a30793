// Two ways to hold a graph that is being generated: bits for at most 64 nodes, lists for any number.

#include "spminer/generate/generate.hh"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/draw.hh"
#include "base/parallel.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::generate {

class BitAdjacency {
 public:
  explicit BitAdjacency(int nodes) : pattern_(Pattern::empty(nodes)) {}

  int nodes() const { return pattern_.size; }
  int degree(int u) const { return pattern_.degree(u); }
  bool has(int u, int v) const { return pattern_.adjacent(u, v); }
  void add(int u, int v) { pattern_.connect(u, v); }
  void remove(int u, int v) {
    pattern_.rows[u] &= ~bit(v);
    pattern_.rows[v] &= ~bit(u);
  }
  bool connected() const { return pattern_.connected(); }

  int random_neighbor(int u, Random& random) const { return draw_bit(pattern_.rows[u], random); }
  /// A neighbor of u that is neither w nor a neighbor of w, or -1.
  int random_neighbor_apart(int u, int w, Random& random) const {
    const Row row = pattern_.rows[u] & ~pattern_.rows[w] & ~bit(w);
    return row == 0 ? -1 : draw_bit(row, random);
  }
  /// Joins each pair with probability p; the graph must be empty.
  void add_coins(double p, Random& random) {
    for (int u = 1; u < nodes(); ++u) {
      pattern_.rows[u] |= draw_coins(p, bit(u) - 1, random);
      for_each_bit(pattern_.rows[u], [&](int v) { pattern_.rows[v] |= bit(u); });
    }
  }
  template <typename F>
  void for_each_neighbor(int u, F&& f) const {
    for_each_bit(pattern_.rows[u], f);
  }
  const Pattern& pattern() const { return pattern_; }

 private:
  Pattern pattern_;
};

class ListAdjacency {
 public:
  explicit ListAdjacency(int nodes) : lists_(nodes) {}

  int nodes() const { return static_cast<int>(lists_.size()); }
  int degree(int u) const { return static_cast<int>(lists_[u].size()); }
  bool has(int u, int v) const {
    if (degree(u) > degree(v)) std::swap(u, v);
    return std::find(lists_[u].begin(), lists_[u].end(), v) != lists_[u].end();
  }
  void add(int u, int v) {
    if (has(u, v)) return;
    lists_[u].push_back(v);
    lists_[v].push_back(u);
  }
  void remove(int u, int v) {
    std::erase(lists_[u], v);
    std::erase(lists_[v], u);
  }
  bool connected() const {
    std::vector<int> reached{0};
    std::vector<bool> seen(lists_.size());
    seen[0] = true;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const int v : lists_[reached[i]]) {
        if (seen[v]) continue;
        seen[v] = true;
        reached.push_back(v);
      }
    return reached.size() == lists_.size();
  }

  int random_neighbor(int u, Random& random) const { return lists_[u][random.below(lists_[u].size())]; }
  int random_neighbor_apart(int u, int w, Random& random) const {
    std::vector<int> apart;
    for (const int v : lists_[u])
      if (v != w && !has(v, w)) apart.push_back(v);
    return apart.empty() ? -1 : apart[random.below(apart.size())];
  }
  /// Walks over the pairs in steps of geometric length, so that the cost is that of the edges.
  void add_coins(double p, Random& random) {
    if (p <= 0) return;
    const double scale = p < 1 ? 1 / std::log1p(-p) : 0;
    for (std::int64_t u = 1, v = -1; u < nodes();) {
      const double skip = std::floor(std::log(positive_uniform(random)) * scale);
      v += 1 + static_cast<std::int64_t>(std::min(skip, 0x1.0p60));
      for (; u < nodes() && v >= u; ++u) v -= u;
      if (u >= nodes()) return;
      lists_[u].push_back(static_cast<int>(v));
      lists_[v].push_back(static_cast<int>(u));
    }
  }
  template <typename F>
  void for_each_neighbor(int u, F&& f) const {
    std::for_each(lists_[u].begin(), lists_[u].end(), f);
  }

 private:
  std::vector<std::vector<int>> lists_;
};

namespace {

/// The prior of edge densities: mean log2 n / n.
double draw_density(int nodes, Random& random) { return draw_beta(1.3, 1.3 * nodes / std::log2(nodes) - 1.3, random); }

/// Edges that a new node brings: uniform in 1 .. 2 log2 n, and fewer than there are nodes.
int draw_attachments(int nodes, Random& random) {
  return 1 + draw_below(std::min(static_cast<int>(2 * std::log2(nodes)), nodes - 1), random);
}

double draw_event_probability(Random& random) { return std::min(draw_exponential(20, random), 0.2); }

template <typename Graph>
Graph erdos_renyi(int nodes, Random& random) {
  Graph graph(nodes);
  graph.add_coins(draw_density(nodes, random), random);
  return graph;
}

/// Growth with preferential attachment: a node's weight is its degree plus one.  The edges are kept in an array
/// besides, since an end of a random edge is a node drawn by its degree.
template <typename Graph>
class PreferentialAttachment {
 public:
  PreferentialAttachment(int nodes, int edges_per_step)
      : graph_(nodes), grown_(edges_per_step), step_(edges_per_step) {}

  int grown() const { return grown_; }
  bool can_add() const { return size() <= most_edges() - step_; }
  bool can_rewire() const { return step_ <= size() && size() < most_edges(); }

  void add_node(Random& random) {
    targets_.clear();
    while (static_cast<int>(targets_.size()) < step_) {
      const int v = preferred(random);
      if (std::find(targets_.begin(), targets_.end(), v) == targets_.end()) targets_.push_back(v);
    }
    for (const int v : targets_) join(grown_, v);
    ++grown_;
  }

  void add_edges(Random& random) {
    for (int i = 0; i < step_; ++i) {
      int u = draw_below(grown_, random);
      while (graph_.degree(u) == grown_ - 1) u = draw_below(grown_, random);
      join(u, preferred_apart(u, random));
    }
  }

  void rewire_edges(Random& random) {
    for (int i = 0; i < step_; ++i) {
      int u = draw_below(grown_, random);
      while (graph_.degree(u) == 0 || graph_.degree(u) == grown_ - 1) u = draw_below(grown_, random);
      const int old = graph_.random_neighbor(u, random);
      const int next = preferred_apart(u, random);
      graph_.remove(u, old);
      graph_.add(u, next);
      auto edge = std::find(edges_.begin(), edges_.end(), std::pair(u, old));
      if (edge == edges_.end()) edge = std::find(edges_.begin(), edges_.end(), std::pair(old, u));
      *edge = {u, next};
    }
  }

  Graph take() { return std::move(graph_); }

 private:
  int size() const { return static_cast<int>(edges_.size()); }
  std::int64_t most_edges() const { return std::int64_t{grown_} * (grown_ - 1) / 2; }
  void join(int u, int v) {
    graph_.add(u, v);
    edges_.emplace_back(u, v);
  }
  int preferred(Random& random) const {
    const int ticket = draw_below(grown_ + 2 * size(), random) - grown_;
    if (ticket < 0) return ticket + grown_;
    return ticket & 1 ? edges_[ticket / 2].second : edges_[ticket / 2].first;
  }
  int preferred_apart(int u, Random& random) const {
    for (;;) {
      const int v = preferred(random);
      if (v != u && !graph_.has(u, v)) return v;
    }
  }

  Graph graph_;
  int grown_;  ///< nodes so far
  int step_;   ///< edges of each event
  std::vector<std::pair<int, int>> edges_;
  std::vector<int> targets_;
};

template <typename Graph>
Graph barabasi_albert(int nodes, Random& random) {
  const double p = draw_event_probability(random), q = draw_event_probability(random);
  PreferentialAttachment<Graph> growth(nodes, draw_attachments(nodes, random));
  while (growth.grown() < nodes) {
    const double event = random.uniform();
    if (event < p && growth.can_add())
      growth.add_edges(random);
    else if (p <= event && event < p + q && growth.can_rewire())
      growth.rewire_edges(random);
    else
      growth.add_node(random);
  }
  return growth.take();
}

/// Each new node links to `links` nodes: to preferred ones, or, with probability p, closing a triangle with a
/// neighbor of the node linked to before.  Preferred nodes are used in random order; networkx uses them in the order
/// of a Python set, which favors the oldest ones a little (its largest degrees are 2 % larger at 20 nodes).
template <typename Graph>
Graph power_law_cluster(int nodes, Random& random) {
  const int links = draw_attachments(nodes, random);
  const double p = random.uniform() / 2;
  Graph graph(nodes);
  std::vector<int> urn, preferred;
  urn.reserve(static_cast<std::size_t>(2 * links) * nodes);
  for (int u = 0; u < links; ++u) urn.push_back(u);
  for (int u = links; u < nodes; ++u) {
    preferred.clear();
    while (static_cast<int>(preferred.size()) < links) {
      const int v = urn[random.below(urn.size())];
      if (std::find(preferred.begin(), preferred.end(), v) == preferred.end()) preferred.push_back(v);
    }
    int last = -1;
    for (int link = 0; link < links; ++link) {
      const int close = link > 0 && random.uniform() < p ? graph.random_neighbor_apart(last, u, random) : -1;
      if (close < 0) {
        last = preferred.back();
        preferred.pop_back();
      }
      graph.add(u, close < 0 ? last : close);
      urn.push_back(close < 0 ? last : close);
    }
    urn.insert(urn.end(), links, u);
  }
  return graph;
}

template <typename Graph>
Graph watts_strogatz(int nodes, Random& random) {
  const int reach = std::max(static_cast<int>(nodes * draw_density(nodes, random)), 2) / 2;
  const double p = draw_beta(2, 2, random);
  Graph graph(nodes);
  for (int step = 1; step <= reach; ++step)
    for (int u = 0; u < nodes; ++u) graph.add(u, (u + step) % nodes);
  for (int step = 1; step <= reach; ++step)
    for (int u = 0; u < nodes; ++u) {
      if (random.uniform() >= p || graph.degree(u) >= nodes - 1) continue;
      int w = draw_below(nodes, random);
      while (w == u || graph.has(u, w)) w = draw_below(nodes, random);
      graph.remove(u, (u + step) % nodes);
      graph.add(u, w);
    }
  return graph;
}

/// Joins the ends of random walks, most of them of the same length, until that number of edges is added or few more
/// can be.
template <typename Graph>
void close_cycles(Graph& graph, int edges, int most, Random& random) {
  constexpr double kOddLength = 0.2;
  constexpr int kShortest = 2, kLengths = 5, kTriesPerEdge = 6;
  const int usual = kShortest + draw_below(kLengths, random);
  for (int tries = kTriesPerEdge * edges; edges > 0 && tries > 0; --tries) {
    const int length = random.uniform() < kOddLength ? kShortest + draw_below(kLengths, random) : usual;
    const int u = draw_below(graph.nodes(), random);
    int v = u;
    for (int step = 0; step < length; ++step) v = graph.random_neighbor(v, random);
    if (v == u || graph.has(u, v) || graph.degree(u) >= most || graph.degree(v) >= most) continue;
    graph.add(u, v);
    --edges;
  }
}

template <typename Graph>
Graph sparse(int nodes, Random& random) {
  const int most = 3 + draw_below(6, random);
  const double prolong = random.uniform();
  Graph graph(nodes);
  for (int u = 1; u < nodes; ++u) {
    int v = random.uniform() < prolong ? u - 1 : draw_below(u, random);
    while (graph.degree(v) >= most) v = draw_below(u, random);
    graph.add(u, v);
  }
  close_cycles(graph, static_cast<int>(1.25 * random.uniform() * nodes), most, random);
  return graph;
}

template <typename Graph>
Graph draw(GraphKind kind, int nodes, Random& random) {
  switch (kind) {
    case GraphKind::kErdosRenyi:
      return erdos_renyi<Graph>(nodes, random);
    case GraphKind::kBarabasiAlbert:
      return barabasi_albert<Graph>(nodes, random);
    case GraphKind::kPowerLawCluster:
      return power_law_cluster<Graph>(nodes, random);
    case GraphKind::kSparse:
      return sparse<Graph>(nodes, random);
    default:
      return watts_strogatz<Graph>(nodes, random);
  }
}

template <typename Graph>
Graph draw_connected(GraphKind kind, int nodes, Random& random) {
  if (nodes < 1) throw std::invalid_argument("a graph has at least one node");
  if (kind == GraphKind::kMixed) kind = static_cast<GraphKind>(random.below(4));
  if (nodes <= 2) {  // the priors need three nodes
    Graph graph(nodes);
    if (nodes == 2) graph.add(0, 1);
    return graph;
  }
  for (;;) {
    Graph graph = draw<Graph>(kind, nodes, random);
    if (graph.connected()) return graph;
  }
}

template <typename Graph>
SyntheticGraph listed(const Graph& graph) {
  SyntheticGraph result{graph.nodes(), {}};
  for (Node u = 0; u < result.nodes; ++u)
    graph.for_each_neighbor(u, [&](Node v) {
      if (u < v) result.edges.emplace_back(u, v);
    });
  std::sort(result.edges.begin(), result.edges.end());
  return result;
}

}  // namespace

SyntheticGraph generate(GraphKind kind, int nodes, Random& random) {
  return nodes <= kMaxPatternNodes ? listed(draw_connected<BitAdjacency>(kind, nodes, random))
                                   : listed(draw_connected<ListAdjacency>(kind, nodes, random));
}

Pattern generate_pattern(GraphKind kind, int nodes, Random& random) {
  return draw_connected<BitAdjacency>(kind, nodes, random).pattern();
}

GenerateResult generate_graphs(const GenerateParams& params, Control& control) {
  if (params.graphs < 0) throw std::invalid_argument("the number of graphs must not be negative");
  if (params.low < 1 || params.high < params.low)
    throw std::invalid_argument("graphs have at least one node, and the lower size comes first");
  GenerateResult result;
  result.graphs.resize(params.graphs);
  control.total = static_cast<std::uint64_t>(params.graphs);
  parallel_for(params.graphs, params.threads, [&](std::int64_t g, int) {
    if (control.check_now()) return;
    Random random(params.seed, static_cast<std::uint64_t>(g));
    const int nodes = params.low + draw_below(params.high - params.low + 1, random);
    result.graphs[g] = generate(params.kind, nodes, random);
    ++control.done;
  });
  result.complete = control.done == control.total;
  return result;
}

}  // namespace spminer::generate
