// Fragments that wait to be expanded, and the orders in which they are.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "fragments/pattern_tree.hh"
#include "fragments/support.hh"

namespace spminer::fragments {

/// Extensions that turned out too rare: no descendant can have them more often, since nodes keep their numbers.
class Refusals {
 public:
  explicit Refusals(std::shared_ptr<const Refusals> inherited) : inherited_(std::move(inherited)) {}

  void add(const CodeEdge& edge, std::int64_t needed) { list_.push_back({name(edge), needed}); }
  bool cover(const CodeEdge& edge, std::int64_t needed) const {
    for (const Refusals* known = this; known != nullptr; known = known->inherited_.get())
      for (const auto& refusal : known->list_)
        if (refusal.below <= needed && refusal.edge == name(edge)) return true;
    return false;
  }

 private:
  struct Refusal {
    CodeEdge edge;
    std::int64_t below;
  };
  /// A new node has another number in every descendant.
  static CodeEdge name(CodeEdge edge) {
    if (edge.forward()) edge.to = -1;
    return edge;
  }

  std::vector<Refusal> list_;
  std::shared_ptr<const Refusals> inherited_;
};

struct Fragment {
  Sequence edges;
  Occurrences where;
  std::uint64_t serial = 0;
  int nodes = 0;
  bool grows = false;  ///< descendants may have more nodes
  PatternKey key;      ///< canonical; empty unless it is to be reported
  std::shared_ptr<const Refusals> refused;

  std::uint64_t bytes() const { return sizeof(Fragment) + edges.capacity() * sizeof(CodeEdge) + where.bytes(); }
};
using Fragments = std::vector<std::unique_ptr<Fragment>>;

enum class Next {
  kLatest,   ///< few have to wait
  kBest,     ///< most frequent first, the larger of equals: none is expanded that the final thresholds exclude
  kDeepest,  ///< largest first, the more frequent of equals: large patterns are found early, and thresholds with them
};

class FragmentQueue {
 public:
  /// `two_ways`: fragments are taken best first or deepest first; otherwise latest first.
  explicit FragmentQueue(bool two_ways) : two_ways_(two_ways) {}

  bool empty() const { return by_depth_.empty() && latest_.empty(); }
  std::uint64_t bytes() const { return bytes_; }

  void push(std::unique_ptr<Fragment> fragment) {
    bytes_ += fragment->bytes();
    if (!two_ways_) return latest_.push_back(std::move(fragment));
    by_support_.insert(fragment.get());
    by_depth_.insert(fragment.release());
  }

  std::unique_ptr<Fragment> pop(Next next) {
    std::unique_ptr<Fragment> fragment;
    if (next == Next::kLatest) {
      fragment = std::move(latest_.back());
      latest_.pop_back();
    } else {
      fragment.reset(next == Next::kBest ? *by_support_.begin() : *by_depth_.begin());
      by_support_.erase(fragment.get());
      by_depth_.erase(fragment.get());
    }
    bytes_ -= fragment->bytes();
    return fragment;
  }

  ~FragmentQueue() {
    for (Fragment* fragment : by_depth_) delete fragment;
  }
  FragmentQueue(const FragmentQueue&) = delete;
  FragmentQueue& operator=(const FragmentQueue&) = delete;

 private:
  struct BySupport {
    bool operator()(const Fragment* a, const Fragment* b) const {
      if (a->where.support != b->where.support) return a->where.support > b->where.support;
      return a->nodes != b->nodes ? a->nodes > b->nodes : a->serial > b->serial;
    }
  };
  struct ByDepth {
    bool operator()(const Fragment* a, const Fragment* b) const {
      if (a->nodes != b->nodes) return a->nodes > b->nodes;
      return a->where.support != b->where.support ? a->where.support > b->where.support : a->serial > b->serial;
    }
  };

  const bool two_ways_;
  std::uint64_t bytes_ = 0;
  Fragments latest_;
  std::set<Fragment*, BySupport> by_support_;
  std::set<Fragment*, ByDepth> by_depth_;  ///< owns the fragments, which by_support_ has too
};

}  // namespace spminer::fragments
