// What follows from a canonical labeling: the order that leaves the core, keys, and the numbers of orbits.
#include <algorithm>
#include <bit>

#include "spminer/pattern/canonical.hh"

namespace spminer::inline pattern {

NodeNumbers canonical_order(const Pattern& pattern, const CanonicalForm& form) {
  NodeNumbers node{};  // by label
  for (int i = 0; i < pattern.size; ++i) node[form.labeling[i]] = static_cast<std::int8_t>(i);
  NodeNumbers position{}, queue{};  // the queue holds labels, in the order in which they get their positions
  Row reached = 0;
  int end = 0;
  for (int start = 0; start < pattern.size; ++start) {  // more than once only if the pattern is not connected
    if ((reached >> start) & 1) continue;
    reached |= bit(start);
    queue[end] = static_cast<std::int8_t>(start);
    for (int next = end++; next < end; ++next) {
      position[node[queue[next]]] = static_cast<std::int8_t>(next);
      Row labels = 0;
      for_each_bit(pattern.rows[node[queue[next]]], [&](int j) { labels |= bit(form.labeling[j]); });
      for_each_bit(labels & ~reached, [&](int label) { queue[end++] = static_cast<std::int8_t>(label); });
      reached |= labels;
    }
  }
  return position;
}

Pattern canonical_copy(const Pattern& pattern) {
  return permuted(pattern, canonical_order(pattern, canonical_form(pattern)));
}

Pattern renumbered(const Pattern& pattern, const CanonicalForm& form) { return permuted(pattern, form.labeling); }
Pattern renumbered(const Pattern& pattern) { return renumbered(pattern, canonical_form(pattern)); }
PatternKey canonical_key(const Pattern& pattern) { return key_of(renumbered(pattern)); }

OrbitNumbers orbit_numbers(const CanonicalForm& form, int size) {
  NodeNumbers first;  // smallest label of each orbit, by the orbit's representative
  first.fill(kMaxPatternNodes - 1);
  for (int i = 0; i < size; ++i) first[form.orbit[i]] = std::min(first[form.orbit[i]], form.labeling[i]);
  Row firsts = 0;
  for (int i = 0; i < size; ++i) firsts |= bit(first[form.orbit[i]]);
  OrbitNumbers numbers{.of = {}, .count = std::popcount(firsts)};
  for (int i = 0; i < size; ++i)
    numbers.of[i] = static_cast<std::int8_t>(std::popcount(firsts & (bit(first[form.orbit[i]]) - 1)));
  return numbers;
}

ClassDescription describe_class(const PatternKey& key) {
  const Pattern pattern = pattern_from_key(key);
  const CanonicalForm form = canonical_form(pattern);
  const NodeNumbers position = canonical_order(pattern, form);
  ClassDescription description{.pattern = permuted(pattern, position), .orbit_node = {}};
  for (int i = 0; i < pattern.size; ++i)
    if (form.orbit[i] == i) description.orbit_node.push_back(position[i]);
  return description;
}

}  // namespace spminer::inline pattern
