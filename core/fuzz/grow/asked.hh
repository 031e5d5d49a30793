// The targets that fuzzed growth is about, with slots and parameters.
#pragma once

#include "random_target.hh"
#include "spminer/grow/grow.hh"

namespace spminer::fuzz {

using namespace spminer::grow;
using match::MatchIndex;

/// Plain, or with labels and arcs.
struct Asked {
  explicit Asked(bool plain)
      : data(8, 0.4, plain ? 1 : 2, 1, !plain, random), target(data.target()), index(target), asked(slots()) {}

  GrowTarget slots() const {
    std::vector<Node> roots;
    std::vector<std::int64_t> offsets{0};
    for (Node u = 0; u < target.size(); ++u) {
      roots.push_back(u);
      offsets.push_back(u + 1);
    }
    return GrowTarget(target, index, roots, offsets, roots.size(), 0, 7, 1);
  }
  static GrowParams params() {
    GrowParams params;
    params.beam = 3;
    params.embeddings = 2;
    params.threads = 1;
    return params;
  }

  Random random{5};
  testing::RandomTarget data;
  Target target;
  MatchIndex index;
  GrowTarget asked;
};

inline const Asked& kind(bool plain) {
  static const Asked first(true), second(false);
  return plain ? first : second;
}

}  // namespace spminer::fuzz
