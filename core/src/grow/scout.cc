// First pass over a level: which children there are, and how many scouts show each.
#include <unordered_map>

#include "grow/steps.hh"
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

/// Adds up what blocks of scouts show, each block on its own.
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

Scouting scout_parent(const GrowTarget& asked, const GrowBeam& beam, std::size_t parent, const GrowParams& params,
                      Explorer& explorer, Control& control) {
  const GrownPattern& grown = beam.patterns[parent];
  Scouting result;
  std::unordered_map<std::uint64_t, std::size_t> number;
  std::vector<BlockSum> sums;
  std::vector<EdgeCode> codes;
  const Target& target = asked.target();
  for (std::uint32_t s = 0; s < asked.scouts().size() && !control.stopped(); ++s) {
    const std::uint32_t slot = asked.scouts()[s];
    const std::uint32_t begin = grown.lists.begin(slot), end = grown.lists.end(slot);
    bool all = grown.complete.test(slot);
    const double weight = begin == end ? 0 : static_cast<double>(grown.sets[slot]) / (end - begin);
    for (std::uint32_t e = begin; e < end; ++e) {
      const auto embedding = grown.embedding(e);
      explorer.enter(embedding);
      all &= explorer.for_each_adjacent(set_hash(embedding) ^ params.seed, [&](Node v, Row contact, double inverse) {
        const auto add = [&](Row mask, std::span<const EdgeCode> codes) {
          const auto key = extension_key(target, v, mask, codes);
          const auto [at, fresh] = number.try_emplace(key, result.extensions.size());
          if (fresh) {
            sums.emplace_back();
            result.extensions.push_back({.key = key,
                                         .parent = parent,
                                         .mask = mask,
                                         .label = target.label(v),
                                         .codes = {codes.begin(), codes.end()},
                                         .scouts = {}});
          }
          SeenExtension& extension = result.extensions[at->second];
          sums[at->second].add(s / asked.block(), weight * inverse, extension.hits);
          if (extension.scouts.empty() || extension.scouts.back() != s) extension.scouts.push_back(s);
        };
        for_each_choice(contact, params.induced, [&](Row mask) {
          codes.clear();
          if (target.coded()) for_each_bit(mask, [&](int i) { codes.push_back(target.code(embedding[i], v)); });
          if (params.induced || !target.directed())
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

}  // namespace spminer::grow
