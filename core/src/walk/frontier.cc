#include "walk/frontier.hh"

#include <algorithm>

#include "spminer/base/random.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::walk {

std::vector<WalkLink> frontier(const Target& target, std::span<const Node> nodes, const WalkParams& params,
                               std::uint64_t stream, match::Surroundings& around) {
  std::vector<WalkLink> links;
  Random random(params.seed, stream);
  const std::int64_t share = std::max<std::int64_t>(params.frontier_limit / static_cast<std::int64_t>(nodes.size()), 1);
  const auto sample = [&](std::span<const Node> row, int, auto&& look) {
    for (std::int64_t draw = 0; draw < share; ++draw) look(row[random.below(row.size())]);
  };
  around.enter(nodes);
  around.for_each_adjacent(share, sample, [&](Node v, Row contact) {
    const std::uint64_t lot = mix64(params.seed ^ mix64(stream ^ mix64(static_cast<std::uint64_t>(v))));
    for_each_choice(contact, params.induced, [&](Row mask) {
      WalkLink link{mask, target.label(v), {}, lot, v};
      if (target.coded()) for_each_bit(mask, [&](int i) { link.codes.push_back(target.code(nodes[i], v)); });
      links.push_back(std::move(link));
    });
  });
  std::sort(links.begin(), links.end());
  const auto end = std::unique(links.begin(), links.end(), [](const auto& a, const auto& b) { return a.same_way(b); });
  links.erase(end, links.end());
  return links;
}

}  // namespace spminer::walk
