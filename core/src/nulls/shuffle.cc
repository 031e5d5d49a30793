#include "nulls/shuffle.hh"

#include <algorithm>
#include <cmath>

#include "nulls/chain.hh"
#include "nulls/rigid.hh"
#include "nulls/steering.hh"
#include "nulls/uniform.hh"

namespace spminer::nulls {

namespace {

// Steps of the pilot, and of the rest, at least: a few microseconds, for which tiny graphs are mixed better than asked.
constexpr std::uint64_t kLeastSteps = 512;
constexpr double kMostPerSwitch = 100;  ///< steps per successful switch that a walk may take
constexpr std::uint64_t kStepsPerCheck = 1 << 18;
constexpr std::uint64_t kSteeringSteps = 1000;  ///< per edge

void run_watched(Chain& chain, std::uint64_t steps, Control& control) {
  while (steps > 0 && !control.check_now()) {
    const std::uint64_t now = std::min(steps, kStepsPerCheck);
    chain.run(now);
    steps -= now;
  }
}

/// Steps in all, after a pilot has shown how many of them succeed.
std::uint64_t length_of_walk(const Chain& chain, double wanted) {
  const double rate =
      std::max<double>(static_cast<double>(chain.accepted()), 0.5) / static_cast<double>(chain.attempted());
  return static_cast<std::uint64_t>(std::ceil(std::min(wanted / rate, wanted * kMostPerSwitch)));
}

/// The rest of a walk of `length` steps, with the statistic at equal distances.
void run_rest(Chain& chain, std::uint64_t length, std::uint64_t unit, Series& series, Control& control) {
  const std::uint64_t done = chain.attempted(), rest = std::max(length, done + kLeastSteps) - done;
  series[0] += static_cast<double>(chain.statistic());
  for (std::size_t i = 1; i <= kCheckpoints; ++i) {
    run_watched(chain, rest * i / kCheckpoints - rest * (i - 1) / kCheckpoints, control);
    series[i] += static_cast<double>(chain.statistic());
    control.done += unit;
  }
}

void steer(const Blueprint& plan, Chain& chain, Random& random, Control& control, Shuffled& result) {
  Steering steering(plan, chain.ends(), chain.set());
  steering.steer(plan.triangles, kSteeringSteps * plan.edges(), random, control);
  result.attempted += steering.attempted();
  result.accepted += steering.accepted();
  result.triangles = steering.triangles();
  result.ends = steering.take_ends();
}

Shuffled walk(const Blueprint& plan, const Params& params, Random& random, Series& series, Control& control) {
  Chain chain(plan, random);
  const std::uint64_t unit = plan.edges();
  Shuffled result;
  run_watched(chain, std::max<std::uint64_t>(plan.edges(), kLeastSteps), control);
  if (chain.accepted() == 0 && !control.stopped()) result.rigid = find_rigid(plan, chain);
  if (result.rigid == Rigid::kNo)
    run_rest(chain, length_of_walk(chain, params.switches * plan.edges()), unit, series, control);
  else
    control.done += unit * kCheckpoints;
  result.attempted = chain.attempted();
  result.accepted = chain.accepted();
  result.labels = chain.labels();
  if (params.model == Model::kClustering && !control.stopped())
    steer(plan, chain, random, control, result);
  else
    result.ends = chain.ends();
  return result;
}

}  // namespace

Shuffled shuffle(const Blueprint& plan, const Params& params, Random& random, Series& series, Control& control) {
  if (params.model != Model::kErdosRenyi) {
    if (plan.edges() > 0) return walk(plan, params, random, series, control);
    return {.rigid = Rigid::kYes, .triangles = params.model == Model::kClustering ? 0 : -1};
  }
  control.done += plan.edges() * kCheckpoints;
  const std::uint64_t pairs = pairs_of(plan);
  return {.ends = draw_uniform(plan, random),
          .rigid = plan.edges() == 0 || plan.edges() == pairs ? Rigid::kYes : Rigid::kNo};
}

}  // namespace spminer::nulls
