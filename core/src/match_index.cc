#include "match_index.hh"

#include "spminer/match.hh"

namespace spminer::match {

IndexData::IndexData(const Target& t) : target(&t) {
  find_components();
  group_by_component();
  const auto by_node = node_signatures(t);
  signatures.reserve(by_node.size());
  for (const Node u : members) signatures.push_back(by_node[u]);
  fill_rows();
}

void IndexData::find_components() {
  component.assign(static_cast<std::size_t>(target->size()), -1);
  std::vector<Node> stack;
  Node components = 0;
  for (Node root = 0; root < target->size(); ++root) {
    if (component[root] >= 0) continue;
    component[root] = components;
    stack.assign(1, root);
    while (!stack.empty()) {
      const Node u = stack.back();
      stack.pop_back();
      for (const Node v : target->neighbours(u)) {
        if (component[v] >= 0) continue;
        component[v] = components;
        stack.push_back(v);
      }
    }
    ++components;
  }
  first.assign(static_cast<std::size_t>(components) + 1, 0);
}

void IndexData::group_by_component() {
  for (const Node c : component) ++first[c + 1];
  for (std::size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  auto next = first;
  members.resize(component.size());
  place.resize(component.size());
  for (Node u = 0; u < target->size(); ++u) {
    place[u] = next[component[u]]++;
    members[place[u]] = u;
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
    if (width == 0) continue;
    for (Node i = first[c]; i < first[c + 1]; ++i) {
      Word* row = &rows[static_cast<std::size_t>(row_at[c] + std::int64_t{i - first[c]} * width)];
      for (const Node v : target->neighbours(members[i])) {
        const Node j = local(v);
        row[j >> 6] |= Word{1} << (j & 63);
      }
    }
  }
}

}  // namespace spminer::match

namespace spminer {

MatchIndex::MatchIndex(const Target& target) : data_(std::make_unique<const match::IndexData>(target)) {}
MatchIndex::~MatchIndex() = default;
MatchIndex::MatchIndex(MatchIndex&&) noexcept = default;
MatchIndex& MatchIndex::operator=(MatchIndex&&) noexcept = default;

}  // namespace spminer
