#include <set>

#include "grow_steps.hh"
#include "spminer/canonical.hh"

namespace spminer::grow {

namespace {

constexpr std::size_t kMaxVariants = 128;

/// The pattern without node x, later nodes moving down by one.
Pattern without(const Pattern& pattern, int x) {
  Pattern result = Pattern::empty(pattern.size - 1);
  if (pattern.anchor != kNoAnchor) result.anchor = pattern.anchor - (pattern.anchor > x);
  const auto old = [x](int i) { return i + (i >= x); };
  if (pattern.coded()) result.codes.assign(static_cast<std::size_t>(result.size) * result.size, kNoEdge);
  for (int i = 0; i < result.size; ++i) {
    if (pattern.labeled()) result.labels.push_back(pattern.labels[old(i)]);
    for (int j = 0; j < i; ++j) {
      if (!pattern.adjacent(old(i), old(j))) continue;
      if (pattern.coded())
        result.connect(i, j, pattern.code(old(i), old(j)));
      else
        result.connect(i, j);
    }
  }
  return result;
}

/// Node x of the child as seen from its parent, whose node `position[i]` is node i of the child without x.
Variant seen_from_parent(const Pattern& child, int x, const Canonical& form) {
  Variant variant;
  variant.new_node = static_cast<std::int8_t>(x);
  if (child.coded()) variant.codes.assign(static_cast<std::size_t>(child.size) - 1, kNoEdge);
  for (int i = 0; i + 1 < child.size; ++i) {
    const int in_child = i + (i >= x), in_parent = form.position[i];
    variant.place[in_parent] = static_cast<std::int8_t>(in_child);
    if (!child.adjacent(in_child, x)) continue;
    variant.mask |= bit(in_parent);
    if (child.coded()) variant.codes[in_parent] = child.code(in_child, x);
  }
  return variant;
}

Variant moved(const Variant& variant, const std::array<std::int8_t, kMaxPatternNodes>& image, int size) {
  Variant result = variant;
  result.mask = 0;
  for (int i = 0; i < size; ++i) {
    result.place[image[i]] = variant.place[i];
    if ((variant.mask >> i) & 1) result.mask |= bit(image[i]);
    if (!variant.codes.empty()) result.codes[image[i]] = variant.codes[i];
  }
  return result;
}

}  // namespace

Family::Family(const GrowBeam& beam) : beam_(beam) {
  for (std::size_t p = 0; p < beam.patterns.size(); ++p) {
    number_.emplace(key_words(beam.patterns[p].pattern), p);
    generators_.push_back(canonicalise(beam.patterns[p].pattern).generators);
  }
}

std::vector<Source> Family::sources(const Pattern& child) const {
  std::map<std::size_t, Source> by_parent;
  std::map<std::size_t, std::set<std::pair<Row, std::vector<EdgeCode>>>> seen;
  for (int x = 0; x < child.size; ++x) {
    if (x == child.anchor) continue;
    const Pattern rest = without(child, x);
    if (!rest.connected()) continue;
    const Canonical form = canonicalise(rest);
    const auto at = number_.find(key_words(permuted(rest, {form.position.begin(), form.position.begin() + rest.size})));
    if (at == number_.end()) continue;
    Source& source = by_parent[at->second];
    source.parent = at->second;
    ++source.removals;
    // Automorphisms of the parent turn one way to see the new node into all others.
    auto& known = seen[at->second];
    std::vector<Variant> open{seen_from_parent(child, x, form)};
    while (!open.empty()) {
      Variant variant = std::move(open.back());
      open.pop_back();
      if (!known.emplace(variant.mask, variant.codes).second) continue;
      if (source.variants.size() == kMaxVariants) {
        source.all_variants = false;
        break;
      }
      for (const auto& generator : generators_[at->second]) open.push_back(moved(variant, generator, rest.size));
      source.variants.push_back(std::move(variant));
    }
  }
  std::vector<Source> result;
  for (auto& [parent, source] : by_parent) result.push_back(std::move(source));
  return result;
}

}  // namespace spminer::grow
