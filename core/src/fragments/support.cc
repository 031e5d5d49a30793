#include "fragments/support.hh"

#include <algorithm>
#include <tuple>

#include "match/search.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::fragments {

namespace {

auto kind_key(const CodeEdge& edge) { return std::tuple(edge.from_label, edge.code, edge.to_label); }

}  // namespace

void Occurrences::add_list(std::span<const Node> entries, bool has_all) {
  if (first.empty()) first.push_back(0);
  nodes.insert(nodes.end(), entries.begin(), entries.end());
  first.push_back(static_cast<std::uint32_t>(nodes.size()));
  whole.push_back(has_all);
}

std::uint64_t Occurrences::bytes() const {
  return graphs.words().capacity() * sizeof(Word) + first.capacity() * sizeof(std::uint32_t) +
         nodes.capacity() * sizeof(Node) + whole.capacity() / 8;
}

void Occurrences::forget_lists() {
  first = {};
  nodes = {};
  whole = {};
}

EdgeKinds::EdgeKinds(const Target& target) {
  for (Node u = 0; u < target.size(); ++u) {
    const auto row = target.neighbors(u);
    for (std::size_t k = 0; k < row.size(); ++k)
      if (target.label(u) <= target.label(row[k]))
        kinds.push_back(
            {0, 1, target.label(u), target.coded() ? target.codes(u)[k] : kPlainEdge, target.label(row[k])});
    // Keeps the table short on the way: a node adds few kinds that are new.
    if (kinds.size() > 4096 || u + 1 == target.size()) {
      std::sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) { return kind_key(a) < kind_key(b); });
      kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    }
  }
}

int EdgeKinds::id(std::int32_t from, EdgeCode code, std::int32_t to) const {
  const CodeEdge wanted = from <= to ? CodeEdge{0, 1, from, code, to} : CodeEdge{0, 1, to, reversed(code), from};
  const auto found = std::lower_bound(kinds.begin(), kinds.end(), wanted,
                                      [](const auto& a, const auto& b) { return kind_key(a) < kind_key(b); });
  return static_cast<int>(found - kinds.begin());
}

// Minimum image support: how many target nodes each pattern node can be mapped to, and the fewest of these.

namespace {

class ImageCounter final : public SupportCounter {
 public:
  ImageCounter(const MatchIndex& index, Control& control) : index_(index.data()), control_(control) {}

  std::vector<EdgeOccurrences> edges() const override {
    std::vector<EdgeOccurrences> result;
    for (const auto& kind : EdgeKinds(*index_.target).kinds) {
      auto where = images({kind}, {index_.members, index_.members}, 1);
      if (where) result.push_back({kind, std::move(*where)});
    }
    return result;
  }

  std::optional<Occurrences> extend(const Sequence& child, const Occurrences& parent,
                                    std::int64_t at_least) const override {
    std::vector<std::span<const Node>> candidates(node_count(child), index_.members);
    for (std::size_t i = 0; i + 1 < parent.first.size(); ++i) candidates[i] = parent.list(i);
    return images(child, std::move(candidates), at_least);
  }

  void rebuild_lists(const Sequence&, Occurrences&) const override {}  // longer lists of candidates serve as well

 private:
  /// Images of every node, sought among its candidates.  Nodes that an automorphism exchanges have the same images.
  std::optional<Occurrences> images(const Sequence& edges, std::vector<std::span<const Node>> candidates,
                                    std::int64_t at_least) const {
    const Pattern pattern = to_pattern(edges, index_.target->labeled(), index_.target->coded());
    const CanonicalForm form = canonical_form(pattern);
    std::vector<int> order;  // one node of each orbit, fewest candidates first
    for (int i = 0; i < pattern.size; ++i) {
      auto& shared = candidates[form.orbit[i]];
      if (candidates[i].size() < shared.size()) shared = candidates[i];
      if (form.orbit[i] == i) order.push_back(i);
    }
    const auto count = [&](int i) { return candidates[i].size(); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return count(a) < count(b); });
    std::vector<std::vector<Node>> lists(pattern.size);
    Occurrences where;
    where.support = index_.target->size();
    for (const int i : order) {
      auto& list = lists[i];
      if (!search(pattern, i, candidates[i], at_least, list)) return std::nullopt;
      where.support = std::min(where.support, static_cast<std::int64_t>(list.size()));
    }
    for (int i = 0; i < pattern.size; ++i) where.add_list(lists[form.orbit[i]], true);
    return where;
  }

  bool search(const Pattern& pattern, int node, std::span<const Node> candidates, std::int64_t at_least,
              std::vector<Node>& found) const {
    const auto plan = match::make_plan(pattern, node, index_, false, match::Symmetry::kFixRoot);
    match::Searcher searcher(plan, index_, control_, 0);
    match::FirstVisitor visitor;
    auto spare = static_cast<std::int64_t>(candidates.size()) - at_least;
    for (const Node root : candidates) {
      if (searcher.run_root(root, visitor))
        found.push_back(root);
      else if (--spare < 0)
        return false;
      if (control_.stopped()) return false;
    }
    return spare >= 0;
  }

  const match::IndexData& index_;
  Control& control_;
};

}  // namespace

std::unique_ptr<SupportCounter> image_counter(const MatchIndex& index, Control& control) {
  return std::make_unique<ImageCounter>(index, control);
}

}  // namespace spminer::fragments
