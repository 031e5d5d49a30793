#include "grow/rank.hh"

#include <algorithm>
#include <set>

#include "spminer/pattern/canonical.hh"

namespace spminer::grow {

namespace {

double value(const GrownPattern& grown, GrowObjective objective) {
  if (objective == GrowObjective::kNodeSets) return grown.node_sets;
  if (objective == GrowObjective::kImages) return static_cast<double>(grown.images);
  return grown.expected;
}

void rank(std::vector<Candidate>& candidates, GrowObjective objective) {
  const auto sets = [](const Candidate& c) { return c.hits / std::max(c.parents, 1); };
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (objective != GrowObjective::kNodeSets && a.scouts != b.scouts) return a.scouts > b.scouts;
    return sets(a) != sets(b) ? sets(a) > sets(b) : a.key < b.key;
  });
}

}  // namespace

bool one_anchor_each(GrowObjective objective) {
  return objective == GrowObjective::kNodeSets || objective == GrowObjective::kImages;
}

void rank(std::vector<GrownPattern>& patterns, GrowObjective objective) {
  struct Entry {
    double value, sets;
    int edges;
    PatternKey key;
    std::size_t at;
  };
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < patterns.size(); ++i)
    entries.push_back({value(patterns[i], objective), patterns[i].node_sets, patterns[i].pattern.edges(),
                       key_of(patterns[i].pattern), i});
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    if (a.value != b.value) return a.value > b.value;
    if (a.sets != b.sets) return a.sets > b.sets;
    return a.edges != b.edges ? a.edges > b.edges : a.key < b.key;
  });
  std::vector<GrownPattern> ordered;
  for (const Entry& entry : entries) ordered.push_back(std::move(patterns[entry.at]));
  patterns = std::move(ordered);
}

std::vector<Pattern> choose(std::vector<Candidate>& candidates, std::size_t count, GrowObjective objective,
                            std::uint64_t& outside) {
  rank(candidates, objective);
  std::vector<Pattern> chosen;
  std::set<PatternKey> seen;
  for (Candidate& candidate : candidates) {
    if (chosen.size() == count) {
      outside = std::max(outside, candidate.bound);
      continue;
    }
    if (one_anchor_each(objective)) {
      Pattern plain = candidate.pattern;
      plain.anchor = kNoAnchor;
      if (!seen.insert(canonical_key(plain)).second) continue;
    }
    chosen.push_back(std::move(candidate.pattern));
  }
  return chosen;
}

}  // namespace spminer::grow
