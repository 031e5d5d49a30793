#include "spminer/order/label_signature.hh"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/parallel.hh"
#include "order/quantities.hh"

namespace spminer::order {

namespace {

// Places of labels, of edges by type, and of paths of two edges by type; and regions that they are counted in.
constexpr int kLabelPlaces = 16, kEdgePlaces = 32, kPathPlaces = 48;
constexpr int kNodeRegions = 5;  // within 0, 1, 2, 3 hops of the anchor; anywhere
constexpr int kEdgeRegions = 3;  // within 1, 2 hops; anywhere

// Paths first: they reject most, and a comparison from the front then ends early.
constexpr int kPaths = 0;
constexpr int kAtAnchor = kPaths + kPathPlaces;
constexpr int kEdges = kAtAnchor + kEdgePlaces;
constexpr int kNodes = kEdges + kEdgeRegions * kEdgePlaces;
static_assert(kNodes + kNodeRegions * kLabelPlaces == kLabelSignatureSize);

/// Spreads a number over all bits (the finalizer of splitmix64).
constexpr std::uint64_t spread(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

constexpr std::uint64_t joined(std::uint64_t a, std::uint64_t b) { return spread(a + 0x9e3779b97f4a7c15 * (b + 1)); }

/// A place that goes by the labels and the code; edges of few types mostly have one each.
int place(std::uint64_t type, int places) { return static_cast<int>(type % static_cast<std::uint64_t>(places)); }

class Counter {
 public:
  explicit Counter(const Pattern& pattern) : pattern_(pattern) { fill_balls(); }

  void run(LabelSignature out) {
    count_nodes();
    count_edges();
    count_paths();
    std::ranges::transform(counts_, out.begin(), [](std::uint32_t count) { return to_byte(count); });
  }

 private:
  void fill_balls() {
    Row ball = bit(0);
    for (auto& region : ball_) {
      region = ball;
      for_each_bit(region, [&](int v) { ball |= pattern_.rows[v]; });
    }
    ball_.back() = pattern_.all();
  }

  std::uint64_t label(int v) const { return static_cast<std::uint32_t>(pattern_.label(v)); }
  /// The type of an edge seen from u.
  std::uint64_t step(int u, int v) const { return joined(pattern_.code(u, v), label(v)); }

  void count_nodes() {
    for (int region = 0; region < kNodeRegions; ++region)
      for_each_bit(ball_[region], [&](int v) {
        ++counts_[kNodes + region * kLabelPlaces + static_cast<int>(label(v) % kLabelPlaces)];
      });
  }

  /// Edges have no first end, so their type is the same from either: the sum of what both see.
  void count_edges() {
    constexpr std::array<int, kEdgeRegions> kWithin{1, 2, kNodeRegions - 1};
    for (int u = 0; u < pattern_.size; ++u)
      for_each_bit(pattern_.rows[u] & (bit(u) - 1), [&](int v) {
        const auto type = joined(label(u), step(u, v)) + joined(label(v), step(v, u));
        const int at = place(spread(type), kEdgePlaces);
        for (int region = 0; region < kEdgeRegions; ++region)
          if (ball_[kWithin[region]] >> u & ball_[kWithin[region]] >> v & 1)
            ++counts_[kEdges + region * kEdgePlaces + at];
      });
  }

  /// Paths of one and two edges from the anchor.
  void count_paths() {
    for_each_bit(pattern_.rows[0], [&](int u) {
      const auto first = step(0, u);
      ++counts_[kAtAnchor + place(first, kEdgePlaces)];
      for_each_bit(pattern_.rows[u] & ~bit(0),
                   [&](int v) { ++counts_[kPaths + place(joined(first, step(u, v)), kPathPlaces)]; });
    });
  }

  const Pattern& pattern_;
  std::array<Row, kNodeRegions> ball_;
  std::array<std::uint32_t, kLabelSignatureSize> counts_{};
};

/// The pattern of an occurrence, its nodes and rows checked.
Pattern checked_pattern(const Target& target, std::span<const Node> nodes, std::span<const Row> rows) {
  const auto size = static_cast<int>(std::ranges::find(nodes, Node{-1}) - nodes.begin());
  if (size < 1 || size > kMaxPatternNodes) throw std::invalid_argument("an occurrence has 1 to 64 nodes");
  nodes = nodes.first(size), rows = rows.first(size);
  const Row all = size == kMaxPatternNodes ? ~Row{0} : bit(size) - 1;
  for (int i = 0; i < size; ++i) {
    if (nodes[i] < 0 || nodes[i] >= target.size()) throw std::invalid_argument("a node is not one of the target");
    if (rows[i] & ~all) throw std::invalid_argument("a node is joined to one beyond the occurrence");
  }
  return pattern_of(target, nodes, rows);
}

}  // namespace

void label_signature(const Pattern& pattern, LabelSignature out) {
  if (pattern.size < 1 || pattern.anchor != 0)
    throw std::invalid_argument("a signature is that of a graph anchored at its node 0");
  Counter(pattern).run(out);
}

void label_signatures(const Target& target, std::span<const Node> nodes, std::span<const Row> rows, std::size_t stride,
                      int threads, std::span<std::uint8_t> out) {
  constexpr std::int64_t kPerTask = 64;
  if (stride == 0 || nodes.size() != rows.size() || nodes.size() % stride != 0 ||
      out.size() != nodes.size() / stride * kLabelSignatureSize)
    throw std::invalid_argument("nodes, rows and signatures are not for the same number of graphs");
  const auto graphs = static_cast<std::int64_t>(nodes.size() / stride);
  parallel_for((graphs + kPerTask - 1) / kPerTask, threads, [&](std::int64_t task, int) {
    for (std::int64_t b = task * kPerTask; b < std::min(graphs, (task + 1) * kPerTask); ++b) {
      const auto at = static_cast<std::size_t>(b) * stride;
      const Pattern pattern = checked_pattern(target, nodes.subspan(at, stride), rows.subspan(at, stride));
      label_signature(pattern, out.subspan(b * kLabelSignatureSize).first<kLabelSignatureSize>());
    }
  });
}

}  // namespace spminer::order
