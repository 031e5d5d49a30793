// One step of many walks: every walk is extended by each of its neighbors.
//
// Neighbors of a walk are grouped by how they join its pattern: nodes, codes and label.  One neighbor, chosen by a
// hash of the seed, stands for its group.  Each group gives a pattern one node larger, by its canonical form;
// patterns of all walks are numbered in the order in which they first come, and so are their structures without
// labels and codes.
//
// Invariants: a step does not depend on other walks or on threads; a walk's nodes always form its pattern.
// Cost: up to `frontier_limit` neighbors for each walk, rows that exceed a fair share of it are sampled; one
// canonical form for each group.  A stopped expansion has no steps: a part of them would depend on time.
#include "spminer/walk/walk.hh"

#include <algorithm>
#include <compare>
#include <memory>
#include <stdexcept>
#include <vector>

#include "base/parallel.hh"
#include "match/surroundings.hh"
#include "pattern/class_registry.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::walk {

/// A way to join one more node: what a pattern sees of it.
struct WalkLink {
  Row mask = 0;
  std::int32_t label = 0;
  std::vector<EdgeCode> codes;  ///< one per set bit of the mask, seen from the walk's node; empty if plain
  std::uint64_t tie_key = 0;    ///< of equal links, the one with the smallest is kept
  Node node = 0;

  auto operator<=>(const WalkLink&) const = default;
  bool same_way(const WalkLink& other) const {
    return mask == other.mask && label == other.label && codes == other.codes;
  }
};

/// Distinct links of one walk in ascending order.
std::vector<WalkLink> frontier(const Target& target, std::span<const Node> nodes, const WalkParams& params,
                               std::uint64_t stream, match::EmbeddingNeighborhood& around);

std::vector<WalkLink> frontier(const Target& target, std::span<const Node> nodes, const WalkParams& params,
                               std::uint64_t stream, match::EmbeddingNeighborhood& around) {
  std::vector<WalkLink> links;
  Random random(params.seed, stream);
  const std::int64_t share = std::max<std::int64_t>(params.frontier_limit / static_cast<std::int64_t>(nodes.size()), 1);
  const auto sample = [&](std::span<const Node> row, int, auto&& look) {
    for (std::int64_t draw = 0; draw < share; ++draw) look(row[random.below(row.size())]);
  };
  around.enter(nodes);
  around.for_each_adjacent(share, sample, [&](Node v, Row contact) {
    const std::uint64_t tie_key = mix64(params.seed ^ mix64(stream ^ mix64(static_cast<std::uint64_t>(v))));
    for_each_choice(contact, params.induced, [&](Row mask) {
      WalkLink link{mask, target.label(v), {}, tie_key, v};
      if (target.coded()) for_each_bit(mask, [&](int i) { link.codes.push_back(target.code(nodes[i], v)); });
      links.push_back(std::move(link));
    });
  });
  std::sort(links.begin(), links.end());
  const auto end = std::unique(links.begin(), links.end(), [](const auto& a, const auto& b) { return a.same_way(b); });
  links.erase(end, links.end());
  return links;
}

void check_walks(const Target& target, const WalkView& walks) {
  if (walks.size < 1 || walks.size > kMaxPatternNodes) throw std::invalid_argument("a walk has 1 to 64 nodes");
  if (walks.nodes.size() != walks.rows.size() || walks.nodes.size() % walks.size != 0)
    throw std::invalid_argument("walks need a node and a row for each of their nodes");
  for (const Node u : walks.nodes)
    if (u < 0 || u >= target.size()) throw std::invalid_argument("a walk names a node that the target does not have");
  const Row beyond = walks.size == kMaxPatternNodes ? 0 : ~(bit(walks.size) - 1);
  for (const Row row : walks.rows)
    if (row & beyond) throw std::invalid_argument("a walk is joined to a node that it does not have");
}

namespace {

/// One walk's steps before patterns are numbered.
struct Expansion {
  std::vector<WalkLink> links;
  std::vector<PatternKey> keys;  ///< of the pattern that each link leads to
};

Expansion expand(const Target& target, std::span<const Node> nodes, std::span<const Row> rows, const WalkParams& params,
                 std::uint64_t stream, match::EmbeddingNeighborhood& around) {
  Expansion expansion{frontier(target, nodes, params, stream, around), {}};
  const Pattern base = pattern_of(target, nodes, rows);
  expansion.keys.reserve(expansion.links.size());
  for (const auto& link : expansion.links)
    expansion.keys.push_back(canonical_key(extended(base, link.mask, link.label, link.codes)));
  return expansion;
}

/// Structures of the distinct patterns; threads do the canonical forms, numbers are given in order.
void find_structures(WalkSteps& steps, bool plain, int threads) {
  const auto patterns = static_cast<std::int64_t>(steps.keys.size());
  steps.structure.resize(steps.keys.size());
  std::vector<PatternKey> keys(plain ? 0 : steps.keys.size());
  if (!plain) {
    parallel_for(patterns, threads, [&](std::int64_t p, int) {
      Pattern bare = pattern_from_key(steps.keys[p]);
      bare.labels.clear(), bare.codes.clear();
      keys[p] = canonical_key(bare);
    });
  }
  ClassRegistry numbers;
  for (std::int64_t p = 0; p < patterns; ++p)
    steps.structure[p] = static_cast<std::int32_t>(numbers.add(plain ? steps.keys[p] : std::move(keys[p])).first);
  steps.structure_keys = numbers.keys();
  for (const auto& key : steps.structure_keys) {
    const Pattern structure = pattern_from_key(key);
    steps.structure_rows.insert(steps.structure_rows.end(), structure.rows.begin(),
                                structure.rows.begin() + structure.size);
  }
}

}  // namespace

WalkSteps expand_walks(const Target& target, const WalkView& walks, const WalkParams& params, Control& control) {
  check_walks(target, walks);
  if (walks.size == kMaxPatternNodes) throw std::invalid_argument("a pattern has at most 64 nodes");
  std::vector<Expansion> expansions(walks.count());
  std::vector<std::unique_ptr<match::EmbeddingNeighborhood>> around(thread_count(params.threads));
  parallel_for(walks.count(), params.threads, [&](std::int64_t w, int t) {
    if (control.check_now()) return;
    if (!around[t]) around[t] = std::make_unique<match::EmbeddingNeighborhood>(target, nullptr, params.induced);
    expansions[w] =
        expand(target, walks.nodes_of(w), walks.rows_of(w), params, static_cast<std::uint64_t>(w), *around[t]);
  });
  WalkSteps steps;
  steps.offset.assign(expansions.size() + 1, 0);
  steps.complete = !control.stopped();
  if (!steps.complete) return steps;
  ClassRegistry numbers;
  for (std::size_t w = 0; w < expansions.size(); ++w) {
    for (std::size_t s = 0; s < expansions[w].links.size(); ++s) {
      steps.node.push_back(expansions[w].links[s].node);
      steps.mask.push_back(expansions[w].links[s].mask);
      steps.pattern.push_back(static_cast<std::int32_t>(numbers.add(std::move(expansions[w].keys[s])).first));
    }
    steps.offset[w + 1] = static_cast<std::int64_t>(steps.node.size());
    expansions[w] = {};
  }
  steps.keys = numbers.keys();
  find_structures(steps, !target.labeled() && !target.coded(), params.threads);
  return steps;
}

WalkCounts count_walks(const Target& target, const WalkView& walks, const MatchIndex& index,
                       std::span<const std::int64_t> offset, std::span<const Node> candidates,
                       const MatchParams& params, Control& control) {
  check_walks(target, walks);
  const auto count = static_cast<std::size_t>(walks.count());
  if (offset.size() != count + 1 || offset[0] != 0 || offset[count] != static_cast<std::int64_t>(candidates.size()) ||
      !std::is_sorted(offset.begin(), offset.end()))
    throw std::invalid_argument("candidate anchors need one ascending offset per walk, and their number");
  MatchParams single = params;
  single.threads = 1;
  single.list_anchors = true;
  std::vector<match::MatchResult> results(count);
  control.total = count;
  parallel_for(walks.count(), params.threads, [&](std::int64_t w, int) {
    if (control.check_now()) return;
    const auto anchors = candidates.subspan(offset[w], offset[w + 1] - offset[w]);
    results[w] =
        count_anchors(pattern_of(target, walks.nodes_of(w), walks.rows_of(w)), index, anchors, single, control);
  });
  WalkCounts counts;
  counts.offset.assign(1, 0);
  counts.complete = !control.stopped();
  for (const auto& result : results) {
    counts.anchors.insert(counts.anchors.end(), result.anchors.begin(), result.anchors.end());
    counts.offset.push_back(static_cast<std::int64_t>(counts.anchors.size()));
    counts.undecided.push_back(static_cast<std::int64_t>(result.undecided));
  }
  return counts;
}

}  // namespace spminer::walk
