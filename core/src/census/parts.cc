// The longest pass of the census by parts of the roots, and how these are put together.
#include <stdexcept>

#include "base/words.hh"
#include "census/state.hh"

namespace spminer::census {

namespace {

constexpr std::uint64_t kFormat = 0x53504d4353515201;  // of the words of a part

/// Of each column the nodes that have something, with what they have; then the arc values of the roots.
std::vector<std::uint64_t> packed(State& state) {
  std::vector<std::uint64_t> words{kFormat, static_cast<std::uint64_t>(state.first),
                                   static_cast<std::uint64_t>(state.last)};
  for (const int column : columns_of_squares(state.catalog)) {
    const std::size_t at = words.size();
    words.push_back(0);
    for (Node u = 0; u < state.target.size(); ++u) {
      const Count value = state.tally.at(u, column);
      if (value == 0) continue;
      words.push_back(static_cast<std::uint64_t>(u));
      words.push_back(value);
    }
    words[at] = (words.size() - at) / 2;
  }
  words.insert(words.end(), state.squares.begin(), state.squares.end());
  return words;
}

}  // namespace

void absorb_squares(State& state, std::span<const std::uint64_t> part) {
  WordReader words(part, "a part of a census is cut off");
  if (words.next() != kFormat) throw std::invalid_argument("not a part of a census");
  const auto nodes = static_cast<std::uint64_t>(state.target.size());
  const std::uint64_t first = words.next(), last = words.next();
  if (first > last || last > nodes) throw std::invalid_argument("a part of another census");
  for (const int column : columns_of_squares(state.catalog))
    for (std::uint64_t left = words.next(); left > 0; --left) {
      const auto entry = words.take(2);
      if (entry[0] >= nodes) throw std::invalid_argument("a part of another census");
      state.tally.add(static_cast<Node>(entry[0]), column, entry[1]);
    }
  if (state.catalog.size() < 5) return;
  const Arc begin = state.arcs_before(static_cast<Node>(first)), end = state.arcs_before(static_cast<Node>(last));
  const auto values = words.take(static_cast<std::uint64_t>(end - begin));
  std::copy(values.begin(), values.end(), state.squares.begin() + begin);
}

struct CensusParts::Work {
  Work(const Target& target_, int size) : target(target_), catalog(size) {}

  const Target& target;
  Catalog catalog;
  std::shared_ptr<Groundwork> groundwork;
};

CensusParts::CensusParts(const Target& target, int size, int threads, Control& control) {
  if (size < 4 || size > kMaxCensusSize) throw std::invalid_argument("parts of a census are of 4 or 5 nodes");
  if (target.labeled() || target.coded())
    throw std::invalid_argument("the census needs a target without labels and direction");
  work_ = std::make_unique<Work>(target, size);
  work_->groundwork =
      std::make_shared<Groundwork>(target, size == 5 ? Groundwork::Needs::kPlaces : Groundwork::Needs::kDegrees);
  if (size < 5 || target.size() == 0) return;
  State state(target, work_->catalog, threads, control, work_->groundwork, {}, 0, target.size());
  fill_triangles(state);
}

CensusParts::~CensusParts() = default;

std::vector<std::uint64_t> CensusParts::count(Node first, Node last, Control& control) const {
  if (first < 0 || first > last || last > work_->target.size()) throw std::invalid_argument("no such roots");
  State state(work_->target, work_->catalog, 1, control, work_->groundwork, columns_of_squares(work_->catalog), first,
              last);
  if (first < last) count_squares(state);
  return packed(state);
}

}  // namespace spminer::census
