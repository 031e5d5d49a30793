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
#include <vector>

#include "spminer/pattern/small_graphs.hh"

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

/// A batch: the result has kSignatureSize bytes per graph.  Throws std::invalid_argument if rows are not those of
/// simple graphs, or not 0 beyond the size of a graph.
void signatures(const SmallGraphs& graphs, Induced induced, int threads, std::span<std::uint8_t> out);

/// False if some coordinate of `sub` exceeds that of `sup`: then sub is not contained in sup.
bool may_contain(const std::uint8_t* sub, const std::uint8_t* sup);

// What an order signature is made of, as tables: for code elsewhere (on a graphics card) that counts the same.

/// Columns of SignatureTables::coordinates.
inline constexpr int kCoordinateColumns = 4;

struct SignatureTables {
  /// Per coordinate: measure (0 sets of a rooted class, 1 nodes, 2 total, 3 edges, 4 non-edges), region, quantity, and
  /// the index of the class or the least quantity.
  std::vector<std::int32_t> coordinates;
  /// For sizes 3 .. 6 one after the other: the class of every key, -1 where it is not connected.
  std::vector<std::int16_t> class_of_key;
  /// [class][class]: whether the second contains the first as a spanning subgraph.
  std::vector<std::uint8_t> above;
  /// The byte of each count up to 2^15, which stands for all above it.
  std::vector<std::uint8_t> byte_of_count;
  /// Beyond these many sets of one size, paths of one length, pairs of cycle nodes at one node, counts are saturated.
  std::int64_t most_sets = 0, most_paths = 0, most_cycle_pairs = 0;
};

SignatureTables signature_tables();

}  // namespace spminer::order
