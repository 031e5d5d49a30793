// Enumeration in parts: the roots of a target cut into ranges, in any way, and put together again.
//
//   PartialEnumerator enumerator(target, size);                   // once per process, for any number of threads
//   PartialResult part = enumerator.run(range, quota, control);  // wherever
//   PartialClasses classes; classes.absorb(part.packed); ...; classes.result(threads)   // here
//
// What comes out does not depend on how the roots were cut, nor on the order of the parts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/enumerate/enumerate.hh"
#include "spminer/graph/target.hh"

namespace spminer::enumerate {

/// Roots `first` to `last` (not included) of an enumeration, numbered component by component; of the first root only
/// the branches from `branch` on, and if `branch_end` is not negative, only those before it (the range then has one
/// root).  A branch is a second node of the sets.
struct RootRange {
  std::int64_t first = 0, last = 0;
  std::int64_t branch = 0, branch_end = -1;
};

/// After how much a part ends, looked at before each branch but the first.
struct PartQuota {
  std::uint64_t subgraphs = ~std::uint64_t{0};
  std::uint64_t bytes = ~std::uint64_t{0};  ///< of what is kept of their classes, which is about what is sent
};

struct PartialResult {
  std::vector<std::uint64_t> packed;  ///< the classes, for PartialClasses
  std::uint64_t subgraphs = 0;        ///< visited
  RootRange unfinished;               ///< what the quota left; empty (first == last) if nothing
  std::int64_t branches = 0;          ///< of the first unfinished root, if the quota ended its walk
  bool complete = true;               ///< false: the control ended it, and the classes are not all
};

class PartialEnumerator {
 public:
  /// The target must outlive it.  Throws std::invalid_argument as enumerate_subgraphs() does.
  PartialEnumerator(const Target& target, int size);
  ~PartialEnumerator();
  PartialEnumerator(const PartialEnumerator&) = delete;

  /// Number of roots.
  std::int64_t roots() const;
  /// The degrees of all roots, which say what they cost beside each other.
  std::vector<std::int64_t> degrees() const;
  /// Visits the subgraphs of a range by one thread, until the quota is exceeded.
  PartialResult run(const RootRange& range, const PartQuota& quota, Control& control);

  class Engine;

 private:
  std::unique_ptr<Engine> engine_;
};

/// The union of parts.
class PartialClasses {
 public:
  PartialClasses();
  ~PartialClasses();
  PartialClasses(const PartialClasses&) = delete;

  /// Adds a part, or another union.  Throws std::invalid_argument if it is neither.
  void absorb(std::span<const std::uint64_t> packed);
  /// All of it, in the form of a part.
  std::vector<std::uint64_t> packed() const;
  /// Both frequencies of every class, as enumerate_subgraphs() gives them.
  EnumerateResult result(int threads) const;
  std::uint64_t bytes() const;

  struct Tables;

 private:
  std::unique_ptr<Tables> tables_;
};

}  // namespace spminer::enumerate
