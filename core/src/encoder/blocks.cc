#include "spminer/encoder/blocks.hh"

#include <atomic>

#include "base/parallel.hh"
#include "encoder/anchored_rows.hh"
#include "spminer/match/match.hh"
#include "spminer/order/signature.hh"

namespace spminer::encoder {

namespace {

using order::Induced;
using order::kSignatureSize;

std::vector<std::uint8_t> signatures_of(const AnchoredRows& graphs, const DecideParams& params) {
  std::vector<std::uint8_t> result(graphs.sizes.size() * kSignatureSize);
  order::signatures(graphs.rows, static_cast<std::size_t>(graphs.stride), graphs.sizes,
                    params.induced ? Induced::kYes : Induced::kNo, params.threads, result);
  return result;
}

Answer decide(const Pattern& pattern, const Pattern& neighborhood, const DecideParams& params) {
  const auto found = match::contains_anchored(pattern, neighborhood, params.induced, params.steps);
  if (!found) return Answer::kUndecided;
  return *found ? Answer::kContained : Answer::kAbsent;
}

}  // namespace

std::vector<std::int8_t> decide_block(const AnchoredRows& patterns, const AnchoredRows& neighborhoods,
                                      const DecideParams& params, Control& control) {
  const std::vector<Pattern> subs = anchored_graphs(patterns), sups = anchored_graphs(neighborhoods);
  const auto below = signatures_of(patterns, params), above = signatures_of(neighborhoods, params);
  std::vector<std::int8_t> answers(subs.size() * sups.size());
  control.total = subs.size();
  std::atomic<std::size_t> finished{0};
  parallel_for(static_cast<std::int64_t>(subs.size()), params.threads, [&](std::int64_t p, int) {
    if (control.check_now()) return;
    const std::uint8_t* signature = below.data() + p * kSignatureSize;
    for (std::size_t n = 0; n < sups.size(); ++n) {
      const bool possible = order::may_contain(signature, above.data() + n * kSignatureSize);
      const Answer answer = possible ? decide(subs[p], sups[n], params) : Answer::kRefuted;
      answers[p * sups.size() + n] = static_cast<std::int8_t>(answer);
    }
    ++finished;
    ++control.done;
  });
  if (finished != subs.size()) answers.clear();
  return answers;
}

}  // namespace spminer::encoder
