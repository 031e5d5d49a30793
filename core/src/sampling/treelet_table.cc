#include "sampling/treelet_table.hh"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/parallel.hh"

namespace spminer::sampling {

/// Combines the trees at a node with branches at its neighbors.  Branches are summed over the neighbors first, so
/// that pairs of trees are multiplied once per node and not once per edge.
class TreeletTable::Worker {
 public:
  Worker(const TreeletTable& table, int size)
      : table_(table), catalog_(table.catalog_), sets_(table.sets_), size_(size), near_(size) {}

  void count(Node v, Chunk& chunk) {
    if (size_ < catalog_.size() || table_.color(v) == 0) {
      sum_branches(v);
      counts_.assign(catalog_.trees(size_).size() * sets_.count(size_), 0.0);
      for (const TreeletFamily& family : catalog_.families(size_)) combine(v, family);
      store(chunk);
    }
    chunk.offset.push_back(static_cast<std::uint32_t>(chunk.keys.size()));
  }

 private:
  // A branch is no larger than the others of its root, so it has less than half of the nodes or all but the root.
  bool occurs(int branch_size) const { return 2 * branch_size < size_ || branch_size == size_ - 1; }

  void sum_branches(Node v) {
    for (int b = 1; b < size_; ++b) {
      if (!occurs(b)) continue;
      near_[b].assign(catalog_.trees(b).size() * sets_.count(b), 0.0);
      for (const Node u : table_.target_.neighbors(v)) {
        const auto [keys, counts] = table_.at(b, u);
        for (std::size_t i = 0; i < keys.size(); ++i) near_[b][keys[i]] += counts[i];
      }
    }
  }

  void combine(Node v, const TreeletFamily& family) {
    const int b = family.branch_size, rest_sets = sets_.count(size_ - b);
    const auto [keys, counts] = table_.at(size_ - b, v, family.rest);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const ColorSet own = sets_.set(size_ - b, keys[i] - family.rest * rest_sets);
      for (const ColorSet other : sets_.subsets(static_cast<ColorSet>(sets_.all() & ~own), b)) {
        const double* branch = near_[b].data() + sets_.number(other);
        double* tree = counts_.data() + static_cast<std::size_t>(family.first) * sets_.count(size_) +
                       sets_.number(static_cast<ColorSet>(own | other));
        for (int t = 0; t < family.branches; ++t)
          tree[t * sets_.count(size_)] += static_cast<double>(counts[i]) * branch[t * sets_.count(b)];
      }
    }
  }

  void store(Chunk& chunk) const {
    const auto sets = static_cast<std::size_t>(sets_.count(size_));
    for (std::size_t key = 0; key < counts_.size(); ++key) {
      if (counts_[key] == 0) continue;
      // Each tree was made once for every branch that could be the last.
      const double count = counts_[key] / catalog_.trees(size_)[key / sets].twins;
      if (count > std::numeric_limits<float>::max()) throw std::overflow_error("too many treelets to count");
      chunk.keys.push_back(static_cast<std::uint16_t>(key));
      chunk.counts.push_back(static_cast<float>(count));
    }
  }

  const TreeletTable& table_;
  const TreeletCatalog& catalog_;
  const ColorSets& sets_;
  int size_;
  std::vector<std::vector<double>> near_;  // by branch size: sums over the neighbors, by key
  std::vector<double> counts_;             // by key
};

TreeletEntries TreeletTable::at(int size, Node v, int tree) const {
  const auto [keys, counts] = at(size, v);
  const int sets = sets_.count(size);
  const auto begin = std::lower_bound(keys.begin(), keys.end(), tree * sets);
  const auto end = std::lower_bound(begin, keys.end(), (tree + 1) * sets);
  const auto first = static_cast<std::size_t>(begin - keys.begin()), length = static_cast<std::size_t>(end - begin);
  return {keys.subspan(first, length), counts.subspan(first, length)};
}

bool TreeletTable::build(int threads, std::uint64_t memory_limit, Control& control) {
  for (int size = 1; size <= catalog_.size(); ++size)
    if (!build_level(size, threads, memory_limit, control)) return false;
  return true;
}

bool TreeletTable::build_level(int size, int threads, std::uint64_t memory_limit, Control& control) {
  const Node nodes = target_.size();
  auto& level = levels_[size];
  level.resize((nodes + kChunk - 1) / kChunk);
  std::vector<Worker> workers(thread_count(threads), Worker(*this, size));
  parallel_for(static_cast<std::int64_t>(level.size()), threads, [&](std::int64_t c, int t) {
    if (control.check_now()) return;
    Chunk& chunk = level[c];
    const Node first = static_cast<Node>(c) * kChunk, last = std::min(first + kChunk, nodes);
    for (Node v = first; v < last; ++v) {
      if (size > 1) {
        workers[t].count(v, chunk);
      } else {
        chunk.keys.push_back(colors_[v]);
        chunk.counts.push_back(1);
        chunk.offset.push_back(static_cast<std::uint32_t>(chunk.keys.size()));
      }
    }
    chunk.keys.shrink_to_fit();
    chunk.counts.shrink_to_fit();
    bytes_ += chunk.keys.size() * (sizeof(std::uint16_t) + sizeof(float)) + sizeof(Chunk) +
              chunk.offset.size() * sizeof(std::uint32_t);
    if (memory_limit != 0 && bytes_ > memory_limit) control.stop(StopReason::kMemoryLimit);
    control.done += static_cast<std::uint64_t>(last - first);
  });
  return !control.stopped();
}

}  // namespace spminer::sampling
