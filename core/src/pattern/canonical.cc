// Canonical forms of patterns of up to 64 nodes by individualization and refinement.
//
// The nodes are an ordered partition into cells, at first by anchor and label.  Refinement splits cells until all
// nodes of a cell have equally many neighbors in every cell.  If a cell with several nodes is left, each of them in
// turn is individualized, and refinement goes on; the search ends at orders of all nodes, its leaves.  The canonical
// leaf is the greatest by the traces of refinement along its path, then by its rows.  Two equal leaves are an
// automorphism, which prunes: of the nodes of a cell, one for each orbit of the known automorphisms is tried.  Nodes
// that are interchangeable (twins) are automorphisms without a search.
//
// In reading order: relations (a bitset graph for each edge code), cells and refinement, search, forms, the
// canonical order for people, keys of patterns, orbits.
//
// Invariants: a trace is equal for isomorphic input, so equal keys mean isomorphic patterns and the reverse;
// generators fix the anchor and keep labels and codes.
// Cost: refinement of a partition takes O(n^2) word operations for each relation; the number of leaves is
// exponential at worst, for graphs of high symmetry that refinement does not split.  There is no limit: sizes are
// small.
//
// Reference: B. McKay and A. Piperno, Practical graph isomorphism, II, Journal of Symbolic Computation 60 (2014).
#include "spminer/pattern/canonical.hh"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "spminer/base/random.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::inline pattern {

/// A plain pattern is one relation, its own rows; a coded one has a relation for each code that occurs, in the
/// order of the codes.  The reverse of a code is a code too, so the relations are closed under transposition.
class Relations {
 public:
  using Rows = std::array<Row, kMaxPatternNodes>;

  explicit Relations(const Pattern& pattern) {
    if (!pattern.coded()) {
      views_.fill(nullptr);
      views_[0] = pattern.rows.data();
      count_ = 1;
      return;
    }
    std::vector<EdgeCode> codes(pattern.codes);
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    if (!codes.empty() && codes.front() == kNoEdge) codes.erase(codes.begin());
    owned_.resize(codes.size());
    for (int i = 0; i < pattern.size; ++i)
      for_each_bit(pattern.rows[i], [&](int j) {
        const auto r = std::lower_bound(codes.begin(), codes.end(), pattern.code(i, j)) - codes.begin();
        owned_[r][i] |= bit(j);
      });
    count_ = static_cast<int>(codes.size());
  }
  Relations(const Relations&) = delete;
  Relations& operator=(const Relations&) = delete;

  int count() const { return count_; }
  /// Rows of relation r.
  const Row* operator[](int r) const { return owned_.empty() ? views_[r] : owned_[r].data(); }

 private:
  int count_ = 0;
  std::array<const Row*, 1> views_{};
  std::vector<Rows> owned_;
};

// An ordered partition of a pattern's nodes, and its refinement: the inner loop of canonical forms.

/// Cells are node sets; a cell is named by its first position.  A partition of n nodes into n cells is an order.
class Cells {
 public:
  /// Appends a cell at the end.
  void append(Row nodes) {
    const int start = size_;
    nodes_[start] = nodes;
    starts_ |= bit(start);
    const int length = std::popcount(nodes);
    if (length > 1) wide_ |= bit(start);
    size_ += length;
  }

  bool discrete() const { return wide_ == 0; }
  Row starts() const { return starts_; }
  Row nodes(int start) const { return nodes_[start]; }

  /// The first of the smallest cells with more than one node.
  int smallest_wide() const {
    int best = -1, best_length = kMaxPatternNodes + 1;
    for_each_bit(wide_, [&](int start) {
      const int length = std::popcount(nodes_[start]);
      if (length < best_length) best = start, best_length = length;
    });
    return best;
  }

  /// Splits cell `start` into {v} and the rest, in this order.
  void individualize(int start, int v) {
    const Row rest = nodes_[start] & ~bit(v);
    set_cell(start, bit(v));
    set_cell(start + 1, rest);
  }

  /// Refines until every node of a cell sees every cell equally often, starting with the given splitters (a set
  /// of cell names).  Returns a hash of what happened that is the same for isomorphic input.
  std::uint64_t refine(const Relations& relations, Row splitters) {
    std::uint64_t trace = 0;
    while (splitters != 0 && wide_ != 0) {
      const int splitter = std::countr_zero(splitters);
      splitters &= splitters - 1;
      const Row by = nodes_[splitter];
      for (int r = 0; r < relations.count(); ++r) {
        const Row* rows = relations[r];
        for (Row open = wide_; open != 0; open &= open - 1) {
          const int cell = std::countr_zero(open);
          if ((by & (by - 1)) == 0)
            split_in_two(cell, rows[std::countr_zero(by)], splitter, trace, splitters);
          else
            split_by_count(cell, rows, by, splitter, trace, splitters);
        }
      }
    }
    return mix(trace, std::popcount(starts_));
  }

 private:
  static std::uint64_t mix(std::uint64_t trace, std::uint64_t event) {
    return mix64(trace ^ (event * 0x2545f4914f6cdd1dULL));
  }

  void set_cell(int start, Row nodes) {
    nodes_[start] = nodes;
    starts_ |= bit(start);
    if ((nodes & (nodes - 1)) != 0)
      wide_ |= bit(start);
    else
      wide_ &= ~bit(start);
  }

  void split_in_two(int cell, Row reached, int splitter, std::uint64_t& trace, Row& splitters) {
    const Row inside = nodes_[cell] & reached, outside = nodes_[cell] & ~reached;
    if (inside == 0 || outside == 0) {
      // Whether all or none are reached tells graphs apart, too.
      trace = mix(trace, (static_cast<std::uint64_t>(cell) << 16) | (static_cast<std::uint64_t>(splitter) << 8) |
                             (inside != 0));
      return;
    }
    const int middle = cell + std::popcount(outside);
    set_cell(cell, outside);
    set_cell(middle, inside);
    trace = mix(trace, (static_cast<std::uint64_t>(middle) << 16) | (static_cast<std::uint64_t>(splitter) << 8) | 2);
    if ((splitters >> cell) & 1)
      splitters |= bit(middle);
    else
      splitters |= std::popcount(inside) < std::popcount(outside) ? bit(middle) : bit(cell);
  }

  void split_by_count(int cell, const Row* rows, Row by, int splitter, std::uint64_t& trace, Row& splitters) {
    std::array<Row, kMaxPatternNodes + 1> with_count;
    Row seen = 0;  // counts that occur; 64 is impossible, since no node is its own neighbor
    for_each_bit(nodes_[cell], [&](int v) {
      const int count = std::popcount(rows[v] & by);
      if (((seen >> count) & 1) == 0) with_count[count] = 0;
      seen |= bit(count);
      with_count[count] |= bit(v);
    });
    trace = mix(trace, mix(seen, (static_cast<std::uint64_t>(cell) << 8) | static_cast<std::uint64_t>(splitter)));
    if ((seen & (seen - 1)) == 0) return;
    const bool was_splitter = (splitters >> cell) & 1;
    int start = cell, largest = cell, largest_length = 0;
    for_each_bit(seen, [&](int count) {
      const int length = std::popcount(with_count[count]);
      set_cell(start, with_count[count]);
      splitters |= bit(start);
      if (length > largest_length) largest = start, largest_length = length;
      trace = mix(trace, static_cast<std::uint64_t>(length));
      start += length;
    });
    // All parts but one determine the last (Hopcroft); the largest is the cheapest to leave out.
    if (!was_splitter) splitters &= ~bit(largest);
  }

  int size_ = 0;
  Row starts_ = 0;
  Row wide_ = 0;  ///< names of cells with more than one node
  std::array<Row, kMaxPatternNodes> nodes_;
};

// Canonical forms by individualization and refinement, with pruning by automorphisms (after McKay's nauty).

namespace {

using Permutation = NodeNumbers;

/// Sets of nodes that automorphisms map onto each other, merged as automorphisms are found.
class Orbits {
 public:
  explicit Orbits(int size) { std::iota(parent_.begin(), parent_.begin() + size, std::int8_t{0}); }
  int find(int i) const {
    while (parent_[i] != i) i = parent_[i];
    return i;
  }
  void merge(int i, int j) {
    i = find(i), j = find(j);
    if (i != j) parent_[std::max(i, j)] = static_cast<std::int8_t>(std::min(i, j));
  }
  void merge(const Permutation& automorphism, int size) {
    for (int i = 0; i < size; ++i) merge(i, automorphism[i]);
  }

 private:
  Permutation parent_;
};

bool fixes(const Permutation& automorphism, Row nodes) {
  for (; nodes != 0; nodes &= nodes - 1) {
    const int i = std::countr_zero(nodes);
    if (automorphism[i] != i) return false;
  }
  return true;
}

/// Depth-first search over the ways to make a partition discrete.  Level l of a path individualizes one node of
/// the smallest open cell; a leaf is an order of the nodes.  The canonical leaf is the greatest one by (traces of
/// the path, rows in that order).
class Search {
 public:
  Search(int size, const Relations& relations) : size_(size), relations_(relations) {}

  void run(const Cells& cells) { explore(0, cells, 0, true, 0); }

  const Permutation& labeling() const { return best_.position; }
  const std::vector<Permutation>& generators() const { return generators_; }

  /// Order of the group: along the first path, the orbit of each individualized node under what fixes the earlier.
  double group_order() const {
    double order = 1;
    Row fixed = 0;
    for (int level = 0; level < first_.depth; ++level) {
      const Orbits orbits = orbits_fixing(fixed);
      const int root = orbits.find(first_.node[level]);
      int length = 0;
      for (int i = 0; i < size_; ++i) length += orbits.find(i) == root;
      order *= length;
      fixed |= bit(first_.node[level]);
    }
    return order;
  }

 private:
  struct Leaf {
    int depth = -1;  // -1: none yet
    Permutation position{};
    Permutation at{};  // node at each position
    NodeNumbers node{};
    std::array<std::uint64_t, kMaxPatternNodes> trace{};
  };

  Orbits orbits_fixing(Row fixed) const {
    Orbits orbits(size_);
    for (const auto& automorphism : generators_)
      if (fixes(automorphism, fixed)) orbits.merge(automorphism, size_);
    return orbits;
  }

  /// Explores below `cells`.  `like_first`: the traces so far equal the first path's; `versus_best`: whether they are
  /// equal to (0) or greater than (1) the best path's.  Returns the level to go back to.
  int explore(int level, const Cells& cells, Row fixed, bool like_first, int versus_best) {
    if (cells.discrete()) return finish(level, cells, like_first, versus_best);
    const int cell = cells.smallest_wide();
    Row tried = 0;
    std::size_t known = ~std::size_t{0};
    Orbits orbits(size_);
    for (Row open = cells.nodes(cell); open != 0; open &= open - 1) {
      const int v = std::countr_zero(open);
      if (tried != 0) {
        if (known != generators_.size()) orbits = orbits_fixing(fixed), known = generators_.size();
        if (same_orbit(orbits, v, tried)) continue;
      }
      tried |= bit(v);
      Cells child = cells;
      child.individualize(cell, v);
      node_[level] = static_cast<std::int8_t>(v);
      trace_[level] = child.refine(relations_, bit(cell));
      bool child_like_first = true;
      int child_versus_best = 0;
      if (first_.depth >= 0) {
        child_like_first = like_first && trace_[level] == first_.trace[level];
        child_versus_best = versus_best != 0 ? versus_best : compare_with_best(level);
        if (!child_like_first && child_versus_best < 0) continue;
      }
      const int back = explore(level + 1, child, fixed | bit(v), child_like_first, child_versus_best);
      if (back < level) return back;
      // A new best leaf below makes its path the one to compare with.
      if (versus_best > 0 && same_path(best_, level)) versus_best = 0;
    }
    return level - 1;
  }

  static bool same_orbit(const Orbits& orbits, int v, Row tried) {
    const int root = orbits.find(v);
    for (; tried != 0; tried &= tried - 1)
      if (orbits.find(std::countr_zero(tried)) == root) return true;
    return false;
  }

  int compare_with_best(int level) const {
    if (level >= best_.depth) return 1;
    return trace_[level] == best_.trace[level] ? 0 : trace_[level] > best_.trace[level] ? 1 : -1;
  }

  bool same_path(const Leaf& leaf, int level) const {
    return std::equal(node_.begin(), node_.begin() + level, leaf.node.begin());
  }

  int common_levels(const Leaf& leaf, int depth) const {
    int level = 0;
    while (level < std::min(depth, leaf.depth) && node_[level] == leaf.node[level]) ++level;
    return level;
  }

  int finish(int depth, const Cells& cells, bool like_first, int versus_best) {
    Leaf leaf{depth, {}, {}, node_, trace_};
    for_each_bit(cells.starts(), [&](int position) {
      const int v = std::countr_zero(cells.nodes(position));
      leaf.position[v] = static_cast<std::int8_t>(position);
      leaf.at[position] = static_cast<std::int8_t>(v);
    });
    if (first_.depth < 0) {
      first_ = best_ = leaf;
      return depth - 1;
    }
    if (like_first && depth == first_.depth && compare_rows(leaf, first_) == 0)
      return automorphism(first_, leaf, depth);
    const int verdict = versus_best != 0       ? versus_best
                        : depth != best_.depth ? depth - best_.depth
                                               : compare_rows(leaf, best_);
    if (verdict == 0) return automorphism(best_, leaf, depth);
    if (verdict > 0) best_ = leaf;
    return depth - 1;
  }

  /// Two leaves that look the same: node at each position of one maps to the node there of the other.  Everything
  /// below the branch where the two paths part is then an image of what has been explored.
  int automorphism(const Leaf& from, const Leaf& to, int depth) {
    Permutation image{};
    for (int i = 0; i < size_; ++i) image[from.at[i]] = to.at[i];
    generators_.push_back(image);
    return common_levels(from, depth);
  }

  /// Compares the relations as two orders of the nodes show them.
  int compare_rows(const Leaf& a, const Leaf& b) const {
    for (int r = 0; r < relations_.count(); ++r) {
      for (int i = 0; i < size_; ++i) {
        const Row x = row_in_order(relations_[r][a.at[i]], a.position),
                  y = row_in_order(relations_[r][b.at[i]], b.position);
        if (x != y) return x < y ? -1 : 1;
      }
    }
    return 0;
  }

  static Row row_in_order(Row row, const Permutation& position) {
    Row result = 0;
    for (; row != 0; row &= row - 1) result |= bit(position[std::countr_zero(row)]);
    return result;
  }

  int size_;
  const Relations& relations_;
  std::vector<Permutation> generators_;
  NodeNumbers node_{};
  std::array<std::uint64_t, kMaxPatternNodes> trace_{};
  Leaf first_, best_;
};

Permutation transposition(int size, int v, int w) {
  Permutation image{};
  std::iota(image.begin(), image.begin() + size, std::int8_t{0});
  std::swap(image[v], image[w]);
  return image;
}

/// Nodes by what tells them apart at once: anchor, label, and rank among their twins.  Twins can be put in any order,
/// so fixing one takes their permutations out of the search; each class of m twins contributes m! automorphisms.
class Colors {
 public:
  Colors(const Pattern& pattern, CanonicalForm& result) : pattern_(pattern) {
    Row open = pattern.anchor == kNoAnchor ? pattern.all() : pattern.all() & ~bit(pattern.anchor);
    while (open != 0) {
      const int v = std::countr_zero(open);
      open &= open - 1;
      int last = v, rank = 0;
      for (Row others = open; others != 0; others &= others - 1) {
        const int w = std::countr_zero(others);
        if (!interchangeable(pattern, v, w)) continue;
        open &= ~bit(w);
        rank_[w] = static_cast<std::int8_t>(++rank);
        result.automorphisms *= rank + 1;
        result.generators.push_back(transposition(pattern.size, last, w));
        last = w;
      }
    }
  }

  Cells cells() const {
    Cells cells;
    if (!pattern_.labeled()) {
      Row open = pattern_.all();
      if (pattern_.anchor != kNoAnchor) cells.append(bit(pattern_.anchor)), open &= ~bit(pattern_.anchor);
      for (int rank = 0; open != 0; ++rank) {
        Row equal = 0;
        for_each_bit(open, [&](int v) { equal |= rank_[v] == rank ? bit(v) : 0; });
        if (equal != 0) cells.append(equal);
        open &= ~equal;
      }
      return cells;
    }
    NodeNumbers order{};
    std::iota(order.begin(), order.begin() + pattern_.size, std::int8_t{0});
    std::sort(order.begin(), order.begin() + pattern_.size, [&](int v, int w) { return key(v) < key(w); });
    for (int i = 0; i < pattern_.size;) {
      Row equal = 0;
      const auto color = key(order[i]);
      for (; i < pattern_.size && key(order[i]) == color; ++i) equal |= bit(order[i]);
      cells.append(equal);
    }
    return cells;
  }

 private:
  std::array<std::int64_t, 3> key(int v) const { return {v != pattern_.anchor, pattern_.label(v), rank_[v]}; }

  const Pattern& pattern_;
  Permutation rank_{};
};

}  // namespace

CanonicalForm canonical_form(const Pattern& pattern) {
  CanonicalForm result;
  const Relations relations(pattern);
  Cells cells = Colors(pattern, result).cells();
  cells.refine(relations, cells.starts());
  if (cells.discrete()) {
    for_each_bit(cells.starts(), [&](int position) {
      result.labeling[std::countr_zero(cells.nodes(position))] = static_cast<std::int8_t>(position);
    });
  } else {
    Search search(pattern.size, relations);
    search.run(cells);
    result.labeling = search.labeling();
    result.automorphisms *= search.group_order();
    result.generators.insert(result.generators.end(), search.generators().begin(), search.generators().end());
  }
  Orbits orbits(pattern.size);
  for (const auto& automorphism : result.generators) orbits.merge(automorphism, pattern.size);
  for (int i = 0; i < pattern.size; ++i) result.orbit[i] = static_cast<std::int8_t>(orbits.find(i));
  return result;
}

// What follows from a canonical labeling: the order that leaves the core, keys, and the numbers of orbits.

NodeNumbers canonical_order(const Pattern& pattern, const CanonicalForm& form) {
  NodeNumbers node{};  // by label
  for (int i = 0; i < pattern.size; ++i) node[form.labeling[i]] = static_cast<std::int8_t>(i);
  NodeNumbers position{}, queue{};  // the queue holds labels, in the order in which they get their positions
  Row reached = 0;
  int end = 0;
  for (int start = 0; start < pattern.size; ++start) {  // more than once only if the pattern is not connected
    if ((reached >> start) & 1) continue;
    reached |= bit(start);
    queue[end] = static_cast<std::int8_t>(start);
    for (int next = end++; next < end; ++next) {
      position[node[queue[next]]] = static_cast<std::int8_t>(next);
      Row labels = 0;
      for_each_bit(pattern.rows[node[queue[next]]], [&](int j) { labels |= bit(form.labeling[j]); });
      for_each_bit(labels & ~reached, [&](int label) { queue[end++] = static_cast<std::int8_t>(label); });
      reached |= labels;
    }
  }
  return position;
}

Pattern canonical_copy(const Pattern& pattern) {
  return permuted(pattern, canonical_order(pattern, canonical_form(pattern)));
}

Pattern renumbered(const Pattern& pattern, const CanonicalForm& form) { return permuted(pattern, form.labeling); }
Pattern renumbered(const Pattern& pattern) { return renumbered(pattern, canonical_form(pattern)); }
PatternKey canonical_key(const Pattern& pattern) { return key_of(renumbered(pattern)); }

OrbitNumbers orbit_numbers(const CanonicalForm& form, int size) {
  NodeNumbers first;  // smallest label of each orbit, by the orbit's representative
  first.fill(kMaxPatternNodes - 1);
  for (int i = 0; i < size; ++i) first[form.orbit[i]] = std::min(first[form.orbit[i]], form.labeling[i]);
  Row firsts = 0;
  for (int i = 0; i < size; ++i) firsts |= bit(first[form.orbit[i]]);
  OrbitNumbers numbers{.of = {}, .count = std::popcount(firsts)};
  for (int i = 0; i < size; ++i)
    numbers.of[i] = static_cast<std::int8_t>(std::popcount(firsts & (bit(first[form.orbit[i]]) - 1)));
  return numbers;
}

ClassDescription describe_class(const PatternKey& key) {
  const Pattern pattern = pattern_from_key(key);
  const CanonicalForm form = canonical_form(pattern);
  const NodeNumbers position = canonical_order(pattern, form);
  ClassDescription description{.pattern = permuted(pattern, position), .orbit_node = {}};
  for (int i = 0; i < pattern.size; ++i)
    if (form.orbit[i] == i) description.orbit_node.push_back(position[i]);
  return description;
}

}  // namespace spminer::inline pattern
