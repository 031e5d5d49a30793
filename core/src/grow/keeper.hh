// The lists of a level, and what the matcher says of slots that they do not answer.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "grow/steps.hh"

namespace spminer::grow {

/// Keeps the lists of a beam and of its children, and answers what a level asks about them.
class ListKeeper {
 public:
  ListKeeper(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, Control& control);

  /// What the scouts' embeddings show of each pattern of the beam.
  std::vector<Scouting> scout();
  /// Children with lists for the scouts, as far as parents show them; to be summarized.
  std::vector<GrownPattern> build(const std::vector<Pattern>& chosen, int embeddings);
  /// Lists for the other slots of the chosen, since the matcher need not look for what those of the parents show; then
  /// the matcher is asked about every slot that is still open.  The answers are not recorded yet.
  std::vector<Query> settle(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen);
  /// Asks the matcher, with so many steps for each slot.
  void answer(const std::vector<GrownPattern>& grown, std::vector<Query>& queries, std::uint64_t steps);

 private:
  template <typename F>
  void run(std::size_t tasks, F&& f);

  const GrowTarget& asked_;
  const GrowBeam& beam_;
  const GrowParams& params_;
  Control& control_;
  ParentLinks links_;
  std::vector<std::unique_ptr<Explorer>> explorers_;  ///< of each thread; as large as the target
};

}  // namespace spminer::grow
