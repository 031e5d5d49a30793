// Transaction support: short lists of embeddings per graph, and exact matching where a list is too short to tell.
#include <algorithm>
#include <numeric>

#include "fragments/support.hh"
#include "match/search.hh"
#include "match/surroundings.hh"

namespace spminer::fragments {

namespace {

/// Embeddings kept per graph: all of them if they are few, since then what the list does not show is not there.
constexpr std::size_t kWhole = 64;
/// Otherwise some, evenly spread: most extensions that exist can be found from one of them.
constexpr std::size_t kSome = 4;

/// The exact search for one pattern.
class ExactFinder {
 public:
  ExactFinder(const Pattern& pattern, const match::IndexData& index, Control& control)
      : plan_(match::make_plan(pattern, kNoAnchor, index, false, match::Symmetry::kEverything)),
        searcher_(plan_, index, control, 0) {}

  /// An embedding with its root among the given nodes, in the order of the pattern's nodes; empty if there is none.
  std::span<const Node> find(std::span<const Node> roots) {
    for (const Node root : roots) {
      if (!searcher_.run_root(root, visitor_)) continue;
      for (int p = 0; p < plan_.size(); ++p) images_[plan_.node_at[p]] = visitor_.images[p];
      return std::span(images_).first(plan_.size());
    }
    return {};
  }

 private:
  match::Plan plan_;
  match::Searcher searcher_;
  match::FirstVisitor visitor_;
  std::array<Node, kMaxPatternNodes> images_{};
};

/// Embeddings found for one graph, as a range of a common array.
struct Found {
  std::size_t rank, begin, end;
  bool whole;
};

/// Adds the last edge of a pattern to embeddings of the pattern without it.
class ListExtender {
 public:
  ListExtender(const Target& target, const Sequence& child)
      : target_(target), edge_(child.back()), forward_(edge_.forward()) {}

  /// Appends embeddings to `out`; returns whether these are all, if those of the list were.
  bool extend(std::span<const Node> list, std::size_t width, bool whole, std::vector<Node>& out) const {
    const std::size_t begin = out.size(), step = width + (forward_ ? 1 : 0);
    const std::size_t limit = begin + (whole ? kWhole : kSome) * step;
    for (std::size_t at = 0; at < list.size(); at += width) {
      const auto embedding = list.subspan(at, width);
      if (forward_ ? add_node(embedding, limit, out) : close(embedding, limit, out)) continue;
      keep_spread(begin, step, out);
      return false;
    }
    return whole;
  }

  /// Leaves kSome evenly spread entries.
  static void keep_spread(std::size_t begin, std::size_t step, std::vector<Node>& out) {
    const std::size_t count = (out.size() - begin) / step;
    if (count <= kSome) return;
    for (std::size_t k = 0; k < kSome; ++k)
      std::copy_n(out.begin() + (begin + k * count / kSome * step), step, out.begin() + (begin + k * step));
    out.resize(begin + kSome * step);
  }

 private:
  bool close(std::span<const Node> embedding, std::size_t limit, std::vector<Node>& out) const {
    if (target_.code(embedding[edge_.from], embedding[edge_.to]) != edge_.code) return true;
    if (out.size() >= limit) return false;
    out.insert(out.end(), embedding.begin(), embedding.end());
    return true;
  }

  bool add_node(std::span<const Node> embedding, std::size_t limit, std::vector<Node>& out) const {
    const Node u = embedding[edge_.from];
    const auto row = target_.neighbors(u);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (!match::joined_like(target_, u, k, edge_.to_label, edge_.code)) continue;
      if (std::find(embedding.begin(), embedding.end(), row[k]) != embedding.end()) continue;
      if (out.size() >= limit) return false;
      out.insert(out.end(), embedding.begin(), embedding.end());
      out.push_back(row[k]);
    }
    return true;
  }

  const Target& target_;
  const CodeEdge edge_;
  const bool forward_;
};

class TransactionCounter final : public SupportCounter {
 public:
  TransactionCounter(const MatchIndex& index, std::span<const std::int64_t> offsets, Control& control)
      : index_(index.data()), control_(control), kinds_(*index_.target) {
    sort_graphs(offsets);
    collect_edges();
  }

  std::vector<EdgeOccurrences> edges() const override { return edges_; }

  std::optional<Occurrences> extend(const Sequence& child, const Occurrences& parent,
                                    std::int64_t at_least) const override {
    const auto& last = child.back();
    const auto& having = edges_[kinds_.id(last.from_label, last.code, last.to_label)].where;
    std::vector<Node> nodes;
    std::vector<Found> found;
    std::vector<std::size_t> open;
    const auto possible = static_cast<std::int64_t>(parent.graphs.count_common(having.graphs));
    if (possible < at_least || !look_in_lists(child, parent, having.graphs, possible - at_least, nodes, found, open))
      return std::nullopt;
    const auto spare = static_cast<std::int64_t>(found.size() + open.size()) - at_least;
    if (!search(child, open, spare, nodes, found)) return std::nullopt;
    return gathered(nodes, found);
  }

  void rebuild_lists(const Sequence& edges, Occurrences& where) const override {
    std::vector<Node> nodes;
    std::vector<Found> found;
    std::vector<std::size_t> open;
    where.graphs.for_each([&](std::size_t rank) { open.push_back(rank); });
    if (search(edges, open, 0, nodes, found)) where = gathered(nodes, found);
  }

 private:
  /// Graphs with the fewest edges get the lowest ranks: they are the likeliest to lack a pattern and the quickest to
  /// say so, and after a few misses a pattern is known to be infrequent.
  void sort_graphs(std::span<const std::int64_t> offsets) {
    const std::size_t graphs = offsets.size() - 1;
    std::vector<std::int64_t> edges(graphs, 0);
    for (std::size_t g = 0; g < graphs; ++g)
      for (auto u = offsets[g]; u < offsets[g + 1]; ++u) edges[g] += index_.target->degree(static_cast<Node>(u));
    std::vector<std::size_t> order(graphs);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return edges[a] < edges[b]; });
    root_offsets_.push_back(0);
    for (const std::size_t g : order) {
      const auto begin = roots_.size();
      for (auto u = offsets[g]; u < offsets[g + 1]; ++u) roots_.push_back(static_cast<Node>(u));
      // Roots of one component follow each other, so that a search prepares for each component once.
      std::sort(roots_.begin() + begin, roots_.end(), [&](Node a, Node b) { return index_.rank[a] < index_.rank[b]; });
      root_offsets_.push_back(roots_.size());
    }
  }
  std::size_t graphs() const { return root_offsets_.size() - 1; }
  std::span<const Node> roots(std::size_t rank) const {
    return std::span(roots_).subspan(root_offsets_[rank], root_offsets_[rank + 1] - root_offsets_[rank]);
  }

  void collect_edges() {
    const Target& target = *index_.target;
    for (const auto& kind : kinds_.kinds) edges_.push_back({kind, {0, BitSet(graphs()), {}, {}, {}}});
    std::vector<std::vector<Node>> lists(edges_.size());
    std::vector<std::size_t> touched;
    for (std::size_t rank = 0; rank < graphs(); ++rank) {
      for (const Node u : roots(rank)) {
        const auto row = target.neighbors(u);
        for (std::size_t k = 0; k < row.size(); ++k) {
          if (target.label(u) > target.label(row[k])) continue;
          const EdgeCode code = target.coded() ? target.codes(u)[k] : kPlainEdge;
          const auto id = static_cast<std::size_t>(kinds_.id(target.label(u), code, target.label(row[k])));
          if (lists[id].empty()) touched.push_back(id);
          if (lists[id].size() <= 2 * kWhole) lists[id].insert(lists[id].end(), {u, row[k]});
        }
      }
      for (const std::size_t id : touched) {
        auto& where = edges_[id].where;
        const bool all = lists[id].size() <= 2 * kWhole;
        if (!all) ListExtender::keep_spread(0, 2, lists[id]);
        where.graphs.set(rank);
        where.add_list(lists[id], all);
        ++where.support;
        lists[id].clear();
      }
      touched.clear();
    }
  }

  /// Sorts the graphs into those where a listed embedding can be extended, those where the lists prove that none can,
  /// and open ones.  False when more graphs miss the pattern than may.
  bool look_in_lists(const Sequence& child, const Occurrences& parent, const BitSet& having, std::int64_t spare,
                     std::vector<Node>& nodes, std::vector<Found>& found, std::vector<std::size_t>& open) const {
    const auto width = static_cast<std::size_t>(node_count(child) - (child.back().forward() ? 1 : 0));
    const ListExtender extender(*index_.target, child);
    std::size_t list = 0;
    std::int64_t missing = 0;
    parent.graphs.for_each([&](std::size_t rank) {
      const std::size_t mine = list++;
      if (!having.test(rank) || missing > spare) return;
      if (parent.first.empty()) return open.push_back(rank);
      const std::size_t begin = nodes.size();
      const bool all = extender.extend(parent.list(mine), width, parent.whole[mine], nodes);
      if (nodes.size() > begin)
        found.push_back({rank, begin, nodes.size(), all});
      else if (parent.whole[mine])
        ++missing;
      else
        open.push_back(rank);
    });
    return missing <= spare;
  }

  /// Looks for the pattern in graphs; false when more than `spare` of them miss it, or the control says stop.
  bool search(const Sequence& edges, const std::vector<std::size_t>& open, std::int64_t spare, std::vector<Node>& nodes,
              std::vector<Found>& found) const {
    if (open.empty()) return true;
    ExactFinder finder(to_pattern(edges, index_.target->labeled(), index_.target->coded()), index_, control_);
    for (const std::size_t rank : open) {
      const auto embedding = finder.find(roots(rank));
      if (control_.stopped() || (embedding.empty() && --spare < 0)) return false;
      if (embedding.empty()) continue;
      found.push_back({rank, nodes.size(), nodes.size() + embedding.size(), false});
      nodes.insert(nodes.end(), embedding.begin(), embedding.end());
    }
    return true;
  }

  Occurrences gathered(const std::vector<Node>& nodes, std::vector<Found>& found) const {
    std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.rank < b.rank; });
    Occurrences where;
    where.support = static_cast<std::int64_t>(found.size());
    where.graphs = BitSet(graphs());
    where.nodes.reserve(nodes.size());
    where.first.reserve(found.size() + 1);
    for (const auto& range : found) {
      where.graphs.set(range.rank);
      where.add_list(std::span(nodes).subspan(range.begin, range.end - range.begin), range.whole);
    }
    return where;
  }

  const match::IndexData& index_;
  Control& control_;
  const EdgeKinds kinds_;
  std::vector<Node> roots_;                ///< nodes of the graphs, by rank
  std::vector<std::size_t> root_offsets_;  ///< where each rank starts
  std::vector<EdgeOccurrences> edges_;
};

}  // namespace

std::unique_ptr<SupportCounter> transaction_counter(const MatchIndex& index, std::span<const std::int64_t> offsets,
                                                    Control& control) {
  return std::make_unique<TransactionCounter>(index, offsets, control);
}

}  // namespace spminer::fragments
