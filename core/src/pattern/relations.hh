// A pattern as relations: one bitset graph per distinct edge code.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "spminer/pattern/pattern.hh"

namespace spminer::inline pattern {

/// A plain pattern is one relation, its own rows; a coded one has a relation for each code that occurs, in the
/// order of the codes.  The reverse of a code is a code too, so the relations are closed under transposition.
class Relations {
 public:
  using Rows = std::array<Row, kMaxPatternNodes>;

  explicit Relations(const Pattern& pattern) {
    if (!pattern.coded()) {
      views_.fill(nullptr);
      views_[0] = pattern.rows.data();
      count_ = 1;
      return;
    }
    std::vector<EdgeCode> codes(pattern.codes);
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    if (!codes.empty() && codes.front() == kNoEdge) codes.erase(codes.begin());
    owned_.resize(codes.size());
    for (int i = 0; i < pattern.size; ++i)
      for_each_bit(pattern.rows[i], [&](int j) {
        const auto r = std::lower_bound(codes.begin(), codes.end(), pattern.code(i, j)) - codes.begin();
        owned_[r][i] |= bit(j);
      });
    count_ = static_cast<int>(codes.size());
  }
  Relations(const Relations&) = delete;
  Relations& operator=(const Relations&) = delete;

  int count() const { return count_; }
  /// Rows of relation r.
  const Row* operator[](int r) const { return owned_.empty() ? views_[r] : owned_[r].data(); }

 private:
  int count_ = 0;
  std::array<const Row*, 1> views_{};
  std::vector<Rows> owned_;
};

}  // namespace spminer::inline pattern
