#include "match/index.hh"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "graph/components.hh"

namespace spminer::match {

IndexData::IndexData(const Target& t, int threads) : target(&t) {
  group_by_component();
  Control control;
  take_signatures(node_signatures(t, threads, control));
  fill_rows();
}

IndexData::IndexData(const Target& t, std::span<const Node> anchors) : target(&t) {
  group_by_component();
  take_signatures(node_signatures(t, anchors));
  fill_rows();
}

IndexData::IndexData(const Target& t, const KnownParts& known) : target(&t) {
  const auto nodes = static_cast<std::size_t>(t.size());
  if (known.signatures.size() != 2 * nodes || known.component.size() != nodes)
    throw std::invalid_argument("two numbers and a component per node are needed");
  group_by(known.component);
  std::vector<NodeSignature> by_node;
  by_node.reserve(nodes);
  for (std::size_t i = 0; i < known.signatures.size(); i += 2)
    by_node.push_back({known.signatures[i] & ~kTopBits, known.signatures[i + 1] & ~kTopBits});
  take_signatures(by_node);
  fill_rows();
}

// Counts, then places: nodes come in ascending order, and so do the members of each component.
void IndexData::group_by(std::span<const Node> component_of_node) {
  component.assign(component_of_node.begin(), component_of_node.end());
  first.assign(1, 0);
  for (const Node c : component) {
    if (c < 0 || c >= target->size()) throw std::invalid_argument("no such component");
    if (static_cast<std::size_t>(c) + 1 >= first.size()) first.resize(static_cast<std::size_t>(c) + 2, 0);
    ++first[c + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<Node> next(first.begin(), first.end());
  members.resize(component.size());
  rank.resize(component.size());
  for (Node u = 0; u < target->size(); ++u) {
    rank[u] = next[component[u]]++;
    members[rank[u]] = u;
  }
}

void IndexData::take_signatures(std::span<const NodeSignature> by_node) {
  signatures.reserve(by_node.size());
  for (const Node u : members) signatures.push_back(by_node[u]);
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
  rows.assign(words, 0);
  for (Node c = 0; c < components(); ++c) {
    const int width = row_words(component_size(c));
    if (width != 0) fill_component(c, width, rows.data() + row_at[c]);
  }
}

void IndexData::fill_component(Node c, int width, Word* to) const {
  for (Node i = first[c]; i < first[c + 1]; ++i, to += width)
    for (const Node v : target->neighbors(members[i])) {
      if (component[v] != c) throw std::invalid_argument("an edge joins two components");
      set_bit(to, local(v));
    }
}

const Word* IndexData::wide_rows(Node c) const {
  const std::scoped_lock lock(wide_mutex_);
  std::vector<Word>& made = wide_[c];
  if (made.empty()) {
    const int width = wide_words(component_size(c));
    made.assign(static_cast<std::size_t>(component_size(c)) * static_cast<std::size_t>(width), 0);
    fill_component(c, width, made.data());
  }
  return made.data();
}

MatchIndex::MatchIndex(const Target& target, int threads) : data_(std::make_unique<const IndexData>(target, threads)) {}
MatchIndex::MatchIndex(const Target& target, std::span<const Node> anchors)
    : data_(std::make_unique<const IndexData>(target, anchors)) {}
MatchIndex::MatchIndex(const Target& target, const KnownParts& known)
    : data_(std::make_unique<const IndexData>(target, known)) {}
const Target& MatchIndex::target() const { return *data_->target; }
MatchIndex::~MatchIndex() = default;
MatchIndex::MatchIndex(MatchIndex&&) noexcept = default;
MatchIndex& MatchIndex::operator=(MatchIndex&&) noexcept = default;

IndexParts find_index_parts(const Target& target, int threads, Control& control) {
  IndexParts parts;
  const auto found = node_signatures(target, threads, control);
  if (control.stopped()) return parts;
  parts.signatures.reserve(2 * found.size());
  for (const auto& signature : found) {
    parts.signatures.push_back(signature.low);
    parts.signatures.push_back(signature.high);
  }
  const ComponentList list = spminer::graph::components(target);
  parts.component.resize(found.size());
  for (std::int64_t c = 0; c < list.count(); ++c)
    for (const Node u : list[c]) parts.component[u] = static_cast<Node>(c);
  return parts;
}

int signature_version() { return kSignatureVersion; }

}  // namespace spminer::match
