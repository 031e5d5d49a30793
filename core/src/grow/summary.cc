// The figures of a pattern that follow from its slots and lists.
#include <algorithm>

#include "grow/steps.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::grow {

std::uint64_t fewest_images(const GrownPattern& grown) {
  Pattern plain = grown.pattern;
  plain.anchor = kNoAnchor;
  const CanonicalForm form = canonical_form(plain);
  const auto size = static_cast<std::size_t>(plain.size);
  std::vector<std::vector<Node>> images(size);
  for (std::size_t i = 0; i < grown.lists.nodes.size(); ++i)
    images[form.orbit[i % size]].push_back(grown.lists.nodes[i]);
  std::uint64_t fewest = 0;
  for (auto& orbit : images) {
    std::sort(orbit.begin(), orbit.end());
    orbit.erase(std::unique(orbit.begin(), orbit.end()), orbit.end());
    if (!orbit.empty() && (fewest == 0 || orbit.size() < fewest)) fewest = orbit.size();
  }
  return fewest;
}

void summarize(const GrowTarget& asked, GrownPattern& grown) {
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
}

}  // namespace spminer::grow
