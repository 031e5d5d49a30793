// The candidates of a level: the patterns with one node more that the embeddings at the pilots show.
//
// Each neighbor of an embedding gives an extension of its pattern: the nodes that it is joined to, its label and codes.
// Extensions of one pattern are told apart by a hash of these, so a canonical form is made for each extension and not
// for each neighbor; isomorphic results of all patterns are then merged.  Only extensions that few pilots show, a third
// of the count of the last wanted candidate, are not merged: their bound goes into `unseen`.

#include <span>
#include <unordered_map>

#include "base/parallel.hh"
#include "grow/steps.hh"
#include "spminer/pattern/canonical.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::grow {

namespace {

/// `codes` are those of the edges to the nodes of the mask, if the target has codes.
std::uint64_t extension_key(const Target& target, Node v, Row mask, std::span<const EdgeCode> codes) {
  if (!target.labeled() && !target.coded()) return mask;
  std::uint64_t key = mix64(mask) ^ static_cast<std::uint64_t>(target.label(v));
  for (const EdgeCode code : codes) key = mix64(key) ^ code;
  return mix64(key);
}

/// Adds up what blocks of pilots show, each block on its own.
class BlockSum {
 public:
  void add(std::size_t block, double value, double& total) {
    if (block != block_) finish(total);
    block_ = block;
    within_ += value;
  }
  void finish(double& total) {
    total += within_;
    within_ = 0;
  }

 private:
  std::size_t block_ = 0;
  double within_ = 0;
};

}  // namespace

PilotExtensions extend_pilots(const GrowTarget& target, const GrowBeam& beam, std::size_t parent,
                              const GrowParams& params, Explorer& explorer, Control& control) {
  const GrownPattern& grown = beam.patterns[parent];
  PilotExtensions result;
  std::unordered_map<std::uint64_t, std::size_t> number;
  std::vector<BlockSum> sums;
  std::vector<EdgeCode> codes;
  const Target& graph = target.graph();
  for (std::uint32_t s = 0; s < target.pilots().size() && !control.stopped(); ++s) {
    const std::uint32_t slot = target.pilots()[s];
    const std::uint32_t begin = grown.lists.begin(slot), end = grown.lists.end(slot);
    bool all = grown.complete.test(slot);
    const double weight = begin == end ? 0 : static_cast<double>(grown.sets[slot]) / (end - begin);
    for (std::uint32_t e = begin; e < end; ++e) {
      const auto embedding = grown.embedding(e);
      explorer.enter(embedding);
      all &= explorer.for_each_adjacent(set_hash(embedding) ^ params.seed, [&](Node v, Row contact, double inverse) {
        const auto add = [&](Row mask, std::span<const EdgeCode> seen) {
          const auto key = extension_key(graph, v, mask, seen);
          const auto [at, fresh] = number.try_emplace(key, result.extensions.size());
          if (fresh) {
            sums.emplace_back();
            result.extensions.push_back({.key = key,
                                         .parent = parent,
                                         .mask = mask,
                                         .label = graph.label(v),
                                         .codes = {seen.begin(), seen.end()},
                                         .pilots = {}});
          }
          SeenExtension& extension = result.extensions[at->second];
          sums[at->second].add(s / target.block(), weight * inverse, extension.hits);
          if (extension.pilots.empty() || extension.pilots.back() != s) extension.pilots.push_back(s);
        };
        for_each_choice(contact, params.induced, [&](Row mask) {
          codes.clear();
          if (graph.coded()) for_each_bit(mask, [&](int i) { codes.push_back(graph.code(embedding[i], v)); });
          if (params.induced || !graph.directed())
            add(mask, codes);
          else
            for_each_choice_of_arcs(codes, [&](std::span<const EdgeCode> chosen) { add(mask, chosen); });
        });
      });
    }
    result.searched += all && grown.possible.test(slot);
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].finish(result.extensions[i].hits);
  return result;
}

// Isomorphic results of several extensions, merged.

namespace {

bool more_pilots(const SeenExtension& a, const SeenExtension& b) {
  if (a.pilots.size() != b.pilots.size()) return a.pilots.size() > b.pilots.size();
  return a.parent != b.parent ? a.parent < b.parent : a.key < b.key;
}

void sort_by_pilots(std::vector<SeenExtension>& extensions) {
  std::vector<SeenExtension*> order;
  for (SeenExtension& extension : extensions) order.push_back(&extension);
  std::sort(order.begin(), order.end(),
            [](const SeenExtension* a, const SeenExtension* b) { return more_pilots(*a, *b); });
  std::vector<SeenExtension> sorted;
  sorted.reserve(extensions.size());
  for (SeenExtension* extension : order) sorted.push_back(std::move(*extension));
  extensions = std::move(sorted);
}

struct Merged {
  Candidate candidate;
  BitSet pilots;
  std::size_t last_parent = ~std::size_t{0};
  std::vector<const SeenExtension*> fresh;  // of the block at hand
};

class Merger {
 public:
  Merger(const GrowTarget& target, const GrowBeam& beam, int threads)
      : target_(target), beam_(beam), threads_(threads) {}

  void add(std::span<const SeenExtension> block) {
    std::vector<std::pair<Pattern, PatternKey>> forms(block.size());
    parallel_for(static_cast<std::int64_t>(block.size()), threads_, [&](std::int64_t i, int) {
      Pattern pattern = renumbered(child(block[i]));
      PatternKey key = key_of(pattern);
      forms[i] = {std::move(pattern), std::move(key)};
    });
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::size_t number = number_of(std::move(forms[i].first), std::move(forms[i].second));
      if (merged_[number].fresh.empty()) changed.push_back(number);
      merged_[number].fresh.push_back(&block[i]);
    }
    parallel_for(static_cast<std::int64_t>(changed.size()), threads_,
                 [&](std::int64_t i, int) { merge(merged_[changed[i]]); });
  }

  /// Count of the n-th best so far; 0 if there are fewer.
  std::size_t count_at(std::size_t n) const {
    if (merged_.size() < n || n == 0) return 0;
    std::vector<std::uint64_t> counts;
    for (const Merged& merged : merged_) counts.push_back(merged.candidate.pilots);
    std::nth_element(counts.begin(), counts.begin() + (n - 1), counts.end(), std::greater<>());
    return counts[n - 1];
  }

  std::vector<Candidate> take() {
    std::vector<Candidate> result;
    for (Merged& merged : merged_) result.push_back(std::move(merged.candidate));
    return result;
  }

 private:
  Pattern child(const SeenExtension& extension) const {
    return extended(beam_.patterns[extension.parent].pattern, extension.mask, extension.label, extension.codes);
  }

  std::size_t number_of(Pattern&& pattern, PatternKey&& key) {
    const auto [at, fresh] = number_.try_emplace(std::move(key), merged_.size());
    if (fresh) {
      Merged& first = merged_.emplace_back();
      first.candidate.pattern = std::move(pattern);
      first.candidate.key = at->first;
      first.candidate.bound = ~std::uint64_t{0};
    }
    return at->second;
  }

  void merge(Merged& merged) const {
    Candidate& candidate = merged.candidate;
    if (candidate.pilots == 0) merged.pilots = BitSet(target_.pilots().size());
    for (const SeenExtension* extension : merged.fresh) {
      for (const auto s : extension->pilots) merged.pilots.set(s);
      candidate.hits += extension->hits;
      candidate.bound = std::min(candidate.bound, beam_.patterns[extension->parent].bound);
      candidate.parents += merged.last_parent != extension->parent;
      merged.last_parent = extension->parent;
    }
    merged.fresh.clear();
    candidate.pilots = merged.pilots.count();
  }

  const GrowTarget& target_;
  const GrowBeam& beam_;
  int threads_;
  std::unordered_map<PatternKey, std::size_t, PatternKeyHash> number_;
  std::vector<Merged> merged_;
};

}  // namespace

Candidates merge_isomorphic(const GrowTarget& target, const GrowBeam& beam, std::vector<PilotExtensions> found,
                            int threads, std::size_t wanted) {
  Candidates result;
  std::vector<SeenExtension> all;
  for (std::size_t p = 0; p < found.size(); ++p) {
    result.unseen = std::max(result.unseen, beam.patterns[p].bound - found[p].searched);
    std::move(found[p].extensions.begin(), found[p].extensions.end(), std::back_inserter(all));
    found[p] = {};
  }
  sort_by_pilots(all);
  Merger merger(target, beam, threads);
  constexpr std::size_t kBlock = 1024;
  // Isomorphic results of several extensions add up, so what comes a little below the cut is looked at too.
  for (std::size_t i = 0; i < all.size(); i += kBlock) {
    if (all[i].pilots.size() * 3 < merger.count_at(wanted)) {
      for (; i < all.size(); ++i) result.unseen = std::max(result.unseen, beam.patterns[all[i].parent].bound);
      break;
    }
    merger.add(std::span(all).subspan(i, std::min(kBlock, all.size() - i)));
  }
  result.found = merger.take();
  return result;
}

}  // namespace spminer::grow
