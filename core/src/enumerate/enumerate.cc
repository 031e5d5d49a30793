// Exact enumeration of the connected induced subgraphs of one size, by one engine for the whole and for parts.
//
// Every component with enough nodes becomes a compact graph, whose nodes are the roots of an ESU walk (esu.hh).  A
// visitor follows each growing set from class to class (classes.hh) and notes its nodes by class and orbit
// (anchor_sets.hh).
//
// The whole: all components, by all threads.  Small components are tasks of one thread each; the threads share the
// roots of a large one and unite their anchor sets at its end. A part: some roots, by one thread, until a quota is
// exceeded.  Components that the part has alone leave numbers of anchors; those that it shares with other parts leave
// the anchor sets, which PartialClasses unites (parts.cc).
//
// Time: proportional to the number of subgraphs of up to `size` nodes, and one canonical form for each way in which a
// node joins a class.  Memory: the tables of classes and transitions, and one bit for each node, class and orbit of a
// component, in pages where it is large.  No result depends on threads or on how parts are cut.  A run that is stopped
// has counted each subgraph that it visited, so all its frequencies are lower bounds.
#include "spminer/enumerate/enumerate.hh"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "base/parallel.hh"
#include "enumerate/anchor_sets.hh"
#include "enumerate/classes.hh"
#include "enumerate/part_format.hh"
#include "graph/components.hh"
#include "spminer/base/bits.hh"
#include "spminer/enumerate/parts.hh"

namespace spminer::enumerate {

/// What all runs over one target share.
class PartialEnumerator::Engine {
 public:
  Engine(const Target& target, int size)
      : target_(target),
        size_(size),
        codes_(target),
        bits_(code_bits(codes_, size)),
        classes_(target.labeled(), target.coded(), codes_, bits_),
        list_(components(target, size)) {
    for (std::int64_t c = 0; c < list_.count(); ++c)
      first_word_.push_back(first_word_.back() + static_cast<std::int64_t>(words_for(list_[c].size())));
  }
  virtual ~Engine() = default;

  virtual EnumerateResult run_whole(const EnumerateParams& params, Control& control) = 0;
  virtual PartialResult run_part(const RootRange& range, const PartQuota& quota, Control& control) = 0;

  std::int64_t roots() const { return list_.offset.back(); }

  std::vector<std::int64_t> degrees() const {
    std::vector<std::int64_t> result;
    for (std::int64_t c = 0; c < list_.count(); ++c) {
      const auto begin = static_cast<std::ptrdiff_t>(result.size());
      for (const Node u : list_[c]) result.push_back(target_.degree(u));
      std::sort(result.begin() + begin, result.end());  // as the compact graph numbers them
    }
    return result;
  }

 protected:
  const Target& target_;
  int size_;
  CodeTable codes_;
  int bits_;
  ClassTable classes_;
  ComponentList list_;                       // those with enough nodes
  std::vector<std::int64_t> first_word_{0};  // of each component, in the anchor sets of all; no more words than nodes
};

namespace {

constexpr std::int64_t kLarge = 1024;  // a component of more nodes is shared by threads, and kept between parts

/// What one part has found.
class FoundInPart {
 public:
  explicit FoundInPart(const ClassTable& classes) : classes_(classes) {}

  /// A component that no other part has: sizes of sets are enough.
  void add_whole(AnchorSets& sets) { sets.flush(whole_); }
  /// One that others share: the sets themselves, whose words begin at `first`.
  void add_shared(AnchorSets& sets, std::int64_t first) {
    sets.for_each_class(
        [&](std::uint32_t id, int orbits, std::uint64_t subgraphs) { whole_.counters(id, orbits)[0] += subgraphs; });
    sets.for_each_word([&](std::uint32_t id, std::uint32_t word, std::span<const std::uint64_t> bits) {
      words_.push_back({id, static_cast<std::uint32_t>(first + word), {bits.begin(), bits.end()}});
    });
    sets.clear();
  }

  std::uint64_t bytes() const { return whole_.kept_bytes(); }

  std::vector<std::uint64_t> packed() const {
    PartWriter writer;
    std::map<std::uint32_t, std::uint32_t> place;
    whole_.for_each([&](std::uint32_t id, std::span<const std::uint64_t> counters) {
      place.emplace(id, static_cast<std::uint32_t>(place.size()));
      writer.add_class(classes_.key(id), counters);
    });
    for (const Word& word : words_) writer.add_word(place.at(word.class_id), word.number, word.bits);
    return writer.packed();
  }

 private:
  struct Word {
    std::uint32_t class_id, number;
    std::vector<std::uint64_t> bits;
  };
  const ClassTable& classes_;
  Totals whole_;
  std::vector<Word> words_;
};

template <typename Key>
class TypedEngine final : public PartialEnumerator::Engine {
 public:
  TypedEngine(const Target& target, int size) : Engine(target, size), transitions_(classes_) {}

  EnumerateResult run_whole(const EnumerateParams& params, Control& control) override {
    const int threads = thread_count(params.threads);
    std::vector<std::unique_ptr<Visitor>> visitors;
    for (int t = 0; t < threads; ++t) visitors.push_back(make_visitor(control));
    control.total = static_cast<std::uint64_t>(target_.size());
    control.done += control.total - static_cast<std::uint64_t>(roots());
    const auto visit = [&](Esu<Visitor>& esu, Node root, int t) {
      esu.visit(root);
      ++control.done;
      if (params.memory_limit != 0 && visitors[t]->bytes() * threads + shared_bytes() > params.memory_limit)
        control.stop(StopReason::kMemoryLimit);
    };

    std::vector<Node> scratch(target_.size());
    std::vector<std::pair<double, std::int64_t>> small;  // by a rough measure of the work, the most first
    // Too large for the others to keep the remaining threads busy, or for one bit per node and class.
    const std::int64_t large = threads > 1 ? std::min<std::int64_t>(kLarge, target_.size() / (4 * threads)) : kLarge;
    for (std::int64_t c = 0; c < list_.count(); ++c) {
      if (static_cast<std::int64_t>(list_[c].size()) <= large) {
        small.emplace_back(-stars(list_[c]), c);
        continue;
      }
      const LocalGraph graph = local_graph(target_, codes_, list_[c], scratch, threads);
      std::vector<std::unique_ptr<Esu<Visitor>>> walks(threads);
      parallel_for(threads, threads,
                   [&](std::int64_t t, int) { walks[t] = std::make_unique<Esu<Visitor>>(begin(*visitors[t], graph)); });
      parallel_for(graph.size(), threads, [&](std::int64_t root, int t) {
        if (!control.stopped()) visit(*walks[t], static_cast<Node>(root), t);
      });
      unite_parts(threads, [&](int into, int from) {
        visitors[into]->sink().sets().absorb(visitors[from]->sink().sets());
        visitors[from]->sink().sets().clear();
      });
      visitors[0]->sink().flush();
    }
    std::sort(small.begin(), small.end());  // what takes long comes first
    // Components do not overlap, so the threads can use one scratch array.
    parallel_for(static_cast<std::int64_t>(small.size()), threads, [&](std::int64_t task, int t) {
      if (control.stopped()) return;
      const LocalGraph graph = local_graph(target_, codes_, list_[small[task].second], scratch);
      Esu<Visitor> esu = begin(*visitors[t], graph);
      for (Node root = 0; root < graph.size() && !control.stopped(); ++root) visit(esu, root, t);
      visitors[t]->sink().flush();
    });

    std::uint64_t bytes = shared_bytes();
    for (const auto& visitor : visitors) bytes += visitor->bytes();
    unite_parts(threads,
                [&](int into, int from) { visitors[into]->sink().totals().absorb(visitors[from]->sink().totals()); });
    EnumerateResult result = list_totals(visitors[0]->sink().totals(), classes_.registry(), threads);
    result.complete = !control.stopped();
    result.table_bytes = bytes;
    return result;
  }

  PartialResult run_part(const RootRange& range, const PartQuota& quota, Control& control) override {
    const bool one = range.last - range.first == 1;
    if (range.first < 0 || range.first > range.last || range.last > roots() || range.branch < 0 ||
        (range.branch_end >= 0 && !one))
      throw std::invalid_argument("invalid range of roots");
    control.total = static_cast<std::uint64_t>(range.last - range.first);
    const std::unique_ptr<Visitor> visitor = make_visitor(control);
    FoundInPart found(classes_);
    std::vector<Node> scratch;
    PartialResult result;
    result.unfinished = range;
    RootRange& rest = result.unfinished;
    const auto more = [&] {
      if (visitor->visited() == 0) return !control.stopped();
      return visitor->visited() <= quota.subgraphs &&
             found.bytes() + visitor->sink().sets().kept_bytes() <= quota.bytes && !control.stopped();
    };
    while (rest.first < range.last && result.branches == 0 && !control.stopped()) {
      const auto c = std::upper_bound(list_.offset.begin(), list_.offset.end(), rest.first) - list_.offset.begin() - 1;
      const std::int64_t start = list_.offset[c], end = std::min(range.last, list_.offset[c + 1]);
      const std::shared_ptr<const LocalGraph> graph = kept_graph(c, scratch);
      const bool from_start = rest.first == start && rest.branch == 0;
      Esu<Visitor> esu = begin(*visitor, *graph);
      while (rest.first < end) {
        const auto at = esu.visit_branches(static_cast<Node>(rest.first - start), rest.branch, rest.branch_end, more);
        if (control.check_now()) break;
        if (at.next < at.branches) {  // the quota ended it
          rest.branch = at.next;
          result.branches = at.branches;
          break;
        }
        rest = {.first = rest.first + 1, .last = rest.last};
        ++control.done;
      }
      if (from_start && rest.first == list_.offset[c + 1] && range.branch_end < 0)
        found.add_whole(visitor->sink().sets());
      else
        found.add_shared(visitor->sink().sets(), first_word_[c]);
    }
    result.complete = !control.stopped();
    result.subgraphs = visitor->visited();
    result.packed = found.packed();
    return result;
  }

 private:
  using Visitor = ClassVisitor<Key, AnchorSink>;

  /// Maps of stars into a component: they grow with the work for its subgraphs.
  double stars(std::span<const Node> nodes) const {
    double maps = 0;
    for (const Node u : nodes) maps += std::pow(static_cast<double>(target_.degree(u)), size_ - 1);
    return maps;
  }

  std::unique_ptr<Visitor> make_visitor(Control& control) {
    return std::make_unique<Visitor>(classes_, transitions_, size_, bits_, control);
  }

  /// A walk over a component.
  Esu<Visitor> begin(Visitor& visitor, const LocalGraph& graph) const {
    visitor.begin(graph);
    visitor.sink().sets().reset(graph.size());
    return Esu<Visitor>(graph, size_, bits_, visitor);
  }

  std::uint64_t shared_bytes() const { return classes_.bytes() + transitions_.bytes(); }

  /// The compact graph of a component for a part; that of a large one is made once.
  std::shared_ptr<const LocalGraph> kept_graph(std::int64_t c, std::vector<Node>& scratch) {
    const auto make = [&] {
      scratch.resize(target_.size());
      return std::make_shared<const LocalGraph>(local_graph(target_, codes_, list_[c], scratch));
    };
    if (static_cast<std::int64_t>(list_[c].size()) <= kLarge) return make();
    const std::lock_guard lock(mutex_);
    auto& known = graphs_[c];
    if (!known) known = make();
    return known;
  }

  SharedTransitions<Key> transitions_;
  std::mutex mutex_;
  std::map<std::int64_t, std::shared_ptr<const LocalGraph>> graphs_;
};

std::unique_ptr<PartialEnumerator::Engine> make_engine(const Target& target, int size) {
  check_enumeration_size(size);
  if (target.labeled() || target.coded()) return std::make_unique<TypedEngine<FullKey>>(target, size);
  return std::make_unique<TypedEngine<PlainKey>>(target, size);
}

}  // namespace

int code_bits(const CodeTable& codes, int size) {
  if (codes.count() == 0) return 0;
  const int bits = std::bit_width(static_cast<unsigned>(codes.count()));
  if (bits * (size - 1) > 128)
    throw std::invalid_argument("too many different edge labels to enumerate subgraphs of " + std::to_string(size) +
                                " nodes: at most " + std::to_string((1 << (128 / (size - 1))) - 1));
  return bits;
}

void check_enumeration_size(int size) {
  if (size < 2 || size > kMaxEnumerationSize)
    throw std::invalid_argument("subgraphs of 2 to " + std::to_string(kMaxEnumerationSize) +
                                " nodes can be enumerated, not " + std::to_string(size));
}

EnumerateResult enumerate_subgraphs(const Target& target, const EnumerateParams& params, Control& control) {
  return make_engine(target, params.size)->run_whole(params, control);
}

PartialEnumerator::PartialEnumerator(const Target& target, int size) : engine_(make_engine(target, size)) {}
PartialEnumerator::~PartialEnumerator() = default;

std::int64_t PartialEnumerator::roots() const { return engine_->roots(); }
std::vector<std::int64_t> PartialEnumerator::degrees() const { return engine_->degrees(); }

PartialResult PartialEnumerator::run(const RootRange& range, const PartQuota& quota, Control& control) {
  return engine_->run_part(range, quota, control);
}

}  // namespace spminer::enumerate
