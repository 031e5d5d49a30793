// The plan of a search: the pattern in matching order, with what each node needs of its image.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "match/index.hh"
#include "match/narrow.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::match {

/// Positions follow the matching order; position 0 is the root.
struct Plan {
  Pattern pattern;           ///< the pattern with its nodes renamed to positions
  std::vector<int> node_at;  ///< the caller's pattern node at each position
  std::array<NodeSignature, kMaxPatternNodes> need{};
  Domains domains;                              ///< by position, if the plan was narrowed
  std::array<Row, kMaxPatternNodes> larger{};   ///< positions whose images must come after this one's
  std::array<Row, kMaxPatternNodes> smaller{};  ///< positions whose images must come before this one's
  bool induced = true;
  bool labels = false;  ///< compare node labels
  bool codes = false;   ///< compare edge codes

  int size() const { return pattern.size; }
  /// Whether v can be the image of a position, by what is known of v alone.
  bool fits(int position, Node v, const IndexData& index) const {
    if (domains.known()) return domains.of[position].test(v);
    return covers(index.signatures[index.rank[v]], need[position]) && label_fits(position, index.target->label(v));
  }
  bool label_fits(int position, std::int32_t label) const { return !labels || pattern.labels[position] == label; }
  /// Whether a target pair with `have` may be the image of two adjacent positions with `want`.
  bool code_fits(EdgeCode want, EdgeCode have) const { return spminer::code_fits(want, have, induced); }
};

/// Embeddings that differ only by an automorphism of the pattern form a class; which of them are searched.
enum class Symmetry {
  kNone,       ///< every embedding
  kFixRoot,    ///< one embedding per class under the automorphisms that keep the root
  kEverything  ///< one embedding per class under all automorphisms
};

/// Fills in the domains of a plan whose nodes are still in the caller's order.
using Narrow = std::function<Domains(const Plan&)>;

/// A plan that starts at `root`, or at the rarest node if it is kNoAnchor.  Throws std::invalid_argument for an
/// empty or disconnected pattern.
Plan make_plan(const Pattern& pattern, int root, const IndexData& index, bool induced, Symmetry symmetry,
               const Narrow& narrow = {});

/// Sets `larger` and `smaller` of a plan without them, so that one embedding of each class is left.  Returns
/// the number of automorphisms.
double break_symmetry(Plan& plan, Symmetry symmetry);

}  // namespace spminer::match
