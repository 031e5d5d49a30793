#include "match/index.hh"

#include <algorithm>

#include "graph/component.hh"
#include "spminer/match/match.hh"

namespace spminer::match {

IndexData::IndexData(const Target& t, std::optional<std::span<const Node>> anchors) : target(&t) {
  group_by_component();
  const auto by_node = anchors ? node_signatures(t, *anchors) : node_signatures(t);
  signatures.reserve(by_node.size());
  for (const Node u : members) signatures.push_back(by_node[u]);
  fill_rows();
}

void IndexData::group_by_component() {
  ComponentList list = spminer::graph::components(*target);
  first.assign(list.offset.begin(), list.offset.end());
  members = std::move(list.nodes);
  component.resize(members.size());
  rank.resize(members.size());
  for (Node c = 0; c < components(); ++c) {
    std::sort(members.begin() + first[c], members.begin() + first[c + 1]);
    for (Node p = first[c]; p < first[c + 1]; ++p) {
      component[members[p]] = c;
      rank[members[p]] = p;
    }
  }
}

void IndexData::fill_rows() {
  row_at.reserve(first.size());
  std::int64_t words = 0;
  for (Node c = 0; c < components(); ++c) {
    row_at.push_back(words);
    words += std::int64_t{component_size(c)} * row_words(component_size(c));
  }
  rows.assign(static_cast<std::size_t>(words), 0);
  for (Node c = 0; c < components(); ++c) {
    const int width = row_words(component_size(c));
    if (width != 0) fill_component(c, width, rows.data() + row_at[c]);
  }
}

void IndexData::fill_component(Node c, int width, Word* to) const {
  for (Node i = first[c]; i < first[c + 1]; ++i, to += width)
    for (const Node v : target->neighbors(members[i])) to[local(v) >> 6] |= Word{1} << (local(v) & 63);
}

const Word* IndexData::wide_rows(Node c) const {
  const std::scoped_lock lock(wide_mutex_);
  std::vector<Word>& made = wide_[c];
  if (made.empty()) {
    constexpr int kWidth = kMaxWideNodes / 64;
    made.assign(static_cast<std::size_t>(component_size(c)) * kWidth, 0);
    fill_component(c, kWidth, made.data());
  }
  return made.data();
}

MatchIndex::MatchIndex(const Target& target) : data_(std::make_unique<const IndexData>(target)) {}
MatchIndex::MatchIndex(const Target& target, std::span<const Node> anchors)
    : data_(std::make_unique<const IndexData>(target, anchors)) {}
MatchIndex::~MatchIndex() = default;
MatchIndex::MatchIndex(MatchIndex&&) noexcept = default;
MatchIndex& MatchIndex::operator=(MatchIndex&&) noexcept = default;

}  // namespace spminer::match
