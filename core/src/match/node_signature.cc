#include "match/node_signature.hh"

#include <algorithm>
#include <array>
#include <optional>

#include "base/parallel.hh"

namespace spminer::match {

namespace {

constexpr int kCap = 127;
constexpr int kFeatures = 16;
constexpr int kTopNeighbors = 5;
constexpr int kMaxRadius = 6;
constexpr int kWedgeFeature = 8;              // the only feature that needs induced embeddings
constexpr std::int64_t kMaxWedgeDegree = 24;  // more neighbors leave over 127 open wedges, near-cliques apart
constexpr std::int64_t kHubDegree = 1024;

using Features = std::array<int, kFeatures>;

NodeSignature pack(const Features& features) {
  NodeSignature signature;
  for (int i = 0; i < 8; ++i) {
    signature.low |= static_cast<std::uint64_t>(std::min(features[i], kCap)) << (8 * i);
    signature.high |= static_cast<std::uint64_t>(std::min(features[i + 8], kCap)) << (8 * i);
  }
  return signature;
}

int capped(std::int64_t value) { return static_cast<int>(std::min<std::int64_t>(value, kCap)); }

/// Scratch space for one target: a stamp per node instead of clearing.
class SignatureBuilder {
 public:
  explicit SignatureBuilder(const Target& target) : target_(target), stamp_(target.size(), 0) {}

  NodeSignature signature(Node u) {
    Features features = coarse_features(u);
    triangles(u, features[6], features[kWedgeFeature]);
    ball_sizes(u, &features[9]);
    return pack(features);
  }

  /// What the neighbors tell at once; the rest as large as can be.
  NodeSignature coarse_signature(Node u) const { return pack(coarse_features(u)); }

 private:
  Features coarse_features(Node u) const {
    Features features;
    features.fill(kCap);
    features[0] = capped(target_.degree(u));
    std::fill_n(&features[1], kTopNeighbors, 0);
    neighbor_degrees(u, &features[1]);
    features[7] = neighbor_degree_sum(u);
    return features;
  }

  /// The largest degrees of neighbors, largest first.
  void neighbor_degrees(Node u, int* top) const {
    for (const Node v : target_.neighbors(u)) {
      int degree = capped(target_.degree(v));
      for (int i = 0; i < kTopNeighbors && degree > 0; ++i)
        if (degree > top[i]) std::swap(degree, top[i]);
    }
  }

  /// Scaled down, so that the cap bites late; rounding down keeps the order.
  int neighbor_degree_sum(Node u) const {
    std::int64_t sum = 0;
    for (const Node v : target_.neighbors(u)) sum += target_.degree(v);
    return capped(sum / 2);
  }

  /// Triangles at u, and pairs of neighbors that are not adjacent; both never too small.
  void triangles(Node u, int& closed, int& open) {
    const auto row = target_.neighbors(u);
    const auto degree = target_.degree(u);
    const bool exact = degree <= kMaxWedgeDegree;
    mark(row);
    std::int64_t counted = 0, skipped = 0;  // twice the triangles
    for (const Node v : row) {
      if (!exact && counted + skipped >= 2 * kCap) break;
      if (target_.degree(v) > kHubDegree) {
        skipped += degree - 1;
        continue;
      }
      for (const Node w : target_.neighbors(v)) counted += stamp_[w] == now_;
    }
    closed = capped((counted + skipped) / 2);
    open = exact ? capped((degree * (degree - 1) - counted) / 2) : kCap;
  }

  /// Nodes within 2, 3, .. hops, counted until the cap.
  void ball_sizes(Node u, int* sizes) {
    const Node self[] = {u};
    mark(self);
    ball_.assign(1, u);
    std::size_t begin = 0;
    for (int radius = 1; radius <= kMaxRadius; ++radius) {
      const std::size_t end = ball_.size();
      for (; begin < end && ball_.size() < kCap; ++begin) grow(ball_[begin]);
      begin = end;
      if (radius >= 2) sizes[radius - 2] = capped(static_cast<std::int64_t>(ball_.size()));
    }
  }

  void grow(Node v) {
    for (const Node w : target_.neighbors(v)) {
      if (stamp_[w] == now_) continue;
      stamp_[w] = now_;
      ball_.push_back(w);
      if (ball_.size() >= kCap) return;
    }
  }

  void mark(std::span<const Node> nodes) {
    ++now_;
    for (const Node v : nodes) stamp_[v] = now_;
  }

  const Target& target_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t now_ = 0;
  std::vector<Node> ball_;
};

}  // namespace

std::vector<NodeSignature> node_signatures(const Target& target) {
  SignatureBuilder builder(target);
  std::vector<NodeSignature> signatures;
  signatures.reserve(target.size());
  for (Node u = 0; u < target.size(); ++u) signatures.push_back(builder.signature(u));
  return signatures;
}

std::vector<NodeSignature> node_signatures(const Target& target, int threads, Control& control) {
  constexpr std::int64_t kBlock = 1024;
  const std::int64_t nodes = target.size();
  std::vector<NodeSignature> signatures(nodes);
  std::vector<std::optional<SignatureBuilder>> builders(thread_count(threads));
  parallel_for((nodes + kBlock - 1) / kBlock, threads, [&](std::int64_t block, int worker) {
    if (control.check_now()) return;
    auto& builder = builders[worker];
    if (!builder) builder.emplace(target);
    for (std::int64_t u = block * kBlock; u < std::min(nodes, (block + 1) * kBlock); ++u)
      signatures[u] = builder->signature(static_cast<Node>(u));
  });
  if (control.stopped()) signatures.clear();
  return signatures;
}

std::vector<NodeSignature> node_signatures(const Target& target, std::span<const Node> close) {
  SignatureBuilder builder(target);
  std::vector<NodeSignature> signatures;
  signatures.reserve(target.size());
  for (Node u = 0; u < target.size(); ++u) signatures.push_back(builder.coarse_signature(u));
  for (const Node u : close) signatures.at(static_cast<std::size_t>(u)) = builder.signature(u);
  return signatures;
}

NodeSignature without_induced_features(NodeSignature signature) {
  signature.high &= ~(std::uint64_t{0xff} << (8 * (kWedgeFeature - 8)));
  return signature;
}

}  // namespace spminer::match
