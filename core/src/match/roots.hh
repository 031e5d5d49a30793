// Roots shared among threads: each thread owns a searcher, and whatever it reports to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hh"
#include "match/search.hh"
#include "spminer/match/match.hh"

namespace spminer::match {

/// What each thread owns.
template <typename V>
struct Worker {
  template <typename... Args>
  explicit Worker(const Plan& plan, const IndexData& index, const MatchParams& params, Control& control, Args&&... args)
      : searcher(plan, index, control, params.steps_per_anchor), visitor(std::forward<Args>(args)...) {}
  Searcher searcher;
  V visitor;

  /// Whether the last search ended before everything was looked at, unless the visitor wanted it so.
  bool cut_short() const {
    if constexpr (requires { visitor.cut_short(); })
      return searcher.cut_short() || visitor.cut_short();
    else
      return searcher.cut_short();
  }
};

/// Calls f(worker, i) for each root in chunks over threads, until the control stops it.  `make` makes a worker.
template <typename Make, typename F>
void for_each_root(std::size_t roots, int threads, Control& control, Make&& make, F&& f) {
  constexpr std::size_t kMaxChunk = 64;
  constexpr std::size_t kChunksPerThread = 8;  // a few hard roots must not keep one thread busy while others wait
  using W = typename std::invoke_result_t<Make>::element_type;
  std::vector<std::unique_ptr<W>> workers(static_cast<std::size_t>(thread_count(threads)));
  const std::size_t length = std::clamp<std::size_t>(roots / (workers.size() * kChunksPerThread), 1, kMaxChunk);
  const auto chunks = static_cast<std::int64_t>((roots + length - 1) / length);
  control.total.store(roots);
  parallel_for(chunks, threads, [&](std::int64_t chunk, int id) {
    if (control.check_now()) return;
    auto& worker = workers[static_cast<std::size_t>(id)];
    if (!worker) worker = make();
    const std::size_t begin = static_cast<std::size_t>(chunk) * length;
    const std::size_t end = std::min(begin + length, roots);
    for (std::size_t i = begin; i < end && !control.stopped(); ++i) f(*worker, i);
    control.done.fetch_add(end - begin, std::memory_order_relaxed);
  });
}

}  // namespace spminer::match
