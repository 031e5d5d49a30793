// Narrowing: where each node of a pattern can be, by more of the pattern than what is around that node.
//
// A search that starts at the end of a long tail tries path after path before it finds that the dense part at the other
// end is far away.  So the dense part is searched first, in the whole target, and what is known of it is passed
// on along the edges of the pattern.  This costs as much as some anchors of a hard pattern, and is kept for other
// patterns with the same dense part.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "spminer/base/bits.hh"
#include "spminer/base/control.hh"
#include "spminer/pattern/key.hh"

namespace spminer::match {

/// The nodes of a target that each node of a pattern can be mapped to, as far as that is known beforehand: a set for
/// each, and all of them together; or nothing, if nothing is known.
struct Domains {
  std::vector<BitSet> of;
  BitSet together;

  bool known() const { return !of.empty(); }
};

struct IndexData;
struct Plan;

/// Where anchored patterns were found in a target, by their keys.
class PartCache {
 public:
  std::shared_ptr<const BitSet> find(const PatternKey& key, bool induced) const;
  void keep(const PatternKey& key, bool induced, std::shared_ptr<const BitSet> nodes);

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<bool, PatternKey>, std::shared_ptr<const BitSet>> found_;
};

/// The domains of a plan whose nodes are still in the caller's order.  Whatever an embedding uses is in them; some of
/// what they hold may be of no use.  They do not depend on the number of threads.
Domains narrowed(const Plan& plan, const IndexData& index, int threads, Control& control);

}  // namespace spminer::match
