#include "spminer/enumerate/parts.hh"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "enumerate/anchor_sets.hh"
#include "enumerate/classes.hh"
#include "enumerate/part_format.hh"
#include "graph/components.hh"
#include "pattern/class_registry.hh"
#include "spminer/base/bits.hh"

namespace spminer::enumerate {

namespace {

constexpr std::int64_t kSmall = 1024;  // nodes of a component whose compact graph is not worth keeping

/// Anchor sets with a count of all subgraphs.
class CountingSink : public AnchorSink {
 public:
  void count(const Attachment& attachment, const Transition& last, const Node* nodes, int size) {
    AnchorSink::count(attachment, last, nodes, size);
    ++visited;
  }
  std::uint64_t kept_bytes() const { return visited == 0 ? 0 : kept().kept_bytes(); }
  std::uint64_t visited = 0;
};

/// The components that have enough nodes.
ComponentList large_enough(const Target& target, int size) {
  const ComponentList all = components(target);
  ComponentList result;
  result.offset.push_back(0);
  for (std::int64_t c = 0; c < all.count(); ++c) {
    if (static_cast<std::int64_t>(all[c].size()) < size) continue;
    result.nodes.insert(result.nodes.end(), all[c].begin(), all[c].end());
    result.offset.push_back(static_cast<std::int64_t>(result.nodes.size()));
  }
  return result;
}

}  // namespace

class PartialEnumerator::Engine {
 public:
  Engine(const Target& target, int size)
      : target_(target),
        size_(size),
        codes_(target),
        bits_(code_bits(codes_, size)),
        classes_(target.labeled(), target.coded(), codes_, bits_),
        list_(large_enough(target, size)),
        first_word_{0} {
    for (std::int64_t c = 0; c < list_.count(); ++c)
      first_word_.push_back(first_word_.back() + static_cast<std::int64_t>(words_for(list_[c].size())));
    if (first_word_.back() >> 32 != 0) throw std::invalid_argument("too many nodes to enumerate in parts");
  }
  virtual ~Engine() = default;

  virtual PartialResult run(const RootRange& range, const PartQuota& quota, Control& control) = 0;

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
  void check(const RootRange& range) const {
    const bool one = range.last - range.first == 1;
    if (range.first < 0 || range.first > range.last || range.last > roots() || range.branch < 0 ||
        (range.branch_end >= 0 && !one))
      throw std::invalid_argument("no range of roots");
  }

  std::int64_t component_of(std::int64_t root) const {
    return std::upper_bound(list_.offset.begin(), list_.offset.end(), root) - list_.offset.begin() - 1;
  }

  /// Compact graphs of large components are made once.
  std::shared_ptr<const LocalGraph> graph(std::int64_t c, std::vector<Node>& scratch) {
    if (static_cast<std::int64_t>(list_[c].size()) <= kSmall) return made(c, scratch);
    const std::lock_guard lock(mutex_);
    auto& known = graphs_[c];
    if (!known) known = made(c, scratch);
    return known;
  }

  const Target& target_;
  int size_;
  CodeTable codes_;
  int bits_;
  ClassTable classes_;
  ComponentList list_;
  std::vector<std::int64_t> first_word_;  // of each component

 private:
  std::shared_ptr<const LocalGraph> made(std::int64_t c, std::vector<Node>& scratch) const {
    scratch.resize(target_.size());
    return std::make_shared<const LocalGraph>(local_graph(target_, codes_, list_[c], scratch));
  }

  std::mutex mutex_;
  std::map<std::int64_t, std::shared_ptr<const LocalGraph>> graphs_;
};

namespace {

/// What one part has found.
class Found {
 public:
  explicit Found(const ClassTable& classes) : classes_(classes) {}

  /// A component that no other part has: sizes of sets are enough.
  void add_whole(AnchorSets& sets) { sets.flush(whole_); }
  /// One that others share: the sets themselves, whose words begin at `first`.
  void add_shared(AnchorSets& sets, std::int64_t first) {
    sets.for_each_class(
        [&](std::uint32_t id, int orbits, std::uint64_t subgraphs) { whole_.counters(id, orbits)[0] += subgraphs; });
    sets.for_each_word([&](std::uint32_t id, std::uint32_t word, std::span<const std::uint64_t> bits) {
      words_.push_back({id, static_cast<std::uint32_t>(first + word), {bits.begin(), bits.end()}});
    });
    Totals counted;
    sets.flush(counted);
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

  PartialResult run(const RootRange& range, const PartQuota& quota, Control& control) override {
    check(range);
    control.total = static_cast<std::uint64_t>(range.last - range.first);
    Worker worker(classes_, transitions_, size_, bits_, control);
    Found found(classes_);
    std::vector<Node> scratch;
    PartialResult result;
    result.left = {range.first, range.last, range.branch, range.branch_end};
    while (result.left.first < range.last && !control.stopped()) {
      const std::int64_t c = component_of(result.left.first);
      const auto local = graph(c, scratch);
      const bool from_start = result.left.first == list_.offset[c] && result.left.branch == 0;
      worker.begin(*local);
      worker.sink().sets().reset(local->size());
      const auto more = [&] {
        const CountingSink& sink = worker.sink();
        return sink.visited <= quota.subgraphs && found.bytes() + sink.kept_bytes() <= quota.bytes &&
               !control.stopped();
      };
      const bool to_end = walk(worker, *local, c, more, result, control) && range.branch_end < 0;
      if (from_start && to_end)
        found.add_whole(worker.sink().sets());
      else
        found.add_shared(worker.sink().sets(), first_word_[c]);
      if (result.left_branches > 0) break;  // the quota ended it
    }
    result.complete = !control.stopped();
    result.subgraphs = worker.sink().visited;
    result.packed = found.packed();
    return result;
  }

 private:
  using Worker = Classifier<Key, CountingSink>;

  /// Visits what is left of a component, as long as `more()`; whether it came to its end.
  template <typename More>
  bool walk(Worker& worker, const LocalGraph& local, std::int64_t c, More&& more, PartialResult& result,
            Control& control) {
    Esu<Worker> esu(local, size_, bits_, worker);
    RootRange& left = result.left;
    const std::int64_t end = std::min(left.last, list_.offset[c + 1]);
    while (left.first < end) {
      const auto root = static_cast<Node>(left.first - list_.offset[c]);
      const auto progress = esu.visit_branches(root, left.branch, left.branch_end, more);
      if (control.check_now()) return false;
      if (progress.next < progress.branches) {
        left.branch = progress.next;
        result.left_branches = progress.branches;
        return false;
      }
      ++left.first;
      left.branch = 0;
      left.branch_end = -1;
      ++control.done;
    }
    return end == list_.offset[c + 1];
  }

  SharedTransitions<Key> transitions_;
};

}  // namespace

PartialEnumerator::PartialEnumerator(const Target& target, int size) {
  check_enumeration_size(size);
  if (target.labeled() || target.coded())
    engine_ = std::make_unique<TypedEngine<FullKey>>(target, size);
  else
    engine_ = std::make_unique<TypedEngine<PlainKey>>(target, size);
}

PartialEnumerator::~PartialEnumerator() = default;

std::int64_t PartialEnumerator::roots() const { return engine_->roots(); }
std::vector<std::int64_t> PartialEnumerator::degrees() const { return engine_->degrees(); }

PartialResult PartialEnumerator::run(const RootRange& range, const PartQuota& quota, Control& control) {
  return engine_->run(range, quota, control);
}

struct PartialClasses::Tables {
  Tables() { sets.reset_paged(); }

  /// The number of a class.  Parts may be damaged, or made up: a key must be one, and have the same orbits everywhere.
  std::uint32_t number_of(PatternKey key, int orbits) {
    const auto [number, is_new] = numbers.add(std::move(key));
    if (is_new) {
      const Pattern pattern = pattern_from_key(numbers.key(number));
      if (pattern.anchor != kNoAnchor || orbits > pattern.size || pattern.size > kMaxEnumerationSize)
        throw std::invalid_argument("a class of a part cannot be meant");
      orbits_of.push_back(orbits);
    }
    if (orbits_of[number] != orbits) throw std::invalid_argument("a class of a part has other orbits than before");
    return number;
  }

  ClassRegistry numbers;
  std::vector<int> orbits_of;
  Totals totals;    // of components that one part had alone
  AnchorSets sets;  // of those that several parts share
};

PartialClasses::PartialClasses() : tables_(std::make_unique<Tables>()) {}
PartialClasses::~PartialClasses() = default;

void PartialClasses::absorb(std::span<const std::uint64_t> packed) {
  PartReader reader(packed);
  std::vector<std::pair<std::uint32_t, int>> own;  // number and orbits of each class of the part
  for (std::uint64_t c = 0; c < reader.classes; ++c) {
    const std::uint64_t key_size = reader.next(), counted = reader.next();
    if (key_size == 0 || counted < 2 || counted > kMaxEnumerationSize + 1)
      throw std::invalid_argument("a class of a part cannot be meant");
    const auto key = reader.take(key_size);
    const auto counters = reader.take(counted);
    const int orbits = static_cast<int>(counted) - 1;
    const std::uint32_t number = tables_->number_of(PatternKey(key.begin(), key.end()), orbits);
    std::uint64_t* ours = tables_->totals.counters(number, orbits);
    for (std::size_t i = 0; i < counters.size(); ++i) ours[i] += counters[i];
    tables_->sets.add_subgraphs(number, orbits, 0);
    own.emplace_back(number, orbits);
  }
  for (std::uint64_t w = 0; w < reader.words; ++w) {
    const std::uint64_t where = reader.next();
    if (where >> 32 >= own.size()) throw std::invalid_argument("a part of an enumeration names no class");
    const auto [number, orbits] = own[where >> 32];
    tables_->sets.unite(number, static_cast<std::uint32_t>(where), reader.take(static_cast<std::uint64_t>(orbits)));
  }
}

std::vector<std::uint64_t> PartialClasses::packed() const {
  PartWriter writer;
  std::vector<std::uint32_t> place(tables_->numbers.size());
  std::uint32_t next = 0;
  tables_->totals.for_each([&](std::uint32_t number, std::span<const std::uint64_t> counters) {
    writer.add_class(tables_->numbers.key(number), counters);
    place[number] = next++;
  });
  tables_->sets.for_each_word([&](std::uint32_t number, std::uint32_t word, std::span<const std::uint64_t> bits) {
    writer.add_word(place[number], word, bits);
  });
  return writer.packed();
}

EnumerateResult PartialClasses::result(int threads) const {
  Totals totals;
  totals.absorb(tables_->totals);
  tables_->sets.count(totals);
  EnumerateResult result;
  std::vector<CountedClass> counted;
  totals.for_each([&](std::uint32_t number, std::span<const std::uint64_t> counters) {
    counted.emplace_back(tables_->numbers.key(number), counters);
    result.subgraphs += counters[0];
  });
  result.seen = counted.size();
  result.table_bytes = bytes();
  list_classes(std::move(counted), threads, result);
  return result;
}

std::uint64_t PartialClasses::bytes() const {
  return tables_->numbers.bytes() + tables_->totals.bytes() + tables_->sets.bytes();
}

}  // namespace spminer::enumerate
