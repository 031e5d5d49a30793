// The union of parts of an enumeration: a part is a list of classes, each with its number of subgraphs and the numbers
// of anchors in components that no other part has, and of words of anchor sets, which are united.
#include "spminer/enumerate/parts.hh"

#include <stdexcept>

#include "enumerate/anchor_sets.hh"
#include "enumerate/part_format.hh"
#include "pattern/class_registry.hh"

namespace spminer::enumerate {

struct PartialClasses::Tables {
  Tables() { sets.reset_paged(); }

  /// The number of a class.  Parts may be damaged, or made up: a key must be one, and have the same orbits everywhere.
  std::uint32_t number_of(PatternKey key, int orbits) {
    const auto [number, is_new] = numbers.add(std::move(key));
    if (is_new) {
      const Pattern pattern = pattern_from_key(numbers.key(number));
      if (pattern.anchor != kNoAnchor || orbits > pattern.size || pattern.size > kMaxEnumerationSize)
        throw std::invalid_argument("invalid part of an enumeration: a class is no pattern of 2 to 16 nodes");
      orbits_of.push_back(orbits);
    }
    if (orbits_of[number] != orbits)
      throw std::invalid_argument("invalid part of an enumeration: a class has other orbits than in an earlier part");
    return number;
  }

  ClassRegistry numbers;
  std::vector<int> orbits_of;
  Totals totals;    // of components that one part had alone
  AnchorSets sets;  // of those that several parts share
};

PartialClasses::PartialClasses() : tables_(std::make_unique<Tables>()) {}
PartialClasses::~PartialClasses() = default;

void PartialClasses::absorb(std::span<const std::uint64_t> packed) {
  PartReader reader(packed);
  std::vector<std::pair<std::uint32_t, int>> own;  // number and orbits of each class of the part
  for (std::uint64_t c = 0; c < reader.classes; ++c) {
    const std::uint64_t key_size = reader.next(), counted = reader.next();
    if (key_size == 0 || counted < 2 || counted > kMaxEnumerationSize + 1)
      throw std::invalid_argument("invalid part of an enumeration: a class has no key, or no number of counters");
    const auto key = reader.take(key_size);
    const auto counters = reader.take(counted);
    const int orbits = static_cast<int>(counted) - 1;
    const std::uint32_t number = tables_->number_of(PatternKey(key.begin(), key.end()), orbits);
    std::uint64_t* ours = tables_->totals.counters(number, orbits);
    for (std::size_t i = 0; i < counters.size(); ++i) ours[i] += counters[i];
    tables_->sets.add_subgraphs(number, orbits, 0);
    own.emplace_back(number, orbits);
  }
  for (std::uint64_t w = 0; w < reader.words; ++w) {
    const std::uint64_t where = reader.next();
    if (where >> 32 >= own.size())
      throw std::invalid_argument("invalid part of an enumeration: a word has an unknown class");
    const auto [number, orbits] = own[where >> 32];
    tables_->sets.unite(number, static_cast<std::uint32_t>(where), reader.take(static_cast<std::uint64_t>(orbits)));
  }
}

std::vector<std::uint64_t> PartialClasses::packed() const {
  PartWriter writer;
  std::vector<std::uint32_t> place(tables_->numbers.size());
  std::uint32_t next = 0;
  tables_->totals.for_each([&](std::uint32_t number, std::span<const std::uint64_t> counters) {
    writer.add_class(tables_->numbers.key(number), counters);
    place[number] = next++;
  });
  tables_->sets.for_each_word([&](std::uint32_t number, std::uint32_t word, std::span<const std::uint64_t> bits) {
    writer.add_word(place[number], word, bits);
  });
  return writer.packed();
}

EnumerateResult PartialClasses::result(int threads) const {
  Totals totals;
  totals.absorb(tables_->totals);
  tables_->sets.count(totals);
  EnumerateResult result = list_totals(totals, tables_->numbers, threads);
  result.table_bytes = bytes();
  return result;
}

std::uint64_t PartialClasses::bytes() const {
  return tables_->numbers.bytes() + tables_->totals.bytes() + tables_->sets.bytes();
}

}  // namespace spminer::enumerate
