// The figures of a pattern that follow from its slots and lists.
#include <algorithm>

#include "grow/steps.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::grow {

namespace {

/// Fewest distinct images that lists show of any orbit of the pattern's nodes.
std::uint64_t fewest_images(const GrownPattern& grown, const CanonicalForm& form) {
  const int size = grown.pattern.size;
  std::vector<std::vector<Node>> images(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < grown.lists.nodes.size(); ++i)
    images[form.orbit[i % static_cast<std::size_t>(size)]].push_back(grown.lists.nodes[i]);
  std::uint64_t fewest = ~std::uint64_t{0};
  for (auto& orbit : images) {
    if (orbit.empty()) continue;
    std::sort(orbit.begin(), orbit.end());
    fewest = std::min(fewest, static_cast<std::uint64_t>(std::unique(orbit.begin(), orbit.end()) - orbit.begin()));
  }
  return grown.lists.nodes.empty() ? 0 : fewest;
}

}  // namespace

void summarize(const GrowTarget& asked, GrownPattern& grown, GrowObjective objective) {
  grown.count = grown.known.count();
  grown.bound = grown.possible.count();
  grown.expected = static_cast<double>(grown.count);
  Pattern plain = grown.pattern;
  plain.anchor = kNoAnchor;
  const CanonicalForm form = canonical_form(plain);
  double total = 0;
  for (const auto slot : asked.scouts()) total += static_cast<double>(grown.sets[slot]) * asked.scale();
  // A node set is seen from each node that can be its anchor.
  const auto anchors =
      grown.pattern.anchor == kNoAnchor
          ? 1
          : std::count(form.orbit.begin(), form.orbit.begin() + plain.size, form.orbit[grown.pattern.anchor]);
  grown.node_sets = total / static_cast<double>(anchors);
  if (objective == GrowObjective::kImages) grown.images = fewest_images(grown, form);
}

}  // namespace spminer::grow
