// Canonical forms: equal if and only if isomorphic, labels, codes and anchor respected.
//
// There are two of them, one derived from the other.  The search for automorphisms ends with the *canonical labeling*,
// whose numbers follow the refinement of cells.  It costs nothing more, so it is what engines make identities of:
// keys, classes, the order of a beam's embeddings.  Whatever leaves the core is in the *canonical order* instead, the
// one that people read: breadth first from the labeling's node 0, the labeling deciding among equals.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/pattern/key.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::inline pattern {

struct CanonicalForm {
  /// Number of each node in the canonical labeling.  An anchor is always 0.
  NodeNumbers labeling{};
  /// orbit[i] is the smallest node that an automorphism (fixing the anchor, if any) maps i to.
  NodeNumbers orbit{};
  /// Generators of the automorphism group: each maps node i to generator[i].
  std::vector<NodeNumbers> generators;
  /// Order of the automorphism group; a double, since 64! is beyond 64 bits.
  double automorphisms = 1;
};

/// Canonical labeling, orbits and automorphisms of a pattern.
CanonicalForm canonical_form(const Pattern& pattern);

/// The position of each node in the canonical order.
NodeNumbers canonical_order(const Pattern& pattern, const CanonicalForm& form);

/// The pattern in canonical order: two patterns are isomorphic if and only if these copies are equal.
Pattern canonical_copy(const Pattern& pattern);

/// The pattern numbered by its canonical labeling, and the key of that: what engines compare.
Pattern renumbered(const Pattern& pattern, const CanonicalForm& form);
Pattern renumbered(const Pattern& pattern);
PatternKey canonical_key(const Pattern& pattern);

/// Orbits as a class numbers them: by the smallest label of their nodes.
struct OrbitNumbers {
  NodeNumbers of{};  ///< number of each node's orbit
  int count = 0;
};
OrbitNumbers orbit_numbers(const CanonicalForm& form, int size);

/// A class as it leaves the core: its pattern in canonical order, and a node for each orbit by its number.
struct ClassDescription {
  Pattern pattern;
  std::vector<std::int32_t> orbit_node;
};
/// `key` is that of a pattern without an anchor in its canonical labeling.
ClassDescription describe_class(const PatternKey& key);

}  // namespace spminer::inline pattern
