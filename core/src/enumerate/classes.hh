// Classes of subgraphs, and how adding a node leads from one to the next.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory.hh"
#include "enumerate/esu.hh"
#include "graph/components.hh"
#include "pattern/class_registry.hh"
#include "spminer/base/control.hh"
#include "spminer/base/int128.hh"
#include "spminer/base/random.hh"
#include "spminer/enumerate/enumerate.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::enumerate {

/// Sixteen numbers of four bits.
class Nibbles {
 public:
  constexpr Nibbles() = default;
  constexpr int operator[](int i) const { return static_cast<int>((word_ >> (4 * i)) & 15); }
  constexpr void set(int i, int value) {
    word_ = (word_ & ~(std::uint64_t{15} << (4 * i))) | (static_cast<std::uint64_t>(value) << (4 * i));
  }

 private:
  std::uint64_t word_ = 0;
};

/// How a node joins a subgraph that is numbered by its canonical labeling: to which nodes, with which codes, and its
/// own label.
struct Attachment {
  std::uint32_t mask = 0;
  std::int32_t label = 0;
  UInt128 codes = 0;  ///< code number to each node, code_bits apiece

  friend bool operator==(const Attachment&, const Attachment&) = default;
};

/// Where an attachment leads.
struct Transition {
  std::uint32_t next = 0;   ///< class of the larger subgraph
  std::uint8_t orbits = 0;  ///< number of its orbits
  Nibbles label;            ///< label in the larger class of each label in the smaller one, and of the new node last
  Nibbles orbit;            ///< orbit number of each label in the smaller class, and of the new node last
};

/// All classes met so far, of all sizes up to the one enumerated.  Shared by all threads.
class ClassTable {
 public:
  /// Whether classes tell node labels, and codes of edges, apart.
  ClassTable(bool labeled, bool coded, const CodeTable& codes, int code_bits);

  /// Class of a single node.
  std::uint32_t single(std::int32_t label);
  /// Computes a transition: one canonical form.
  Transition extend(std::uint32_t from, const Attachment& attachment);

  /// Key of a class's pattern in the canonical labeling.
  const PatternKey& key(std::uint32_t id) const { return registry_.key(id); }
  const ClassRegistry& registry() const { return registry_; }
  Pattern pattern(std::uint32_t id) const { return pattern_from_key(key(id)); }
  std::uint64_t bytes() const { return registry_.bytes(); }

 private:
  bool labeled_, coded_;
  const CodeTable& codes_;
  int code_bits_;
  ClassRegistry registry_;
};

// Remembered transitions between classes: one probe instead of one canonical form.

/// Class and attachment in one comparable value: a single word when nodes and edges are plain.
struct PlainKey {
  std::uint64_t word = 0;
  PlainKey() = default;
  PlainKey(std::uint32_t from, const Attachment& attachment)
      : word((static_cast<std::uint64_t>(from) << 32) | attachment.mask) {}
  std::uint64_t hash() const { return word * 0x9e3779b97f4a7c15ULL; }
  friend bool operator==(const PlainKey&, const PlainKey&) = default;
};

struct FullKey {
  std::uint32_t from = 0;
  Attachment attachment;
  FullKey() = default;
  FullKey(std::uint32_t class_id, const Attachment& a) : from(class_id), attachment(a) {}
  std::uint64_t hash() const {
    const auto low = static_cast<std::uint64_t>(attachment.codes),
               high = static_cast<std::uint64_t>(attachment.codes >> 64);
    const auto join = (static_cast<std::uint64_t>(from) << 32) | static_cast<std::uint32_t>(attachment.label);
    return mix64(mix64(join ^ (static_cast<std::uint64_t>(attachment.mask) << 16)) ^ low ^
                 (high * 0x9e3779b97f4a7c15ULL));
  }
  friend bool operator==(const FullKey&, const FullKey&) = default;
};

/// Open addressing; grows by doubling.  Pointers stay valid until the next insert().
template <typename Key>
class TransitionTable {
 public:
  TransitionTable() { resize(1 << 10); }

  void prefetch(const Key& key) const { fetch_ahead(&entries_[key.hash() >> shift_]); }

  /// The transition of a key, or nullptr.
  [[gnu::always_inline]] const Transition* find(const Key& key) const {
    for (std::size_t i = key.hash() >> shift_;; i = (i + 1) & (entries_.size() - 1)) {
      if (entries_[i].transition.next == kNone) return nullptr;
      if (entries_[i].key == key) return &entries_[i].transition;
    }
  }

  /// Adds a key that is not there yet.
  const Transition* insert(const Key& key, const Transition& transition) {
    if (++used_ * 3 > entries_.size() * 2) resize(entries_.size() * 2);
    Entry& entry = free_entry(key);
    entry = {key, transition};
    return &entry.transition;
  }

  std::uint64_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Entry {
    Key key;
    Transition transition{kNone, 0, {}, {}};
  };

  Entry& free_entry(const Key& key) {
    std::size_t i = key.hash() >> shift_;
    while (entries_[i].transition.next != kNone) i = (i + 1) & (entries_.size() - 1);
    return entries_[i];
  }

  void resize(std::size_t capacity) {
    std::vector<Entry> old(capacity);
    old.swap(entries_);
    shift_ = 64 - std::countr_zero(capacity);
    for (const Entry& entry : old)
      if (entry.transition.next != kNone) free_entry(entry.key) = entry;
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  int shift_ = 0;
};

/// Transitions that some thread has computed, for all threads.
template <typename Key>
class SharedTransitions {
 public:
  explicit SharedTransitions(ClassTable& classes) : classes_(classes) {}

  Transition get(const Key& key, std::uint32_t from, const Attachment& attachment) {
    Shard& shard = shards_[key.hash() % kShards];  // low bits: the table uses the high ones
    {
      const std::lock_guard lock(shard.mutex);
      if (const Transition* known = shard.table.find(key)) return *known;
    }
    const Transition transition = classes_.extend(from, attachment);
    const std::lock_guard lock(shard.mutex);
    if (shard.table.find(key) == nullptr) shard.table.insert(key, transition);
    return transition;
  }

  std::uint64_t bytes() const {
    std::uint64_t total = 0;
    for (const Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      total += shard.table.bytes();
    }
    return total;
  }

 private:
  static constexpr std::size_t kShards = 64;
  struct Shard {
    mutable std::mutex mutex;
    TransitionTable<Key> table;
  };

  ClassTable& classes_;
  std::array<Shard, kShards> shards_;
};

/// A thread's own copy of the transitions it has used: a look-up takes no lock.
template <typename Key>
class TransitionCache {
 public:
  explicit TransitionCache(SharedTransitions<Key>& shared) : shared_(shared) {}

  void prefetch(const Key& key) const { own_.prefetch(key); }
  [[gnu::always_inline]] const Transition& find(std::uint32_t from, const Attachment& attachment) {
    const Key key(from, attachment);
    if (const Transition* known = own_.find(key)) return *known;
    return *own_.insert(key, shared_.get(key, from, attachment));
  }
  std::uint64_t bytes() const { return own_.bytes(); }

 private:
  SharedTransitions<Key>& shared_;
  TransitionTable<Key> own_;
};

// The walk through classes: which class each subgraph has.  A sink counts them.

// Functions in the inner loop say whether they are inlined: the compiler's own choice depends on how many engines a
// source has, and a wrong one takes a third more time.

/// The visitor of an ESU that follows the growing set through the classes.  It calls
///   sink.grow(index, attachment, step)            the set has node number `index` now, which stands where step says
///   sink.count(attachment, last, nodes, size)     a completed subgraph: nodes[i] (local numbers) has the label i of
///                                                 the smaller class, the new one comes last; `last` says where that is
///                                                 in the larger class
///   sink.full()                                   at each growth; true ends the walk
template <typename Key, typename Sink>
class ClassVisitor {
 public:
  template <typename... Args>
  ClassVisitor(ClassTable& classes, SharedTransitions<Key>& transitions, int size, int bits, Control& control,
               Args&&... args)
      : classes_(classes),
        size_(size),
        bits_(bits),
        ticker_(control),
        grown_(transitions),
        finished_(transitions),
        sink_(std::forward<Args>(args)...) {}

  void begin(const LocalGraph& graph) { graph_ = &graph; }

  void start(Node root) {
    prefix_[0] = {classes_.single(label(root)), {}};
    nodes_[0] = root;
  }

  [[gnu::always_inline]] void grow(int index, Node w, const Frontier& frontier) {
    const Prefix& old = prefix_[index - 1];
    const Attachment joined = attachment(w, old.label, frontier);
    const Transition& step = grown_.find(old.class_id, joined);
    Prefix& prefix = prefix_[index];
    prefix.class_id = step.next;
    for (int i = 0; i < index; ++i) prefix.label.set(i, step.label[old.label[i]]);
    prefix.label.set(index, step.label[index]);
    nodes_[index] = w;
    sink_.grow(index, joined, step);
  }

  [[gnu::noinline]] void finish(const Node* begin, const Node* end, const Frontier& frontier) {
    visited_ += static_cast<std::uint64_t>(end - begin);
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
        sink_.count(batch_[i], last, by_label, size_);
      }
    }
  }

  bool stop() { return ticker_.should_stop() || sink_.full(); }

  Sink& sink() { return sink_; }
  std::uint64_t visited() const { return visited_; }  ///< subgraphs completed so far
  std::uint64_t bytes() const { return grown_.bytes() + finished_.bytes() + sink_.bytes(); }

 private:
  static constexpr int kBatch = 16;
  static constexpr bool kLabeled = !std::is_same_v<Key, PlainKey>;  // whether classes know of node labels
  /// The first nodes of the set: their class, and where they stand in it.
  struct Prefix {
    std::uint32_t class_id = 0;
    Nibbles label;  // in the canonical labeling, of each node by its number in the set
  };

  std::int32_t label(Node u) const { return !kLabeled || graph_->labels.empty() ? 0 : graph_->labels[u]; }

  [[gnu::always_inline]] Attachment attachment(Node u, Nibbles label_of, const Frontier& frontier) const {
    Attachment result;
    for_each_bit(frontier.mask(u), [&](int i) { result.mask |= 1u << label_of[i]; });
    if constexpr (kLabeled) result.label = label(u);
    if (bits_ > 0) {
      const auto codes = frontier.codes(u);
      const auto low = (Frontier::Codes{1} << bits_) - 1;
      for_each_bit(frontier.mask(u),
                   [&](int i) { result.codes |= ((codes >> (bits_ * i)) & low) << (bits_ * label_of[i]); });
    }
    return result;
  }

  ClassTable& classes_;
  int size_, bits_;
  Ticker ticker_;
  const LocalGraph* graph_ = nullptr;
  TransitionCache<Key> grown_, finished_;
  Sink sink_;
  Prefix prefix_[kMaxEnumerationSize];
  Node nodes_[kMaxEnumerationSize];
  Attachment batch_[kBatch];
  std::uint64_t visited_ = 0;
};

/// Bits that a code number needs, checked to fit the attachment of `size` nodes.
int code_bits(const CodeTable& codes, int size);

}  // namespace spminer::enumerate
