// Copies by decomposition: homomorphisms of the pattern and of its quotients, each counted by a plan of its own.
//
// A homomorphism is a map of the pattern's nodes that keeps edges; embeddings are those that send no two nodes to one.
// With a partition of the nodes into blocks without edges inside, the quotient joins two blocks where the pattern joins
// nodes of theirs.  Möbius inversion over these partitions gives
//
//   embeddings(P) = sum over partitions of  product over blocks of (-1)^(b - 1) (b - 1)!  *  homomorphisms(P /
//   partition) copies(P)     = embeddings(P) / automorphisms(P)
//
// Quotients that are isomorphic are counted once.  A plan (plan.hh) counts homomorphisms: trees by dynamic programming
// over neighbors, the rest by loops over neighbors that two or more fixed nodes have in common, as bitmaps of the
// neighborhood of the first.  Twins that are adjacent are visited in one order.
//
// Counts at nodes.  Homomorphisms are a sum of products with a factor for each node of the quotient, so the derivative
// by the weight of node v at position p is the number of homomorphisms that send p to v.  Running a plan backward gives
// all of these derivatives in a few times the time of the count.
//
// Cost: of a tree O(size * edges) for each quotient that is a tree; in general the number of homomorphisms of the
// variables that need loops.  Numbers of homomorphisms of a connected graph of k nodes are at most those of the star,
// sum of degree^(k - 1) (Sidorenko 1994), so 64 bits, or 128, are known to suffice before anything is counted.
//
// References: R. Curticapean, H. Dell, D. Marx, Homomorphisms are a good basis for counting small subgraphs, STOC 2017;
// M. Bressan, Faster subgraph counting in sparse graphs, IPEC 2019; A. Pinar, C. Seshadhri, V. Vishal, ESCAPE, WWW
// 2017; A. Sidorenko, A partially ordered set of functionals corresponding to graphs, Discrete Mathematics 131 (1994).
#include "spminer/copies/copies.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "base/parallel.hh"
#include "copies/plan.hh"
#include "graph/ranked.hh"
#include "spminer/base/bits.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::copies {

namespace {

// --- quotients -------------------------------------------------------------------------------------------------

/// A quotient with the sum of the coefficients of its partitions; for each of its nodes and each orbit of the pattern
/// the sum over those that send a node of the orbit there.
struct Quotient {
  Pattern graph;
  std::int64_t coefficient = 0;
  std::vector<std::int64_t> at;  // node * orbits + orbit
};

struct Orbits {
  std::vector<int> node;            // the smallest of each
  std::array<int, kMaxNodes> of{};  // number of each node's orbit
};

Orbits orbits_of(const Pattern& pattern, const CanonicalForm& form) {
  Orbits orbits;
  for (int i = 0; i < pattern.size; ++i) {
    if (form.orbit[i] == i) orbits.node.push_back(i);
    orbits.of[i] = static_cast<int>(std::ranges::find(orbits.node, form.orbit[i]) - orbits.node.begin());
  }
  return orbits;
}

class Quotients {
 public:
  Quotients(const Pattern& pattern, const Orbits& orbits) : pattern_(pattern), orbits_(orbits) { place(0); }

  std::map<PatternKey, Quotient> found;

 private:
  /// Puts node i into each block that it may join, or into a new one.
  void place(int i) {
    if (i == pattern_.size) return add();
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      if ((pattern_.rows[i] & blocks_[b]) != 0 || pattern_.label(i) != pattern_.label(std::countr_zero(blocks_[b])))
        continue;
      blocks_[b] |= bit(i);
      place(i + 1);
      blocks_[b] &= ~bit(i);
    }
    blocks_.push_back(bit(i));
    place(i + 1);
    blocks_.pop_back();
  }

  void add() {
    Pattern graph = Pattern::empty(static_cast<int>(blocks_.size()));
    std::int64_t coefficient = 1;
    for (int a = 0; a < graph.size; ++a) {
      for (int members = 1; members < std::popcount(blocks_[a]); ++members) coefficient *= -members;
      if (pattern_.labeled()) graph.labels.push_back(pattern_.label(std::countr_zero(blocks_[a])));
      Row around = 0;
      for_each_bit(blocks_[a], [&](int i) { around |= pattern_.rows[i]; });
      for (int b = 0; b < a; ++b)
        if ((around & blocks_[b]) != 0) graph.connect(a, b);
    }
    const CanonicalForm form = canonical_form(graph);
    Pattern renamed = renumbered(graph, form);
    Quotient& quotient = found[key_of(renamed)];
    const std::size_t orbits = orbits_.node.size();
    if (quotient.at.empty()) {
      quotient.graph = std::move(renamed);
      quotient.at.assign(blocks_.size() * orbits, 0);
    }
    quotient.coefficient += coefficient;
    for (std::size_t a = 0; a < blocks_.size(); ++a)
      for_each_bit(blocks_[a], [&](int i) { quotient.at[form.labeling[a] * orbits + orbits_.of[i]] += coefficient; });
  }

  const Pattern& pattern_;
  const Orbits& orbits_;
  std::vector<Row> blocks_;
};

// --- the target -------------------------------------------------------------------------------------------------

/// The target with its nodes numbered from the largest degree to the smallest, and a quick test for edges.
class RankedTarget {
 public:
  RankedTarget(const Target& target, bool labels, int threads)
      : ranked_(target, threads), hubs_(ranked_, kHubBytes, threads) {
    const Node nodes = target.size();
    starts_.resize(static_cast<std::size_t>(nodes) + 1);
    heads_.resize(static_cast<std::size_t>(target.edges()) * 2);
    if (labels) labels_.resize(static_cast<std::size_t>(nodes));
    for (Node r = 0; r < nodes; ++r) {
      auto end = starts_[r];
      for (const Node v : target.neighbors(ranked_.node(r))) heads_[end++] = ranked_.rank(v);
      std::sort(heads_.begin() + starts_[r], heads_.begin() + end);
      starts_[r + 1] = end;
      if (labels) labels_[r] = target.label(ranked_.node(r));
    }
  }

  Node size() const { return ranked_.size(); }
  Node node(Node rank) const { return ranked_.node(rank); }
  std::span<const Node> neighbors(Node r) const {
    return std::span(heads_).subspan(static_cast<std::size_t>(starts_[r]), static_cast<std::size_t>(degree(r)));
  }
  std::int64_t degree(Node r) const { return starts_[r + 1] - starts_[r]; }
  std::int64_t entries() const { return static_cast<std::int64_t>(heads_.size()); }
  Node end_of(std::int64_t entry) const { return heads_[entry]; }
  bool adjacent(Node a, Node b) const {
    if (a == b) return false;
    if (a < b) std::swap(a, b);
    if (hubs_.has(a)) return test_bit(hubs_.row(a), static_cast<std::size_t>(b));
    const auto row = neighbors(a);
    return std::binary_search(row.begin(), row.end(), b);
  }
  bool labeled() const { return !labels_.empty(); }
  std::int32_t label(Node r) const { return labels_[r]; }

 private:
  static constexpr std::size_t kHubBytes = std::size_t{64} << 20;

  DegreeOrderedRows ranked_;
  HubBitmaps hubs_;
  std::vector<std::int64_t> starts_;
  std::vector<Node> heads_;
  std::vector<std::int32_t> labels_;
};

/// Means over some edges and paths that are drawn.
TargetStatistics statistics_of(const RankedTarget& target) {
  constexpr int kDrawn = 2000;
  TargetStatistics s;
  const auto entries = static_cast<double>(target.entries());
  s.nodes = std::max<double>(target.size(), 1);
  s.degree = entries / s.nodes;
  if (target.entries() == 0) return s;
  double squares = 0;
  for (Node r = 0; r < target.size(); ++r) squares += std::pow(static_cast<double>(target.degree(r)), 2);
  s.neighbor_degree = squares / entries;
  Random random(1);
  const auto drawn = [&](std::span<const Node> nodes) { return nodes[random.below(nodes.size())]; };
  std::vector<Node> common;
  double adjacent = 0, apart = 0, closed = 0;
  for (int i = 0; i < kDrawn; ++i) {
    const Node u = target.end_of(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(target.entries()))));
    const auto row = target.neighbors(u);
    const Node v = drawn(row), w = drawn(row);  // u and v are the ends of any edge with equal probability
    common.clear();
    for (const Node x : row)
      if (target.adjacent(x, v)) common.push_back(x);
    const auto found = static_cast<double>(common.size());
    adjacent += found;
    if (!common.empty()) {
      const Node x = drawn(common);
      closed +=
          found * static_cast<double>(std::ranges::count_if(common, [&](Node y) { return target.adjacent(x, y); }));
    }
    if (v == w) {
      apart += static_cast<double>(target.degree(v));
    } else {
      for (const Node y : target.neighbors(v)) apart += target.adjacent(y, w);
    }
  }
  s.common_adjacent = std::max(adjacent / kDrawn, 0.1);
  s.common_apart = std::max(apart / kDrawn, 0.1);
  s.closing = adjacent > 0 ? std::clamp(closed / adjacent / s.common_adjacent, 0.01, 2.0) : 1.0;
  return s;
}

// --- a plan at work ------------------------------------------------------------------------------------------------

/// One thread's way through the stages of a plan.  T holds every count of homomorphisms.
template <typename T>
class Worker {
 public:
  /// `stage_arrays` has the arrays of stages, by loop; null for the others.
  Worker(const Pattern& graph, const Plan& plan, const RankedTarget& target, const std::vector<std::vector<T>>& shared,
         bool backward, Control& control)
      : graph_(graph),
        plan_(plan),
        target_(target),
        ticker_(control),
        arrays_(plan.loops.size()),
        derivatives_(plan.loops.size()),
        touched_(plan.loops.size()),
        values_(plan.loops.size()),
        words_(plan.loops.size()),
        lists_(plan.loops.size()),
        local_of_(static_cast<std::size_t>(target.size()), -1),
        labeled_(graph.labeled() && target.labeled()) {
    const auto nodes = static_cast<std::size_t>(target.size());
    for (const Loop& loop : plan.loops) {
      for (const int array : loop.arrays) arrays_[array].assign(nodes, T{0}), values_[array] = arrays_[array].data();
    }
    for (const Stage& stage : plan.stages)
      if (!shared[stage.loop].empty()) values_[stage.loop] = shared[stage.loop].data();
    if (!backward) return;
    at_.assign(nodes * static_cast<std::size_t>(graph.size), T{0});
    for (std::size_t i = 0; i < plan.loops.size(); ++i)
      if (values_[i] != nullptr) derivatives_[i].assign(nodes, T{0});
  }

  /// The value of a stage at one image of its variable.
  T forward_at(const Stage& stage, Node image) {
    const Loop& loop = plan_.loops[stage.loop];
    if (!has_label(loop, image)) return 0;
    enter(stage, image);
    const T value = product(loop, image, -1);
    leave(stage);
    return value;
  }
  /// The same, and adds to the derivatives of everything it depends on, times `factor`.
  T backward_at(const Stage& stage, Node image, T factor) {
    const Loop& loop = plan_.loops[stage.loop];
    if (!has_label(loop, image)) return 0;
    enter(stage, image);
    const T value = product_backward(loop, image, -1, factor);
    leave(stage);
    return value;
  }

  /// For each variable and node the homomorphisms that send it there.
  std::vector<T>& at() { return at_; }
  /// Derivatives by the values of the array of a stage.
  std::vector<T>& derivatives(int loop) { return derivatives_[loop]; }

 private:
  bool has_label(const Loop& loop, Node image) const {
    return !labeled_ || graph_.label(loop.variable) == target_.label(image);
  }

  /// Numbers the neighbors of the first variable's image, and finds the edges among them.
  void enter(const Stage& stage, Node image) {
    if (!stage.universe) return;
    universe_ = target_.neighbors(image);
    first_before_ = static_cast<std::size_t>(std::ranges::lower_bound(universe_, image) - universe_.begin());
    width_ = words_for(universe_.size());
    for (std::size_t i = 0; i < universe_.size(); ++i) local_of_[universe_[i]] = static_cast<Node>(i);
    if (!stage.rows) return;
    rows_.assign(width_ * universe_.size(), 0);
    for (std::size_t i = 0; i < universe_.size(); ++i) {
      for (const Node w : target_.neighbors(universe_[i])) {
        if (w >= universe_[i]) break;
        const Node j = local_of_[w];
        if (j < 0) continue;
        set_bit(&rows_[width_ * i], static_cast<std::size_t>(j));
        set_bit(&rows_[width_ * static_cast<std::size_t>(j)], i);
      }
    }
  }
  void leave(const Stage& stage) {
    if (!stage.universe) return;
    for (const Node v : universe_) local_of_[v] = -1;
  }

  /// Images as sets: how many neighbors of the first variable may be one, and the sets whose intersection they are.
  struct Sets {
    std::size_t bound = 0;
    int count = 0;
    std::array<const Word*, kMaxNodes> words{};
  };
  Sets sets_of(int number) const {
    const Loop& loop = plan_.loops[number];
    const int first = first_variable_;
    Sets sets{.bound = universe_.size()};
    if (loop.below >= 0)
      sets.bound = loop.below == first ? first_before_ : static_cast<std::size_t>(local_[loop.below] + loop.equal);
    if (loop.previous >= 0) {
      sets.words[0] = words_[number].data();
      if (!loop.tested) sets.words[1] = neighbors_of(loop.previous);
      sets.count = loop.tested ? 1 : 2;
    } else {
      for_each_bit(loop.fixed & ~bit(first), [&](int other) { sets.words[sets.count++] = neighbors_of(other); });
    }
    return sets;
  }
  /// Neighbors of a variable's image, as a set.
  const Word* neighbors_of(int variable) const {
    const Node local = local_[variable];
    return local >= 0 ? &rows_[width_ * static_cast<std::size_t>(local)] : marks_[variable].data();
  }
  /// Before a loop: what the sets of loops inside have in common, but for those that this loop decides.
  void prepare(const Loop& loop) {
    for (const Factor& factor : loop.factors) {
      const Loop& inside = plan_.loops[factor.index];
      if (factor.array || inside.previous < 0) continue;
      auto& words = words_[factor.index];
      words.assign(width_, ~Word{0});
      for_each_bit(inside.fixed & ~bit(first_variable_) & ~bit(loop.variable), [&](int other) {
        const Word* set = neighbors_of(other);
        for (std::size_t i = 0; i < width_; ++i) words[i] &= set[i];
      });
    }
  }

  /// Calls f(words, i, word) for the words of the intersection; the last is cut at the bound.
  template <typename F>
  static void for_each_word(const Sets& sets, F&& f) {
    const std::size_t whole = sets.bound / kWordBits;
    const auto common = [&](std::size_t i) {
      Word word = sets.words[0][i];
      for (int s = 1; s < sets.count; ++s) word &= sets.words[s][i];
      return word;
    };
    for (std::size_t i = 0; i < whole; ++i) f(i, common(i));
    if (sets.bound % kWordBits != 0) f(whole, common(whole) & (mask_of(sets.bound) - 1));
  }

  /// Images as a list, of a variable that is not a neighbor of the first.
  std::span<const Node> list_of(int number) {
    const Loop& loop = plan_.loops[number];
    if (loop.fixed == 0) return touched_[loop.support];
    int fewest = -1;
    for_each_bit(loop.fixed, [&](int other) {
      if (fewest < 0 || target_.degree(image_[other]) < target_.degree(image_[fewest])) fewest = other;
    });
    auto row = target_.neighbors(image_[fewest]);
    if (loop.below >= 0)
      row = row.first(
          static_cast<std::size_t>(std::ranges::lower_bound(row, image_[loop.below] + loop.equal) - row.begin()));
    const Row others = loop.fixed & ~bit(fewest);
    if (others == 0) return row;
    auto& list = lists_[number];
    list.assign(row.begin(), row.end());
    for_each_bit(others, [&](int other) {
      const Node image = image_[other];
      const auto gone = std::ranges::remove_if(list, [&](Node v) { return !target_.adjacent(v, image); });
      list.erase(gone.begin(), gone.end());
    });
    return list;
  }

  std::uint64_t count_images(int number) {
    const Loop& loop = plan_.loops[number];
    std::uint64_t count = 0;
    if (loop.equal) {
      for_each_image(number, [&](Node image, Node) { count += weight(loop, image); });
      return count;
    }
    if (!loop.local) {
      const auto list = list_of(number);
      return labeled_
                 ? static_cast<std::uint64_t>(std::ranges::count_if(list, [&](Node v) { return has_label(loop, v); }))
                 : list.size();
    }
    const Sets sets = sets_of(number);
    if (labeled_ || loop.tested) {
      for_each_image(number, [&](Node, Node) { ++count; });
    } else if (sets.count == 0) {
      count = sets.bound;
    } else {
      for_each_word(sets, [&](std::size_t, Word word) { count += static_cast<std::uint64_t>(std::popcount(word)); });
    }
    return count;
  }

  /// Calls f(image, number of the image in the universe or -1).  f may run other loops.
  template <typename F>
  void for_each_image(int number, F&& f) {
    const Loop& loop = plan_.loops[number];
    prepare(loop);
    if (!loop.local) {
      const bool any = loop.fixed == 0 && loop.below >= 0;
      for (const Node image : list_of(number))
        if (has_label(loop, image) && (!any || image <= image_[loop.below])) f(image, Node{-1});
      return;
    }
    const Sets sets = sets_of(number);
    const auto visit = [&](std::size_t i) {
      if (loop.tested && !target_.adjacent(universe_[i], image_[loop.previous])) return;
      if (has_label(loop, universe_[i])) f(universe_[i], static_cast<Node>(i));
    };
    if (sets.count == 0) {
      for (std::size_t i = 0; i < sets.bound; ++i) visit(i);
      return;
    }
    for_each_word(sets, [&](std::size_t i, Word word) {
      for (; word != 0; word &= word - 1) visit(kWordBits * i + static_cast<std::size_t>(std::countr_zero(word)));
    });
  }

  void fix(const Loop& loop, Node image, Node local) {
    if (loop.fixed == 0 && loop.support < 0) first_variable_ = loop.variable;
    image_[loop.variable] = image;
    local_[loop.variable] = local;
    if (loop.marks) {
      auto& marks = marks_[loop.variable];
      marks.assign(width_, 0);
      for (const Node v : target_.neighbors(image))
        if (local_of_[v] >= 0) set_bit(marks.data(), static_cast<std::size_t>(local_of_[v]));
    }
    for (const int array : loop.arrays) fill(array);
  }
  void unfix(const Loop& loop) {
    for (const int array : loop.arrays) {
      for (const Node v : touched_[array]) arrays_[array][v] = 0;
      if (!at_.empty())
        for (const Node v : touched_[array]) derivatives_[array][v] = 0;
      touched_[array].clear();
    }
  }

  void fill(int number) {
    auto& values = arrays_[number];
    auto& touched = touched_[number];
    for_each_image(number, [&](Node image, Node local) {
      const T value = product(plan_.loops[number], image, local);
      if (value == 0) return;
      for (const Node v : target_.neighbors(image)) {
        if (values[v] == 0) touched.push_back(v);
        values[v] += value;
      }
    });
  }
  void fill_backward(int number) {
    const auto& derivatives = derivatives_[number];
    for_each_image(number, [&](Node image, Node local) {
      T factor = 0;
      for (const Node v : target_.neighbors(image)) factor += derivatives[v];
      if (factor != 0) product_backward(plan_.loops[number], image, local, factor);
    });
  }

  /// What an image counts: twice for the one of two twins that stands for both orders.
  std::uint64_t weight(const Loop& loop, Node image) const { return loop.equal && image != image_[loop.below] ? 2 : 1; }

  static T power(T base, int exponent) {
    T result = 1;
    for (; exponent > 0; --exponent) result *= base;
    return result;
  }

  T sum(int number) {
    const Loop& loop = plan_.loops[number];
    if (loop.factors.empty()) return static_cast<T>(count_images(number)) * static_cast<T>(loop.times);
    T total = 0;
    for_each_image(number, [&](Node image, Node local) { total += weight(loop, image) * product(loop, image, local); });
    return total * static_cast<T>(loop.times);
  }
  T sum_backward(int number, T factor) {
    const Loop& loop = plan_.loops[number];
    factor *= static_cast<T>(loop.times);
    T total = 0;
    if (loop.factors.empty()) {
      T* const at = at_.data() + static_cast<std::size_t>(loop.variable) * static_cast<std::size_t>(target_.size());
      for_each_image(number, [&](Node image, Node) {
        const T times = weight(loop, image);
        at[image] += times * factor;
        total += times;
      });
    } else {
      for_each_image(number, [&](Node image, Node local) {
        const T times = weight(loop, image);
        total += times * product_backward(loop, image, local, times * factor);
      });
    }
    return total * static_cast<T>(loop.times);
  }

  /// The product of the factors of a loop at an image.
  T product(const Loop& loop, Node image, Node local) {
    T value = 1;
    bool loops = false;
    for (const Factor& factor : loop.factors) {
      if (factor.array)
        value *= power(values_[factor.index][image], factor.power);
      else
        loops = true;
    }
    if (value == 0 || !loops || ticker_.should_stop()) return value;
    fix(loop, image, local);
    for (const Factor& factor : loop.factors) {
      if (factor.array || value == 0) continue;
      value *= power(sum(factor.index), factor.power);
    }
    unfix(loop);
    return value;
  }

  T product_backward(const Loop& loop, Node image, Node local, T factor) {
    const std::size_t count = loop.factors.size();
    std::array<T, kMaxNodes> values{};
    T value = 1;
    int loops = 0;
    std::size_t only = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Factor& f = loop.factors[i];
      if (!f.array) {
        ++loops, only = i;
        continue;
      }
      values[i] = values_[f.index][image];
      if (values[i] == 0) return 0;
      value *= power(values[i], f.power);
    }
    if (ticker_.should_stop()) return 0;
    if (loops > 0) fix(loop, image, local);
    if (loops == 1 && loop.factors[only].power == 1) {
      values[only] = sum_backward(loop.factors[only].index, factor * value);
      value *= values[only];
    } else if (loops > 0) {
      for (std::size_t i = 0; i < count; ++i) {
        if (loop.factors[i].array) continue;
        values[i] = sum(loop.factors[i].index);
        value *= power(values[i], loop.factors[i].power);
        if (value == 0) break;
      }
      for (std::size_t i = 0; i < count && value != 0; ++i)
        if (!loop.factors[i].array) sum_backward(loop.factors[i].index, factor * without_one(loop, values, i));
    }
    if (value != 0) {
      at_[static_cast<std::size_t>(loop.variable) * static_cast<std::size_t>(target_.size()) +
          static_cast<std::size_t>(image)] += factor * value;
      for (std::size_t i = 0; i < count; ++i)
        if (loop.factors[i].array) derivatives_[loop.factors[i].index][image] += factor * without_one(loop, values, i);
      if (loops > 0)
        for (auto array = loop.arrays.rbegin(); array != loop.arrays.rend(); ++array) fill_backward(*array);
    }
    if (loops > 0) unfix(loop);
    return value;
  }

  /// The product of all factors but one; of those that count several times alike, once less.
  static T without_one(const Loop& loop, const std::array<T, kMaxNodes>& values, std::size_t one) {
    T rest = 1;
    for (std::size_t i = 0; i < loop.factors.size(); ++i) rest *= power(values[i], loop.factors[i].power - (i == one));
    return rest;
  }

  const Pattern& graph_;
  const Plan& plan_;
  const RankedTarget& target_;
  Ticker ticker_;

  std::array<Node, kMaxNodes> image_{}, local_{};
  int first_variable_ = 0;

  // By loop.
  std::vector<std::vector<T>> arrays_, derivatives_;
  std::vector<std::vector<Node>> touched_;
  std::vector<const T*> values_;
  std::vector<std::vector<Word>> words_;
  std::vector<std::vector<Node>> lists_;

  // The neighbors of the first variable's image.
  std::span<const Node> universe_;
  std::size_t first_before_ = 0, width_ = 0;
  std::vector<Node> local_of_;
  std::vector<Word> rows_;
  std::array<std::vector<Word>, kMaxNodes> marks_;

  bool labeled_;
  std::vector<T> at_;
};

// --- sums ------------------------------------------------------------------------------------------------------------

/// Homomorphisms of one graph.
template <typename T>
struct Homomorphisms {
  T count = 0;
  std::vector<T> at;  // variable * nodes + node
};

template <typename T>
Homomorphisms<T> homomorphisms(const Pattern& graph, const RankedTarget& target, const TargetStatistics& statistics,
                               const CopiesParams& params, Control& control) {
  constexpr Node kNodesPerTask = 8;
  const Plan plan = make_plan(graph, statistics, params.per_node);
  const Node nodes = target.size();
  const std::int64_t tasks = (std::int64_t{nodes} + kNodesPerTask - 1) / kNodesPerTask;
  std::vector<std::vector<T>> shared(plan.loops.size());
  std::vector<std::unique_ptr<Worker<T>>> workers(static_cast<std::size_t>(thread_count(params.threads)));
  const auto for_each_node = [&](auto&& f) {
    parallel_for(tasks, params.threads, [&](std::int64_t task, int index) {
      auto& worker = workers[static_cast<std::size_t>(index)];
      if (!worker) worker = std::make_unique<Worker<T>>(graph, plan, target, shared, params.per_node, control);
      const auto first = static_cast<Node>(task * kNodesPerTask);
      for (Node v = first; v < std::min<std::int64_t>(std::int64_t{first} + kNodesPerTask, nodes); ++v)
        if (!control.check_now()) f(*worker, index, v);
    });
  };
  for (const Stage& stage : plan.stages)
    if (&stage != &plan.stages.back()) shared[stage.loop].assign(static_cast<std::size_t>(nodes), T{0});
  for (const Stage& stage : plan.stages) {
    if (&stage == &plan.stages.back()) break;
    std::vector<T> values(static_cast<std::size_t>(nodes));
    for_each_node([&](Worker<T>& worker, int, Node v) { values[v] = worker.forward_at(stage, v); });
    for_each_node([&](Worker<T>&, int, Node v) {
      T total = 0;
      for (const Node u : target.neighbors(v)) total += values[u];
      shared[stage.loop][v] = total;
    });
  }
  const Stage& last = plan.stages.back();
  Homomorphisms<T> result;
  std::vector<T> totals(workers.size(), T{0});
  for_each_node([&](Worker<T>& worker, int index, Node v) {
    totals[static_cast<std::size_t>(index)] +=
        params.per_node ? worker.backward_at(last, v, 1) : worker.forward_at(last, v);
  });
  for (const T total : totals) result.count += total;
  if (!params.per_node) return result;
  for (auto stage = plan.stages.rbegin() + 1; stage != plan.stages.rend(); ++stage) {
    std::vector<T> derivatives(static_cast<std::size_t>(nodes), T{0});
    for (auto& worker : workers)
      if (worker)
        for (Node v = 0; v < nodes; ++v) derivatives[v] += worker->derivatives(stage->loop)[v];
    for_each_node([&](Worker<T>& worker, int, Node v) {
      T factor = 0;
      for (const Node u : target.neighbors(v)) factor += derivatives[u];
      if (factor != 0) worker.backward_at(*stage, v, factor);
    });
  }
  // Together, for twins and for variables that share their counts.
  const auto size = static_cast<std::size_t>(nodes);
  result.at.assign(size * static_cast<std::size_t>(graph.size), T{0});
  for (auto& worker : workers) {
    if (!worker) continue;
    for (std::size_t i = 0; i < result.at.size(); ++i) result.at[i] += worker->at()[i];
  }
  for (const auto& twins : plan.twins)
    for (std::size_t v = 0; v < size; ++v) {
      T total = 0;
      for (const int twin : twins) total += result.at[static_cast<std::size_t>(twin) * size + v];
      if constexpr (sizeof(T) == sizeof(UInt128))
        total = divided(total, static_cast<std::uint32_t>(twins.size()));
      else
        total /= twins.size();
      for (const int twin : twins) result.at[static_cast<std::size_t>(twin) * size + v] = total;
    }
  for (int i = 0; i < graph.size; ++i) {
    const int same = plan.same_as[i];
    if (same == i) continue;
    std::copy_n(result.at.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(same) * size), size,
                result.at.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * size));
  }
  return result;
}

/// The star's homomorphisms: none of a connected graph with as many nodes or fewer has more.
double most_homomorphisms(const RankedTarget& target, int nodes) {
  double total = target.size();
  for (Node r = 0; r < target.size(); ++r) total += std::pow(static_cast<double>(target.degree(r)), nodes - 1);
  return total;
}

template <typename T>
CopiesResult count(const std::map<PatternKey, Quotient>& quotients, const Orbits& orbits, std::uint32_t automorphisms,
                   const RankedTarget& target, const CopiesParams& params, Control& control) {
  const TargetStatistics statistics = statistics_of(target);
  const auto nodes = static_cast<std::size_t>(target.size());
  CopiesResult result;
  result.orbit_node = orbits.node;
  if (params.most_cost < std::numeric_limits<double>::infinity()) {
    double cost = 0;
    for (const auto& [key, quotient] : quotients) cost += make_plan(quotient.graph, statistics, params.per_node).cost;
    result.complete = cost <= params.most_cost;
    if (!result.complete) return result;
  }
  control.total = quotients.size();
  control.done = 0;
  T embeddings = 0;
  std::vector<T> at(params.per_node ? nodes * orbits.node.size() : 0, T{0});
  for (const auto& [key, quotient] : quotients) {
    const auto found = homomorphisms<T>(quotient.graph, target, statistics, params, control);
    if (control.check_now()) {
      result.complete = false;
      return result;
    }
    embeddings += static_cast<T>(quotient.coefficient) * found.count;
    for (std::size_t i = 0; i < found.at.size(); ++i)
      for (std::size_t o = 0; o < orbits.node.size(); ++o)
        at[(i % nodes) * orbits.node.size() + o] +=
            static_cast<T>(quotient.at[(i / nodes) * orbits.node.size() + o]) * found.at[i];
    control.done += 1;
  }
  result.copies = divided(embeddings, automorphisms);
  if (params.per_node) result.per_node.resize(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const UInt128 copies = divided(at[i], automorphisms);
    if (copies >> 63 != 0) throw std::overflow_error("the copies at a node need more than 63 bits");
    const auto row = static_cast<std::size_t>(target.node(static_cast<Node>(i / orbits.node.size())));
    result.per_node[row * orbits.node.size() + i % orbits.node.size()] = static_cast<std::uint64_t>(copies);
  }
  return result;
}

}  // namespace

CopiesResult count_copies(const Pattern& pattern, const Target& target, const CopiesParams& params, Control& control) {
  if (pattern.size < 1 || pattern.size > kMaxNodes || pattern.coded() || !pattern.connected())
    throw std::invalid_argument("a connected pattern of 1 to 8 nodes without direction and edge labels is needed");
  Pattern plain = pattern;
  plain.anchor = kNoAnchor;
  if (!target.labeled()) plain.labels.clear();
  const CanonicalForm form = canonical_form(plain);
  const Orbits orbits = orbits_of(plain, form);
  const RankedTarget ranked(target, plain.labeled(), params.threads);
  // Twins multiply derivatives by at most the size before they are divided.
  const double most = most_homomorphisms(ranked, plain.size) * plain.size;
  const Quotients quotients(plain, orbits);
  const auto automorphisms = static_cast<std::uint32_t>(form.automorphisms);
  if (most < 0x1p63) return count<std::uint64_t>(quotients.found, orbits, automorphisms, ranked, params, control);
  if (most < 0x1p120) return count<UInt128>(quotients.found, orbits, automorphisms, ranked, params, control);
  throw std::overflow_error("counts of this pattern may need more than 120 bits");
}

}  // namespace spminer::copies
