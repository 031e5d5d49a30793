#include "spminer/grow/state.hh"

#include <stdexcept>

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
class Reader {
 public:
  explicit Reader(const std::vector<T>& values) : values_(values) {}
  std::vector<T> take(std::size_t count) {
    if (count > values_.size() - at_) throw std::invalid_argument("the state of the beam is too short");
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(at_);
    at_ += count;
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

 private:
  const std::vector<T>& values_;
  std::size_t at_ = 0;
};

void check(const GrownPattern& grown, const GrowTarget& asked) {
  const auto& offset = grown.lists.offset;
  if (offset.front() != 0 || !std::is_sorted(offset.begin(), offset.end()))
    throw std::invalid_argument("the lists of the beam are damaged");
  for (const Node u : grown.lists.nodes)
    if (u < 0 || u >= asked.target().size()) throw std::invalid_argument("the beam belongs to another target");
}

}  // namespace

GrowState pack(const GrowBeam& beam) {
  GrowState state;
  state.header = {beam.size, static_cast<std::int64_t>(beam.outside), beam.embeddings};
  state.key_offset.push_back(0);
  for (const GrownPattern& grown : beam.patterns) {
    append(state.keys, key_of(grown.pattern));
    state.key_offset.push_back(static_cast<std::int64_t>(state.keys.size()));
    for (const SlotSet* set : {&grown.known, &grown.possible, &grown.complete}) append(state.slots, set->words());
    append(state.offset, grown.lists.offset);
    append(state.nodes, grown.lists.nodes);
    append(state.sets, grown.sets);
    append(state.figures, {grown.expected, grown.node_sets, static_cast<double>(grown.images)});
  }
  return state;
}

GrowBeam unpack(const GrowState& state, const GrowTarget& asked) {
  if (state.header.size() != 3 || state.key_offset.empty())
    throw std::invalid_argument("the state of the beam is too short");
  GrowBeam beam;
  beam.size = static_cast<int>(state.header[0]);
  beam.outside = static_cast<std::uint64_t>(state.header[1]);
  beam.embeddings = static_cast<int>(state.header[2]);
  Reader<std::uint64_t> keys(state.keys), slots(state.slots);
  Reader<std::uint32_t> offset(state.offset);
  Reader<Node> nodes(state.nodes);
  Reader<float> sets(state.sets);
  Reader<double> figures(state.figures);
  const std::size_t words = (asked.slots() + 63) / 64;
  for (std::size_t p = 0; p + 1 < state.key_offset.size(); ++p) {
    GrownPattern grown;
    grown.pattern =
        pattern_from_key(keys.take(static_cast<std::size_t>(state.key_offset[p + 1] - state.key_offset[p])));
    if (grown.pattern.size != beam.size) throw std::invalid_argument("a pattern of the beam has another size");
    for (SlotSet* set : {&grown.known, &grown.possible, &grown.complete}) set->words() = slots.take(words);
    grown.lists.offset = offset.take(asked.slots() + 1);
    grown.lists.nodes = nodes.take(std::size_t{grown.lists.offset.back()} * static_cast<std::size_t>(beam.size));
    grown.sets = sets.take(asked.slots());
    const auto row = figures.take(kFigures);
    grown.count = grown.known.count();
    grown.bound = grown.possible.count();
    grown.expected = row[0];
    grown.node_sets = row[1];
    grown.images = static_cast<std::uint64_t>(row[2]);
    check(grown, asked);
    beam.patterns.push_back(std::move(grown));
  }
  return beam;
}

}  // namespace spminer::grow
