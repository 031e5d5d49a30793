#include "grow/parts.hh"

#include <algorithm>

#include "grow/messages.hh"
#include "spminer/grow/state.hh"

namespace spminer::grow {

namespace {

SlotSet cut(const SlotSet& set, std::size_t first, std::size_t last) {
  SlotSet result(last - first);
  for (std::size_t slot = first; slot < last; ++slot)
    if (set.test(slot)) result.set(slot - first);
  return result;
}

GrownPattern cut(const GrownPattern& grown, std::size_t first, std::size_t last) {
  GrownPattern result;
  result.pattern = grown.pattern;
  result.known = cut(grown.known, first, last);
  result.possible = cut(grown.possible, first, last);
  result.complete = cut(grown.complete, first, last);
  const auto& offset = grown.lists.offset;
  for (std::size_t slot = first; slot <= last; ++slot) result.lists.offset.push_back(offset[slot] - offset[first]);
  const auto size = static_cast<std::ptrdiff_t>(grown.pattern.size);
  const auto nodes = grown.lists.nodes.begin();
  result.lists.nodes.assign(nodes + offset[first] * size, nodes + offset[last] * size);
  result.sets.assign(grown.sets.begin() + static_cast<std::ptrdiff_t>(first),
                     grown.sets.begin() + static_cast<std::ptrdiff_t>(last));
  return result;
}

/// Adds what a part has, whose slots come after those of the parts before.
void append_part(GrownPattern& whole, const GrownPattern& part, std::size_t first) {
  part.complete.for_each([&](std::size_t slot) { whole.complete.set(first + slot); });
  const std::uint32_t before = whole.lists.offset.back();
  for (std::size_t slot = 1; slot < part.lists.offset.size(); ++slot)
    whole.lists.offset.push_back(before + part.lists.offset[slot]);
  whole.lists.nodes.insert(whole.lists.nodes.end(), part.lists.nodes.begin(), part.lists.nodes.end());
  std::ranges::copy(part.sets, whole.sets.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

Words part_of(const GrowBeam& beam, std::size_t first, std::size_t last) {
  GrowBeam part;
  part.size = beam.size;
  part.outside = beam.outside;
  part.embeddings = beam.embeddings;
  for (const GrownPattern& grown : beam.patterns) part.patterns.push_back(cut(grown, first, last));
  const GrowState state = pack(part);
  Writer words;
  words.array(state.header).array(state.keys).array(state.key_offset).array(state.slots);
  return words.array(state.offset).array(state.nodes).array(state.sets).array(state.figures).take();
}

GrowBeam beam_of_part(std::span<const std::uint64_t> part, const GrowTarget& asked) {
  Reader words(part);
  GrowState state;
  state.header = words.array<std::int64_t>();
  state.keys = words.array<std::uint64_t>();
  state.key_offset = words.array<std::int64_t>();
  state.slots = words.array<std::uint64_t>();
  state.offset = words.array<std::uint32_t>();
  state.nodes = words.array<Node>();
  state.sets = words.array<float>();
  state.figures = words.array<double>();
  return unpack(state, asked);
}

GrowBeam joined_parts(const GrowTarget& asked, const GrowBeam& beam, std::span<const Words> parts) {
  const auto cuts = asked.cuts();
  if (parts.size() + 1 != cuts.size()) throw std::runtime_error("a part of the slots has not answered");
  GrowBeam whole = beam;
  for (GrownPattern& grown : whole.patterns) {
    grown.complete = SlotSet(asked.slots());
    grown.lists = {.offset = {0}, .nodes = {}};
    grown.sets.assign(asked.slots(), 0);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty()) throw std::runtime_error("a part of the slots has not answered");
    const GrowBeam part = beam_of_part(parts[i], asked.part(cuts[i], cuts[i + 1]));
    if (part.patterns.size() != whole.patterns.size()) throw std::runtime_error("a part has another beam");
    for (std::size_t p = 0; p < part.patterns.size(); ++p) append_part(whole.patterns[p], part.patterns[p], cuts[i]);
  }
  return whole;
}

}  // namespace spminer::grow
