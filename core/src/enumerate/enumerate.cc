#include "spminer/enumerate/enumerate.hh"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/parallel.hh"
#include "enumerate/anchor_sets.hh"
#include "enumerate/classes.hh"
#include "graph/components.hh"

namespace spminer::enumerate {

namespace {

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
        classes_(target.labeled(), target.coded(), codes_, bits_),
        transitions_(classes_),
        threads_(thread_count(params.threads)) {
    for (int t = 0; t < threads_; ++t)
      workers_.push_back(std::make_unique<Worker>(classes_, transitions_, params.size, bits_, control));
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
  using Worker = Classifier<Key, AnchorSink>;

  // Too large for the others to keep the remaining threads busy, or for one bit per node and class.
  bool is_large(std::int64_t nodes) const {
    return threads_ > 1 ? nodes > std::min<std::int64_t>(1024, target_.size() / (4 * threads_)) : nodes > 1024;
  }

  void run_small(const ComponentList& list, const std::vector<std::int64_t>& small, std::vector<Node>& scratch) {
    // Components do not overlap, so the threads can use one scratch array.
    parallel_for(static_cast<std::int64_t>(small.size()), threads_, [&](std::int64_t task, int t) {
      if (control_.stopped()) return;
      const LocalGraph graph = local_graph(target_, codes_, list[small[task]], scratch);
      Worker& worker = *workers_[t];
      worker.begin(graph);
      worker.sink().sets().reset(graph.size());
      Esu esu(graph, params_.size, bits_, worker);
      for (Node root = 0; root < graph.size() && !control_.stopped(); ++root) visit(esu, root, t);
      worker.sink().sets().flush(worker.sink().totals());
    });
  }

  void share(const LocalGraph& graph) {
    std::vector<std::unique_ptr<Esu<Worker>>> walks;
    for (auto& worker : workers_) {
      worker->begin(graph);
      worker->sink().sets().reset(graph.size());
      walks.push_back(std::make_unique<Esu<Worker>>(graph, params_.size, bits_, *worker));
    }
    parallel_for(graph.size(), threads_, [&](std::int64_t root, int t) {
      if (!control_.stopped()) visit(*walks[t], static_cast<Node>(root), t);
    });
    for (int t = 1; t < threads_; ++t) {
      workers_[0]->sink().sets().absorb(workers_[t]->sink().sets());
      Totals discarded;
      workers_[t]->sink().sets().flush(discarded);
    }
    workers_[0]->sink().sets().flush(workers_[0]->sink().totals());
  }

  void visit(Esu<Worker>& esu, Node root, int t) {
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
    Totals& totals = workers_[0]->sink().totals();
    for (int t = 1; t < threads_; ++t) totals.absorb(workers_[t]->sink().totals());

    std::vector<CountedClass> counted;
    totals.for_each([&](std::uint32_t id, std::span<const std::uint64_t> counters) {
      counted.emplace_back(classes_.key(id), counters);
      result.subgraphs += counters[0];
    });
    result.seen = counted.size();
    list_classes(std::move(counted), threads_, result);
    return result;
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
  std::vector<std::unique_ptr<Worker>> workers_;
};

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
  check_enumeration_size(params.size);
  if (target.labeled() || target.coded()) return Enumeration<FullKey>(target, params, control).run();
  return Enumeration<PlainKey>(target, params, control).run();
}

}  // namespace spminer::enumerate
