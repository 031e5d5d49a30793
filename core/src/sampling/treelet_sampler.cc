#include "sampling/treelet_sampler.hh"

#include <algorithm>
#include <memory>

#include "base/parallel.hh"
#include "spminer/base/random.hh"

namespace spminer::sampling {

namespace {

struct Tree {
  int size, number;
  ColorSet set;
  Node root;
};

std::uint64_t packed(const Tree& tree) {
  return (static_cast<std::uint64_t>(tree.size) << 58) | (static_cast<std::uint64_t>(tree.number) << 44) |
         (static_cast<std::uint64_t>(tree.set) << 32) | static_cast<std::uint32_t>(tree.root);
}

Tree unpacked(std::uint64_t word) {
  return {static_cast<int>(word >> 58), static_cast<int>((word >> 44) & 0x3fff),
          static_cast<ColorSet>((word >> 32) & 0xfff), static_cast<Node>(word & 0xffffffff)};
}

/// One number in [0, 1) for each decision of each sample; `open` is the size of the tree still to be found.
double uniform_of(std::uint64_t seed, std::uint64_t sample, int slot, int open) {
  return Random(seed, (sample * 16 + static_cast<std::uint64_t>(slot)) * 16 + static_cast<std::uint64_t>(open))
      .uniform();
}

/// The first entry of a cumulative list beyond a share of its total.
template <typename Entry>
const Entry& pick(const std::vector<Entry>& entries, double share) {
  const double ticket = share * entries.back().until;
  auto it =
      std::upper_bound(entries.begin(), entries.end(), ticket, [](double x, const Entry& e) { return x < e.until; });
  return it == entries.end() ? entries.back() : *it;
}

}  // namespace

/// Splits open trees into the part at the root and the branch at a neighbor.  All that need the same tree at the
/// same node do so together: the choices are weighed once for all of them, which is what makes hubs affordable.
class TreeletSampler::Splitter {
 public:
  explicit Splitter(const TreeletTable& table)
      : table_(table), rest_count_(std::size_t{1} << table.sets().colors(), 0.0) {}

  void split(const Open* begin, const Open* end, std::uint64_t first, std::uint64_t seed, std::vector<Node>& nodes,
             std::vector<Open>& further) {
    const Tree whole = unpacked(begin->tree);
    const Treelet& treelet = table_.catalog().trees(whole.size)[whole.number];
    weigh(whole, treelet);
    const int rest_size = whole.size - treelet.branch_size;
    for (; begin != end; ++begin) {
      const Choice& choice = pick(choices_, uniform_of(seed, first + begin->sample, begin->slot, whole.size));
      const auto rest_set = static_cast<ColorSet>(whole.set & ~choice.set);
      open({rest_size, treelet.rest, rest_set, whole.root}, begin->sample, begin->slot, nodes, further);
      open({treelet.branch_size, treelet.branch, choice.set, choice.node}, begin->sample, begin->slot + rest_size,
           nodes, further);
    }
  }

 private:
  struct Choice {
    double until;  // sum of the weights up to here
    Node node;
    ColorSet set;
  };

  void open(const Tree& tree, std::uint32_t sample, int slot, std::vector<Node>& nodes, std::vector<Open>& further) {
    if (tree.size == 1)
      nodes[static_cast<std::size_t>(sample) * table_.catalog().size() + slot] = tree.root;
    else
      further.push_back({packed(tree), sample, static_cast<std::uint8_t>(slot)});
  }

  void weigh(const Tree& whole, const Treelet& treelet) {
    const ColorSets& sets = table_.sets();
    const int b = treelet.branch_size, rest_size = whole.size - b;
    const auto rest = table_.at(rest_size, whole.root, treelet.rest);
    for (std::size_t i = 0; i < rest.keys.size(); ++i)
      rest_count_[sets.set(rest_size, rest.keys[i] - treelet.rest * sets.count(rest_size))] = rest.counts[i];
    choices_.clear();
    double sum = 0;
    auto add = [&](Node u, ColorSet set, double count) {
      if ((set & ~whole.set) != 0) return;
      const double weight = count * rest_count_[whole.set & ~set];
      if (weight > 0) choices_.push_back({sum += weight, u, set});
    };
    for (const Node u : table_.target().neighbors(whole.root)) {
      if (b == 1) {
        add(u, static_cast<ColorSet>(1 << table_.color(u)), 1);
        continue;
      }
      const auto branch = table_.at(b, u, treelet.branch);
      for (std::size_t i = 0; i < branch.keys.size(); ++i)
        add(u, sets.set(b, branch.keys[i] - treelet.branch * sets.count(b)), branch.counts[i]);
    }
    for (const auto key : rest.keys) rest_count_[sets.set(rest_size, key - treelet.rest * sets.count(rest_size))] = 0;
  }

  const TreeletTable& table_;
  std::vector<double> rest_count_;  // by color set; zero between calls
  std::vector<Choice> choices_;
};

TreeletSampler::TreeletSampler(const TreeletTable& table, int threads)
    : table_(table), threads_(thread_count(threads)) {
  for (Node v = 0; v < table.target().size(); ++v) {
    const auto [keys, counts] = table.at(table.catalog().size(), v);
    for (std::size_t i = 0; i < keys.size(); ++i) roots_.push_back({v, keys[i], counts[i]});
  }
}

double TreeletSampler::total(int shape) const {
  double sum = 0;
  for (const Root& root : roots_)
    if (shape == kAnyShape || table_.catalog().shapes()[root.tree] == shape) sum += static_cast<double>(root.count);
  return sum;
}

std::vector<TreeletSampler::Open> TreeletSampler::draw_roots(int shape, std::uint64_t first, std::size_t count,
                                                             std::uint64_t seed) const {
  struct Candidate {
    double until;
    const Root* root;
  };
  std::vector<Candidate> candidates;
  double sum = 0;
  for (const Root& root : roots_)
    if (shape == kAnyShape || table_.catalog().shapes()[root.tree] == shape)
      candidates.push_back({sum += static_cast<double>(root.count), &root});
  const int size = table_.catalog().size();
  std::vector<Open> open(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Root& root = *pick(candidates, uniform_of(seed, first + i, 0, 0)).root;
    open[i] = {packed({size, root.tree, table_.sets().all(), root.node}), i, 0};
  }
  return open;
}

bool TreeletSampler::draw(int shape, std::uint64_t first, std::size_t count, std::uint64_t seed, Control& control,
                          std::vector<Node>& nodes) {
  constexpr std::size_t kPart = 1024;  // open trees per task, rounded up to whole groups
  nodes.assign(count * table_.catalog().size(), -1);
  std::vector<Open> open = draw_roots(shape, first, count, seed);
  std::vector<std::unique_ptr<Splitter>> splitters;
  for (int t = 0; t < threads_; ++t) splitters.push_back(std::make_unique<Splitter>(table_));
  while (!open.empty()) {
    std::sort(open.begin(), open.end());
    std::vector<std::size_t> part{0};
    for (std::size_t i = 1; i < open.size(); ++i)
      if (i - part.back() >= kPart && open[i].tree != open[i - 1].tree) part.push_back(i);
    part.push_back(open.size());
    std::vector<std::vector<Open>> further(part.size() - 1);
    parallel_for(static_cast<std::int64_t>(further.size()), threads_, [&](std::int64_t p, int t) {
      if (control.check_now()) return;
      for (std::size_t i = part[p], end = i; i < part[p + 1]; i = end) {
        while (end < part[p + 1] && open[end].tree == open[i].tree) ++end;
        splitters[t]->split(&open[i], open.data() + end, first, seed, nodes, further[p]);
      }
    });
    if (control.stopped()) return false;
    open.clear();
    for (const auto& more : further) open.insert(open.end(), more.begin(), more.end());
  }
  return true;
}

}  // namespace spminer::sampling
