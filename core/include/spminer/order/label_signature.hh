// Label signatures: what order signatures (signature.hh) do not see, labels of nodes and codes of edges.
//
// Counts of nodes by label, and of edges and paths from the anchor by the labels and codes along them, near the anchor
// and everywhere.  An embedding that keeps labels and codes, anchor on anchor, can only increase them, whether it is
// node-induced or edge-induced.  Labels share a fixed number of places; a shared place counts for all of its labels,
// which can only grow too.
#pragma once

#include <cstdint>
#include <span>

#include "spminer/graph/target.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::order {

inline constexpr int kLabelSignatureSize = 256;

using LabelSignature = std::span<std::uint8_t, kLabelSignatureSize>;

/// Writes the label signature of a pattern, anchored at node 0.
void label_signature(const Pattern& pattern, LabelSignature out);

/// A batch of patterns with an occurrence each: pattern b has the nodes nodes[b * stride] ... of the target up to the
/// first that is -1, joined as rows[b * stride] ... say, with the target's labels and codes.  Throws
/// std::invalid_argument for nodes that the target does not have or rows beyond the nodes.
void label_signatures(const Target& target, std::span<const Node> nodes, std::span<const Row> rows, std::size_t stride,
                      int threads, std::span<std::uint8_t> out);

}  // namespace spminer::order
