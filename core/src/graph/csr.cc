#include "spminer/graph/csr.hh"

#include <stdexcept>

namespace spminer::inline graph {

namespace {

// A row entry before the rows are final: the neighbor in the high bits, and in the lowest bit whether the
// edge was listed from the other side.  Nodes are below 2^31, so both fit into 32 bits, and a sort by the
// whole key brings the copies of an edge together while telling repeats from "listed both ways".  Plain
// keys are kept as Nodes, so that the array that is sorted becomes the result without a copy.
using Key = Node;

struct LabeledKey {
  Key key;
  std::int32_t label;
};

constexpr std::uint32_t bits_of(Key key) { return static_cast<std::uint32_t>(key); }
constexpr std::uint32_t bits_of(LabeledKey entry) { return bits_of(entry.key); }
template <typename Entry>
constexpr Node neighbor_of(Entry entry) {
  return static_cast<Node>(bits_of(entry) >> 1);
}
template <typename Entry>
constexpr bool is_mirrored(Entry entry) {
  return bits_of(entry) & 1;
}

template <typename Entry>
Entry make_entry(Node neighbor, bool mirrored, [[maybe_unused]] std::int32_t label) {
  const auto key = static_cast<Key>((static_cast<std::uint32_t>(neighbor) << 1) | std::uint32_t{mirrored});
  if constexpr (std::is_same_v<Entry, LabeledKey>)
    return {key, label};
  else
    return key;
}

void sort_row(std::span<Key> row) {
  std::sort(row.begin(), row.end(), [](Key a, Key b) { return bits_of(a) < bits_of(b); });
}
// Stable by neighbor alone: the label listed first stays first, in both rows of an undirected edge.
void sort_row(std::span<LabeledKey> row) {
  std::stable_sort(row.begin(), row.end(), [](LabeledKey a, LabeledKey b) { return neighbor_of(a) < neighbor_of(b); });
}

template <typename F>
void for_each_edge(std::span<const EdgeSpan> edges, F&& f) {
  for (const auto& part : edges) {
    for (std::size_t i = 0; i < part.sources.size(); ++i) {
      if (part.sources[i] != part.targets[i])
        f(part.sources[i], part.targets[i], part.labels.empty() ? 0 : part.labels[i]);
    }
  }
}

std::int64_t check_and_count_loops(std::span<const EdgeSpan> edges, const CsrParams& params) {
  std::int64_t loops = 0;
  const auto outside = [&](Node u) {
    return static_cast<std::uint32_t>(u) >= static_cast<std::uint32_t>(params.nodes);
  };
  for (const auto& part : edges) {
    if (part.sources.size() != part.targets.size() || (params.labeled && part.labels.size() != part.sources.size()))
      throw std::invalid_argument("sources, targets and labels must have the same length");
    for (std::size_t i = 0; i < part.sources.size(); ++i) {
      if (outside(part.sources[i]) || outside(part.targets[i]))
        throw std::invalid_argument("an edge ends at a node that does not exist");
      loops += part.sources[i] == part.targets[i];
    }
  }
  return loops;
}

std::vector<std::int64_t> row_starts(std::span<const EdgeSpan> edges, const CsrParams& params) {
  std::vector<std::int64_t> starts(static_cast<std::size_t>(params.nodes) + 1, 0);
  for_each_edge(edges, [&](Node u, Node v, std::int32_t) {
    ++starts[u + 1];
    if (!params.directed) ++starts[v + 1];
  });
  for (std::size_t u = 1; u < starts.size(); ++u) starts[u] += starts[u - 1];
  return starts;
}

// After this, starts[u] is the end of row u, which is the start of row u + 1.
template <typename Entry>
std::vector<Entry> fill_rows(std::span<const EdgeSpan> edges, const CsrParams& params,
                             std::vector<std::int64_t>& starts) {
  std::vector<Entry> entries(starts.back());
  for_each_edge(edges, [&](Node u, Node v, std::int32_t label) {
    entries[starts[u]++] = make_entry<Entry>(v, false, label);
    if (!params.directed) entries[starts[v]++] = make_entry<Entry>(u, true, label);
  });
  return entries;
}

// Keeps the first entry of each run of equal neighbors; returns the new length and adds up repeats and mutual pairs.
template <typename Entry>
std::size_t merge_row(std::span<Entry> row, CsrResult& result) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < row.size();) {
    const Entry first = row[i];
    std::int64_t copies[2] = {0, 0};
    for (; i < row.size() && neighbor_of(row[i]) == neighbor_of(first); ++i) ++copies[is_mirrored(row[i])];
    result.repeated_edges += std::max<std::int64_t>(copies[0] - 1, 0) + std::max<std::int64_t>(copies[1] - 1, 0);
    result.mutual_pairs += copies[0] > 0 && copies[1] > 0;
    row[kept++] = first;
  }
  return kept;
}

void emit(std::vector<Key>&& entries, CsrResult& result) {
  for (auto& entry : entries) entry = neighbor_of(entry);
  result.indices = std::move(entries);
}

void emit(std::vector<LabeledKey>&& entries, CsrResult& result) {
  result.indices.reserve(entries.size());
  result.edge_labels.reserve(entries.size());
  for (const auto entry : entries) {
    result.indices.push_back(neighbor_of(entry));
    result.edge_labels.push_back(entry.label);
  }
}

// Sorts and merges the rows in place; `ends` (the end of each row) becomes the indptr on the way.
template <typename Entry>
bool tidy_rows(std::vector<Entry>& entries, std::vector<std::int64_t>& ends, Control& control, CsrResult& result) {
  Ticker ticker(control);
  std::size_t begin = 0, out = 0;
  for (std::size_t u = 0; u + 1 < ends.size(); ++u) {
    if (ticker.should_stop()) return false;
    const auto row = std::span(entries).subspan(begin, static_cast<std::size_t>(ends[u]) - begin);
    begin = static_cast<std::size_t>(ends[u]);
    ends[u] = static_cast<std::int64_t>(out);
    sort_row(row);
    const auto kept = merge_row(row, result);
    std::copy_n(row.begin(), kept, entries.begin() + out);
    out += kept;
  }
  ends.back() = static_cast<std::int64_t>(out);
  entries.resize(out);
  return true;
}

template <typename Entry>
void build_rows(std::span<const EdgeSpan> edges, const CsrParams& params, Control& control, CsrResult& result) {
  auto starts = row_starts(edges, params);
  auto entries = fill_rows<Entry>(edges, params, starts);
  if (!tidy_rows(entries, starts, control, result)) {
    result = CsrResult{.complete = false};
    return;
  }
  if (!params.directed) {  // both rows of an edge counted it
    result.repeated_edges /= 2;
    result.mutual_pairs /= 2;
  }
  result.indptr = std::move(starts);
  emit(std::move(entries), result);
}

}  // namespace

CsrResult build_csr(std::span<const EdgeSpan> edges, const CsrParams& params, Control& control) {
  CsrResult result;
  result.self_loops = check_and_count_loops(edges, params);
  if (params.labeled)
    build_rows<LabeledKey>(edges, params, control, result);
  else
    build_rows<Key>(edges, params, control, result);
  return result;
}

}  // namespace spminer::inline graph
