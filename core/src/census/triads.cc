// The census of directed graphs of three nodes: 13 classes with 30 orbits.
//
// A pair of neighbors has one of three kinds, as seen from a node: an arc to the other, an arc from it, or both.  What
// a node sees of a subgraph of three nodes is its *view*: its own two pairs and the pair of the others.
//
// 1. Each node's neighbors of each kind.
// 2. Triangles of the graph without directions, each met once in the order of degrees; 15 views of each node.
// 3. Pairs and walks of two steps from each node, by kinds: products and sums of the first pass.  Those whose ends are
//    joined are in the triangles of the second pass; the others are the 15 views of open subgraphs.
//
// Cost: O(edges^1.5) for the triangles as without directions, O(edges) for the others; memory about 140 bytes a node
// and 5 a pair of neighbors.  Counts do not depend on threads, since they are sums of integers.
//
// Reference: V. Batagelj and A. Mrvar, A subquadratic triad census algorithm for large sparse networks with small
// maximum degree, Social Networks 2001.  They visit open triples in groups, too, but count no orbits.
#include "census/triads.hh"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <stdexcept>

#include "base/parallel.hh"
#include "census/state.hh"
#include "census/triangle_finder.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::census {

namespace {

/// How a pair of neighbors is joined: bit 0 for an arc to the other, bit 1 for one from it; 0 for no pair.
using Kind = std::uint8_t;
constexpr int kKinds = 4;

constexpr Kind reversed_kind(int kind) { return static_cast<Kind>(kind >> 1 | (kind & 1) << 1); }

Kind kind_of(EdgeCode code) {
  const auto forward = code >> 32, backward = code & 0xffffffffU;
  if (forward > 1 || backward > 1) throw std::invalid_argument("the census needs a target without labels");
  return static_cast<Kind>(forward | backward << 1);
}

/// A node with two others, `a` and `b`: its kind of pair with each, and that of a with b.
constexpr int view_of(int a, int b, int ab) { return a | b << 2 | ab << 4; }
constexpr int kViews = kKinds * kKinds * kKinds;

Pattern pattern_of(int view) {
  Pattern pattern = Pattern::empty(3);
  const auto connect = [&](int i, int j, int kind) {
    if (kind != 0) pattern.connect(i, j, make_edge_code(kind & 1, kind >> 1 & 1));
  };
  connect(0, 1, view & 3);
  connect(0, 2, view >> 2 & 3);
  connect(1, 2, view >> 4);
  return pattern;
}

/// The orbits in the order in which an enumeration lists them, and where each view is among them.
struct Views {
  Views() {
    std::map<std::pair<std::uint64_t, PatternKey>, std::map<int, std::vector<int>>> classes;
    for (int view = 0; view < kViews; ++view) {
      const Pattern pattern = pattern_of(view);
      if (!pattern.connected()) continue;
      const CanonicalForm form = canonical_form(pattern);
      const PatternKey key = key_of(renumbered(pattern, form));
      classes[{key.back(), key}][orbit_numbers(form, 3).of[0]].push_back(view);
    }
    int graph_class = 0;
    for (const auto& [key, views_of] : classes) {
      for (const auto& [number, views] : views_of) {
        Pattern pattern = pattern_of(views.front());
        const CanonicalForm form = canonical_form(pattern);
        const auto nodes = static_cast<int>(std::count(form.orbit.begin(), form.orbit.begin() + 3, form.orbit[0]));
        pattern.anchor = 0;
        const bool closed = pattern.edges() == 3;
        for (const int view : views) orbit[view] = static_cast<int>(orbits.size());
        if (closed)
          for (const int view : views) triangle[view] = static_cast<std::uint8_t>(triangles.size());
        if (closed) triangles.push_back(views.front());
        orbits.push_back({.pattern = std::move(pattern), .graph_class = graph_class, .nodes = nodes});
      }
      ++graph_class;
    }
  }

  std::vector<CensusOrbit> orbits;
  std::vector<int> triangles;                   ///< a view of each orbit of triangles
  std::array<int, kViews> orbit{};              ///< of each view
  std::array<std::uint8_t, kViews> triangle{};  ///< of each view of a triangle, the place in `triangles`
};

const Views& known_views() {
  static const Views views;
  return views;
}

constexpr std::size_t kTriangles = 15;  // views of triangles, apart from which of the others comes first

class TriadCounter {
 public:
  TriadCounter(const Target& target, int threads, Control& control)
      : target_(target), threads_(thread_count(threads)), control_(control), views_(known_views()) {}

  CensusResult count(bool per_node) {
    constexpr int kPasses = 3;
    control_.total.store(static_cast<std::uint64_t>(target_.size()) * kPasses);
    CensusResult result;
    count_neighbors();
    if (control_.stopped()) return result;
    count_triangles();
    if (control_.stopped()) return result;
    const auto totals = count_orbits(per_node ? &result.per_node : nullptr);
    if (control_.check_now()) return {};
    result.complete = true;
    result.orbits = views_.orbits;
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i].describe(result.orbits[i]);
    return result;
  }

 private:
  using KindCounts = std::array<std::uint32_t, kKinds>;
  using TriangleCounts = std::array<Count, kTriangles>;

  /// Calls f(first, last, worker) for ranges of nodes, until it is stopped.
  template <typename F>
  void pass(F&& f) {
    for_each_range(target_.size(), threads_, [&](Node first, Node last, int worker) {
      if (control_.check_now()) return;
      f(first, last, worker);
      control_.done.fetch_add(static_cast<std::uint64_t>(last - first), std::memory_order_relaxed);
    });
  }

  /// Also the kind of each edge of the orientation.
  void count_neighbors() {
    orientation_ = Orientation(target_, false, threads_);
    kinds_.resize(static_cast<std::size_t>(target_.edges()));
    neighbors_.resize(static_cast<std::size_t>(target_.size()));
    pass([&](Node first, Node last, int) {
      for (Node u = first; u < last; ++u) {
        const auto row = target_.neighbors(u);
        const auto codes = target_.codes(u);
        const auto successors = orientation_.successors(u);
        Kind* kinds = kinds_.data() + orientation_.first_edge(u);
        std::size_t next = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
          const Kind kind = kind_of(codes[i]);
          ++neighbors_[u][kind];
          if (next < successors.size() && successors[next] == row[i]) kinds[next++] = kind;
        }
      }
    });
  }

  struct Scratch {
    explicit Scratch(Node nodes) : triangles(nodes) {}

    TriangleFinder triangles;
    std::vector<std::array<std::uint32_t, kTriangles + 1>> found;  ///< by place among the successors
  };

  void count_triangles() {
    triangles_.resize(static_cast<std::size_t>(target_.size()));
    std::vector<std::unique_ptr<Scratch>> scratch(threads_);
    pass([&](Node first, Node last, int worker) {
      if (!scratch[worker]) scratch[worker] = std::make_unique<Scratch>(target_.size());
      for (Node u = first; u < last; ++u) count_triangles_of(u, *scratch[worker]);
    });
  }

  void count_triangles_of(Node u, Scratch& scratch) {
    const auto successors = orientation_.successors(u);
    if (successors.size() < 2) return;
    const Kind* own = kinds_.data() + orientation_.first_edge(u);
    const auto& triangle = views_.triangle;
    auto& found = scratch.found;
    found.assign(successors.size(), {});
    TriangleCounts at_root{};
    scratch.triangles.for_each(orientation_, u, [&](std::size_t i, std::size_t j, std::size_t edge) {
      const int a = own[i], b = own[j], ab = kinds_[edge];
      ++at_root[triangle[view_of(a, b, ab)]];
      ++found[i][triangle[view_of(reversed_kind(a), ab, b)]];
      ++found[j][triangle[view_of(reversed_kind(b), reversed_kind(ab), a)]];
    });
    add(u, at_root);
    for (std::size_t i = 0; i < successors.size(); ++i) add(successors[i], found[i]);
  }

  template <typename Counts>
  void add(Node u, const Counts& counts) {
    for (std::size_t k = 0; k < kTriangles; ++k)
      if (counts[k] != 0) atomic_add(triangles_[u][k], counts[k]);
  }

  std::vector<OrbitTotal> count_orbits(std::vector<Count>* per_node) {
    const std::size_t orbits = views_.orbits.size();
    if (per_node != nullptr) per_node->assign(orbits * static_cast<std::size_t>(target_.size()), 0);
    std::vector<std::vector<OrbitTotal>> totals(threads_, std::vector<OrbitTotal>(orbits));
    pass([&](Node first, Node last, int worker) {
      std::vector<Count> counts(orbits);
      for (Node u = first; u < last; ++u) {
        count_orbits_of(u, counts);
        for (std::size_t i = 0; i < orbits; ++i) totals[worker][i].add(counts[i]);
        if (per_node != nullptr)
          std::copy(counts.begin(), counts.end(), per_node->begin() + static_cast<std::ptrdiff_t>(u * orbits));
      }
    });
    return sums_of(totals);
  }

  void count_orbits_of(Node u, std::vector<Count>& counts) const {
    std::array<std::array<Count, kKinds>, kKinds> pairs{}, walks{};  // by the kinds of both steps
    const auto row = target_.neighbors(u);
    const auto codes = target_.codes(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Kind kind = kind_of(codes[i]);
      for (int next = 1; next < kKinds; ++next) walks[kind][next] += neighbors_[row[i]][next];
    }
    for (int a = 1; a < kKinds; ++a) {
      const Count own = neighbors_[u][a];
      walks[a][reversed_kind(a)] -= own;  // those that come back
      pairs[a][a] = own * (own - 1) / 2;
      for (int b = a + 1; b < kKinds; ++b) pairs[a][b] = own * neighbors_[u][b];
    }
    for (std::size_t k = 0; k < kTriangles; ++k) {
      const Count count = triangles_[u][k];
      const int view = views_.triangles[k], a = view & 3, b = view >> 2 & 3, ab = view >> 4;
      counts[views_.orbit[view]] = count;
      pairs[std::min(a, b)][std::max(a, b)] -= count;
      walks[a][ab] -= count;
      walks[b][reversed_kind(ab)] -= count;
    }
    for (int a = 1; a < kKinds; ++a)
      for (int b = 1; b < kKinds; ++b) {
        if (a <= b) counts[views_.orbit[view_of(a, b, 0)]] = pairs[a][b];
        counts[views_.orbit[view_of(a, 0, b)]] = walks[a][b];
      }
  }

  const Target& target_;
  int threads_;
  Control& control_;
  const Views& views_;
  Orientation orientation_;
  std::vector<Kind> kinds_;                // of each edge of the orientation
  std::vector<KindCounts> neighbors_;      // of each node
  std::vector<TriangleCounts> triangles_;  // of each node
};

}  // namespace

CensusResult count_triads(const Target& target, const CensusParams& params, Control& control) {
  if (params.size != 3) throw std::invalid_argument("the census of a directed target counts subgraphs of 3 nodes");
  if (target.labeled()) throw std::invalid_argument("the census needs a target without labels");
  return TriadCounter(target, params.threads, control).count(params.per_node);
}

}  // namespace spminer::census
