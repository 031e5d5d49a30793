#include "order/quantities.hh"

#include <algorithm>

namespace spminer::order {

namespace {

constexpr Row above(int i) { return ~Row{0} << i << 1; }

template <Induced kInduced>
class Filler {
 public:
  Filler(std::span<const Row> rows, NodeQuantities& table) : rows_(rows), table_(table) {}

  void run() {
    fill_regions();
    for (auto& values : table_.quantity) values.fill(0);
    for (int v = 0; v < size(); ++v) {
      fill_shapes(v);
      fill_cycles(v);
    }
    fill_paths();
  }

 private:
  int size() const { return static_cast<int>(rows_.size()); }
  std::uint32_t& at(Quantity quantity, int v) { return table_.quantity[quantity][v]; }

  /// Nodes that the shapes allow beside v where they have no edge to it.
  Row apart(int v) const {
    if constexpr (kInduced == Induced::kYes) return ~rows_[v] & ~bit(v);
    return ~bit(v);
  }

  void fill_regions() {
    Row ball = bit(0);
    for (int d = 0; d <= kMostHops; ++d) {
      table_.region[hops(d)] = ball;
      for_each_bit(ball, [&](int v) { ball |= rows_[v]; });
    }
    table_.region[kAnywhere] = size() == kMaxPatternNodes ? ~Row{0} : bit(size()) - 1;
  }

  /// Shapes of up to 4 nodes, by pairs of neighbors.
  void fill_shapes(int v) {
    const Row near = rows_[v];
    Row ball = near | bit(v);
    at(kDegree, v) = std::popcount(near);
    for_each_bit(near, [&](int u) {
      ball |= rows_[u];
      at(kSteps, v) += std::popcount(rows_[u] & apart(v));
      for_each_bit(near & rows_[u] & above(u), [&](int w) {
        ++at(kTriangles, v);
        at(kPaws, v) += std::popcount(near & apart(u) & apart(w));
        at(kCliques, v) += std::popcount(near & rows_[u] & rows_[w] & above(w));
      });
      for_each_bit(near & apart(u) & above(u), [&](int w) {
        ++at(kCherries, v);
        at(kStars, v) += std::popcount(near & apart(u) & apart(w) & above(w));
        at(kDiamonds, v) += std::popcount(near & rows_[u] & rows_[w]);
        at(kSquares, v) += std::popcount(rows_[u] & rows_[w] & apart(v));
      });
    });
    at(kBall, v) = std::popcount(ball);
  }

  /// Calls f(u, w, beside_u, beside_w) for the pairs of neighbors of v in a longer cycle ... beside_u u v w beside_w.
  template <typename F>
  void for_each_corner(int v, F&& f) const {
    for_each_bit(rows_[v], [&](int u) {
      for_each_bit(rows_[v] & apart(u) & above(u),
                   [&](int w) { f(u, w, rows_[u] & apart(v) & apart(w), rows_[w] & apart(v) & apart(u)); });
    });
  }

  void fill_cycles(int v) {
    std::uint32_t pairs = 0;
    for_each_corner(v, [&](int, int, Row x, Row y) { pairs += std::popcount(x) * std::popcount(y); });
    if (pairs > kMostCyclePairs) {
      at(kPentagons, v) = at(kHexagons, v) = kSaturated;
      return;
    }
    for_each_corner(v, [&](int u, int w, Row beside_u, Row beside_w) {
      const Row opposite = apart(v) & apart(u) & apart(w);
      for_each_bit(beside_u, [&](int x) {
        at(kPentagons, v) += std::popcount(rows_[x] & beside_w);
        for_each_bit(beside_w & apart(x),
                     [&](int y) { at(kHexagons, v) += std::popcount(rows_[x] & rows_[y] & opposite); });
      });
    });
  }

  /// Paths from the anchor, one edge longer each round.
  void fill_paths() {
    struct Path {
      int end;
      Row barred;  ///< nodes that may not follow
    };
    std::vector<Path> paths{{0, bit(0)}}, longer;
    for (int length = 1; length <= kLongestPath; ++length) {
      longer.clear();
      for (const auto& path : paths) {
        if (longer.size() > kMostPaths) break;
        const Row barred = path.barred | ~apart(path.end);
        for_each_bit(rows_[path.end] & ~path.barred, [&](int v) { longer.push_back({v, barred | bit(v)}); });
      }
      if (longer.size() > kMostPaths) return saturate_paths(length);
      std::swap(paths, longer);
      if (length >= 2) note_paths(length, paths);
    }
  }

  template <typename Paths>
  void note_paths(int length, const Paths& paths) {
    const auto quantity = static_cast<Quantity>(kPaths2 + length - 2);
    Row reached = 0;
    for (const auto& path : paths) {
      ++at(quantity, path.end);
      reached |= bit(path.end);
    }
    table_.region[ends(length)] = reached;
  }

  void saturate_paths(int length) {
    for (; length <= kLongestPath; ++length) {
      table_.quantity[kPaths2 + length - 2].fill(kSaturated);
      table_.region[ends(length)] = ~Row{0};
    }
  }

  std::span<const Row> rows_;
  NodeQuantities& table_;
};

}  // namespace

void fill_nodes(std::span<const Row> rows, Induced induced, NodeQuantities& table) {
  if (induced == Induced::kYes) {
    Filler<Induced::kYes>(rows, table).run();
  } else {
    Filler<Induced::kNo>(rows, table).run();
  }
}

}  // namespace spminer::order
