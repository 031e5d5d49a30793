#include "spminer/graph/target.hh"

#include <stdexcept>

namespace spminer::inline graph {

namespace {

void check(const CsrView& view) {
  if (view.indptr.empty() || view.indptr.front() != 0 ||
      view.indptr.back() != static_cast<std::int64_t>(view.indices.size()))
    throw std::invalid_argument("indptr must start at 0 and end at the number of entries");
  const auto nodes = view.indptr.size() - 1;
  if (nodes > static_cast<std::size_t>(INT32_MAX)) throw std::invalid_argument("more than 2^31 - 1 nodes");
  if (!view.node_labels.empty() && view.node_labels.size() != nodes)
    throw std::invalid_argument("one node label per node is needed");
  if (!view.edge_labels.empty() && view.edge_labels.size() != view.indices.size())
    throw std::invalid_argument("one edge label per entry is needed");
  for (std::size_t u = 0; u < nodes; ++u) {
    if (view.indptr[u] > view.indptr[u + 1] || view.indptr[u + 1] > view.indptr.back())
      throw std::invalid_argument("indptr must not decrease");
    Node previous = -1;
    for (auto i = view.indptr[u]; i < view.indptr[u + 1]; ++i) {
      const Node v = view.indices[i];
      if (v <= previous || static_cast<std::size_t>(v) >= nodes || static_cast<std::size_t>(v) == u)
        throw std::invalid_argument("rows must be sorted, in range, without repeats and self-loops");
      previous = v;
    }
  }
}

}  // namespace

Target::Target(const CsrView& view) : labels_(view.node_labels) {
  check(view);
  if (view.directed || !view.edge_labels.empty()) {
    encode(view);
  } else {
    indptr_ = view.indptr;
    indices_ = view.indices;
  }
}

// Count, prefix-sum, fill: every arc adds its half of the code to both endpoints' rows.
void Target::encode(const CsrView& view) {
  coded_ = true;
  const auto nodes = view.indptr.size() - 1;
  struct Entry {
    Node node;
    EdgeCode code;
  };
  std::vector<std::vector<Entry>> rows(nodes);
  for (std::size_t u = 0; u < nodes; ++u) {
    for (auto i = view.indptr[u]; i < view.indptr[u + 1]; ++i) {
      const Node v = view.indices[i];
      const auto mark = view.edge_labels.empty() ? 1u : static_cast<std::uint32_t>(view.edge_labels[i]) + 1u;
      rows[u].push_back({v, make_edge_code(mark, view.directed ? 0 : mark)});
      if (view.directed) rows[v].push_back({static_cast<Node>(u), make_edge_code(0, mark)});
    }
  }
  owned_indptr_.assign(1, 0);
  owned_indptr_.reserve(nodes + 1);
  for (auto& row : rows) {
    std::stable_sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.node < b.node; });
    for (const auto& entry : row) {
      const bool same = static_cast<std::int64_t>(owned_indices_.size()) > owned_indptr_.back() &&
                        owned_indices_.back() == entry.node;
      if (same) {
        codes_.back() |= entry.code;
      } else {
        owned_indices_.push_back(entry.node);
        codes_.push_back(entry.code);
      }
    }
    owned_indptr_.push_back(static_cast<std::int64_t>(owned_indices_.size()));
    std::vector<Entry>().swap(row);
  }
  indptr_ = owned_indptr_;
  indices_ = owned_indices_;
}

}  // namespace spminer::inline graph
