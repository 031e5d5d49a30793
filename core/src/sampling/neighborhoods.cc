#include "spminer/sampling/neighborhoods.hh"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/draw.hh"
#include "base/parallel.hh"

namespace spminer::sampling {

namespace {

bool holds(const std::vector<Node>& nodes, Node v) { return std::find(nodes.begin(), nodes.end(), v) != nodes.end(); }

/// The neighbor of the sample at the end of a random edge that leaves it; -1 if none does.  Edges are drawn by
/// the members' degrees and thrown back if both ends are inside.  Inside are at most 64 * 63 ends, so a draw
/// succeeds soon, and no list of a hub's neighbors is ever made.
Node draw_frontier_node(const Target& target, const std::vector<Node>& nodes, std::int64_t ends,
                        std::int64_t inner_ends, Random& random) {
  if (ends == inner_ends) return -1;
  for (;;) {
    auto ticket = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(ends)));
    std::size_t member = 0;
    for (; ticket >= target.degree(nodes[member]); ++member) ticket -= target.degree(nodes[member]);
    const Node v = target.neighbors(nodes[member])[ticket];
    if (!holds(nodes, v)) return v;
  }
}

/// The positions of v's neighbors among the nodes, by way of v's row or of the nodes, whichever is shorter.
Row links(const Target& target, std::span<const Node> nodes, Node v) {
  Row positions = 0;
  if (target.degree(v) <= static_cast<std::int64_t>(nodes.size())) {
    for (const Node u : target.neighbors(v))
      if (const auto at = std::find(nodes.begin(), nodes.end(), u); at != nodes.end())
        positions |= bit(static_cast<int>(at - nodes.begin()));
  } else {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (target.adjacent(nodes[i], v)) positions |= bit(static_cast<int>(i));
  }
  return positions;
}

/// Adds at most `room` of u's neighbors that are not yet members, all choices equally likely.
void add_neighbors(const Target& target, Node u, std::size_t room, Random& random, std::vector<Node>& nodes) {
  const auto row = target.neighbors(u);
  const std::size_t enough = nodes.size() + room;
  if (row.size() > 8 * enough) {  // a hub: nearly every draw is new
    while (nodes.size() < enough)
      if (const Node v = row[random.below(row.size())]; !holds(nodes, v)) nodes.push_back(v);
    return;
  }
  std::vector<Node> fresh;
  for (const Node v : row)
    if (!holds(nodes, v)) fresh.push_back(v);
  const std::size_t added = std::min(fresh.size(), enough - nodes.size());
  shuffle_front(std::span(fresh), added, random);
  nodes.insert(nodes.end(), fresh.begin(), fresh.begin() + added);
}

void sample_breadth(const Target& target, Node start, int size, int hops, Random& random, std::vector<Node>& nodes) {
  const auto wanted = static_cast<std::size_t>(size);
  nodes.assign(1, start);
  std::size_t layer_end = 1;
  for (std::size_t i = 0; i < nodes.size() && nodes.size() < wanted; ++i) {
    if (i == layer_end) {
      layer_end = nodes.size();
      if (--hops == 0) return;
    }
    add_neighbors(target, nodes[i], wanted - nodes.size(), random, nodes);
  }
}

void check(const Target& target, std::span<const Node> anchors, const SampleParams& params) {
  if (params.low < 1 || params.high < params.low || params.high > kMaxPatternNodes)
    throw std::invalid_argument("sample sizes must be in 1 .. 64, the lower one first");
  if (params.hops < 0) throw std::invalid_argument("hops must not be negative");
  for (const Node u : anchors)
    if (u < 0 || u >= target.size()) throw std::invalid_argument("an anchor is not a node of the target");
}

}  // namespace

void sample_tree(const Target& target, Node start, int size, Random& random, std::vector<Node>& nodes) {
  nodes.assign(1, start);
  std::int64_t ends = target.degree(start), inner_ends = 0;
  while (static_cast<int>(nodes.size()) < size) {
    const Node v = draw_frontier_node(target, nodes, ends, inner_ends, random);
    if (v < 0) return;
    ends += target.degree(v);
    inner_ends += 2 * std::popcount(links(target, nodes, v));
    nodes.push_back(v);
  }
}

void sample_tree(const Pattern& graph, int start, int size, Random& random, std::vector<int>& nodes) {
  // Every edge that leaves the sample is once in the urn; one whose outer end came in since is dropped when drawn.
  std::array<std::uint8_t, kMaxPatternNodes * kMaxPatternNodes> urn;
  std::uint64_t filled = 0;
  nodes.assign(1, start);
  Row inside = bit(start);
  for (int last = start; static_cast<int>(nodes.size()) < size;) {
    for_each_bit(graph.rows[last] & ~inside, [&](int v) { urn[filled++] = static_cast<std::uint8_t>(v); });
    do {
      if (filled == 0) return;
      auto& drawn = urn[random.below(filled)];
      last = drawn;
      drawn = urn[--filled];
    } while (inside & bit(last));
    inside |= bit(last);
    nodes.push_back(last);
  }
}

Pattern anchored_at_first(const Target& target, std::span<const Node> nodes) {
  Pattern pattern = Pattern::empty(static_cast<int>(nodes.size()));
  pattern.anchor = 0;
  for (int i = 0; i < pattern.size; ++i) pattern.rows[i] = links(target, nodes, nodes[i]);
  return pattern;
}

Pattern anchored_at_first(const Pattern& graph, std::span<const int> nodes) {
  Pattern pattern = Pattern::empty(static_cast<int>(nodes.size()));
  pattern.anchor = 0;
  std::array<std::uint8_t, kMaxPatternNodes> position;
  Row inside = 0;
  for (int i = 0; i < pattern.size; ++i) {
    position[nodes[i]] = static_cast<std::uint8_t>(i);
    inside |= bit(nodes[i]);
  }
  for (int i = 0; i < pattern.size; ++i)
    for_each_bit(graph.rows[nodes[i]] & inside, [&](int v) { pattern.rows[i] |= bit(position[v]); });
  return pattern;
}

std::vector<Node> draw_anchors(const Target& target, std::int64_t count, std::uint64_t seed) {
  if (count < 0 || (count > 0 && target.size() == 0))
    throw std::invalid_argument("the number of anchors must not be negative, and the target not empty");
  std::vector<Node> all(target.size()), anchors;
  std::iota(all.begin(), all.end(), Node{0});
  anchors.reserve(count);
  Random random(seed);
  while (static_cast<std::int64_t>(anchors.size()) < count) {
    const auto drawn = std::min(all.size(), static_cast<std::size_t>(count) - anchors.size());
    shuffle_front(std::span(all), drawn, random);
    anchors.insert(anchors.end(), all.begin(), all.begin() + drawn);
  }
  return anchors;
}

Neighborhoods sample_neighborhoods(const Target& target, std::span<const Node> anchors, const SampleParams& params,
                                   Control& control) {
  check(target, anchors, params);
  Neighborhoods result;
  const std::size_t width = result.width = params.high;
  result.rows.assign(anchors.size() * width, 0);
  result.nodes.assign(anchors.size() * width, -1);
  result.sizes.assign(anchors.size(), 0);
  control.total = anchors.size();
  constexpr std::size_t kChunk = 64;
  const auto chunks = static_cast<std::int64_t>((anchors.size() + kChunk - 1) / kChunk);
  parallel_for(chunks, params.threads, [&](std::int64_t chunk, int) {
    if (control.check_now()) return;
    std::vector<Node> nodes;
    const auto first = static_cast<std::size_t>(chunk) * kChunk, last = std::min(first + kChunk, anchors.size());
    for (std::size_t b = first; b < last; ++b) {
      Random random(params.seed, b);
      const int size =
          params.low + static_cast<int>(random.below(static_cast<std::uint64_t>(params.high - params.low + 1)));
      if (params.method == SampleMethod::kTree)
        sample_tree(target, anchors[b], size, random, nodes);
      else
        sample_breadth(target, anchors[b], size, params.hops, random, nodes);
      const Pattern sample = anchored_at_first(target, nodes);
      std::copy_n(sample.rows.begin(), nodes.size(), result.rows.begin() + b * width);
      std::copy(nodes.begin(), nodes.end(), result.nodes.begin() + b * width);
      result.sizes[b] = sample.size;
    }
    control.done += last - first;
  });
  result.complete = control.done == anchors.size();
  return result;
}

void drop_edges(Pattern& graph, Random& random) {
  const Pattern full = graph;
  const double share = random.uniform();
  graph.rows.fill(0);
  std::vector<int> order;
  sample_tree(full, 0, full.size, random, order);
  Row reached = bit(0);
  for (const int u : std::span(order).subspan(1)) {
    const Row parents = full.rows[u] & reached;
    auto chosen = static_cast<int>(random.below(static_cast<std::uint64_t>(std::popcount(parents))));
    for_each_bit(parents, [&](int v) {
      if (chosen-- == 0 || random.uniform() < share) graph.connect(u, v);
    });
    reached |= bit(u);
  }
}

}  // namespace spminer::sampling
