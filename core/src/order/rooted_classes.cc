#include "order/rooted_classes.hh"

#include <algorithm>

namespace spminer::order {

namespace {

constexpr int key_bits(int size) { return size * (size - 1) / 2; }
constexpr int key_bit(int i, int j) { return i > j ? key_bits(i) + j : key_bits(j) + i; }

/// The key after nodes i and i+1 have changed places.
std::uint32_t with_swapped(std::uint32_t key, int size, int i) {
  for (int other = 0; other < size; ++other) {
    if (other == i || other == i + 1) continue;
    const int a = key_bit(i, other), b = key_bit(i + 1, other);
    const std::uint32_t differ = ((key >> a) ^ (key >> b)) & 1;
    key ^= differ << a | differ << b;
  }
  return key;
}

bool connected(std::uint32_t key, int size) {
  std::uint32_t reached = 1;
  for (int round = 1; round < size; ++round)
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < i; ++j)
        if ((key >> key_bit(i, j) & 1) && ((reached >> i | reached >> j) & 1)) reached |= 1u << i | 1u << j;
  return reached == (1u << size) - 1;
}

/// Depth-first over the connected sets that contain node 0, each once: a set is extended only by nodes that the
/// nodes before them did not offer (Wernicke's ESU, with node 0 as the only root).
class SetCounter {
 public:
  SetCounter(std::span<const Row> rows, std::uint32_t most_sets, ClassCounts& counts)
      : rows_(rows), most_sets_(most_sets), counts_(counts) {}

  /// Returns the largest size whose sets were all counted.
  int run() {
    members_[0] = 0;
    extend<1>(0, rows_[0] | bit(0), rows_[0]);
    return largest_;
  }

 private:
  /// `closed`: the set and its neighbors.  `open`: nodes that may be added.
  template <int Size>
  void extend(std::uint32_t key, Row closed, Row open) {
    constexpr int kNext = Size + 1;
    for (; open != 0 && largest_ >= kNext; open &= open - 1) {
      const int node = std::countr_zero(open);
      const Row row = rows_[node];
      std::uint32_t next_key = key;
      for (int j = 0; j < Size; ++j)
        next_key |= static_cast<std::uint32_t>(row >> members_[j] & 1) << (key_bits(Size) + j);
      if constexpr (kNext >= kSmallestClass) {
        if (++sets_[kNext] > most_sets_) largest_ = kNext - 1;
        ++counts_[classes_.index(kNext, next_key)];
      }
      if constexpr (kNext < kLargestClass) {
        members_[Size] = node;
        extend<kNext>(next_key, closed | row, (open & (open - 1)) | (row & ~closed));
      }
    }
  }

  const RootedClasses& classes_ = RootedClasses::get();
  std::span<const Row> rows_;
  std::uint32_t most_sets_;
  ClassCounts& counts_;
  std::array<int, kLargestClass> members_{};
  std::array<std::uint32_t, kLargestClass + 1> sets_{};
  int largest_ = kLargestClass;
};

/// Index of the first class of a size; classes are numbered by size.
constexpr int first_class(int size) {
  constexpr std::array<int, kLargestClass + 2> kFirst{0, 0, 0, 0, 3, 14, 72, kClassCount};
  return kFirst[size];
}

void sum_upwards(int end, ClassCounts& counts) {
  const auto& classes = RootedClasses::get();
  const ClassCounts exact = counts;
  for (int low = 0; low < end; ++low) {
    counts[low] = 0;
    for (int high = low; high < end; ++high)
      if (exact[high] != 0 && classes.above(low)[high]) counts[low] += exact[high];
  }
}

}  // namespace

const RootedClasses& RootedClasses::get() {
  static const RootedClasses classes;
  return classes;
}

RootedClasses::RootedClasses() {
  for (int size = kSmallestClass; size <= kLargestClass; ++size) {
    number_classes(size);
    close_upwards(size);
  }
}

void RootedClasses::number_classes(int size) {
  constexpr std::int16_t kUnseen = -2;
  auto& index = index_[size];
  index.assign(std::size_t{1} << key_bits(size), kUnseen);
  std::vector<std::uint32_t> pending;
  for (std::uint32_t first = 0; first < index.size(); ++first) {
    if (index[first] != kUnseen) continue;
    const auto number = static_cast<std::int16_t>(connected(first, size) ? classes_++ : -1);
    index[first] = number;
    pending.push_back(first);
    while (!pending.empty()) {
      const auto key = pending.back();
      pending.pop_back();
      for (int i = 1; i + 1 < size; ++i) {
        const auto other = with_swapped(key, size, i);
        if (index[other] != kUnseen) continue;
        index[other] = number;
        pending.push_back(other);
      }
    }
  }
}

void RootedClasses::close_upwards(int size) {
  const auto& index = index_[size];
  const auto keys = static_cast<std::uint32_t>(index.size());
  std::vector<std::uint32_t> by_edges(keys);
  for (std::uint32_t key = 0; key < keys; ++key) by_edges[key] = key;
  std::ranges::stable_sort(by_edges, std::greater{}, [](std::uint32_t key) { return std::popcount(key); });
  for (const auto key : by_edges) {
    if (index[key] < 0) continue;
    auto& above = above_[index[key]];
    above.set(index[key]);
    for (int b = 0; b < key_bits(size); ++b)
      if (!(key >> b & 1)) above |= above_[index[key | 1u << b]];
  }
}

void count_classes(std::span<const Row> rows, std::uint32_t most_sets, Induced induced, ClassCounts& counts) {
  counts.fill(0);
  const int largest = SetCounter(rows, most_sets, counts).run();
  const int end = first_class(largest + 1);
  if (induced == Induced::kNo) sum_upwards(end, counts);
  std::fill(counts.begin() + end, counts.end(), kSaturated);
}

}  // namespace spminer::order
