// Whoever keeps the lists of a level: this process, or others that have a part of the slots each.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "grow/steps.hh"

namespace spminer::grow {

/// Keeps the lists of a beam and of its children, and answers what a level asks about them.
class ListKeeper {
 public:
  virtual ~ListKeeper() = default;

  /// What the scouts' embeddings show of each pattern of the beam.
  virtual std::vector<Scouting> scout() = 0;
  /// Children with lists for the scouts, as far as parents show them; to be summarized.
  virtual std::vector<GrownPattern> build(const std::vector<Pattern>& chosen, int embeddings) = 0;
  /// Lists for the other slots of the chosen, since the matcher need not look for what those of the parents show; then
  /// the matcher is asked about every slot that is still open.  The answers are not recorded yet.
  virtual std::vector<Query> settle(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen) = 0;
  /// Asks the matcher, with so many steps for each slot.
  virtual void answer(const std::vector<GrownPattern>& grown, std::vector<Query>& queries, std::uint64_t steps) = 0;
};

/// Keeps them here.
class LocalKeeper final : public ListKeeper {
 public:
  /// `links` may be shared with other keepers of the same beam's patterns.
  LocalKeeper(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, Control& control,
              std::shared_ptr<ParentLinks> links);

  std::vector<Scouting> scout() override;
  std::vector<GrownPattern> build(const std::vector<Pattern>& chosen, int embeddings) override;
  std::vector<Query> settle(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen) override;
  void answer(const std::vector<GrownPattern>& grown, std::vector<Query>& queries, std::uint64_t steps) override;

  /// Explorers are as large as the target: one of the first thread can be used for several keepers.
  void lend(std::unique_ptr<Explorer> explorer) { explorers_.front() = std::move(explorer); }
  std::unique_ptr<Explorer> reclaim() { return std::move(explorers_.front()); }

  /// The first half of settle().
  void build_rest(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen);

 private:
  template <typename F>
  void run(std::size_t tasks, F&& f);

  const GrowTarget& asked_;
  const GrowBeam& beam_;
  const GrowParams& params_;
  Control& control_;
  std::shared_ptr<ParentLinks> links_;
  std::vector<std::unique_ptr<Explorer>> explorers_;
};

}  // namespace spminer::grow
