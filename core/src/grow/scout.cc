// First pass over a level: which children there are, and how many scouts show each.
#include <unordered_map>

#include "base/parallel.hh"
#include "grow/steps.hh"
#include "pattern/joining.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::grow {

namespace {

/// One way to extend one pattern of the beam by a node, as embeddings show it.
struct SeenExtension {
  std::uint64_t key = 0;  ///< of mask, label and codes
  std::size_t parent = 0;
  Row mask = 0;                 ///< nodes of the parent that it is joined to
  std::uint32_t embedding = 0;  ///< an example: embedding of the parent, and the node
  Node node = 0;
  double hits = 0;
  std::vector<std::uint32_t> scouts;  ///< scouts that show it, ascending
};

std::uint64_t extension_key(const Target& target, std::span<const Node> embedding, Node v, Row mask) {
  if (!target.labeled() && !target.coded()) return mask;
  std::uint64_t key = mix64(mask) ^ static_cast<std::uint64_t>(target.label(v));
  if (target.coded()) for_each_bit(mask, [&](int i) { key = mix64(key) ^ target.code(embedding[i], v); });
  return mix64(key);
}

/// All extensions of one parent.  A collision of keys can only make the example stand for more than it is; counts
/// that are reported come from lists and matching.
struct Scouting {
  std::vector<SeenExtension> extensions;
  std::uint64_t unseen = 0;  ///< slots whose surroundings were not searched completely
};

Scouting scout_parent(const GrowTarget& asked, const GrowBeam& beam, std::size_t parent, const GrowParams& params,
                      Explorer& explorer, Control& control) {
  const GrownPattern& grown = beam.patterns[parent];
  Scouting result;
  std::unordered_map<std::uint64_t, std::size_t> number;
  std::uint64_t searched = 0;
  for (std::uint32_t s = 0; s < asked.scouts().size() && !control.stopped(); ++s) {
    const std::uint32_t slot = asked.scouts()[s];
    const std::uint32_t begin = grown.lists.begin(slot), end = grown.lists.end(slot);
    bool all = grown.complete.test(slot);
    const double weight = begin == end ? 0 : static_cast<double>(grown.sets[slot]) / (end - begin);
    for (std::uint32_t e = begin; e < end; ++e) {
      const auto embedding = grown.embedding(e);
      explorer.enter(embedding);
      all &= explorer.for_each_adjacent(set_hash(embedding) ^ params.seed, [&](Node v, Row contact, double inverse) {
        for_each_choice(contact, params.induced, [&](Row mask) {
          const auto key = extension_key(asked.target(), embedding, v, mask);
          const auto [at, fresh] = number.try_emplace(key, result.extensions.size());
          if (fresh) result.extensions.push_back({key, parent, mask, e, v, 0, {}});
          SeenExtension& extension = result.extensions[at->second];
          extension.hits += weight * inverse;
          if (extension.scouts.empty() || extension.scouts.back() != s) extension.scouts.push_back(s);
        });
      });
    }
    searched += all && grown.possible.test(slot);
  }
  result.unseen = grown.bound - searched;
  return result;
}

bool more_scouts(const SeenExtension& a, const SeenExtension& b) {
  if (a.scouts.size() != b.scouts.size()) return a.scouts.size() > b.scouts.size();
  return a.parent != b.parent ? a.parent < b.parent : a.key < b.key;
}

struct Merged {
  Candidate candidate;
  SlotSet scouts;
  std::size_t last_parent = ~std::size_t{0};
};

/// Unites extensions with isomorphic results.
class Merger {
 public:
  Merger(const GrowTarget& asked, const GrowBeam& beam, int threads) : asked_(asked), beam_(beam), threads_(threads) {}

  void add(std::span<const SeenExtension> block) {
    std::vector<std::pair<Pattern, PatternKey>> forms(block.size());
    parallel_for(static_cast<std::int64_t>(block.size()), threads_, [&](std::int64_t i, int) {
      Pattern pattern = renumbered(child(block[i]));
      PatternKey key = key_of(pattern);
      forms[i] = {std::move(pattern), std::move(key)};
    });
    for (std::size_t i = 0; i < block.size(); ++i)
      merge(block[i], std::move(forms[i].first), std::move(forms[i].second));
  }

  /// Count of the n-th best so far; 0 if there are fewer.
  std::size_t count_at(std::size_t n) const {
    if (merged_.size() < n || n == 0) return 0;
    std::vector<std::uint64_t> counts;
    for (const Merged& merged : merged_) counts.push_back(merged.scouts.count());
    std::nth_element(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(n - 1), counts.end(),
                     std::greater<>());
    return counts[n - 1];
  }

  std::vector<Candidate> take() {
    std::vector<Candidate> result;
    for (Merged& merged : merged_) {
      merged.candidate.scouts = merged.scouts.count();
      result.push_back(std::move(merged.candidate));
    }
    return result;
  }

 private:
  Pattern child(const SeenExtension& extension) const {
    const GrownPattern& parent = beam_.patterns[extension.parent];
    const auto embedding = parent.embedding(extension.embedding);
    const Target& target = asked_.target();
    std::vector<EdgeCode> codes;
    if (target.coded())
      for_each_bit(extension.mask, [&](int i) { codes.push_back(target.code(embedding[i], extension.node)); });
    return extended(parent.pattern, extension.mask, target.label(extension.node), codes);
  }

  void merge(const SeenExtension& extension, Pattern&& pattern, PatternKey&& key) {
    const auto [at, fresh] = number_.try_emplace(std::move(key), merged_.size());
    const std::uint64_t bound = beam_.patterns[extension.parent].bound;
    if (fresh) {
      merged_.push_back({{std::move(pattern), at->first, 0, 0, bound, 0}, SlotSet(asked_.scouts().size())});
    }
    Merged& merged = merged_[at->second];
    for (const auto s : extension.scouts) merged.scouts.set(s);
    merged.candidate.hits += extension.hits;
    merged.candidate.bound = std::min(merged.candidate.bound, bound);
    merged.candidate.parents += merged.last_parent != extension.parent;
    merged.last_parent = extension.parent;
  }

  const GrowTarget& asked_;
  const GrowBeam& beam_;
  int threads_;
  std::map<PatternKey, std::size_t> number_;
  std::vector<Merged> merged_;
};

}  // namespace

Scouted scout(const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, std::size_t wanted,
              Control& control) {
  const auto parents = beam.patterns.size();
  std::vector<Scouting> found(parents);
  std::vector<std::unique_ptr<Explorer>> explorers(static_cast<std::size_t>(thread_count(params.threads)));
  parallel_for(static_cast<std::int64_t>(parents), params.threads, [&](std::int64_t p, int t) {
    if (control.check_now()) return;
    if (!explorers[t]) explorers[t] = std::make_unique<Explorer>(asked, params);
    found[p] = scout_parent(asked, beam, static_cast<std::size_t>(p), params, *explorers[t], control);
  });
  Scouted result;
  std::vector<SeenExtension> all;
  for (auto& scouting : found) {
    result.unseen = std::max(result.unseen, scouting.unseen);
    std::move(scouting.extensions.begin(), scouting.extensions.end(), std::back_inserter(all));
    scouting = {};
  }
  std::sort(all.begin(), all.end(), more_scouts);
  Merger merger(asked, beam, params.threads);
  constexpr std::size_t kBlock = 1024;
  // Isomorphic results of several extensions add up, so what comes a little below the cut is looked at too.
  for (std::size_t i = 0; i < all.size(); i += kBlock) {
    if (all[i].scouts.size() * 3 < merger.count_at(wanted)) {
      for (; i < all.size(); ++i) result.unseen = std::max(result.unseen, beam.patterns[all[i].parent].bound);
      break;
    }
    merger.add(std::span(all).subspan(i, std::min(kBlock, all.size() - i)));
  }
  result.candidates = merger.take();
  return result;
}

}  // namespace spminer::grow
