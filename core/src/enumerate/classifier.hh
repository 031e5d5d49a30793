// The walk through classes: which class each subgraph has, told to a sink that counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "enumerate/classes.hh"
#include "enumerate/esu.hh"
#include "enumerate/transition_cache.hh"
#include "spminer/base/control.hh"
#include "spminer/enumerate/enumerate.hh"

namespace spminer::enumerate {

/// The visitor of an ESU that follows the growing set through the classes.  The sink hears of
///   sink.grow(index, attachment, step)            the set has node number `index` now, which stands where step says
///   sink.count(attachment, last, nodes, size)     a completed subgraph: nodes[i] (local numbers) has the label i of
///   the
///                                                 smaller class, the new one comes last; `last` says where that is in
///                                                 the larger class
///   sink.full()                                   asked at each growth; true ends the walk
template <typename Key, typename Sink>
class Classifier {
 public:
  template <typename... Args>
  Classifier(ClassTable& classes, SharedTransitions<Key>& transitions, int size, int bits, Control& control,
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

  void grow(int index, Node w, const Frontier& frontier) {
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
        sink_.count(batch_[i], last, by_label, size_);
      }
    }
  }

  bool stop() { return ticker_.should_stop() || sink_.full(); }

  Sink& sink() { return sink_; }
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

  Attachment attachment(Node u, Nibbles label_of, const Frontier& frontier) const {
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
};

/// Bits that a code number needs, checked to fit the attachment of `size` nodes.
int code_bits(const CodeTable& codes, int size);

}  // namespace spminer::enumerate
