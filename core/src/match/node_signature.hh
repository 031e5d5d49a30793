// Node signatures: a cheap necessary condition for one node to be the image of another.
//
// Each feature can only grow (or stay) from a pattern node to its image, whatever the embedding, so a target
// node is a candidate only if its signature covers that of the pattern node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"

namespace spminer::match {

/// Sixteen features of seven bits, capped at 127, which keeps the order; the top bit of each byte is free,
/// so that one subtraction compares eight features.
struct NodeSignature {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

inline constexpr std::uint64_t kTopBits = 0x8080808080808080ULL;

inline bool covers(const NodeSignature& image, const NodeSignature& need) {
  const std::uint64_t low = (image.low | kTopBits) - need.low;
  const std::uint64_t high = (image.high | kTopBits) - need.high;
  return (low & high & kTopBits) == kTopBits;
}

/// The features and what they mean.  Files keep signatures under this number: raise it with every change of a value.
inline constexpr int kSignatureVersion = 1;

/// Signatures of all nodes.  Where exact features would cost too much (hubs) they are rounded up.
std::vector<NodeSignature> node_signatures(const Target& target);

/// The same by several threads; empty if the control stopped the work.
std::vector<NodeSignature> node_signatures(const Target& target, int threads, Control& control);

/// The same, but only the given nodes are looked at closely; of the others, what takes long is rounded up.
std::vector<NodeSignature> node_signatures(const Target& target, std::span<const Node> close);

/// The signature without the features that only induced embeddings keep.
NodeSignature without_induced_features(NodeSignature signature);

}  // namespace spminer::match
