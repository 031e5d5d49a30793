#include "spminer/enumerate/tally.hh"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/parallel.hh"
#include "enumerate/classifier.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::enumerate {

namespace {

constexpr int kShapeBits = 16;

int label_bits(std::int32_t labels) { return std::bit_width(static_cast<std::uint32_t>(std::max(labels - 1, 1))); }

/// A key and how often it came.
struct Counted {
  std::uint64_t key;
  std::uint64_t count;
};

/// Keys of one part of all keys: those that came lately as they are, the others counted, in order.
class Part {
 public:
  void add(std::span<const std::uint64_t> keys) {
    const std::lock_guard lock(mutex_);
    fresh_.insert(fresh_.end(), keys.begin(), keys.end());
    if (fresh_.size() >= kFresh) compact();
  }

  const std::vector<Counted>& counted() {
    compact();
    return counted_;
  }

  std::uint64_t bytes() const {
    const std::lock_guard lock(mutex_);
    return fresh_.capacity() * sizeof(std::uint64_t) + counted_.capacity() * sizeof(Counted);
  }

 private:
  static constexpr std::size_t kFresh = 1 << 16;

  void compact() {
    std::sort(fresh_.begin(), fresh_.end());
    std::vector<Counted> merged;
    merged.reserve(counted_.size() + fresh_.size() / 2);
    auto old = counted_.begin();
    for (auto it = fresh_.begin(); it != fresh_.end();) {
      const std::uint64_t key = *it;
      const auto next = std::find_if(it, fresh_.end(), [&](std::uint64_t other) { return other != key; });
      while (old != counted_.end() && old->key < key) merged.push_back(*old++);
      std::uint64_t count = static_cast<std::uint64_t>(next - it);
      if (old != counted_.end() && old->key == key) count += (old++)->count;
      merged.push_back({key, count});
      it = next;
    }
    merged.insert(merged.end(), old, counted_.end());
    counted_ = std::move(merged);
    fresh_.clear();
  }

  mutable std::mutex mutex_;
  std::vector<std::uint64_t> fresh_;
  std::vector<Counted> counted_;
};

/// All keys, in parts that threads fill at once.
class Keys {
 public:
  static constexpr std::size_t kParts = 256;
  static std::size_t part_of(std::uint64_t key) { return mix64(key) >> 56; }

  Part& part(std::size_t number) { return parts_[number]; }
  std::uint64_t bytes() const {
    std::uint64_t total = 0;
    for (const Part& part : parts_) total += part.bytes();
    return total;
  }

 private:
  std::array<Part, kParts> parts_;
};

/// Makes a key of each subgraph: its shape, and the labels in the order of the shape that gives the smallest.
class LabelSink {
 public:
  LabelSink(const ClassTable& classes, Keys& keys, std::span<const std::int32_t> labels, int bits)
      : classes_(classes), keys_(keys), labels_(labels), bits_(bits) {}

  void begin(const LocalGraph& graph) { original_ = graph.original; }

  void count(const Transition& last, const Node* nodes, int size) {
    std::array<std::uint64_t, kMaxTallySize> label;
    for (int i = 0; i < size; ++i) label[last.label[i]] = static_cast<std::uint64_t>(labels_[original_[nodes[i]]]);
    std::uint64_t smallest = ~std::uint64_t{0};
    for (const auto& order : orders(last.next, size)) {
      std::uint64_t key = 0;
      for (int i = 0; i < size; ++i) key = (key << bits_) | label[order[i]];
      smallest = std::min(smallest, key);
    }
    push((std::uint64_t{last.next} << (bits_ * size)) | smallest);
  }

  void flush() {
    for (std::size_t part = 0; part < buffers_.size(); ++part) flush(part);
  }
  std::uint64_t bytes() const { return Keys::kParts * kBuffer * sizeof(std::uint64_t); }

 private:
  static constexpr std::size_t kBuffer = 512;
  using Order = std::array<std::uint8_t, kMaxTallySize>;

  void push(std::uint64_t key) {
    auto& buffer = buffers_[Keys::part_of(key)];
    buffer.push_back(key);
    if (buffer.size() == kBuffer) flush(Keys::part_of(key));
  }
  void flush(std::size_t part) {
    keys_.part(part).add(buffers_[part]);
    buffers_[part].clear();
  }

  /// The automorphisms of a shape: orders of its nodes in which it looks the same.
  const std::vector<Order>& orders(std::uint32_t shape, int size) {
    if (shape >= (1u << kShapeBits)) throw std::invalid_argument("too many shapes to tally their labels");
    if (shape >= orders_.size()) orders_.resize(shape + 1);
    if (orders_[shape].empty()) orders_[shape] = automorphisms(classes_.pattern(shape), size);
    return orders_[shape];
  }

  static std::vector<Order> automorphisms(const Pattern& shape, int size) {
    std::vector<Order> found;
    Order order{};
    std::iota(order.begin(), order.begin() + size, std::uint8_t{0});
    do {
      bool same = true;
      for (int i = 0; i < size && same; ++i)
        for (int j = 0; j < i && same; ++j) same = shape.code(i, j) == shape.code(order[i], order[j]);
      if (same) found.push_back(order);
    } while (std::next_permutation(order.begin(), order.begin() + size));
    return found;
  }

  const ClassTable& classes_;
  Keys& keys_;
  std::span<const std::int32_t> labels_;
  int bits_;
  std::span<const Node> original_;
  std::vector<std::vector<Order>> orders_;
  std::array<std::vector<std::uint64_t>, Keys::kParts> buffers_;
};

template <typename Key>
class Tally {
 public:
  Tally(const Target& shapes, std::span<const std::int32_t> labels, const TallyParams& params, Control& control)
      : shapes_(shapes),
        params_(params),
        control_(control),
        codes_(shapes),
        code_bits_(code_bits(codes_, params.size)),
        label_bits_(label_bits(labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1)),
        classes_(shapes, codes_, code_bits_),
        transitions_(classes_),
        threads_(thread_count(params.threads)) {
    for (int t = 0; t < threads_; ++t)
      workers_.push_back(std::make_unique<Worker>(classes_, transitions_, params.size, code_bits_, control, classes_,
                                                  keys_, labels, label_bits_));
  }

  TallyResult run() {
    const ComponentList list = components(shapes_);
    control_.total = static_cast<std::uint64_t>(shapes_.size());
    std::vector<Node> scratch(shapes_.size());
    for (std::int64_t c = 0; c < list.count(); ++c) {
      if (list.offset[c + 1] - list.offset[c] < params_.size)
        control_.done += static_cast<std::uint64_t>(list.offset[c + 1] - list.offset[c]);
      else if (!control_.stopped())
        visit(local_graph(shapes_, codes_, list[c], scratch));
    }
    for (auto& worker : workers_) worker->sink().flush();
    return collect();
  }

 private:
  using Worker = Classifier<Key, LabelSink>;

  void visit(const LocalGraph& graph) {
    std::vector<std::unique_ptr<Esu<Worker>>> walks;
    for (auto& worker : workers_) {
      worker->begin(graph);
      worker->sink().begin(graph);
      walks.push_back(std::make_unique<Esu<Worker>>(graph, params_.size, code_bits_, *worker));
    }
    parallel_for(graph.size(), threads_, [&](std::int64_t root, int t) {
      if (control_.stopped()) return;
      walks[t]->visit(static_cast<Node>(root));
      ++control_.done;
      if (params_.memory_limit != 0 && root % kLook == 0 && bytes() > params_.memory_limit)
        control_.stop(StopReason::kMemoryLimit);
    });
  }

  TallyResult collect() {
    TallyResult result;
    result.complete = !control_.stopped();
    std::vector<std::vector<Counted>> best(Keys::kParts);
    std::vector<std::uint64_t> subgraphs(Keys::kParts), seen(Keys::kParts);
    parallel_for(Keys::kParts, threads_, [&](std::int64_t p, int) {
      const auto& counted = keys_.part(static_cast<std::size_t>(p)).counted();
      seen[p] = counted.size();
      for (const Counted& one : counted) subgraphs[p] += one.count;
      best[p] = most_frequent(counted, params_.most + 1);
    });
    std::vector<Counted> all;
    for (const auto& part : best) all.insert(all.end(), part.begin(), part.end());
    all = most_frequent(all, params_.most + 1);
    if (all.size() > params_.most) {
      result.rest = all.back().count;  // of as many classes as nobody knows: all of them are left out
      std::erase_if(all, [&](const Counted& one) { return one.count <= result.rest; });
    }
    result.subgraphs = std::accumulate(subgraphs.begin(), subgraphs.end(), std::uint64_t{0});
    result.seen = std::accumulate(seen.begin(), seen.end(), std::uint64_t{0});
    describe(all, result);
    return result;
  }

  static std::vector<Counted> most_frequent(std::vector<Counted> counted, std::size_t most) {
    const auto more = [](const Counted& a, const Counted& b) { return a.count > b.count; };
    const auto end = counted.begin() + static_cast<std::ptrdiff_t>(std::min(most, counted.size()));
    std::partial_sort(counted.begin(), end, counted.end(), more);
    counted.erase(end, counted.end());
    return counted;
  }

  void describe(const std::vector<Counted>& counted, TallyResult& result) const {
    std::vector<std::pair<std::uint64_t, PatternKey>> named;
    for (const Counted& one : counted) named.emplace_back(one.count, key_of(canonical_copy(pattern(one.key))));
    std::sort(named.begin(), named.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    for (auto& [count, key] : named) {
      result.graph_frequency.push_back(count);
      result.keys.push_back(std::move(key));
    }
  }

  /// The pattern of a key: its shape with labels, which are told in an order that some automorphism makes the shape's.
  Pattern pattern(std::uint64_t key) const {
    const int size = params_.size;
    Pattern pattern = classes_.pattern(static_cast<std::uint32_t>(key >> (label_bits_ * size)));
    for (int i = 0; i < size; ++i) {
      const auto label = (key >> (label_bits_ * (size - 1 - i))) & ((std::uint64_t{1} << label_bits_) - 1);
      pattern.labels.push_back(static_cast<std::int32_t>(label));
    }
    return pattern;
  }

  std::uint64_t bytes() const {
    std::uint64_t total = keys_.bytes() + classes_.bytes() + transitions_.bytes();
    for (const auto& worker : workers_) total += worker->bytes();
    return total;
  }

  static constexpr std::int64_t kLook = 16;  // roots between two looks at the memory

  const Target& shapes_;
  TallyParams params_;
  Control& control_;
  CodeTable codes_;
  int code_bits_, label_bits_;
  ClassTable classes_;
  SharedTransitions<Key> transitions_;
  int threads_;
  Keys keys_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

bool can_tally(int size, std::int32_t labels) {
  return size >= 2 && size <= kMaxTallySize && label_bits(labels) * size <= 64 - kShapeBits;
}

TallyResult tally_subgraphs(const Target& shapes, std::span<const std::int32_t> labels, const TallyParams& params,
                            Control& control) {
  if (shapes.labeled() || labels.size() != static_cast<std::size_t>(shapes.size()))
    throw std::invalid_argument("a target without labels and one label per node are needed");
  const auto [least, most] = std::minmax_element(labels.begin(), labels.end());
  if (least != labels.end() && *least < 0) throw std::invalid_argument("labels must be 0 or more");
  if (!can_tally(params.size, most == labels.end() ? 0 : *most + 1))
    throw std::invalid_argument("too many labels to tally subgraphs of " + std::to_string(params.size) + " nodes");
  if (shapes.coded()) return Tally<FullKey>(shapes, labels, params, control).run();
  return Tally<PlainKey>(shapes, labels, params, control).run();
}

}  // namespace spminer::enumerate
