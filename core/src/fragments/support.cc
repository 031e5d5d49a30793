#include "fragments/support.hh"

#include <algorithm>
#include <tuple>

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
  return graphs.capacity() * sizeof(std::uint64_t) + first.capacity() * sizeof(std::uint32_t) +
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

}  // namespace spminer::fragments
