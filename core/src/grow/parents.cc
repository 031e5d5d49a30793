#include <set>

#include "grow/steps.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::grow {

namespace {

constexpr std::size_t kMostExtensions = 128;

/// Node x of the child as seen from its parent, whose node `labeling[i]` is node i of the child without x.
ChildExtension seen_from_parent(const Pattern& child, int x, const CanonicalForm& form) {
  ChildExtension extension;
  extension.label = child.label(x);
  extension.new_node = static_cast<std::int8_t>(x);
  if (child.coded()) extension.codes.assign(static_cast<std::size_t>(child.size) - 1, kNoEdge);
  for (int i = 0; i + 1 < child.size; ++i) {
    const int in_child = i + (i >= x), in_parent = form.labeling[i];
    extension.child_node[in_parent] = static_cast<std::int8_t>(in_child);
    if (!child.adjacent(in_child, x)) continue;
    extension.mask |= bit(in_parent);
    if (child.coded()) extension.codes[in_parent] = child.code(in_child, x);
  }
  return extension;
}

ChildExtension moved(const ChildExtension& extension, const NodeNumbers& image, int size) {
  ChildExtension result = extension;
  result.mask = 0;
  for (int i = 0; i < size; ++i) {
    result.child_node[image[i]] = extension.child_node[i];
    if ((extension.mask >> i) & 1) result.mask |= bit(image[i]);
    if (!extension.codes.empty()) result.codes[image[i]] = extension.codes[i];
  }
  return result;
}

}  // namespace

ParentIndex::ParentIndex(const GrowBeam& beam) {
  for (std::size_t p = 0; p < beam.patterns.size(); ++p) {
    number_.emplace(key_of(beam.patterns[p].pattern), p);
    generators_.push_back(canonical_form(beam.patterns[p].pattern).generators);
  }
}

std::vector<ParentLink> ParentIndex::parents(const Pattern& child) const {
  std::map<std::size_t, ParentLink> by_parent;
  std::map<std::size_t, std::set<std::pair<Row, std::vector<EdgeCode>>>> seen;
  for (int x = 0; x < child.size; ++x) {
    if (x == child.anchor) continue;
    const Pattern rest = without_node(child, x);
    if (!rest.connected()) continue;
    const CanonicalForm form = canonical_form(rest);
    const auto at = number_.find(key_of(renumbered(rest, form)));
    if (at == number_.end()) continue;
    ParentLink& link = by_parent[at->second];
    link.parent = at->second;
    ++link.removals;
    // Automorphisms of the parent turn one way to see the new node into all others.
    auto& known = seen[at->second];
    std::vector<ChildExtension> open{seen_from_parent(child, x, form)};
    while (!open.empty()) {
      ChildExtension extension = std::move(open.back());
      open.pop_back();
      if (!known.emplace(extension.mask, extension.codes).second) continue;
      if (link.extensions.size() == kMostExtensions) {
        link.all_extensions = false;
        break;
      }
      for (const auto& generator : generators_[at->second]) open.push_back(moved(extension, generator, rest.size));
      link.extensions.push_back(std::move(extension));
    }
  }
  std::vector<ParentLink> result;
  for (auto& [parent, link] : by_parent) result.push_back(std::move(link));
  return result;
}

const std::vector<ParentLink>& ParentLinks::of(const Pattern& child) {
  const PatternKey key = key_of(child);
  {
    const std::lock_guard lock(mutex_);
    if (const auto at = links_.find(key); at != links_.end()) return at->second;
  }
  auto found = index_.parents(child);  // outside the lock: others may need other children meanwhile
  const std::lock_guard lock(mutex_);
  return links_.try_emplace(key, std::move(found)).first->second;
}

}  // namespace spminer::grow
