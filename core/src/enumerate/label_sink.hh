// The sink of a tally: makes a key of every subgraph, to be counted or to have its anchors noted.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "enumerate/chosen_classes.hh"
#include "enumerate/key_counts.hh"
#include "enumerate/label_keys.hh"
#include "spminer/base/control.hh"

namespace spminer::enumerate {

/// When to end the count, though not the run: as the memory for it is used up, or as much time has passed as is left,
/// since what was counted takes about as long again to have its anchors noted.
class CountingBudget {
 public:
  CountingBudget(const Control& control, std::uint64_t most_bytes) : control_(control), most_bytes_(most_bytes) {}

  void check(std::uint64_t bytes) {
    const std::chrono::duration<double> passed = Control::Clock::now() - started_;
    if (most_bytes_ != 0 && bytes > most_bytes_)
      cut_ = StopReason::kMemoryLimit;
    else if (passed.count() > control_.seconds_left())
      cut_ = StopReason::kTimeLimit;
  }
  StopReason cut() const { return cut_.load(std::memory_order_relaxed); }

 private:
  const Control& control_;
  std::uint64_t most_bytes_;  // 0: no limit
  Control::Clock::time_point started_ = Control::Clock::now();
  std::atomic<StopReason> cut_{StopReason::kNone};
};

/// What the sinks of all threads share.
template <typename Word>
struct TallyState {
  const ClassTable& shapes;
  KeyLayout layout;
  const LabeledNodes& nodes;
  std::vector<std::uint16_t> reversed_code;  ///< number of each code seen from the other end; [0] is no code
  CountingBudget budget;
  KeyCounts<Word> counts{};
  ChosenClasses<Word>* chosen = nullptr;  ///< whose anchors to note; until then subgraphs are counted

  bool ended() const { return chosen == nullptr && budget.cut() != StopReason::kNone; }
};

template <typename Word>
class LabelSink {
 public:
  explicit LabelSink(TallyState<Word>& state)
      : state_(state), bits_(state.layout.code_bits), maker_(state.shapes, state.layout), buffers_(state.counts) {}

  /// Keeps the codes between all nodes of the growing set, by their labels in its class.
  void grow(int index, const Attachment& attachment, const Transition& step) {
    if (bits_ == 0) return;
    const CodeMatrix& old = codes_[index - 1];
    CodeMatrix& codes = codes_[index];
    for (int a = 0; a < index; ++a)
      for (int b = 0; b < index; ++b) codes[step.label[a]][step.label[b]] = old[a][b];
    join(codes, attachment, step.label[index], [&](int a) { return step.label[a]; });
  }

  void count(const Attachment& attachment, const Transition& last, const Node* nodes, int size) {
    Arrangement arrangement;
    for (int i = 0; i < size; ++i) arrangement.place(last.label[i], i, state_.nodes.label[nodes[i]]);
    CodeMatrix& codes = codes_[size - 2];
    if (bits_ > 0) join(codes, attachment, size - 1, [](int a) { return a; });
    const Word key = maker_.make(last.next, arrangement, codes);
    if (state_.chosen == nullptr) return buffers_.push(key);
    if (!state_.chosen->may_have(key)) return;
    pending_[waiting_].key = key;
    for (int p = 0; p < size; ++p) pending_[waiting_].nodes[p] = nodes[arrangement.node(p)];
    if (++waiting_ == pending_.size()) note_pending();
  }

  bool full() {
    if (state_.chosen == nullptr && ++calls_ % Ticker::kPeriod == 0) state_.budget.check(state_.counts.bytes());
    return state_.ended();
  }
  /// Hands over what has not been counted or noted yet.
  void flush() {
    buffers_.flush();
    note_pending();
  }
  std::uint64_t bytes() const { return buffers_.bytes(); }

 private:
  void note_pending() {
    if (waiting_ > 0) state_.chosen->add(std::span(pending_).first(waiting_));
    waiting_ = 0;
  }

  /// Enters the codes of the node that joins as number `own`; `number(a)` is that of the old node with label a.
  template <typename F>
  void join(CodeMatrix& codes, const Attachment& attachment, int own, F&& number) const {
    const auto low = (UInt128{1} << bits_) - 1;
    for_each_bit(attachment.mask, [&](int a) {
      const auto code = static_cast<std::uint16_t>((attachment.codes >> (bits_ * a)) & low);
      codes[own][number(a)] = code;
      codes[number(a)][own] = state_.reversed_code[code];
    });
  }

  TallyState<Word>& state_;
  int bits_;
  KeyMaker<Word> maker_;
  KeyBuffers<Word> buffers_;
  std::array<typename ChosenClasses<Word>::Subgraph, ChosenClasses<Word>::kBatch> pending_;
  std::size_t waiting_ = 0;
  std::uint32_t calls_ = 0;
  std::array<CodeMatrix, kMaxTallySize> codes_{};  // by the number of nodes, less one
};

}  // namespace spminer::enumerate
