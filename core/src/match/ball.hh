// Search in the neighborhood of one root of a large graph, with bitmaps made for it.
#pragma once

#include <optional>
#include <vector>

#include "match/dense.hh"
#include "spminer/base/bits.hh"

namespace spminer::match {

/// Making the bitmaps costs as much as hundreds of steps of the sparse search, so this is for roots that have
/// already taken more than that.
class BallSearch {
 public:
  static constexpr std::size_t kSmallNodes = 512, kMaxNodes = 2048;

  BallSearch(const Plan& plan, const IndexData& index, Budget& budget);

  /// Collects the nodes that an embedding with this root can use.  False if there are more than `most`.
  bool enter(Node root, std::size_t most);

  /// Searches all embeddings that map the root of the last enter() to it; true if the visitor ended it.
  template <typename V>
  bool run_root(V& visitor) {
    if (members_.size() <= kSmallNodes) return run(small_, visitor);
    return run(large_, visitor);
  }

 private:
  bool collect(Node root, std::size_t most);
  void fill_rows(int words);

  template <int W, typename V>
  bool run(std::optional<DenseSearch<W>>& search, V& visitor) {
    if (!search) search.emplace(plan_, *index_.target, budget_);
    fill_rows(W);
    search->enter({static_cast<Node>(members_.size()), rows_.data(), members_.data(), signatures_.data()});
    return search->run_hard_root(local_[root_], visitor);
  }

  const Plan& plan_;
  const IndexData& index_;
  Budget& budget_;
  int radius_ = 0;  ///< steps from the root to the farthest position
  Node root_ = 0;
  std::vector<Node> members_;
  std::vector<Node> local_;  ///< number of a member, else -1
  std::vector<NodeSignature> signatures_;
  std::vector<Word> rows_;
  std::optional<DenseSearch<static_cast<int>(kSmallNodes / 64)>> small_;
  std::optional<DenseSearch<static_cast<int>(kMaxNodes / 64)>> large_;
};

}  // namespace spminer::match
