// A beam as arrays, for checkpoints.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "spminer/grow/grow.hh"
#include "spminer/pattern/key.hh"

namespace spminer::grow {

namespace {

constexpr std::size_t kFigures = 3;

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

/// Reads arrays piece by piece.
template <typename T>
class StateReader {
 public:
  explicit StateReader(const std::vector<T>& values) : values_(values) {}
  std::vector<T> take(std::size_t count) {
    if (count > values_.size() - at_) throw std::invalid_argument("the state of the beam is too short");
    const auto begin = values_.begin() + at_;
    at_ += count;
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

 private:
  const std::vector<T>& values_;
  std::size_t at_ = 0;
};

/// Members beyond the last slot, or known ones that are refuted.
bool is_damaged(const GrownPattern& grown, std::size_t slots) {
  for (const BitSet* set : {&grown.known, &grown.possible, &grown.complete})
    if (slots % kWordBits != 0 && set->words().back() >> (slots % kWordBits) != 0) return true;
  for (std::size_t w = 0; w < grown.known.words().size(); ++w)
    if (grown.known.words()[w] & ~grown.possible.words()[w]) return true;
  return false;
}

/// Whether an embedding is one: different nodes with the pattern's labels, joined where those of the pattern are.
bool is_embedding(const GrownPattern& grown, std::span<const Node> nodes, const Target& target) {
  for (int i = 0; i < grown.pattern.size; ++i) {
    if (nodes[i] < 0 || nodes[i] >= target.size() || target.label(nodes[i]) != grown.pattern.label(i)) return false;
    for (int j = 0; j < i; ++j)
      if (nodes[i] == nodes[j] || (grown.pattern.adjacent(i, j) && !target.adjacent(nodes[i], nodes[j]))) return false;
  }
  return true;
}

/// Whether an anchored embedding begins at a node of its slot.
bool is_of_slot(const GrownPattern& grown, std::span<const Node> nodes, std::span<const Node> roots) {
  return grown.pattern.anchor != 0 || std::find(roots.begin(), roots.end(), nodes[0]) != roots.end();
}

/// Estimates that are no numbers would leave the beam without an order.
bool is_number(const GrownPattern& grown, double images) {
  constexpr double kMostImages = 9007199254740992.0;  // 2^53, and no integer is far beyond
  return !std::isnan(grown.expected) && !std::isnan(grown.node_sets) && images >= 0 && images <= kMostImages &&
         std::none_of(grown.sets.begin(), grown.sets.end(), [](float value) { return std::isnan(value); });
}

/// States may be damaged or made up: everything that the engines rely on is checked.
void check(const GrownPattern& grown, const GrowTarget& target) {
  const Target& graph = target.graph();
  const Pattern& pattern = grown.pattern;
  if (pattern.labeled() != graph.labeled() || pattern.coded() != graph.coded())
    throw std::invalid_argument("the beam belongs to another target");
  if (!pattern.connected() || pattern.anchor > 0) throw std::invalid_argument("a pattern of the beam is damaged");
  if (is_damaged(grown, target.slots())) throw std::invalid_argument("the slots of the beam are damaged");
  const auto& offset = grown.lists.offset;
  if (offset.front() != 0 || !std::is_sorted(offset.begin(), offset.end()))
    throw std::invalid_argument("the lists of the beam are damaged");
  for (std::size_t slot = 0; slot < target.slots(); ++slot)
    for (auto e = offset[slot]; e < offset[slot + 1]; ++e)
      if (!is_embedding(grown, grown.embedding(e), graph) || !is_of_slot(grown, grown.embedding(e), target.roots(slot)))
        throw std::invalid_argument("the lists of the beam belong to another target");
}

}  // namespace

GrowState pack(const GrowBeam& beam) {
  GrowState state;
  state.header = {beam.size, static_cast<std::int64_t>(beam.outside), beam.embeddings};
  state.key_offset.push_back(0);
  for (const GrownPattern& grown : beam.patterns) {
    append(state.keys, key_of(grown.pattern));
    state.key_offset.push_back(static_cast<std::int64_t>(state.keys.size()));
    for (const BitSet* set : {&grown.known, &grown.possible, &grown.complete}) append(state.slots, set->words());
    append(state.offset, grown.lists.offset);
    append(state.nodes, grown.lists.nodes);
    append(state.sets, grown.sets);
    append(state.figures, {grown.expected, grown.node_sets, static_cast<double>(grown.images)});
  }
  return state;
}

GrowBeam unpack(const GrowState& state, const GrowTarget& target) {
  const auto& ends = state.key_offset;
  if (state.header.size() != 3 || ends.empty() || ends.front() != 0 || !std::is_sorted(ends.begin(), ends.end()))
    throw std::invalid_argument("the state of the beam is too short");
  GrowBeam beam;
  beam.size = static_cast<int>(state.header[0]);
  beam.outside = static_cast<std::uint64_t>(state.header[1]);
  beam.embeddings = static_cast<int>(state.header[2]);
  if (beam.size < 1 || beam.size > kMaxPatternNodes || beam.embeddings < 0 || state.header[1] < 0 ||
      state.header[0] != beam.size || state.header[2] != beam.embeddings)
    throw std::invalid_argument("the head of the beam is damaged");
  StateReader<std::uint64_t> keys(state.keys), slots(state.slots);
  StateReader<std::uint32_t> offset(state.offset);
  StateReader<Node> nodes(state.nodes);
  StateReader<float> sets(state.sets);
  StateReader<double> figures(state.figures);
  const std::size_t words = words_for(target.slots());
  for (std::size_t p = 0; p + 1 < ends.size(); ++p) {
    GrownPattern grown;
    grown.pattern = pattern_from_key(keys.take(static_cast<std::size_t>(ends[p + 1] - ends[p])));
    if (grown.pattern.size != beam.size) throw std::invalid_argument("a pattern of the beam has another size");
    for (BitSet* set : {&grown.known, &grown.possible, &grown.complete}) set->words() = slots.take(words);
    grown.lists.offset = offset.take(target.slots() + 1);
    grown.lists.nodes = nodes.take(std::size_t{grown.lists.offset.back()} * static_cast<std::size_t>(beam.size));
    grown.sets = sets.take(target.slots());
    const auto row = figures.take(kFigures);
    grown.count = grown.known.count();
    grown.bound = grown.possible.count();
    grown.expected = row[0];
    grown.node_sets = row[1];
    if (!is_number(grown, row[2])) throw std::invalid_argument("the figures of the beam are damaged");
    grown.images = static_cast<std::uint64_t>(row[2]);
    check(grown, target);
    beam.patterns.push_back(std::move(grown));
  }
  return beam;
}

}  // namespace spminer::grow
