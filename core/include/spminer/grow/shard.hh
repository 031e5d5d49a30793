// Growth whose lists are elsewhere: parts of the slots, each kept by whoever has it, such as a worker of a cluster.
//
//   AskShards ask = ...;                                     // sends a request to every part, and brings the answers
//   beam = grow_level_elsewhere(asked, beam, params, ask, control);
//
// and on the other side, for the part of the slots from `first` on, as GrowTarget::cuts() says:
//
//   GrowShard shard(asked, first, last, params, links);
//   shard.load(part_of(beam, first, last));                  // the beam that growth begins with
//   Words answer = shard.carry_out(request, control);
//
// Requests and answers are words.  A level is that of grow_level(), to the last bit, however the slots are cut and
// whoever keeps them; requests carried out again in their order bring a part back that was lost.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "spminer/grow/grow.hh"

namespace spminer::grow {

using Words = std::vector<std::uint64_t>;

/// The answer of each part, in their order; an empty one of a part that was not asked, since the work was stopped.
using AskShards = std::function<std::vector<Words>(const Words& request)>;

/// The next level, from parts that hold the lists of the beam; the beam's own are not looked at.
GrowBeam grow_level_elsewhere(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params,
                              const AskShards& ask, Control& control);

/// What a part needs of a beam that has all its lists.
Words part_of(const GrowBeam& beam, std::size_t first, std::size_t last);

/// The beam with the lists that the parts have of it.  Throws std::runtime_error if one does not answer.
GrowBeam with_lists(const GrowTarget& asked, const GrowBeam& beam, const AskShards& ask);

class Explorer;
class ParentLinks;

/// What parts of the same growth share in one process.  Threads may use it at the same time.
class SharedLinks {
 public:
  SharedLinks();
  ~SharedLinks();
  std::shared_ptr<ParentLinks> of(const GrowBeam& beam);
  /// One that no one uses, or null.
  std::unique_ptr<Explorer> borrow();
  void give_back(std::unique_ptr<Explorer> explorer);

 private:
  struct Known;
  std::unique_ptr<Known> known_;
};

/// The lists of a part of the slots.  Target and index must outlive it.
class GrowShard {
 public:
  GrowShard(const GrowTarget& whole, std::size_t first, std::size_t last, const GrowParams& params,
            std::shared_ptr<SharedLinks> links);

  /// Takes a beam over.  Throws std::invalid_argument if it is not one of these slots.
  void load(std::span<const std::uint64_t> part);
  /// Does what is asked.  With `again` only what it leaves behind matters, and the answer may be empty.  Throws
  /// std::invalid_argument for what is no request; after that, or a stop, the part is to be made anew.
  Words carry_out(std::span<const std::uint64_t> request, Control& control, bool again = false);

 private:
  class Session;

  GrowTarget asked_;
  std::size_t first_;
  GrowParams params_;
  std::shared_ptr<SharedLinks> links_;
  GrowBeam beam_;
  std::vector<GrownPattern> children_;
  std::uint64_t born_ = 0;  ///< of the children
};

}  // namespace spminer::grow
