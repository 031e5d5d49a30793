#include "enumerate/tally_tables.hh"

#include <algorithm>
#include <bit>

#include "base/parallel.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::enumerate {

namespace {

/// Calls f(begin, end) for stretches of 0 .. count-1.
template <typename F>
void in_chunks(std::size_t count, int threads, F&& f) {
  constexpr std::size_t kChunk = 4096;
  parallel_for(static_cast<std::int64_t>((count + kChunk - 1) / kChunk), threads, [&](std::int64_t chunk, int) {
    const auto begin = static_cast<std::size_t>(chunk) * kChunk;
    f(begin, std::min(count, begin + kChunk));
  });
}

}  // namespace

LabeledNodes::LabeledNodes(const LocalGraph& graph, const LabelTable& labels) : count(labels.count(), 0) {
  for (Node u = 0; u < graph.size(); ++u) {
    label.push_back(graph.labels.empty() ? 0 : labels.id(graph.labels[u]));
    rank.push_back(count[label.back()]++);
  }
}

template <typename Word>
std::uint8_t ChosenClasses<Word>::Orbits::nodes(int orbit, int size) const {
  return static_cast<std::uint8_t>(std::count(of.begin(), of.begin() + size, static_cast<std::uint8_t>(orbit)));
}

template <typename Word>
ChosenClasses<Word>::ChosenClasses(std::vector<CountedKey<Word>> chosen, const KeyReader<Word>& reader, bool labeled,
                                   const LabeledNodes& nodes, int threads)
    : size_(reader.layout().size),
      nodes_(nodes),
      chosen_(std::move(chosen)),
      filter_(std::bit_ceil(chosen_.size() / 4 + 1), 0),
      slots_(std::bit_ceil(2 * chosen_.size() + 1)),
      names_(chosen_.size()),
      orbits_(chosen_.size()) {
  in_chunks(chosen_.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (auto c = begin; c < end; ++c) describe(c, reader, labeled);
  });
  for (std::uint32_t c = 0; c < chosen_.size(); ++c) {
    std::size_t slot = hash_of(chosen_[c].key) & (slots_.size() - 1);
    while (slots_[slot].c != kNone) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = {chosen_[c].key, c};
    set_bit(filter_.data(), filter_place(chosen_[c].key));
    lay_out(c, reader.layout());
  }
}

template <typename Word>
void ChosenClasses<Word>::describe(std::size_t c, const KeyReader<Word>& reader, bool labeled) {
  const Pattern pattern = reader.pattern(chosen_[c].key, labeled);
  const CanonicalForm form = canonical_form(pattern);
  const OrbitNumbers orbits = orbit_numbers(form, size_);
  names_[c] = key_of(renumbered(pattern, form));
  orbits_[c].count = static_cast<std::uint8_t>(orbits.count);
  for (int p = 0; p < size_; ++p) orbits_[c].of[p] = static_cast<std::uint8_t>(orbits.of[p]);
}

template <typename Word>
void ChosenClasses<Word>::lay_out(std::uint32_t c, const KeyLayout& layout) {
  Orbits& orbits = orbits_[c];
  orbits.first = sets_.size();
  for (int o = 0; o < orbits.count; ++o) {
    const auto position = static_cast<int>(std::find(orbits.of.begin(), orbits.of.end(), o) - orbits.of.begin());
    const std::uint64_t words = words_for(nodes_.count[layout.label(chosen_[c].key, position)]);
    const std::uint64_t entries = chosen_[c].count * orbits.nodes(o, size_);
    if (entries < 2 * words) {  // of half a word each
      sets_.push_back({list_entries_, static_cast<std::uint32_t>(entries), 0, true});
      list_entries_ += entries;
    } else {
      sets_.push_back({bit_words_, static_cast<std::uint32_t>(words), 0, false});
      bit_words_ += words;
    }
  }
}

template <typename Word>
std::uint64_t ChosenClasses<Word>::bytes() const {
  std::uint64_t total = chosen_.size() * (sizeof(CountedKey<Word>) + sizeof(PatternKey) + sizeof(Orbits));
  for (const PatternKey& name : names_) total += name.capacity() * sizeof(name[0]);
  return total + filter_.size() * 8 + slots_.size() * sizeof(Slot) + sets_.size() * sizeof(Set) + bit_words_ * 8 +
         list_entries_ * 4;
}

template <typename Word>
std::uint64_t ChosenClasses<Word>::members(const Set& set) {
  if (set.is_list) {
    const auto begin = lists_.begin() + set.begin;
    const auto end = begin + std::min(set.used, set.room);
    std::sort(begin, end);
    return static_cast<std::uint64_t>(std::unique(begin, end) - begin);
  }
  std::uint64_t total = 0;
  for (std::uint64_t w = 0; w < set.room; ++w) total += std::popcount(bits_[set.begin + w]);
  return total;
}

template <typename Word>
void ChosenClasses<Word>::close(int threads) {
  const bool opened = bits_.size() == bit_words_ && lists_.size() == list_entries_;
  counters_.resize(chosen_.size() + sets_.size());
  in_chunks(chosen_.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (auto c = begin; c < end; ++c) {
      std::uint64_t* counters = &counters_[orbits_[c].first + c];
      *counters++ = chosen_[c].count;
      for (int o = 0; o < orbits_[c].count; ++o) {
        const std::uint64_t met = opened ? members(sets_[orbits_[c].first + o]) : 0;
        *counters++ = std::max<std::uint64_t>(met, orbits_[c].nodes(o, size_));
      }
    }
  });
  std::vector<std::uint64_t>().swap(bits_);
  std::vector<std::uint32_t>().swap(lists_);
}

template class ChosenClasses<std::uint64_t>;
template class ChosenClasses<UInt128>;

}  // namespace spminer::enumerate
