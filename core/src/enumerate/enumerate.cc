#include "spminer/enumerate/enumerate.hh"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/parallel.hh"
#include "enumerate/anchor_sets.hh"
#include "enumerate/classes.hh"
#include "enumerate/esu.hh"
#include "enumerate/transition_cache.hh"
#include "graph/component.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::enumerate {

namespace {

/// Bits that a code number needs, checked to fit the attachment of `size` nodes.
int code_bits(const CodeTable& codes, int size) {
  if (codes.count() == 0) return 0;
  const int bits = std::bit_width(static_cast<unsigned>(codes.count()));
  if (bits * (size - 1) > 128)
    throw std::invalid_argument("too many different edge labels to enumerate subgraphs of " + std::to_string(size) +
                                " nodes: at most " + std::to_string((1 << (128 / (size - 1))) - 1));
  return bits;
}

/// Follows the walk through the classes and counts every completed subgraph.
template <typename Key>
class Classifier {
 public:
  Classifier(ClassTable& classes, SharedTransitions<Key>& transitions, int size, int bits, Control& control)
      : classes_(classes), size_(size), bits_(bits), ticker_(control), grown_(transitions), finished_(transitions) {}

  void begin(const LocalGraph& graph) { graph_ = &graph; }

  void start(Node root) {
    prefix_[0] = {classes_.single(label(root)), {}};
    nodes_[0] = root;
  }

  void grow(int index, Node w, const Frontier& frontier) {
    const Prefix& old = prefix_[index - 1];
    const Transition& step = grown_.find(old.class_id, attachment(w, old.label, frontier));
    Prefix& prefix = prefix_[index];
    prefix.class_id = step.next;
    for (int i = 0; i < index; ++i) prefix.label.set(i, step.label[old.label[i]]);
    prefix.label.set(index, step.label[index]);
    nodes_[index] = w;
  }

  void finish(const Node* begin, const Node* end, const Frontier& frontier) {
    const Prefix& prefix = prefix_[size_ - 2];
    Node by_label[kMaxEnumerationSize];  // the set so far in its canonical labeling, then the node that completes it
    for (int i = 0; i < size_ - 1; ++i) by_label[prefix.label[i]] = nodes_[i];
    for (; begin != end; begin += std::min<std::ptrdiff_t>(kBatch, end - begin)) {
      const int count = static_cast<int>(std::min<std::ptrdiff_t>(kBatch, end - begin));
      // Two passes, so that the table look-ups of a batch wait for memory together.
      for (int i = 0; i < count; ++i) {
        batch_[i] = attachment(begin[i], prefix.label, frontier);
        finished_.prefetch(Key(prefix.class_id, batch_[i]));
      }
      for (int i = 0; i < count; ++i) {
        const Transition& last = finished_.find(prefix.class_id, batch_[i]);
        by_label[size_ - 1] = begin[i];
        sets_.add(last.next, last.orbits, by_label, last.orbit, size_);
      }
    }
  }

  bool stop() { return ticker_.should_stop(); }

  AnchorSets& sets() { return sets_; }
  Totals& totals() { return totals_; }
  std::uint64_t bytes() const { return grown_.bytes() + finished_.bytes() + sets_.bytes() + totals_.bytes(); }

 private:
  static constexpr int kBatch = 16;
  /// The first nodes of the set: their class, and where they stand in it.
  struct Prefix {
    std::uint32_t class_id = 0;
    Nibbles label;  // in the canonical labeling, of each node by its number in the set
  };

  std::int32_t label(Node u) const { return graph_->labels.empty() ? 0 : graph_->labels[u]; }

  Attachment attachment(Node u, Nibbles label_of, const Frontier& frontier) const {
    Attachment result;
    for_each_bit(frontier.mask(u), [&](int i) { result.mask |= 1u << label_of[i]; });
    if constexpr (!std::is_same_v<Key, PlainKey>) {
      result.label = label(u);
      if (bits_ > 0) {
        const auto codes = frontier.codes(u);
        const auto low = (Frontier::Codes{1} << bits_) - 1;
        for_each_bit(frontier.mask(u),
                     [&](int i) { result.codes |= ((codes >> (bits_ * i)) & low) << (bits_ * label_of[i]); });
      }
    }
    return result;
  }

  ClassTable& classes_;
  int size_, bits_;
  Ticker ticker_;
  const LocalGraph* graph_ = nullptr;
  TransitionCache<Key> grown_, finished_;
  AnchorSets sets_;
  Totals totals_;
  Prefix prefix_[kMaxEnumerationSize];
  Node nodes_[kMaxEnumerationSize];
  Attachment batch_[kBatch];
};

/// One enumeration run: small components are tasks of their own; large ones are shared by all threads, root by root.
template <typename Key>
class Enumeration {
 public:
  Enumeration(const Target& target, const EnumerateParams& params, Control& control)
      : target_(target),
        params_(params),
        control_(control),
        codes_(target),
        bits_(code_bits(codes_, params.size)),
        classes_(target, codes_, bits_),
        transitions_(classes_),
        threads_(thread_count(params.threads)) {
    for (int t = 0; t < threads_; ++t)
      workers_.push_back(std::make_unique<Classifier<Key>>(classes_, transitions_, params.size, bits_, control));
  }

  EnumerateResult run() {
    const ComponentList list = components(target_);
    control_.total = static_cast<std::uint64_t>(target_.size());
    std::vector<std::int64_t> small, large;
    for (std::int64_t c = 0; c < list.count(); ++c) {
      const auto nodes = list.offset[c + 1] - list.offset[c];
      if (nodes < params_.size)
        control_.done += static_cast<std::uint64_t>(nodes);
      else
        (is_large(nodes) ? large : small).push_back(c);
    }
    std::vector<Node> scratch(target_.size());
    for (const auto c : large) share(local_graph(target_, codes_, list[c], scratch));
    run_small(list, small, scratch);
    return collect();
  }

 private:
  // Too large for the others to keep the remaining threads busy, or for one bit per node and class.
  bool is_large(std::int64_t nodes) const {
    return threads_ > 1 ? nodes > std::min<std::int64_t>(1024, target_.size() / (4 * threads_)) : nodes > 1024;
  }

  void run_small(const ComponentList& list, const std::vector<std::int64_t>& small, std::vector<Node>& scratch) {
    // Components do not overlap, so the threads can use one scratch array.
    parallel_for(static_cast<std::int64_t>(small.size()), threads_, [&](std::int64_t task, int t) {
      if (control_.stopped()) return;
      const LocalGraph graph = local_graph(target_, codes_, list[small[task]], scratch);
      Classifier<Key>& worker = *workers_[t];
      worker.begin(graph);
      worker.sets().reset(graph.size());
      Esu esu(graph, params_.size, bits_, worker);
      for (Node root = 0; root < graph.size() && !control_.stopped(); ++root) visit(esu, root, t);
      worker.sets().flush(worker.totals());
    });
  }

  void share(const LocalGraph& graph) {
    std::vector<std::unique_ptr<Esu<Classifier<Key>>>> walks;
    for (auto& worker : workers_) {
      worker->begin(graph);
      worker->sets().reset(graph.size());
      walks.push_back(std::make_unique<Esu<Classifier<Key>>>(graph, params_.size, bits_, *worker));
    }
    parallel_for(graph.size(), threads_, [&](std::int64_t root, int t) {
      if (!control_.stopped()) visit(*walks[t], static_cast<Node>(root), t);
    });
    for (int t = 1; t < threads_; ++t) {
      workers_[0]->sets().absorb(workers_[t]->sets());
      Totals discarded;
      workers_[t]->sets().flush(discarded);
    }
    workers_[0]->sets().flush(workers_[0]->totals());
  }

  void visit(Esu<Classifier<Key>>& esu, Node root, int t) {
    esu.visit(root);
    ++control_.done;
    if (params_.memory_limit != 0 && workers_[t]->bytes() * threads_ + shared_bytes() > params_.memory_limit)
      control_.stop(StopReason::kMemoryLimit);
  }

  EnumerateResult collect() {
    EnumerateResult result;
    result.complete = !control_.stopped();
    for (const auto& worker : workers_) result.table_bytes += worker->bytes();
    result.table_bytes += shared_bytes();
    Totals& totals = workers_[0]->totals();
    for (int t = 1; t < threads_; ++t) totals.absorb(workers_[t]->totals());

    std::vector<Entry> entries;
    totals.for_each([&](std::uint32_t id, std::span<const std::uint64_t> counters) {
      entries.push_back({classes_.key(id).back(), &classes_.key(id), counters});
    });
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.last_word != b.last_word ? a.last_word < b.last_word : *a.key < *b.key;
    });
    result.orbit_offset.push_back(0);
    for (const Entry& entry : entries) {
      result.graph_frequency.push_back(entry.counters[0]);
      result.subgraphs += entry.counters[0];
      result.orbit_offset.push_back(result.orbit_offset.back() + static_cast<std::int64_t>(entry.counters.size()) - 1);
    }
    describe_classes(entries, result);
    return result;
  }

  struct Entry {
    std::uint64_t last_word;  // of the key: spares most comparisons a visit to it
    const PatternKey* key;
    std::span<const std::uint64_t> counters;
  };

  // Every class has its entries in the result by now, so the threads can fill them in any order.  Orbits come in the
  // order of the canonical labeling, in which they were counted; patterns leave in the canonical order.
  void describe_classes(const std::vector<Entry>& entries, EnumerateResult& result) const {
    constexpr std::int64_t kChunk = 4096;
    const auto classes = static_cast<std::int64_t>(entries.size());
    result.keys.resize(entries.size());
    result.orbit_node.resize(result.orbit_offset.back());
    result.anchored_frequency.resize(result.orbit_offset.back());
    parallel_for((classes + kChunk - 1) / kChunk, threads_, [&](std::int64_t chunk, int) {
      for (auto c = chunk * kChunk; c < std::min(classes, (chunk + 1) * kChunk); ++c) {
        const auto orbits = entries[c].counters.subspan(1);
        std::copy(orbits.begin(), orbits.end(), result.anchored_frequency.begin() + result.orbit_offset[c]);
        const ClassDescription description = describe_class(*entries[c].key);
        result.keys[c] = key_of(description.pattern);
        std::copy(description.orbit_node.begin(), description.orbit_node.end(),
                  result.orbit_node.begin() + result.orbit_offset[c]);
      }
    });
  }

  std::uint64_t shared_bytes() const { return classes_.bytes() + transitions_.bytes(); }

  const Target& target_;
  EnumerateParams params_;
  Control& control_;
  CodeTable codes_;
  int bits_;
  ClassTable classes_;
  SharedTransitions<Key> transitions_;
  int threads_;
  std::vector<std::unique_ptr<Classifier<Key>>> workers_;
};

}  // namespace

void check_enumeration_size(int size) {
  if (size < 2 || size > kMaxEnumerationSize)
    throw std::invalid_argument("subgraphs of 2 to " + std::to_string(kMaxEnumerationSize) +
                                " nodes can be enumerated, not " + std::to_string(size));
}

EnumerateResult enumerate_subgraphs(const Target& target, const EnumerateParams& params, Control& control) {
  check_enumeration_size(params.size);
  if (target.labeled() || target.coded()) return Enumeration<FullKey>(target, params, control).run();
  return Enumeration<PlainKey>(target, params, control).run();
}

}  // namespace spminer::enumerate
