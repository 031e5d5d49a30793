#include "spminer/pattern/pattern.hh"

#include <stdexcept>

namespace spminer::inline pattern {

Pattern Pattern::empty(int nodes) {
  if (nodes < 0 || nodes > kMaxPatternNodes) throw std::invalid_argument("a pattern has at most 64 nodes");
  Pattern pattern;
  pattern.size = nodes;
  return pattern;
}

int Pattern::edges() const {
  int total = 0;
  for (int i = 0; i < size; ++i) total += degree(i);
  return total / 2;
}

bool Pattern::connected() const {
  if (size == 0) return true;
  Row reached = 1, frontier = 1;
  while (frontier != 0) {
    Row next = 0;
    for_each_bit(frontier, [&](int i) { next |= rows[i]; });
    frontier = next & ~reached;
    reached |= next;
  }
  return reached == all();
}

void Pattern::connect(int i, int j, EdgeCode code) {
  if (codes.empty()) {
    codes.assign(static_cast<std::size_t>(size) * size, kNoEdge);
    for (int a = 0; a < size; ++a) for_each_bit(rows[a], [&](int b) { codes[a * size + b] = kPlainEdge; });
  }
  connect(i, j);
  codes[i * size + j] = code;
  codes[j * size + i] = reversed(code);
}

bool interchangeable(const Pattern& pattern, int i, int j) {
  const Row pair = bit(i) | bit(j);
  if (((pattern.rows[i] ^ pattern.rows[j]) & ~pair) != 0 || pattern.label(i) != pattern.label(j)) return false;
  if (!pattern.coded()) return true;
  bool same = pattern.code(i, j) == pattern.code(j, i);
  for_each_bit(pattern.rows[i] & ~pair, [&](int k) { same = same && pattern.code(i, k) == pattern.code(j, k); });
  return same;
}

namespace {

template <typename Positions>
Pattern moved(const Pattern& pattern, const Positions& position) {
  Pattern result = Pattern::empty(pattern.size);
  if (pattern.anchor != kNoAnchor) result.anchor = position[pattern.anchor];
  if (pattern.labeled()) result.labels.resize(pattern.labels.size());
  if (pattern.coded()) result.codes.assign(pattern.codes.size(), kNoEdge);
  for (int i = 0; i < pattern.size; ++i) {
    if (pattern.labeled()) result.labels[position[i]] = pattern.labels[i];
    for_each_bit(pattern.rows[i], [&](int j) {
      result.rows[position[i]] |= bit(position[j]);
      if (pattern.coded()) result.codes[position[i] * pattern.size + position[j]] = pattern.code(i, j);
    });
  }
  return result;
}

}  // namespace

Pattern permuted(const Pattern& pattern, const std::vector<int>& position) { return moved(pattern, position); }
Pattern permuted(const Pattern& pattern, const NodeNumbers& position) { return moved(pattern, position); }

Pattern extended(const Pattern& pattern, Row mask, std::int32_t label, std::span<const EdgeCode> codes) {
  Pattern grown = pattern;
  const int last = grown.size++;
  for_each_bit(mask, [&](int i) { grown.connect(i, last); });
  if (pattern.labeled()) grown.labels.push_back(label);
  if (!pattern.coded() && codes.empty()) return grown;
  grown.codes.assign(static_cast<std::size_t>(grown.size) * grown.size, kNoEdge);
  for (int i = 1; i < pattern.size; ++i)
    for_each_bit(pattern.rows[i] & (bit(i) - 1), [&](int j) { grown.connect(i, j, pattern.code(i, j)); });
  std::size_t next = 0;
  for_each_bit(mask, [&](int i) { grown.connect(i, last, codes[next++]); });
  return grown;
}

Pattern without_node(const Pattern& pattern, int node) {
  Pattern rest = Pattern::empty(pattern.size - 1);
  if (pattern.anchor != node && pattern.anchor != kNoAnchor) rest.anchor = pattern.anchor - (pattern.anchor > node);
  if (pattern.coded()) rest.codes.assign(static_cast<std::size_t>(rest.size) * rest.size, kNoEdge);
  const auto old = [node](int i) { return i + (i >= node); };
  for (int i = 0; i < rest.size; ++i) {
    if (pattern.labeled()) rest.labels.push_back(pattern.labels[old(i)]);
    for (int j = 0; j < i; ++j) {
      if (!pattern.adjacent(old(i), old(j))) continue;
      if (pattern.coded())
        rest.connect(i, j, pattern.code(old(i), old(j)));
      else
        rest.connect(i, j);
    }
  }
  return rest;
}

Pattern induced(const Target& target, std::span<const Node> nodes, int anchor) {
  Pattern pattern = Pattern::empty(static_cast<int>(nodes.size()));
  pattern.anchor = anchor;
  for (int i = 0; i < pattern.size; ++i) {
    if (target.labeled()) pattern.labels.push_back(target.label(nodes[i]));
    for (int j = 0; j < i; ++j) {
      const EdgeCode code = target.code(nodes[i], nodes[j]);
      if (code == kNoEdge) continue;
      if (target.coded())
        pattern.connect(i, j, code);
      else
        pattern.connect(i, j);
    }
  }
  if (target.coded() && pattern.codes.empty())
    pattern.codes.assign(static_cast<std::size_t>(pattern.size) * pattern.size, kNoEdge);
  return pattern;
}

}  // namespace spminer::inline pattern
