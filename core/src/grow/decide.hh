// Which slots of the patterns of a level show them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "grow/keeper.hh"

namespace spminer::grow {

/// Asks the matcher about open slots of patterns and records the answers.
class SlotDecider {
 public:
  SlotDecider(const GrowTarget& asked, const GrowParams& params, ListKeeper& keeper)
      : asked_(asked), params_(params), keeper_(keeper) {}

  /// Estimates counts from a sample of the open slots.
  void probe(std::vector<GrownPattern>& patterns);
  /// Decides every open slot of the chosen patterns.
  void decide(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen);

  /// Slots that the matcher was asked about.
  std::uint64_t queries() const { return queries_; }
  std::uint64_t undecided() const { return undecided_; }

 private:
  /// Asks again about what is still open, with more and more steps while the effort allows.
  void resolve(std::vector<GrownPattern>& patterns, std::span<const std::size_t> chosen);
  void take(GrownPattern& grown, const Query& query);

  const GrowTarget& asked_;
  const GrowParams& params_;
  ListKeeper& keeper_;
  std::uint64_t queries_ = 0, undecided_ = 0;
};

}  // namespace spminer::grow
