// Order signatures: exact coordinates that can only grow from an anchored graph to one that contains it.
//
//   signature(sub, sub_signature), signature(sup, sup_signature);
//   may_contain(sub_signature.data(), sup_signature.data())   // false: sub is certainly not in sup
//
// Each coordinate is a count (of nodes, paths, small subgraphs ... around the anchor) that an embedding of
// sub into sup, anchor to anchor, carries over to sup, followed by a monotone map into one byte.  So a single
// coordinate that is larger in sub disproves containment; nothing is learned and nothing is approximate.
#pragma once

#include <cstdint>
#include <span>

#include "spminer/pattern/pattern.hh"

namespace spminer::order {

inline constexpr int kSignatureSize = 256;

/// Which containment a signature is for: kYes keeps edges and non-edges, kNo allows sup to have more edges.
/// Only signatures of the same kind may be compared.
enum class Induced : bool { kNo, kYes };

using Signature = std::span<std::uint8_t, kSignatureSize>;

/// Writes the signature of the graph with these rows (as in Pattern), anchored at node 0.  The rows are trusted
/// to be symmetric, without loops.  Takes a few microseconds for 10 nodes, some dozens for 64.
void signature(std::span<const Row> rows, Signature out, Induced induced = Induced::kYes);

/// The same for a pattern with anchor 0; labels and codes are ignored.  Throws std::invalid_argument if the
/// pattern has no node or another anchor.
void signature(const Pattern& pattern, Signature out, Induced induced = Induced::kYes);

/// A batch: graph b has sizes[b] nodes and the rows rows[b * stride] ...; the result has kSignatureSize bytes per
/// graph.  Throws std::invalid_argument if rows are not those of simple graphs.
void signatures(std::span<const Row> rows, std::size_t stride, std::span<const std::int32_t> sizes, Induced induced,
                int threads, std::span<std::uint8_t> out);

/// False if some coordinate of `sub` exceeds that of `sup`: then sub is not contained in sup.
bool may_contain(const std::uint8_t* sub, const std::uint8_t* sup);

}  // namespace spminer::order
