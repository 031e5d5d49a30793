// The census by homomorphisms: passes over arcs and neighborhoods, then linear algebra.
//
// For each node and each rooted connected pattern of up to `size` nodes, the passes count the homomorphisms that
// send the root to the node: maps that keep edges but may let nodes fall together.  These need no case distinctions,
// so each is a short sum or product over arcs, walks or neighborhoods.  A linear combination, which the catalog
// finds once, turns them into numbers of induced subgraphs.
//
// Passes, each in its file: values of edges and arcs (triangles.cc), cliques (cliques.cc), four-cycles and walks of
// two steps (squares.cc), patterns with a node joined to all others (neighborhoods.cc).  Directed graphs have formulas
// of their own (triads.cc).
// Cost: triangles and cliques intersect rows in the order of degrees, where no node has more than sqrt(2 * edges)
// successors, so triangles take O(edges^1.5).  Four-cycles alone are met at their last node in that order.  Size 5
// walks two steps from every node, O(sum of squared degrees), and dominates where there are hubs.
//
// Invariants: sums are modulo 2^64, where addition and multiplication by inverses are exact; no final count can
// overflow, because larger targets are refused.  Counts do not depend on threads or on how the squares are shared. A
// stopped census returns only what is certain: the patterns whose passes were finished.
//
// Reference: R. Curticapean, H. Dell and D. Marx, Homomorphisms are a good basis for counting small subgraphs, STOC
// 2017.
#include "spminer/census/census.hh"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/words.hh"
#include "census/state.hh"
#include "census/triads.hh"

namespace spminer::census {

namespace {

Count recurred(State& state, const Recurrence& recurrence, Node u) {
  if (recurrence.kind == Recurrence::Kind::kJoin) {
    Count product = 1;
    for (const int part : recurrence.parts) product *= state.tally.at(u, part);
    return product;
  }
  Count sum = 0;
  for (const Node v : state.target.neighbors(u)) sum += state.tally.at(v, recurrence.parts[0]);
  return sum;
}

using Pass = void (*)(State&);

/// In an order in which arc values are filled before they are read, the longest at the end.
std::vector<Pass> passes(int size) {
  if (size == 3) return {fill_edge_triangles};
  if (size == 4) return {fill_edge_triangles, count_cliques, count_diamonds, count_squares};
  return {fill_triangles, count_cliques, count_neighborhoods, count_over_triangles, count_squares, count_houses};
}

/// Passes before that of the squares, which parts of the roots can share; all of them, if there is none.
std::size_t passes_before_squares(int size) { return static_cast<std::size_t>(size == 3 ? 1 : size - 1); }

/// How many of the passes from `begin` on to `end` were not stopped, with those before.
std::size_t run_passes(State& state, std::size_t begin, std::size_t end) {
  const auto plan = passes(state.catalog.size());
  state.control.total.store((end - begin) * static_cast<std::size_t>(state.target.size()));
  std::size_t done = begin;
  while (done < end) {
    if (state.target.size() > 0) plan[done](state);
    if (state.control.check_now()) break;
    ++done;
  }
  return done;
}

/// Whether each column is what it should be after that many passes; none is, if they were too few for anything.
std::vector<bool> known_columns(const State& state, std::size_t passes_done) {
  const auto columns = static_cast<std::size_t>(state.catalog.columns());
  if (passes_done == passes(state.catalog.size()).size()) return std::vector<bool>(columns, true);
  if (state.catalog.size() < 5 || passes_done < passes_before_squares(5)) return std::vector<bool>(columns, false);
  std::vector<bool> known(columns, true);
  for (const int column : columns_of_squares(state.catalog)) known[column] = false;
  for (const int column : columns_over_squares(state.catalog)) known[column] = false;
  for (int column = 0; column < state.catalog.columns(); ++column)  // parts come before what is made of them
    for (const int part : state.catalog.recurrence(column).parts)
      if (!known[part]) known[column] = false;
  return known;
}

/// One orbit's count of induced subgraphs as a combination of columns.
struct OrbitFormula {
  std::vector<Term> terms;
  Count automorphisms;

  bool is_known(const std::vector<bool>& columns) const {
    return std::ranges::all_of(terms, [&](const Term& term) { return columns[term.column]; });
  }

  Count count(State& state, Node u) const {
    Count embeddings = 0;
    for (const auto& [column, coefficient] : terms)
      embeddings += static_cast<Count>(coefficient) * state.tally.at(u, column);
    return embeddings / automorphisms;
  }
};

std::vector<OrbitFormula> orbit_formulas(const Catalog& catalog) {
  std::vector<OrbitFormula> formulas;
  for (int column = catalog.first_orbit(); column < catalog.columns(); ++column)
    formulas.push_back({catalog.induced_embeddings(column), static_cast<Count>(catalog.pattern(column).automorphisms)});
  return formulas;
}

Pattern anchored(const RootedPattern& rooted) {
  Pattern pattern = Pattern::empty(rooted.size);
  pattern.anchor = 0;
  for (int j = 1; j < rooted.size; ++j)
    for (int i = 0; i < j; ++i)
      if (rooted.adjacent(i, j)) pattern.connect(i, j);
  return pattern;
}

std::vector<CensusOrbit> described_orbits(const Catalog& catalog) {
  std::vector<CensusOrbit> orbits;
  std::vector<EdgeMask> classes;
  for (int column = catalog.first_orbit(); column < catalog.columns(); ++column) {
    const RootedPattern& rooted = catalog.pattern(column);
    auto it = std::ranges::find(classes, rooted.unrooted);
    const auto graph_class = static_cast<int>(it - classes.begin());
    if (it == classes.end()) classes.push_back(rooted.unrooted);
    orbits.push_back({.pattern = anchored(rooted), .graph_class = graph_class, .nodes = rooted.orbit_nodes});
  }
  return orbits;
}

/// Leaves the classes all of whose orbits are known.
void keep_known(const std::vector<bool>& columns, std::vector<OrbitFormula>& formulas,
                std::vector<CensusOrbit>& orbits) {
  std::set<int> unknown;
  for (std::size_t i = 0; i < orbits.size(); ++i)
    if (!formulas[i].is_known(columns)) unknown.insert(orbits[i].graph_class);
  for (std::size_t i = orbits.size(); i-- > 0;) {
    if (!unknown.contains(orbits[i].graph_class)) continue;
    formulas.erase(formulas.begin() + i);
    orbits.erase(orbits.begin() + i);
  }
}

std::vector<OrbitTotal> to_induced(State& state, const std::vector<OrbitFormula>& formulas,
                                   std::vector<Count>* per_node) {
  const std::size_t orbits = formulas.size();
  if (per_node != nullptr) per_node->assign(orbits * static_cast<std::size_t>(state.target.size()), 0);
  std::vector<std::vector<OrbitTotal>> totals(state.threads, std::vector<OrbitTotal>(orbits));
  for_each_range(state.target.size(), state.threads, [&](Node first, Node last, int worker) {
    for (Node u = first; u < last; ++u)
      for (std::size_t i = 0; i < orbits; ++i) {
        const Count count = formulas[i].count(state, u);
        if (per_node != nullptr) (*per_node)[static_cast<std::size_t>(u) * orbits + i] = count;
        totals[worker][i].add(count);
      }
  });
  return sums_of(totals);
}

void check(const Target& target, const CensusParams& params) {
  if (params.size < kMinCensusSize || params.size > kMaxCensusSize)
    throw std::invalid_argument("the census counts subgraphs of 3 to 5 nodes");
  if (target.labeled() || target.coded())
    throw std::invalid_argument("the census needs a target without labels and direction");
  // A connected pattern has a spanning tree, so no node is in more embeddings than the largest degree to the
  // power of the tree's edges.
  UInt128 bound = 1;
  std::int64_t degree = 0;
  for (Node u = 0; u < target.size(); ++u) degree = std::max(degree, target.degree(u));
  for (int edge = 1; edge < params.size; ++edge) bound *= static_cast<UInt128>(degree);
  if (bound >> 64 != 0)
    throw std::overflow_error("a node has so many neighbors that counts may exceed 64 bits; choose a smaller size");
}

/// What the passes that were done tell.
CensusResult concluded(State& state, std::size_t passes_done, bool per_node) {
  CensusResult result;
  result.complete = passes_done == passes(state.catalog.size()).size();
  const auto known = known_columns(state, passes_done);
  if (std::ranges::find(known, true) == known.end()) return result;
  state.tally.unite();
  // What is left takes a moment, also after a stop.
  state.catalog.size() == 5 ? count_over_arcs(state) : count_over_edges(state);
  count_by_recurrence(state);
  auto formulas = orbit_formulas(state.catalog);
  result.orbits = described_orbits(state.catalog);
  keep_known(known, formulas, result.orbits);
  const auto totals = to_induced(state, formulas, per_node && result.complete ? &result.per_node : nullptr);
  for (std::size_t i = 0; i < totals.size(); ++i) totals[i].describe(result.orbits[i]);
  return result;
}

}  // namespace

void count_by_recurrence(State& state) {
  for (int column = 0; column < state.catalog.columns(); ++column) {
    const Recurrence recurrence = state.catalog.recurrence(column);
    if (column != 0 && recurrence.kind == Recurrence::Kind::kNone) continue;  // has been counted by a pass
    for_each_range(state.target.size(), state.threads, [&](Node first, Node last, int) {
      for (Node u = first; u < last; ++u) state.tally.at(u, column) = column == 0 ? 1 : recurred(state, recurrence, u);
    });
  }
}

void OrbitTotal::describe(CensusOrbit& orbit) const {
  const UInt128 subgraphs = divided(occurrences, static_cast<std::uint32_t>(orbit.nodes));
  if (subgraphs >> 64 != 0) throw std::overflow_error("more than 2^64 subgraphs of one class; choose a smaller size");
  orbit.anchored_frequency = nodes;
  orbit.graph_frequency = static_cast<Count>(subgraphs);
}

std::vector<OrbitTotal> sums_of(std::span<const std::vector<OrbitTotal>> parts) {
  std::vector<OrbitTotal> sums(parts[0]);
  for (const auto& part : parts.subspan(1))
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i].occurrences += part[i].occurrences;
      sums[i].nodes += part[i].nodes;
    }
  return sums;
}

CensusResult census(const Target& target, const CensusParams& params, Control& control) {
  if (target.directed()) return count_triads(target, params, control);
  check(target, params);
  State state(target, Catalog::of(params.size), params.threads, control);
  const std::size_t done = run_passes(state, 0, passes(params.size).size());
  return concluded(state, done, params.per_node);
}

struct SharedCensus::Work {
  Work(const Target& target, const CensusParams& params, Control& control)
      : state(target, Catalog::of(params.size), params.threads, control) {}

  State state;
  std::size_t done = 0;  ///< passes
};

SharedCensus::SharedCensus(const Target& target, const CensusParams& params, Control& control) : params_(params) {
  check(target, params);
  work_ = std::make_unique<Work>(target, params, control);
  if (params.size == 5) work_->state.squares.assign(static_cast<std::size_t>(target.edges()) * 2, 0);
}

SharedCensus::~SharedCensus() = default;
SharedCensus::SharedCensus(SharedCensus&&) noexcept = default;

void SharedCensus::count_here() { work_->done = run_passes(work_->state, 0, passes_before_squares(params_.size)); }

void SharedCensus::absorb(std::span<const std::uint64_t> part) { absorb_squares(work_->state, part); }

CensusResult SharedCensus::result(bool all_parts) {
  const std::size_t all = passes(params_.size).size(), before = passes_before_squares(params_.size);
  if (all_parts && work_->done == before && before < all)
    work_->done = run_passes(work_->state, before + 1, all);  // the squares were counted elsewhere
  return concluded(work_->state, work_->done, params_.per_node);
}

// The longest pass of the census by parts of the roots, and how these are put together.

namespace {

constexpr std::uint64_t kFormat = 0x53504d4353515201;  // of the words of a part

/// Of each column the nodes that have something, with what they have; then the arc values of the roots.
std::vector<std::uint64_t> packed(State& state) {
  std::vector<std::uint64_t> words{kFormat, static_cast<std::uint64_t>(state.first),
                                   static_cast<std::uint64_t>(state.last)};
  for (const int column : columns_of_squares(state.catalog)) {
    const std::size_t at = words.size();
    words.push_back(0);
    for (Node u = 0; u < state.target.size(); ++u) {
      const Count value = state.tally.at(u, column);
      if (value == 0) continue;
      words.push_back(static_cast<std::uint64_t>(u));
      words.push_back(value);
    }
    words[at] = (words.size() - at) / 2;
  }
  words.insert(words.end(), state.squares.begin(), state.squares.end());
  return words;
}

}  // namespace

void absorb_squares(State& state, std::span<const std::uint64_t> part) {
  WordReader words(part, "a part of a census is cut off");
  if (words.next() != kFormat) throw std::invalid_argument("not a part of a census");
  const auto nodes = static_cast<std::uint64_t>(state.target.size());
  const std::uint64_t first = words.next(), last = words.next();
  if (first > last || last > nodes) throw std::invalid_argument("a part of another census");
  for (const int column : columns_of_squares(state.catalog))
    for (std::uint64_t left = words.next(); left > 0; --left) {
      const auto entry = words.take(2);
      if (entry[0] >= nodes) throw std::invalid_argument("a part of another census");
      state.tally.at(static_cast<Node>(entry[0]), column) += entry[1];
    }
  if (state.catalog.size() < 5) return;
  const Arc begin = state.arcs_before(static_cast<Node>(first)), end = state.arcs_before(static_cast<Node>(last));
  const auto values = words.take(static_cast<std::uint64_t>(end - begin));
  std::copy(values.begin(), values.end(), state.squares.begin() + begin);
}

struct CensusParts::Work {
  Work(const Target& target_, int size) : target(target_), catalog(Catalog::of(size)) {}

  const Target& target;
  const Catalog& catalog;
  std::shared_ptr<Precomputed> groundwork;
};

CensusParts::CensusParts(const Target& target, int size, int threads, Control& control) {
  if (size < 4 || size > kMaxCensusSize) throw std::invalid_argument("parts of a census are of 4 or 5 nodes");
  if (target.labeled() || target.coded())
    throw std::invalid_argument("the census needs a target without labels and direction");
  work_ = std::make_unique<Work>(target, size);
  work_->groundwork = std::make_shared<Precomputed>(
      target, size == 5 ? Precomputed::Needs::kPlaces : Precomputed::Needs::kDegrees, threads);
  if (size < 5 || target.size() == 0) return;
  State state(target, work_->catalog, threads, control, work_->groundwork, {}, 0, target.size());
  fill_triangles(state);
}

CensusParts::~CensusParts() = default;

std::vector<std::uint64_t> CensusParts::count(Node first, Node last, Control& control) const {
  if (first < 0 || first > last || last > work_->target.size()) throw std::invalid_argument("no such roots");
  State state(work_->target, work_->catalog, 1, control, work_->groundwork, columns_of_squares(work_->catalog), first,
              last);
  if (first < last) count_squares(state);
  return packed(state);
}

}  // namespace spminer::census
