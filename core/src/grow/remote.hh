// Lists of a level that others keep.
#pragma once

#include "grow/keeper.hh"
#include "grow/messages.hh"
#include "spminer/grow/shard.hh"

namespace spminer::grow {

class RemoteKeeper final : public ListKeeper {
 public:
  RemoteKeeper(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, const AskShards& ask,
               Control& control)
      : asked_(asked), beam_(beam), params_(params), ask_(ask), control_(control), cuts_(asked.cuts()) {}

  std::vector<Scouting> scout() override;
  std::vector<GrownPattern> build(const std::vector<Pattern>& chosen, int embeddings) override;
  std::vector<Query> settle(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen) override;
  void answer(const std::vector<GrownPattern>& grown, std::vector<Query>& queries, std::uint64_t steps) override;

  /// What the parts call the children.
  std::uint64_t born() const { return beam_.born + 1; }

 private:
  /// Calls take(answer, first slot, slots) for each part that answers.
  template <typename F>
  void ask(const Words& request, F&& take);

  const GrowTarget& asked_;
  const GrowBeam& beam_;
  const GrowParams& params_;
  const AskShards& ask_;
  Control& control_;
  std::vector<std::size_t> cuts_;
};

/// The request for something of these patterns of a beam.
Words about(Request request, const GrowBeam& beam);

}  // namespace spminer::grow
