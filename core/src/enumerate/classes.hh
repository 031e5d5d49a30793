// Classes of subgraphs, and how adding a node leads from one to the next.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory.hh"
#include "base/parallel.hh"
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

/// Transitions that some thread has computed, for all threads: parts of hash tables with open addressing, which grow by
/// doubling.  A look-up takes no lock: an entry is written before the number of its class, which says that it is there,
/// and a table that has grown stays for those who look into it.
template <typename Key>
class SharedTransitions {
 public:
  explicit SharedTransitions(ClassTable& classes) : classes_(classes) {
    for (std::size_t i = 0; i < kParts; ++i) current_[i] = &start_table(i, kFirstEntries);
  }

  void prefetch(const Key& key) const {
    const std::uint64_t hash = key.hash();
    fetch_ahead(&table(hash).start(hash));
  }

  [[gnu::always_inline]] const Transition& find(std::uint32_t from, const Attachment& attachment) {
    const Key key(from, attachment);
    const std::uint64_t hash = key.hash();
    if (const Transition* known = table(hash).find(key, hash)) return *known;
    return add(key, from, attachment);
  }

  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kParts = 16, kFirstEntries = 64;

  struct Entry {
    Key key;
    Transition transition{kNone, 0, {}, {}};
  };

  struct Table {
    explicit Table(std::size_t capacity) : shift(64 - std::countr_zero(capacity)), entries(capacity) {}

    const Entry& start(std::uint64_t hash) const { return entries[hash >> shift]; }
    /// The transition of a key, or nullptr.
    [[gnu::always_inline]] const Transition* find(const Key& key, std::uint64_t hash) const {
      for (std::size_t i = hash >> shift;; i = (i + 1) & (entries.size() - 1)) {
        if (load_acquire(entries[i].transition.next) == kNone) return nullptr;
        if (entries[i].key == key) return &entries[i].transition;
      }
    }
    const Transition& insert(const Entry& entry) {
      std::size_t i = entry.key.hash() >> shift;
      while (entries[i].transition.next != kNone) i = (i + 1) & (entries.size() - 1);
      Entry& place = entries[i];
      place.key = entry.key;
      place.transition.orbits = entry.transition.orbits;
      place.transition.label = entry.transition.label;
      place.transition.orbit = entry.transition.orbit;
      store_release(place.transition.next, entry.transition.next);
      return place.transition;
    }

    int shift;
    std::vector<Entry> entries;
  };

  struct alignas(64) Part {
    std::mutex mutex;
    std::vector<std::unique_ptr<Table>> tables;  // the last is the one in use
    std::size_t used = 0;
  };

  /// The table that has a key, if any has; it uses the high bits of the hash.
  const Table& table(std::uint64_t hash) const { return *current_[hash % kParts].load(std::memory_order_acquire); }

  Table& start_table(std::size_t part, std::size_t entries) {
    Table& table = *parts_[part].tables.emplace_back(std::make_unique<Table>(entries));
    bytes_.fetch_add(entries * sizeof(Entry), std::memory_order_relaxed);
    return table;
  }

  /// Computes a transition, and keeps it unless another thread was first.
  [[gnu::noinline]] const Transition& add(const Key& key, std::uint32_t from, const Attachment& attachment) {
    const Transition transition = classes_.extend(from, attachment);
    const std::size_t at = key.hash() % kParts;
    Part& part = parts_[at];
    const std::lock_guard lock(part.mutex);
    Table& table = *part.tables.back();
    if (const Transition* known = table.find(key, key.hash())) return *known;
    if (++part.used * 3 <= table.entries.size() * 2) return table.insert({key, transition});
    Table& larger = start_table(at, 2 * table.entries.size());
    for (const Entry& entry : table.entries)
      if (entry.transition.next != kNone) larger.insert(entry);
    const Transition& added = larger.insert({key, transition});
    current_[at].store(&larger, std::memory_order_release);
    return added;
  }

  ClassTable& classes_;
  std::array<Part, kParts> parts_;
  std::array<std::atomic<const Table*>, kParts> current_{};  // of each part, apart from what changes with each entry
  std::atomic<std::uint64_t> bytes_{0};
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
        transitions_(transitions),
        sink_(std::forward<Args>(args)...) {}

  void begin(const LocalGraph& graph) { graph_ = &graph; }

  void start(Node root) {
    prefix_[0] = {classes_.single(label(root)), {}};
    nodes_[0] = root;
  }

  [[gnu::always_inline]] void grow(int index, Node w, const Frontier& frontier) {
    const Prefix& old = prefix_[index - 1];
    const Attachment joined = attachment(w, old.label, frontier);
    const Transition& step = transitions_.find(old.class_id, joined);
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
        transitions_.prefetch(Key(prefix.class_id, batch_[i]));
      }
      for (int i = 0; i < count; ++i) {
        const Transition& last = transitions_.find(prefix.class_id, batch_[i]);
        by_label[size_ - 1] = begin[i];
        sink_.count(batch_[i], last, by_label, size_);
      }
    }
  }

  bool stop() { return ticker_.should_stop() || sink_.full(); }

  Sink& sink() { return sink_; }
  std::uint64_t visited() const { return visited_; }  ///< subgraphs completed so far
  std::uint64_t bytes() const { return sink_.bytes(); }

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
  SharedTransitions<Key>& transitions_;
  Sink sink_;
  Prefix prefix_[kMaxEnumerationSize];
  Node nodes_[kMaxEnumerationSize];
  Attachment batch_[kBatch];
  std::uint64_t visited_ = 0;
};

/// Bits that a code number needs, checked to fit the attachment of `size` nodes.
int code_bits(const CodeTable& codes, int size);

}  // namespace spminer::enumerate
