// Oracle for null models: all graphs on a few nodes as bit masks, what a model keeps of them, and which of them its
// moves connect, all by brute force and without the code under test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "spminer/base/random.hh"
#include "spminer/nulls/randomize.hh"

namespace spminer::nulls::testing {

using Mask = std::uint32_t;
using Arc = std::pair<int, int>;
using Facts = std::vector<int>;

/// Graphs (or digraphs) on `nodes` labeled nodes; bit i of a mask is the i-th pair.
struct Space {
  int nodes = 0;
  bool directed = false;
  std::vector<std::int32_t> labels = {};
  std::vector<Arc> pairs = {};

  Space(int nodes_, bool directed_, std::vector<std::int32_t> labels_ = {})
      : nodes(nodes_), directed(directed_), labels(std::move(labels_)) {
    for (int u = 0; u < nodes; ++u)
      for (int v = 0; v < nodes; ++v)
        if (u != v && (directed || u < v)) pairs.push_back({u, v});
  }
  Mask size() const { return Mask{1} << pairs.size(); }

  Mask bit(int u, int v) const {
    if (!directed && u > v) std::swap(u, v);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (pairs[i] == Arc{u, v}) return Mask{1} << i;
    return 0;  // a loop
  }
  bool has(Mask mask, int u, int v) const { return (mask & bit(u, v)) != 0; }
  std::vector<Arc> arcs(Mask mask) const {
    std::vector<Arc> result;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (mask >> i & 1) result.push_back(pairs[i]);
    return result;
  }
  Mask mask_of(const std::vector<Arc>& arcs) const {
    Mask mask = 0;
    for (const auto& [u, v] : arcs) mask |= bit(u, v);
    return mask;
  }
};

/// Per node: (out-)degree, in-degree, and arcs that have their opposite.
inline std::vector<Facts> node_facts(const Space& space, Mask mask) {
  std::vector<Facts> facts(space.nodes, Facts(3));
  for (const auto& [u, v] : space.arcs(mask)) {
    ++facts[u][0];
    ++facts[v][space.directed ? 1 : 0];
    if (space.directed && space.has(mask, v, u)) ++facts[u][2];
  }
  return facts;
}

/// What a model keeps.
inline std::vector<Facts> kept(const Space& space, Mask mask, Model model) {
  if (model == Model::kErdosRenyi) return {{static_cast<int>(space.arcs(mask).size())}};
  auto facts = node_facts(space, mask);
  if (model != Model::kReciprocal)
    for (auto& fact : facts) fact.pop_back();
  if (model == Model::kDegree || model == Model::kReciprocal) return facts;
  std::multiset<Facts> joined;  // the classes that edges join
  for (const auto& [u, v] : space.arcs(mask)) {
    const auto class_of = [&](int w) {
      const auto at = static_cast<std::size_t>(w);
      return model == Model::kLabels ? Facts{space.labels[at]} : facts[at];
    };
    Facts first = class_of(u), second = class_of(v);
    if (!space.directed && second < first) std::swap(first, second);
    first.insert(first.end(), second.begin(), second.end());
    joined.insert(first);
  }
  facts.insert(facts.end(), joined.begin(), joined.end());
  return facts;
}

/// All graphs that have what a model keeps of this one.
inline std::vector<Mask> realizations(const Space& space, Mask mask, Model model) {
  std::vector<Mask> result;
  const auto wanted = kept(space, mask, model);
  for (Mask other = 0; other < space.size(); ++other)
    if (kept(space, other, model) == wanted) result.push_back(other);
  return result;
}

/// The graph after each switch of two of the given edges; loops and repeated edges give fewer edges.
inline std::vector<Mask> switched(const Space& space, Mask mask, const std::vector<Arc>& edges, bool as_arcs) {
  std::vector<Mask> result;
  for (const auto& [a, b] : edges)
    for (const auto& [c, d] : edges) {
      const Mask rest = mask & ~space.mask_of({{a, b}, {c, d}});
      result.push_back(rest | space.mask_of({{a, d}, {c, b}}));
      if (!as_arcs) result.push_back(rest | space.mask_of({{a, c}, {b, d}}));
    }
  return result;
}

inline std::vector<Mask> reversed_triangles(const Space& space, Mask mask) {
  std::vector<Mask> result;
  for (const auto& [a, b] : space.arcs(mask))
    for (int c = 0; c < space.nodes; ++c)
      if (space.has(mask, b, c) && space.has(mask, c, a))
        result.push_back((mask & ~space.mask_of({{a, b}, {b, c}, {c, a}})) | space.mask_of({{b, a}, {c, b}, {a, c}}));
  return result;
}

/// Switches of pairs of opposite arcs, taken as edges.
inline std::vector<Mask> switched_pairs(const Space& space, Mask mask) {
  std::vector<Mask> result;
  const auto both = [](const Arc& one, const Arc& other) {
    return std::vector<Arc>{one, {one.second, one.first}, other, {other.second, other.first}};
  };
  for (const auto& [a, b] : space.arcs(mask))
    for (const auto& [c, d] : space.arcs(mask))
      if (space.has(mask, b, a) && space.has(mask, d, c))
        result.push_back((mask & ~space.mask_of(both({a, b}, {c, d}))) | space.mask_of(both({a, d}, {c, b})));
  return result;
}

/// What the moves of a model lead to from a graph; directed triangles can be left as they are.
inline std::set<Mask> reachable(const Space& space, Mask start, Model model, bool reversals = true) {
  const auto wanted = kept(space, start, model);
  std::set<Mask> seen{start};
  std::vector<Mask> open{start};
  while (!open.empty()) {
    const Mask mask = open.back();
    open.pop_back();
    std::vector<Arc> edges = space.arcs(mask);
    std::vector<Mask> next;
    if (model == Model::kReciprocal) {
      std::erase_if(edges, [&](const Arc& arc) { return space.has(mask, arc.second, arc.first); });
      next = switched_pairs(space, mask);
    }
    for (const Mask other : switched(space, mask, edges, space.directed)) next.push_back(other);
    if (space.directed && reversals)
      for (const Mask other : reversed_triangles(space, mask)) next.push_back(other);
    for (const Mask other : next)
      if (kept(space, other, model) == wanted && seen.insert(other).second) open.push_back(other);
  }
  return seen;
}

/// A graph of the space as a collection of one.
struct Owned {
  std::vector<std::int64_t> indptr{0}, offsets;
  std::vector<Node> indices;
  std::vector<std::int32_t> labels, edge_labels;
  bool directed;

  Owned(const Space& space, Mask mask) : offsets{0, space.nodes}, labels(space.labels), directed(space.directed) {
    for (int u = 0; u < space.nodes; ++u) {
      for (int v = 0; v < space.nodes; ++v)
        if (space.has(mask, u, v)) indices.push_back(v);
      indptr.push_back(static_cast<std::int64_t>(indices.size()));
    }
  }
  Collection collection() const { return {CsrView{indptr, indices, labels, edge_labels, directed}, offsets}; }
};

/// A random graph of the space.
inline Mask random_mask(const Space& space, Random& random) {
  const std::uint64_t density = 20 + random.below(61);
  Mask mask = 0;
  for (std::size_t i = 0; i < space.pairs.size(); ++i) mask |= Mask{random.below(100) < density} << i;
  return mask;
}

}  // namespace spminer::nulls::testing
