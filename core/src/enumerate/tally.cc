// Tally: the most frequent classes of graphs with so many labels that most subgraphs are of a class of their own.
//
// A full enumeration keeps anchor sets of every class, which takes too much memory there.  A tally walks twice or
// three times (esu.hh):
//   1. count       every subgraph becomes a key of one or two words (label_keys.hh), and keys are counted
//                  (tally_tables.hh).  The counts bound what a class can reach, its upper bound.
//   2. collect     anchors of the classes with the largest upper bounds, as far as memory allows
//   3. collect     anchors of the others that can still be among the best; often there are none
//
// Invariant: a class is among the best only if its upper bound is not below the value of the last of them, so the
// result has the same rows as a full enumeration.
// Cost: each walk costs as much as one enumeration.  Memory: a key and a count for each class, in parts that threads
// own in turn.  When time or memory end the first walk, the second covers the same part of the graph, and all
// frequencies are lower bounds.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/parallel.hh"
#include "enumerate/anchor_sets.hh"
#include "enumerate/classes.hh"
#include "enumerate/label_keys.hh"
#include "enumerate/tally_tables.hh"
#include "spminer/base/control.hh"
#include "spminer/enumerate/enumerate.hh"

namespace spminer::enumerate {

/// When to end the count, though not the run: when its memory is used up, or when as much time has passed as is left,
/// since collecting the anchors of what was counted takes about as long again.
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

namespace {

constexpr int kWidestKey = 128;
constexpr std::uint64_t kMost = ~std::uint32_t{0};

/// The numbers of codes as seen from their other ends.
std::vector<std::uint16_t> reversed_codes(const CodeTable& codes) {
  std::vector<std::uint16_t> result{0};
  for (int id = 1; id <= codes.count(); ++id)
    result.push_back(static_cast<std::uint16_t>(codes.id(reversed(codes.code(id)))));
  return result;
}

LocalGraph all_components(const Target& target, const CodeTable& codes, int size) {
  std::vector<Node> scratch(target.size());
  return local_graph(target, codes, components(target, size).nodes, scratch);
}

/// The value that `rank` values (at least 1) are not below, 0 if there are fewer values.
std::uint64_t nth_largest(std::vector<std::uint64_t> values, std::uint64_t rank) {
  if (values.size() < rank) return 0;
  const auto nth = values.begin() + (rank - 1);
  std::nth_element(values.begin(), nth, values.end(), std::greater<>());
  return *nth;
}

/// One walk over every connected set of `size` nodes counts the keys of all; others collect anchors of chosen classes.
template <typename Word>
class Tally {
 public:
  Tally(const Target& target, const TallyParams& params, Control& control)
      : target_(target),
        params_(params),
        control_(control),
        labels_(target),
        codes_(target),
        shapes_(false, false, codes_, 0),
        transitions_(shapes_),
        graph_(all_components(target, codes_, params.size)),
        nodes_(graph_, labels_),
        state_{shapes_, KeyLayout(params.size, labels_.count(), codes_.count()), nodes_, reversed_codes(codes_),
               CountingBudget(control, params.memory_limit / 4 * 3)},
        reader_(shapes_, state_.layout, labels_, codes_),
        threads_(thread_count(params.threads)) {
    for (int t = 0; t < threads_; ++t) {
      workers_.push_back(
          std::make_unique<Worker>(shapes_, transitions_, params.size, state_.layout.code_bits, control, state_));
      workers_.back()->begin(graph_);
      walks_.push_back(std::make_unique<Esu<Worker>>(graph_, params.size, state_.layout.code_bits, *workers_.back()));
    }
  }

  EnumerateResult run() {
    control_.total = 2 * static_cast<std::uint64_t>(graph_.size());
    count_all();
    const std::uint64_t first = first_bound(upper_bounds());
    collect(first, ~std::uint64_t{0});
    if (first > 0 && params_.ranking != Ranking::kGraph && !control_.stopped()) {
      const std::uint64_t last = nth_largest(values(), params_.most) << 32;  // no smaller upper bound reaches the best
      if (last < first) collect(last, first - 1);
    }
    if (state_.budget.cut() != StopReason::kNone) control_.stop(state_.budget.cut());
    return listed();
  }

 private:
  using Worker = ClassVisitor<PlainKey, LabelSink<Word>>;

  void count_all() {
    walk([this] { state_.budget.check(state_.counts.bytes()); });
  }

  /// Visits every subgraph, unless something ends that; `before` is called at each root.
  template <typename F>
  void walk(F&& before) {
    parallel_for(graph_.size(), threads_, [&](std::int64_t root, int t) {
      before();
      if (control_.stopped() || state_.ended()) return;
      walks_[t]->visit(static_cast<Node>(root));
      ++control_.done;
    });
    for (auto& worker : workers_) worker->sink().flush();
  }

  /// The least upper bound of the classes to collect anchors of at first.
  std::uint64_t first_bound(const std::vector<std::uint64_t>& upper_bounds) const {
    if (params_.most == 0) return 0;
    const std::uint64_t needed = nth_largest(upper_bounds, params_.most);
    if (params_.ranking == Ranking::kGraph) return needed;
    const std::uint64_t classes = std::min(params_.first_choice, room() / class_bytes());
    const std::uint64_t beyond = nth_largest(upper_bounds, classes + 1);
    return std::min(needed, beyond + 1);  // of equal bounds, all or none
  }

  /// Bytes for the classes that are chosen at first.
  std::uint64_t room() const {
    constexpr std::uint64_t kRoom = 1 << 26;
    if (params_.memory_limit == 0) return kRoom;
    return std::min(kRoom, params_.memory_limit - std::min(bytes(), params_.memory_limit));
  }

  /// What a chosen class takes, at most or nearly so.
  std::uint64_t class_bytes() const {
    constexpr std::uint64_t kNameAndPlaces = 384;
    const std::uint64_t largest_set = *std::max_element(nodes_.count.begin(), nodes_.count.end()) / 8 + 1;
    return kNameAndPlaces + largest_set * params_.size;
  }

  /// What a class can reach at most, in the high half of a word, and its count in the low half.  No orbit has more
  /// nodes in a subgraph than there are with its label, nor more in the graph.
  std::uint64_t upper_bound(Word key, std::uint64_t count) const {
    if (params_.ranking == Ranking::kGraph) return count;
    std::uint64_t least = kMost, most = 0;
    for (int i = 0; i < params_.size; ++i) {
      const int label = state_.layout.label(key, i);
      std::uint64_t alike = 0;
      for (int j = 0; j < params_.size; ++j) alike += state_.layout.label(key, j) == label;
      const std::uint64_t reach = std::min<std::uint64_t>(alike * count, nodes_.count[label]);
      least = std::min(least, reach);
      most = std::max(most, reach);
    }
    return ((params_.ranking == Ranking::kAnchored ? most : least) << 32) | std::min(count, kMost);
  }

  /// Those of all classes, part by part.
  std::vector<std::uint64_t> upper_bounds() const {
    std::vector<std::vector<std::uint64_t>> parts(KeyCounts<Word>::kParts);
    parallel_for(KeyCounts<Word>::kParts, threads_, [&](std::int64_t part, int) {
      state_.counts.for_each(part,
                             [&](Word key, std::uint64_t count) { parts[part].push_back(upper_bound(key, count)); });
    });
    std::vector<std::uint64_t> result;
    for (auto& part : parts) {
      result.insert(result.end(), part.begin(), part.end());
      std::vector<std::uint64_t>().swap(part);
    }
    return result;
  }

  /// Collects the anchors of the classes whose upper bound is in a range.
  void collect(std::uint64_t least, std::uint64_t most) {
    std::vector<CountedKey<Word>> chosen;
    for (std::size_t part = 0; part < KeyCounts<Word>::kParts; ++part)
      state_.counts.for_each(part, [&](Word key, std::uint64_t count) {
        const std::uint64_t own = upper_bound(key, count);
        if (own >= least && own <= most) chosen.push_back({key, count});
      });
    if (chosen.empty()) return;
    rounds_.push_back(
        std::make_unique<ChosenClasses<Word>>(std::move(chosen), reader_, target_.labeled(), nodes_, threads_));
    ChosenClasses<Word>& round = *rounds_.back();
    if (params_.memory_limit != 0 && bytes() > params_.memory_limit) control_.stop(StopReason::kMemoryLimit);
    if (!control_.stopped()) {
      round.open();
      note_anchors(round);
    }
    round.close(threads_);
  }

  void note_anchors(ChosenClasses<Word>& round) {
    state_.chosen = &round;
    control_.total = (1 + rounds_.size()) * static_cast<std::uint64_t>(graph_.size());
    walk([] {});
  }

  /// What each class of which anchors were collected is ranked by.
  std::vector<std::uint64_t> values() const {
    std::vector<std::uint64_t> result;
    for (const auto& round : rounds_)
      for (std::size_t c = 0; c < round->size(); ++c) result.push_back(value(round->counters(c)));
    return result;
  }

  std::uint64_t value(std::span<const std::uint64_t> counters) const {
    const auto orbits = counters.subspan(1);
    if (params_.ranking == Ranking::kGraph) return counters[0];
    return params_.ranking == Ranking::kAnchored ? *std::max_element(orbits.begin(), orbits.end())
                                                 : *std::min_element(orbits.begin(), orbits.end());
  }

  EnumerateResult listed() {
    EnumerateResult result;
    result.complete = !control_.stopped();
    result.seen = state_.counts.size();
    result.table_bytes = bytes();
    for (std::size_t part = 0; part < KeyCounts<Word>::kParts; ++part)
      state_.counts.for_each(part, [&](Word, std::uint64_t count) { result.subgraphs += count; });
    const std::uint64_t least = params_.most == 0 ? 0 : nth_largest(values(), params_.most);
    std::vector<CountedClass> best;
    for (const auto& round : rounds_)
      for (std::size_t c = 0; c < round->size(); ++c)
        if (value(round->counters(c)) >= least) best.emplace_back(round->name(c), round->counters(c));
    list_classes(std::move(best), threads_, result);
    return result;
  }

  std::uint64_t bytes() const {
    std::uint64_t total = state_.counts.bytes() + shapes_.bytes() + transitions_.bytes();
    for (const auto& worker : workers_) total += worker->bytes();
    for (const auto& round : rounds_) total += round->bytes();
    return total;
  }

  const Target& target_;
  TallyParams params_;
  Control& control_;
  LabelTable labels_;
  CodeTable codes_;
  ClassTable shapes_;
  SharedTransitions<PlainKey> transitions_;
  LocalGraph graph_;
  LabeledNodes nodes_;
  TallyState<Word> state_;
  KeyReader<Word> reader_;
  int threads_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::unique_ptr<Esu<Worker>>> walks_;
  std::vector<std::unique_ptr<ChosenClasses<Word>>> rounds_;
};

int key_bits(const Target& target, int size) {
  return KeyLayout(size, LabelTable(target).count(), CodeTable(target).count()).bits();
}

}  // namespace

bool can_tally(const Target& target, int size) {
  return size >= 2 && size <= kMaxTallySize && key_bits(target, size) <= kWidestKey;
}

EnumerateResult tally_subgraphs(const Target& target, const TallyParams& params, Control& control) {
  if (params.size < 2 || params.size > kMaxTallySize)
    throw std::invalid_argument("invalid size of subgraphs: a tally has 2 to " + std::to_string(kMaxTallySize) +
                                " nodes, not " + std::to_string(params.size));
  if (!can_tally(target, params.size))
    throw std::invalid_argument("too many different labels to tally subgraphs of " + std::to_string(params.size) +
                                " nodes");
  if (key_bits(target, params.size) <= 64) return Tally<std::uint64_t>(target, params, control).run();
  return Tally<UInt128>(target, params, control).run();
}

}  // namespace spminer::enumerate
