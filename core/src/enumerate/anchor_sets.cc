#include "enumerate/anchor_sets.hh"

#include <algorithm>
#include <stdexcept>

#include "base/parallel.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::enumerate {

std::uint64_t* Totals::counters(std::uint32_t class_id, int orbits) {
  if (class_id >= offset_.size()) offset_.resize(std::max<std::size_t>(class_id + 1, 2 * offset_.size()), kNone);
  if (offset_[class_id] == kNone) {
    offset_[class_id] = counters_.size();
    seen_.push_back(class_id);
    counters_.resize(counters_.size() + 1 + orbits, 0);
  }
  return &counters_[offset_[class_id]];
}

void Totals::absorb(const Totals& other) {
  other.for_each([&](std::uint32_t class_id, std::span<const std::uint64_t> theirs) {
    std::uint64_t* ours = counters(class_id, static_cast<int>(theirs.size()) - 1);
    for (std::size_t i = 0; i < theirs.size(); ++i) ours[i] += theirs[i];
  });
}

void AnchorSets::open(std::uint32_t class_id, int orbits) {
  if (class_id >= slot_.size()) slot_.resize(std::max<std::size_t>(class_id + 1, 2 * slot_.size()), 0);
  slot_[class_id] = bits_.size();
  seen_.push_back({class_id, orbits});
  bits_.resize(bits_.size() + slot_words(orbits), 0);
}

void AnchorSets::add_paged(std::uint32_t class_id, int orbits, const Node* nodes, Nibbles orbit, int size) {
  ++*dense_slot(class_id, orbits);
  for (int i = 0; i < size; ++i) {
    const auto word = static_cast<std::uint32_t>(word_of(nodes[i]));
    page(class_id, orbits, word)[orbit[i]] |= mask_of(nodes[i]);
  }
}

std::uint64_t* AnchorSets::page(std::uint32_t class_id, int orbits, std::uint32_t word) {
  if (listed_) {
    const std::uint64_t entry = slot_[class_id] + 1 + word;
    if (bits_[entry] == 0) {
      bits_[entry] = bits_.size();
      bits_.resize(bits_.size() + orbits, 0);
    }
    return &bits_[bits_[entry]];
  }
  if (pages_.empty()) grow_pages();
  const std::uint64_t key = (static_cast<std::uint64_t>(class_id) << 32) | word;
  Page* found = &find_page(key);
  if (found->key == kNoKey) {
    if (++used_pages_ * 3 > pages_.size() * 2) {
      grow_pages();
      found = &find_page(key);
    }
    *found = {key, bits_.size()};
    bits_.resize(bits_.size() + orbits, 0);
  }
  return &bits_[found->slot];
}

AnchorSets::Page& AnchorSets::find_page(std::uint64_t key) {
  std::size_t i = mix64(key) & (pages_.size() - 1);
  while (pages_[i].key != kNoKey && pages_[i].key != key) i = (i + 1) & (pages_.size() - 1);
  return pages_[i];
}

void AnchorSets::grow_pages() {
  std::vector<Page> old(std::max<std::size_t>(1024, 2 * pages_.size()));
  old.swap(pages_);
  for (const Page& entry : old)
    if (entry.key != kNoKey) find_page(entry.key) = entry;
}

void AnchorSets::absorb(const AnchorSets& other) {
  for (const auto& [class_id, orbits] : other.seen_) {
    std::uint64_t* ours = dense_slot(class_id, orbits);
    const std::uint64_t* theirs = &other.bits_[other.slot_[class_id]];
    ours[0] += theirs[0];
    for (std::uint64_t i = 1; dense_ && i < slot_words(orbits); ++i) ours[i] |= theirs[i];
  }
  if (!dense_)
    other.for_each_word([this](std::uint32_t class_id, std::uint32_t word, std::span<const std::uint64_t> bits) {
      unite(class_id, word, bits);
    });
}

void AnchorSets::unite(std::uint32_t class_id, std::uint32_t word, std::span<const std::uint64_t> bits) {
  std::uint64_t* ours = page(class_id, static_cast<int>(bits.size()), word);
  for (std::size_t i = 0; i < bits.size(); ++i) ours[i] |= bits[i];
}

std::vector<int> AnchorSets::orbits_by_class() const {
  std::vector<int> result(slot_.size(), 0);
  for (const auto& [class_id, orbits] : seen_) result[class_id] = orbits;
  return result;
}

void AnchorSets::count(Totals& totals) const {
  for (const auto& [class_id, orbits] : seen_) {
    std::uint64_t* counters = totals.counters(class_id, orbits);
    const std::uint64_t* slot = &bits_[slot_[class_id]];
    counters[0] += slot[0];
    if (dense_)
      for (int o = 0; o < orbits; ++o)
        for (Node w = 0; w < words_; ++w) counters[1 + o] += std::popcount(slot[1 + o * words_ + w]);
  }
  if (dense_) return;
  for_each_page([&](std::uint32_t class_id, std::uint32_t, std::span<const std::uint64_t> bits) {
    std::uint64_t* counters = totals.counters(class_id, static_cast<int>(bits.size()));
    for (std::size_t o = 0; o < bits.size(); ++o) counters[1 + o] += std::popcount(bits[o]);
  });
}

void AnchorSets::flush(Totals& totals) {
  count(totals);
  clear();
}

void AnchorSets::clear() {
  for (const auto& entry : seen_) slot_[entry.class_id] = 0;
  seen_.clear();
  bits_.assign(1, 0);
  pages_.clear();
  used_pages_ = 0;
}

std::uint64_t AnchorSets::bytes() const {
  return slot_.capacity() * 8 + seen_.capacity() * sizeof(Seen) + bits_.capacity() * 8 +
         pages_.capacity() * sizeof(Page);
}

namespace {

// Every class has its entries in the result by now, so the threads can fill them in any order.  Orbits come in the
// order of the canonical labeling, in which they were counted; patterns leave in the canonical order.
void describe(const std::vector<CountedClass>& classes, int threads, EnumerateResult& result) {
  constexpr std::int64_t kChunk = 64;
  const auto count = static_cast<std::int64_t>(classes.size());
  result.keys.resize(classes.size());
  result.orbit_node.resize(result.orbit_offset.back());
  result.anchored_frequency.resize(result.orbit_offset.back());
  parallel_for((count + kChunk - 1) / kChunk, threads, [&](std::int64_t chunk, int) {
    for (auto c = chunk * kChunk; c < std::min(count, (chunk + 1) * kChunk); ++c) {
      const auto orbits = classes[c].counters.subspan(1);
      std::copy(orbits.begin(), orbits.end(), result.anchored_frequency.begin() + result.orbit_offset[c]);
      const ClassDescription description = describe_class(*classes[c].key);
      if (description.orbit_node.size() != orbits.size())  // classes may come from a file
        throw std::invalid_argument("invalid part of an enumeration: a class has other orbits than its pattern");
      result.keys[c] = key_of(description.pattern);
      std::copy(description.orbit_node.begin(), description.orbit_node.end(),
                result.orbit_node.begin() + result.orbit_offset[c]);
    }
  });
}

}  // namespace

void list_classes(std::vector<CountedClass> classes, int threads, EnumerateResult& result) {
  std::sort(classes.begin(), classes.end(), [](const CountedClass& a, const CountedClass& b) {
    return a.last_word != b.last_word ? a.last_word < b.last_word : *a.key < *b.key;
  });
  result.orbit_offset.assign(1, 0);
  for (const CountedClass& one : classes) {
    result.graph_frequency.push_back(one.counters[0]);
    result.orbit_offset.push_back(result.orbit_offset.back() + static_cast<std::int64_t>(one.counters.size()) - 1);
  }
  describe(classes, threads, result);
}

EnumerateResult list_totals(const Totals& totals, const ClassRegistry& classes, int threads) {
  EnumerateResult result;
  std::vector<CountedClass> counted;
  totals.for_each([&](std::uint32_t number, std::span<const std::uint64_t> counters) {
    counted.emplace_back(classes.key(number), counters);
    result.subgraphs += counters[0];
  });
  result.seen = counted.size();
  list_classes(std::move(counted), threads, result);
  return result;
}

}  // namespace spminer::enumerate
