#include "match/index.hh"

#include <algorithm>
#include <stdexcept>

#include "graph/component.hh"

namespace spminer::match {

IndexData::IndexData(const Target& t, std::optional<std::span<const Node>> anchors) : target(&t) {
  group_by_component();
  take_signatures(anchors ? node_signatures(t, *anchors) : node_signatures(t));
  fill_rows();
}

IndexData::IndexData(const Target& t, KnownSignatures known) : target(&t) {
  if (known.numbers.size() != 2 * static_cast<std::size_t>(t.size()))
    throw std::invalid_argument("two numbers per node are needed");
  group_by_component();
  std::vector<NodeSignature> by_node;
  by_node.reserve(static_cast<std::size_t>(t.size()));
  for (std::size_t i = 0; i < known.numbers.size(); i += 2)
    by_node.push_back({known.numbers[i] & ~kTopBits, known.numbers[i + 1] & ~kTopBits});
  take_signatures(by_node);
  fill_rows();
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
MatchIndex::MatchIndex(const Target& target, KnownSignatures known)
    : data_(std::make_unique<const IndexData>(target, known)) {}
MatchIndex::~MatchIndex() = default;
MatchIndex::MatchIndex(MatchIndex&&) noexcept = default;
MatchIndex& MatchIndex::operator=(MatchIndex&&) noexcept = default;

std::vector<std::uint64_t> find_signatures(const Target& target, int threads, Control& control) {
  std::vector<std::uint64_t> numbers;
  const auto found = node_signatures(target, threads, control);
  numbers.reserve(2 * found.size());
  for (const auto& signature : found) {
    numbers.push_back(signature.low);
    numbers.push_back(signature.high);
  }
  return numbers;
}

int signature_version() { return kSignatureVersion; }

}  // namespace spminer::match
