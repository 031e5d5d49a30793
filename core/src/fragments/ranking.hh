// The fragments to be reported, and the support that a newcomer needs.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "fragments/queue.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::fragments {

class Ranking {
 public:
  explicit Ranking(const FragmentParams& params)
      : top_(static_cast<std::size_t>(params.top)), support_(params.support), largest_(params.sizes.back()) {
    for (const int size : params.sizes) wanted_[static_cast<std::size_t>(size)] = true;
  }

  bool wants(int nodes) const { return wanted_[static_cast<std::size_t>(nodes)]; }
  int largest() const { return largest_; }
  /// Whether there are as many of a size as are to be reported.
  bool full(int size) const { return top_ != 0 && best_[static_cast<std::size_t>(size)].size() == top_; }

  /// Least support with which a fragment can still be reported, or a descendant if it grows.
  std::int64_t needed(int nodes, bool grows) const {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int size = nodes; size <= (grows ? largest_ : nodes); ++size)
      if (wants(size)) least = std::min(least, needed(size));
    return least;
  }

  void offer(const Fragment& fragment) {
    if (fragment.where.support < needed(fragment.nodes)) return;
    auto& heap = best_[static_cast<std::size_t>(fragment.nodes)];
    heap.push_back({fragment.where.support, fragment.serial, fragment.key});
    bytes_ += heap.back().bytes();
    if (top_ == 0) return;
    std::push_heap(heap.begin(), heap.end(), Reported::better);
    if (heap.size() <= top_) return;
    std::pop_heap(heap.begin(), heap.end(), Reported::better);
    bytes_ -= heap.back().bytes();
    heap.pop_back();
  }

  void write(FragmentResult& result) {
    for (auto& found : best_) {
      std::sort(found.begin(), found.end(), [](const Reported& a, const Reported& b) {
        return a.support != b.support ? a.support > b.support : a.key < b.key;
      });
      for (auto& entry : found) {
        result.keys.push_back(key_of(canonical_copy(pattern_from_key(entry.key))));
        result.support.push_back(entry.support);
      }
    }
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Reported {
    std::int64_t support;
    std::uint64_t serial;
    PatternKey key;

    std::uint64_t bytes() const { return sizeof(Reported) + key.size() * sizeof(std::uint64_t); }
    /// The better one; the first of equals.
    static bool better(const Reported& a, const Reported& b) {
      return a.support != b.support ? a.support > b.support : a.serial < b.serial;
    }
  };

  std::int64_t needed(int size) const {
    return full(size) ? best_[static_cast<std::size_t>(size)].front().support + 1 : support_;
  }

  std::size_t top_;
  std::int64_t support_;
  int largest_;
  std::uint64_t bytes_ = 0;
  std::array<bool, kMaxPatternNodes + 1> wanted_{};
  std::array<std::vector<Reported>, kMaxPatternNodes + 1> best_;  ///< by size; heaps with the worst first
};

}  // namespace spminer::fragments
