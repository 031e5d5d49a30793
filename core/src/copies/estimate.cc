// Estimates of copies: homomorphisms of a spanning tree of the pattern, drawn uniformly.
//
// The homomorphisms of a tree into the target are counted by dynamic programming from its leaves, and drawn from its
// root: the root's image by the number of homomorphisms that have it there, then the image of each child by the number
// of those of its branch.  Each embedding of the pattern is one of these homomorphisms, so a drawn one is an embedding
// (all images differ, and the other edges of the pattern are there) with probability
//
//   p = embeddings / homomorphisms(tree),   copies = p * homomorphisms(tree) / automorphisms.
//
// Order by degree.  Most homomorphisms go through hubs, where few close to a dense pattern.  Instead, embeddings are
// divided by the acyclic orientation of the pattern that the degrees of the images give it.  Orientations that an
// automorphism joins hold equally many, so one of each class is enough.  Each class has a tree of its own, whose
// homomorphisms keep the orientation; a class is drawn by its share of all of them:
//
//   copies = sum over classes of embeddings(class) / stabilizer(class).
//
// Nodes have at most sqrt(2 * edges) neighbors of larger degree.  Which trees, and whether orientations are worth their
// time, is decided by numbers that a random graph of the same degrees would have.
//
// A node set that holds several copies is counted once if each of these is accepted with probability 1 / (their
// number).
//
// Cost: of the tables O(size * edges) time for each class, and 8 bytes for each node and every 32nd edge for each node
// of a tree; of a sample O(size * (log degree + 64)) at most.
//
// Invariants: results do not depend on the number of threads: blocks of samples have streams of their own, and the last
// sample is the one that is the last hit in the order of blocks.
//
// References: A. Sidorenko 1994 (copies.cc) for homomorphisms of trees; orientations by degree are those of counts of
// cliques (N. Chiba, T. Nishizeki, Arboricity and subgraph listing algorithms, SIAM J. Computing 14, 1985).
#include "spminer/copies/estimate.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::copies {

namespace {

constexpr std::int64_t kBlock = 64;  // entries of a row, or nodes, that share a partial sum

// --- the plan: orientations and trees ----------------------------------------------------------------------------

using Edges = std::vector<std::pair<int, int>>;
using Orientation = std::uint32_t;  // bit e: the first end of edge e comes before the second one

/// A class of embeddings: which neighbors' images come later by degree, and the tree that is drawn.
struct Component {
  std::array<Row, kMaxNodes> later{};  // of each node; no rows where the order does not matter
  double share = 1;
  Edges tree;
  std::vector<int> order;  // of placing, from the root
  std::array<int, kMaxNodes> parent{};
};

Edges edges_of(const Pattern& pattern) {
  Edges edges;
  for (int i = 0; i < pattern.size; ++i)
    for (int j = i + 1; j < pattern.size; ++j)
      if (pattern.adjacent(i, j)) edges.emplace_back(i, j);
  return edges;
}

/// One acyclic orientation of each class, with the size of the class.
std::vector<std::pair<Orientation, std::size_t>> orientation_classes(const Pattern& pattern, const Edges& edges,
                                                                     const CanonicalForm& form) {
  std::set<Orientation> open;
  std::array<int, kMaxNodes> place{};
  std::iota(place.begin(), place.begin() + pattern.size, 0);
  do {
    Orientation orientation = 0;
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (place[edges[e].first] < place[edges[e].second]) orientation |= Orientation{1} << e;
    open.insert(orientation);
  } while (std::next_permutation(place.begin(), place.begin() + pattern.size));
  std::map<std::pair<int, int>, std::size_t> number;
  for (std::size_t e = 0; e < edges.size(); ++e) number[edges[e]] = e;
  const auto moved = [&](Orientation from, const NodeNumbers& to) {
    Orientation result = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const int a = to[edges[e].first], b = to[edges[e].second];
      const bool before = ((from >> e) & 1) != 0;
      if (before == (a < b)) result |= Orientation{1} << number[std::minmax(a, b)];
    }
    return result;
  };
  std::vector<std::pair<Orientation, std::size_t>> classes;
  while (!open.empty()) {
    std::vector<Orientation> found{*open.begin()};
    open.erase(open.begin());
    for (std::size_t i = 0; i < found.size(); ++i)
      for (const NodeNumbers& generator : form.generators) {
        const Orientation other = moved(found[i], generator);
        if (open.erase(other) != 0) found.push_back(other);
      }
    classes.emplace_back(found[0], found.size());
  }
  return classes;
}

/// Logarithms of sums over nodes of powers of their degrees, for the nodes that each pattern node can be mapped to.
class Moments {
 public:
  /// `later` has the number of neighbors of larger degree; empty where the order does not matter.
  Moments(const Pattern& pattern, const Target& target, const std::vector<Node>& later) {
    for (int i = 0; i < pattern.size; ++i) {
      int same = 0;
      while (pattern.label(same) != pattern.label(i)) ++same;
      if (same < i) {
        logs_[i] = logs_[same];
        continue;
      }
      std::array<std::array<double, kMaxNodes>, kMaxNodes> sums{};
      for (Node v = 0; v < target.size(); ++v) {
        if (pattern.labeled() && target.label(v) != pattern.label(i)) continue;
        const auto after = later.empty() ? static_cast<double>(target.degree(v)) : later[v];
        const double before = static_cast<double>(target.degree(v)) - after;
        double first = 1;
        for (int a = 0; a < pattern.size; ++a, first *= after) {
          double both = first;
          for (int b = 0; a + b < pattern.size; ++b, both *= before) sums[a][b] += both;
        }
      }
      for (int a = 0; a < kMaxNodes; ++a)
        for (int b = 0; b < kMaxNodes; ++b) logs_[i][a][b] = std::log(sums[a][b]);
    }
  }
  double operator()(int node, int later, int earlier) const { return logs_[node][later][earlier]; }

 private:
  std::array<std::array<std::array<double, kMaxNodes>, kMaxNodes>, kMaxNodes> logs_{};
};

/// The spanning tree with the fewest homomorphisms expected; returns the logarithm of their number.
class BestTree {
 public:
  BestTree(const Pattern& pattern, const Edges& edges, const Moments& moments, Component& component)
      : pattern_(pattern), edges_(edges), moments_(moments), component_(component) {
    std::array<int, kMaxNodes> part{};
    std::iota(part.begin(), part.end(), 0);
    choose(0, part);
  }
  double cost = std::numeric_limits<double>::infinity();

 private:
  void choose(std::size_t e, const std::array<int, kMaxNodes>& part) {
    const auto chosen = static_cast<int>(tree_.size());
    if (chosen == pattern_.size - 1) return weigh();
    if (edges_.size() - e < static_cast<std::size_t>(pattern_.size - 1 - chosen)) return;
    const auto [a, b] = edges_[e];
    if (part[a] != part[b]) {
      auto joined = part;
      for (int& number : joined)
        if (number == part[b]) number = part[a];
      tree_.push_back(edges_[e]);
      choose(e + 1, joined);
      tree_.pop_back();
    }
    choose(e + 1, part);
  }

  void weigh() {
    std::array<int, kMaxNodes> later{}, earlier{};
    const bool ordered = std::ranges::any_of(component_.later, [](Row row) { return row != 0; });
    for (const auto& [a, b] : tree_) {
      const bool up = !ordered || (component_.later[a] & bit(b)) != 0;
      ++(up ? later : earlier)[a];
      ++(up && ordered ? earlier : later)[b];
    }
    double sum = 0;
    for (int i = 0; i < pattern_.size; ++i) sum += moments_(i, later[i], earlier[i]);
    if (!(sum < cost)) return;
    cost = sum;
    component_.tree = tree_;
  }

  const Pattern& pattern_;
  const Edges& edges_;
  const Moments& moments_;
  Component& component_;
  Edges tree_;
};

/// Chooses the root, and the order of the others in which edges outside the tree are tested soonest.
void put_in_order(const Pattern& pattern, Component& component) {
  std::array<Row, kMaxNodes> joined{};
  for (const auto& [a, b] : component.tree) joined[a] |= bit(b), joined[b] |= bit(a);
  int best = -1;
  for (int root = 0; root < pattern.size; ++root) {
    std::vector<int> order{root};
    std::array<int, kMaxNodes> parent{};
    Row placed = bit(root);
    int score = std::popcount(joined[root]);  // a root with branches has shorter ones
    while (static_cast<int>(order.size()) < pattern.size) {
      int next = -1;
      for (int i = 0; i < pattern.size; ++i) {
        if ((placed & bit(i)) != 0 || (joined[i] & placed) == 0) continue;
        if (next < 0 || std::popcount(pattern.rows[i] & placed) > std::popcount(pattern.rows[next] & placed)) next = i;
      }
      score += kMaxNodes * (pattern.size - static_cast<int>(order.size())) *
               (std::popcount(pattern.rows[next] & placed) - 1);
      parent[next] = std::countr_zero(joined[next] & placed);
      placed |= bit(next);
      order.push_back(next);
    }
    if (score <= best) continue;
    best = score;
    component.order = order;
    component.parent = parent;
  }
}

// --- tables --------------------------------------------------------------------------------------------------------

/// How an image of a tree node is chosen among the neighbors of its parent's image.
struct Choice {
  EdgeCode want = kPlainEdge;  // seen from the parent
  int order = 0;               // 1: the image comes later than the parent's, -1: earlier
  int weights = -1;            // number of a list of weights by node; none: all are equal
  bool uniform = false;        // whether any neighbor may be the image, with equal probability
  std::vector<double> sums;    // of the weights of long rows up to each block
};

class Tables {
 public:
  Tables(const Pattern& pattern, const Target& target, const EstimateParams& params, Control& control)
      : pattern_(pattern), target_(target), params_(params), control_(control) {
    blocks_.resize(static_cast<std::size_t>(target.size()) + 1);
    for (Node v = 0; v < target.size(); ++v)
      blocks_[v + 1] = blocks_[v] + (target.degree(v) > kBlock ? (target.degree(v) + kBlock - 1) / kBlock : 0);
  }

  /// Chooses the components, and counts their homomorphisms; the sum of these by their shares.
  double build() {
    plan();
    double total = 0;
    for (Component& component : components_) {
      put_in_order(pattern_, component);
      choices_of_.emplace_back();
      const int root = weights_of(component, component.order[0], -1, choices_of_.back());
      roots_.push_back(root);
      std::vector<double> sums;
      double sum = 0;
      for (Node v = 0; v < target_.size(); ++v) {
        sum += weight(root, v);
        if ((v + 1) % kBlock == 0 || v + 1 == target_.size()) sums.push_back(sum);
      }
      root_sums_.push_back(std::move(sums));
      until_.push_back(total += sum * component.share);
    }
    return total;
  }

  const std::vector<Component>& components() const { return components_; }

  /// A component by its share of homomorphisms, and the image of its root.
  std::pair<std::size_t, Node> draw_root(Random& random) const {
    const auto chosen =
        static_cast<std::size_t>(std::ranges::upper_bound(until_, part_of(until_.back(), random)) - until_.begin());
    const auto& sums = root_sums_[chosen];
    const double share = part_of(sums.back(), random);
    const auto block = std::ranges::upper_bound(sums, share) - sums.begin();
    double sum = block == 0 ? 0 : sums[static_cast<std::size_t>(block) - 1];
    Node found = -1;
    const auto end = static_cast<Node>(std::min<std::int64_t>((block + 1) * kBlock, target_.size()));
    for (auto v = static_cast<Node>(block * kBlock); v < end && (found < 0 || share >= sum); ++v) {
      const double more = weight(roots_[chosen], v);
      sum += more;
      if (more > 0) found = v;
    }
    return {chosen, found};
  }

  /// The image of a tree node, given that of its parent, which has one at least.
  Node draw(std::size_t component, int node, Node v, Random& random) const {
    const Choice& choice = choices_[choices_of_[component][node]];
    const auto row = target_.neighbors(v);
    if (choice.uniform) return row[random.below(row.size())];
    std::int64_t first = 0, end = target_.degree(v);
    double sum = 0, share = 0;
    std::array<double, kBlock> known{};
    if (end > kBlock) {
      const auto sums = std::span(choice.sums).subspan(blocks_[v], blocks_[v + 1] - blocks_[v]);
      share = part_of(sums.back(), random);
      const auto block = std::ranges::upper_bound(sums, share) - sums.begin();
      if (block > 0) sum = sums[static_cast<std::size_t>(block) - 1];
      first = block * kBlock;
      end = std::min(end, first + kBlock);
      for (auto i = first; i < end; ++i) known[i - first] = weight(choice, v, i);
    } else {
      for (auto i = first; i < end; ++i) share += known[i] = weight(choice, v, i);
      share *= random.uniform();
    }
    std::int64_t found = -1;
    for (auto i = first; i < end && (found < 0 || share >= sum); ++i) {
      sum += known[i - first];
      if (known[i - first] > 0) found = i;
    }
    return row[found];
  }

  /// Whether u comes before v.
  bool before(Node u, Node v) const {
    const auto a = target_.degree(u), b = target_.degree(v);
    return a < b || (a == b && u < v);
  }

 private:
  /// Uniform in [0, whole), also where rounding would give the whole.
  static double part_of(double whole, Random& random) {
    return std::min(random.uniform() * whole, std::nextafter(whole, 0.0));
  }

  template <typename F>
  void for_each_node(F&& f) const {
    constexpr std::int64_t kNodes = 512;
    const std::int64_t nodes = target_.size();
    parallel_for((nodes + kNodes - 1) / kNodes, params_.threads, [&](std::int64_t part, int) {
      if (control_.check_now()) return;
      for (auto v = part * kNodes; v < std::min(nodes, (part + 1) * kNodes); ++v) f(static_cast<Node>(v));
    });
  }

  double weight(int list, Node v) const { return list >= 0 ? lists_[list][v] : 1.0; }
  double weight(const Choice& choice, Node v, std::int64_t i) const {
    const Node u = target_.neighbors(v)[i];
    if (choice.order > 0 ? !before(v, u) : choice.order < 0 && !before(u, v)) return 0;
    if (pattern_.coded()) {
      const EdgeCode have = target_.coded() ? target_.codes(v)[i] : kPlainEdge;
      if (!code_fits(choice.want, have, params_.induced)) return 0;
    }
    return weight(choice.weights, u);
  }

  void plan() {
    const Edges edges = edges_of(pattern_);
    const CanonicalForm form = canonical_form(pattern_);
    const auto steps = static_cast<double>(pattern_.size - 1);
    const auto entries = static_cast<double>(target_.edges()) * 2;
    Component any;
    any.share = 1 / form.automorphisms;
    const BestTree plain(pattern_, edges, Moments(pattern_, target_, {}), any);
    components_ = {any};
    if (static_cast<int>(edges.size()) < pattern_.size) return;  // a tree has nothing to close
    const auto classes = orientation_classes(pattern_, edges, form);
    const double bytes = 8 * (static_cast<double>(target_.size()) + static_cast<double>(blocks_.back()));
    if (static_cast<double>(classes.size()) * steps * bytes > kMostBytes || classes.size() > kMostClasses) return;
    std::vector<Node> later(static_cast<std::size_t>(target_.size()));
    for_each_node([&](Node v) {
      later[v] = static_cast<Node>(std::ranges::count_if(target_.neighbors(v), [&](Node u) { return before(v, u); }));
    });
    const Moments moments(pattern_, target_, later);
    std::vector<Component> ordered;
    double expected = 0;
    for (const auto& [orientation, size] : classes) {
      Component component;
      component.share = static_cast<double>(size) / form.automorphisms;
      for (std::size_t e = 0; e < edges.size(); ++e) {
        const auto [a, b] = edges[e];
        const bool up = ((orientation >> e) & 1) != 0;
        component.later[up ? a : b] |= bit(up ? b : a);
      }
      const BestTree best(pattern_, edges, moments, component);
      if (best.cost == -std::numeric_limits<double>::infinity()) continue;  // no node has such degrees
      expected += component.share * std::exp(best.cost - steps * std::log(entries / 2));
      ordered.push_back(component);
    }
    if (expected * kWorth < any.share * std::exp(plain.cost - steps * std::log(entries))) components_ = ordered;
  }

  /// The number of the list of weights of a node, with those of its branches; -1 if all are one.
  int weights_of(const Component& component, int node, int parent, std::array<int, kMaxNodes>& choice_of) {
    std::vector<int> children;
    for (const int child : component.order)
      if (child != parent && child != component.order[0] && component.parent[child] == node) children.push_back(child);
    std::vector<int> branches;
    for (const int child : children) {
      Choice choice;
      choice.want = pattern_.code(node, child);
      choice.order = (component.later[node] & bit(child)) != 0 ? 1 : (component.later[child] & bit(node)) != 0 ? -1 : 0;
      choice.weights = weights_of(component, child, node, choice_of);
      choice.uniform = choice.weights < 0 && choice.order == 0 && !pattern_.coded();
      branches.push_back(choice_of[child] = number_of(std::move(choice)));
    }
    std::ranges::sort(branches);
    const std::int64_t label = pattern_.labeled() ? pattern_.label(node) : -1;
    if (branches.empty() && label < 0) return -1;
    const auto [known, fresh] = list_numbers_.try_emplace({label, branches}, static_cast<int>(lists_.size()));
    if (!fresh) return known->second;
    std::vector<double> list(static_cast<std::size_t>(target_.size()), 0.0);
    for_each_node([&](Node v) {
      if (label >= 0 && target_.label(v) != label) return;
      double product = 1;
      for (const int branch : branches) product *= row_sum(choices_[branch], v);
      list[v] = product;
    });
    lists_.push_back(std::move(list));
    return known->second;
  }

  int number_of(Choice choice) {
    const auto [known, fresh] =
        choice_numbers_.try_emplace({choice.want, choice.order, choice.weights}, static_cast<int>(choices_.size()));
    if (!fresh) return known->second;
    if (!choice.uniform) {
      choice.sums.resize(blocks_.back());
      for_each_node([&](Node v) {
        double sum = 0;
        for (std::int64_t block = blocks_[v], i = 0; block < blocks_[v + 1]; ++block) {
          const auto end = std::min<std::int64_t>(target_.degree(v), i + kBlock);
          for (; i < end; ++i) sum += weight(choice, v, i);
          choice.sums[block] = sum;
        }
      });
    }
    choices_.push_back(std::move(choice));
    return known->second;
  }

  double row_sum(const Choice& choice, Node v) const {
    if (choice.uniform) return static_cast<double>(target_.degree(v));
    if (blocks_[v] < blocks_[v + 1]) return choice.sums[blocks_[v + 1] - 1];
    double sum = 0;
    for (std::int64_t i = 0; i < target_.degree(v); ++i) sum += weight(choice, v, i);
    return sum;
  }

  static constexpr double kMostBytes = 0x1p31;     // of the tables for orientations
  static constexpr std::size_t kMostClasses = 64;  // of these
  static constexpr double kWorth = 2;              // samples that these save, for the time of their tables

  const Pattern& pattern_;
  const Target& target_;
  const EstimateParams& params_;
  Control& control_;
  std::vector<std::int64_t> blocks_;  // where the sums of each long row are
  std::vector<Component> components_;
  std::map<std::pair<std::int64_t, std::vector<int>>, int> list_numbers_;
  std::vector<std::vector<double>> lists_;
  std::map<std::tuple<EdgeCode, int, int>, int> choice_numbers_;
  std::vector<Choice> choices_;
  std::vector<std::array<int, kMaxNodes>> choices_of_;  // by component and node
  std::vector<int> roots_;                              // list of weights, by component
  std::vector<std::vector<double>> root_sums_;
  std::vector<double> until_;
};

// --- samples -------------------------------------------------------------------------------------------------------

class Sampler {
 public:
  Sampler(const Pattern& pattern, const Target& target, const Tables& tables, const EstimateParams& params)
      : pattern_(pattern),
        target_(target),
        tables_(tables),
        params_(params),
        automorphisms_(canonical_form(pattern).automorphisms) {}

  bool is_hit(Random& random) const {
    const auto [number, root] = tables_.draw_root(random);
    const Component& component = tables_.components()[number];
    std::array<Node, kMaxNodes> image{};
    image[component.order[0]] = root;
    for (std::size_t i = 1; i < component.order.size(); ++i) {
      const int node = component.order[i], parent = component.parent[node];
      image[node] = tables_.draw(number, node, image[parent], random);
      for (std::size_t j = 0; j < i; ++j) {
        const int other = component.order[j];
        if (image[other] == image[node] || (other != parent && !fits(component, other, node, image))) return false;
      }
    }
    return !params_.node_sets || params_.induced || random.uniform() * copies_at(image) < 1;
  }

 private:
  /// Whether two images, of nodes that are not joined in the tree, are joined as the pattern says.
  bool fits(const Component& component, int a, int b, const std::array<Node, kMaxNodes>& image) const {
    const Node u = image[a], v = image[b];
    if (!pattern_.adjacent(a, b)) return !params_.induced || !target_.adjacent(u, v);
    if ((component.later[a] & bit(b)) != 0 ? !tables_.before(u, v)
                                           : (component.later[b] & bit(a)) != 0 && !tables_.before(v, u))
      return false;
    if (!pattern_.coded()) return target_.adjacent(u, v);
    return code_fits(pattern_.code(a, b), target_.code(u, v), params_.induced);
  }

  /// The copies among these nodes.
  double copies_at(const std::array<Node, kMaxNodes>& image) const {
    const Pattern around = induced(target_, std::span(image).first(static_cast<std::size_t>(pattern_.size)));
    std::array<int, kMaxNodes> place{};
    double found = 0;
    const auto put = [&](const auto& again, int i, Row free) -> void {
      if (i == pattern_.size) {
        ++found;
        return;
      }
      for_each_bit(free, [&](int v) {
        if (pattern_.labeled() && pattern_.label(i) != around.label(v)) return;
        for (int j = 0; j < i; ++j)
          if (pattern_.adjacent(i, j) && (!around.adjacent(place[j], v) ||
                                          !code_fits(pattern_.code(j, i), around.code(place[j], v), !pattern_.coded())))
            return;
        place[i] = v;
        again(again, i + 1, free & ~bit(v));
      });
    };
    put(put, 0, pattern_.all());
    return found / automorphisms_;
  }

  const Pattern& pattern_;
  const Target& target_;
  const Tables& tables_;
  const EstimateParams& params_;
  double automorphisms_;
};

}  // namespace

EstimateResult draw_copies(const Pattern& pattern, const Target& target, const EstimateParams& params,
                           Control& control) {
  if (pattern.size < 1 || pattern.size > kMaxNodes || !pattern.connected())
    throw std::invalid_argument("a connected pattern of 1 to 8 nodes is needed");
  constexpr std::uint64_t kSamples = 2048;  // of a block
  constexpr std::uint64_t kFewest = 64, kMost = 4096;
  Pattern plain = pattern;
  plain.anchor = kNoAnchor;
  if (!target.labeled()) plain.labels.clear();
  EstimateResult result;
  Tables tables(plain, target, params, control);
  control.total = params.hits;
  control.done = 0;
  result.scale = tables.build();
  if (control.check_now()) return {.complete = false};
  if (result.scale == 0) return result;
  const Sampler sampler(plain, target, tables, params);
  std::uint64_t next = 0, at_once = kFewest;  // blocks
  std::vector<std::vector<std::uint32_t>> hits;
  while (result.hits < params.hits && result.samples < params.most_samples) {
    hits.assign(at_once, {});
    std::vector<char> ended(at_once, 0);
    parallel_for(static_cast<std::int64_t>(at_once), params.threads, [&](std::int64_t block, int) {
      Random random(params.seed, next + static_cast<std::uint64_t>(block));
      for (std::uint32_t i = 0; i < kSamples; ++i) {
        if (i % 256 == 0 && control.check_now()) return;
        if (sampler.is_hit(random)) hits[block].push_back(i);
      }
      ended[block] = 1;
    });
    for (std::uint64_t block = 0; block < at_once; ++block) {
      if (ended[block] == 0) {
        result.complete = false;
        return result;
      }
      const std::uint64_t some = std::min(kSamples, params.most_samples - result.samples);
      const auto end = std::ranges::lower_bound(hits[block], some);
      const auto found = static_cast<std::uint64_t>(end - hits[block].begin());
      if (result.hits + found >= params.hits) {
        result.samples += hits[block][params.hits - result.hits - 1] + std::uint64_t{1};
        result.hits = params.hits;
        break;
      }
      result.hits += found;
      result.samples += some;
      if (result.samples == params.most_samples) break;
    }
    control.done = result.hits;
    next += at_once;
    const double needed = result.hits == 0 ? static_cast<double>(at_once) * 4
                                           : 1.1 * static_cast<double>(params.hits - result.hits) *
                                                 static_cast<double>(next) / static_cast<double>(result.hits);
    at_once = std::clamp(static_cast<std::uint64_t>(needed), kFewest, kMost);
  }
  return result;
}

}  // namespace spminer::copies
