#include "enumerate/label_keys.hh"

#include <algorithm>
#include <bit>
#include <iterator>

namespace spminer::enumerate {

LabelTable::LabelTable(const Target& target) {
  for (Node u = 0; u < target.size(); ++u) labels_.push_back(target.label(u));
  if (labels_.empty()) labels_.push_back(0);
  std::sort(labels_.begin(), labels_.end());
  labels_.erase(std::unique(labels_.begin(), labels_.end()), labels_.end());
}

int LabelTable::id(std::int32_t label) const {
  return static_cast<int>(std::lower_bound(labels_.begin(), labels_.end(), label) - labels_.begin());
}

KeyLayout::KeyLayout(int nodes, int labels, int codes)
    : size(nodes),
      label_bits(std::bit_width(static_cast<unsigned>(std::max(labels - 1, 0)))),
      code_bits(std::bit_width(static_cast<unsigned>(codes))) {}

namespace {

/// Adds the automorphisms that map the first `count` positions as `order` does, smaller ones first: the first of all
/// changes nothing.
void add_automorphisms(const Pattern& shape, int count, Positions& order, std::vector<Positions>& found) {
  if (count == shape.size) found.push_back(order);
  for (int image = 0; count < shape.size && image < shape.size; ++image) {
    bool fits = true;
    for (int i = 0; i < count && fits; ++i)
      fits = order[i] != image && shape.adjacent(i, count) == shape.adjacent(order[i], image);
    if (!fits) continue;
    order[count] = static_cast<std::uint8_t>(image);
    add_automorphisms(shape, count + 1, order, found);
  }
}

std::vector<std::vector<std::uint8_t>> sets_of_twins(const Pattern& shape) {
  std::vector<std::vector<std::uint8_t>> sets;
  for (int i = 0; i < shape.size; ++i) {
    // Being interchangeable is an equivalence, so the first of a set speaks for all of it.
    const auto own =
        std::find_if(sets.begin(), sets.end(), [&](const auto& set) { return interchangeable(shape, set.front(), i); });
    if (own == sets.end())
      sets.emplace_back(1, static_cast<std::uint8_t>(i));
    else
      own->push_back(static_cast<std::uint8_t>(i));
  }
  std::erase_if(sets, [](const auto& set) { return set.size() == 1; });
  return sets;
}

}  // namespace

Shape::Shape(const Pattern& pattern) {
  Positions images{};
  add_automorphisms(pattern, 0, images, orders);
  for (int i = 0; i < pattern.size; ++i)
    for (int j = i + 1; j < pattern.size; ++j)
      if (pattern.adjacent(i, j)) edges.emplace_back(i, j);
  const auto twins = sets_of_twins(pattern);
  for (const auto& set : twins)
    for (std::size_t end = set.size(); end > 1; --end)  // the largest moves to the end, then the next
      for (std::size_t i = 1; i < end; ++i) {
        sorting.emplace_back(set[i - 1], set[i]);
        if (end == set.size()) next_twins.push_back(sorting.back());
      }
  // With labels in order among twins, any other automorphism is one of these and swaps of twins: whichever positions
  // the labels of a set of twins go to, the smallest word has them in order there too.
  std::copy_if(orders.begin(), orders.end(), std::back_inserter(leading), [&](const Positions& order) {
    return std::all_of(next_twins.begin(), next_twins.end(),
                       [&](const Pair& pair) { return order[pair.first] < order[pair.second]; });
  });
}

}  // namespace spminer::enumerate
