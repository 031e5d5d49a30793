#include "census/catalog.hh"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace spminer::census {

namespace {

using Permutation = std::array<int, kMaxCensusSize>;

constexpr Permutation kIdentity = {0, 1, 2, 3, 4};

template <typename F>
void for_each_edge(int size, EdgeMask edges, F&& f) {
  for (int j = 1; j < size; ++j)
    for (int i = 0; i < j; ++i)
      if ((edges >> pair_index(i, j)) & 1) f(i, j);
}

EdgeMask renamed(int size, EdgeMask edges, const Permutation& name) {
  EdgeMask result = 0;
  for_each_edge(size, edges, [&](int i, int j) { result |= EdgeMask{1} << pair_index(name[i], name[j]); });
  return result;
}

/// Calls f(permutation) for all orders of the nodes first .. size-1, those before `first` staying in place.
template <typename F>
void for_each_permutation(int size, int first, F&& f) {
  Permutation name = kIdentity;
  do f(name);
  while (std::next_permutation(name.begin() + first, name.begin() + size));
}

/// The smallest mask over all names of the nodes that keep the first `fixed` of them in place.
EdgeMask smallest(int size, int fixed, EdgeMask edges) {
  EdgeMask best = ~EdgeMask{0};
  for_each_permutation(size, fixed,
                       [&](const Permutation& name) { best = std::min(best, renamed(size, edges, name)); });
  return best;
}

/// Nodes that can be reached from `start` without entering `closed`; node sets as bits.
unsigned reachable(int size, EdgeMask edges, unsigned start, unsigned closed = 0) {
  unsigned reached = start, before = 0;
  while (reached != before) {
    before = reached;
    for_each_edge(size, edges, [&](int i, int j) {
      if (((reached >> i) & 1) && !((closed >> j) & 1)) reached |= 1u << j;
      if (((reached >> j) & 1) && !((closed >> i) & 1)) reached |= 1u << i;
    });
  }
  return reached;
}

/// The subgraph on `nodes` (bits), its nodes renumbered in order but `root` becoming node 0.
EdgeMask restricted(int size, EdgeMask edges, unsigned nodes, int root) {
  Permutation name = kIdentity;
  name[root] = 0;
  int next = 1;
  for (int i = 0; i < size; ++i)
    if (i != root && ((nodes >> i) & 1)) name[i] = next++;
  EdgeMask result = 0;
  for_each_edge(size, edges, [&](int i, int j) {
    if (((nodes >> i) & 1) && ((nodes >> j) & 1)) result |= EdgeMask{1} << pair_index(name[i], name[j]);
  });
  return result;
}

RootedPattern described(int size, EdgeMask edges) {
  RootedPattern pattern{
      .size = size, .edges = edges, .automorphisms = 0, .orbit_nodes = 0, .unrooted = smallest(size, 0, edges)};
  for_each_permutation(size, 1,
                       [&](const Permutation& name) { pattern.automorphisms += renamed(size, edges, name) == edges; });
  for (int root = 0; root < size; ++root) {
    Permutation swap = kIdentity;
    std::swap(swap[0], swap[root]);
    pattern.orbit_nodes += smallest(size, 1, renamed(size, edges, swap)) == edges;
  }
  return pattern;
}

/// Calls f(block, blocks) for each partition of the nodes; block[i] is the block of node i, that of the root 0.
void for_each_partition(int size, const std::function<void(const Permutation&, int)>& f) {
  Permutation block{};
  std::function<void(int, int)> assign = [&](int node, int blocks) {
    if (node == size) return f(block, blocks);
    for (block[node] = 0; block[node] <= blocks; ++block[node]) assign(node + 1, std::max(blocks, block[node] + 1));
  };
  assign(1, 1);
}

/// Moebius function of the partition lattice, from the finest partition to this one.
std::int64_t moebius(int size, const Permutation& block) {
  std::int64_t result = 1;
  std::array<int, kMaxCensusSize> filled{};
  for (int i = 0; i < size; ++i) {
    const int before = filled[block[i]]++;
    if (before > 0) result *= -before;
  }
  return result;
}

bool joins_neighbors(int size, EdgeMask edges, const Permutation& block) {
  bool found = false;
  for_each_edge(size, edges, [&](int i, int j) { found |= block[i] == block[j]; });
  return found;
}

}  // namespace

const Catalog& Catalog::of(int size) {
  static std::array<std::once_flag, kMaxCensusSize + 1> made;
  static std::array<std::unique_ptr<const Catalog>, kMaxCensusSize + 1> catalogs;
  std::call_once(made.at(size), [&] { catalogs[size].reset(new Catalog(size)); });
  return *catalogs[size];
}

Catalog::Catalog(int size) : size_(size) {
  for (int nodes = 1; nodes <= size; ++nodes) {
    first_orbit_ = columns();
    add_patterns(nodes);
  }
}

void Catalog::add_patterns(int size) {
  const EdgeMask masks = EdgeMask{1} << pair_count(size);
  std::vector<EdgeMask> form(masks);
  std::vector<EdgeMask> found;
  for (EdgeMask edges = 0; edges < masks; ++edges) {
    form[edges] = smallest(size, 1, edges);
    if (form[edges] == edges && reachable(size, edges, 1) == (1u << size) - 1) found.push_back(edges);
  }
  std::ranges::stable_sort(found, {}, [](EdgeMask edges) { return std::popcount(edges); });
  std::map<EdgeMask, int> column_of;
  for (const EdgeMask edges : found) {
    column_of[edges] = columns();
    patterns_.push_back(described(size, edges));
  }
  columns_[size].assign(masks, -1);
  for (EdgeMask edges = 0; edges < masks; ++edges)
    if (const auto it = column_of.find(form[edges]); it != column_of.end()) columns_[size][edges] = it->second;
}

int Catalog::column(std::string_view edges) const {
  int size = 1;
  EdgeMask mask = 0;
  for (std::size_t at = 0; at + 1 < edges.size(); at += 3) {
    const int i = edges[at] - '0', j = edges[at + 1] - '0';
    mask |= EdgeMask{1} << pair_index(i, j);
    size = std::max({size, i + 1, j + 1});
  }
  const int found = size <= size_ ? column(size, mask) : -1;
  if (found < 0) throw std::logic_error("no such connected pattern in the catalog");
  return found;
}

Recurrence Catalog::recurrence(int column) const {
  const auto& [size, edges, automorphisms, orbit_nodes, unrooted] = patterns_[column];
  std::vector<unsigned> branches;  // of the pattern without its root
  for (int i = 1; i < size; ++i) {
    const unsigned branch = reachable(size, edges, 1u << i, 1u);
    if (std::ranges::find(branches, branch) == branches.end()) branches.push_back(branch);
  }
  Recurrence recurrence;
  if (branches.size() > 1) {
    recurrence.kind = Recurrence::Kind::kJoin;
    for (const unsigned branch : branches)
      recurrence.parts.push_back(this->column(std::popcount(branch) + 1, restricted(size, edges, branch | 1u, 0)));
    return recurrence;
  }
  std::vector<int> neighbors;
  for (int i = 1; i < size; ++i)
    if (patterns_[column].adjacent(0, i)) neighbors.push_back(i);
  if (neighbors.size() == 1) {
    recurrence.kind = Recurrence::Kind::kLeaf;
    recurrence.parts = {this->column(size - 1, restricted(size, edges, branches[0], neighbors[0]))};
  }
  return recurrence;
}

// Induced embeddings are embeddings of the supergraphs on the same nodes with alternating signs; embeddings
// are homomorphisms of the quotients, weighted by the Moebius function of the partitions.
std::vector<Term> Catalog::induced_embeddings(int column) const {
  const RootedPattern& pattern = patterns_[column];
  const EdgeMask all = (EdgeMask{1} << pair_count(pattern.size)) - 1;
  std::map<int, std::int64_t> coefficients;
  for_each_partition(pattern.size, [&](const Permutation& block, int blocks) {
    const std::int64_t weight = moebius(pattern.size, block);
    const EdgeMask missing = all & ~pattern.edges;
    for (EdgeMask added = missing;; added = (added - 1) & missing) {
      const EdgeMask edges = pattern.edges | added;
      if (!joins_neighbors(pattern.size, edges, block))
        coefficients[this->column(blocks, renamed(pattern.size, edges, block))] +=
            std::popcount(added) % 2 == 0 ? weight : -weight;
      if (added == 0) break;
    }
  });
  std::vector<Term> terms;
  for (const auto& [term_column, coefficient] : coefficients)
    if (coefficient != 0) terms.push_back({term_column, coefficient});
  return terms;
}

}  // namespace spminer::census
