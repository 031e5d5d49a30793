// Label signatures never shrink from a pattern to one that contains it, and do not depend on the order of nodes.
#include "spminer/order/label_signature.hh"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "check.hh"
#include "order/quantities.hh"
#include "random_target.hh"
#include "spminer/base/random.hh"
#include "spminer/order/signature.hh"

namespace spminer::order {
namespace {

using Bytes = std::array<std::uint8_t, kLabelSignatureSize>;

Bytes signature_of(const Pattern& pattern) {
  Bytes bytes;
  label_signature(pattern, bytes);
  return bytes;
}

/// A connected pattern with labels of nodes and arcs with labels, anchored at node 0.
Pattern random_pattern(Random& random, int size) {
  Pattern pattern = Pattern::empty(size);
  pattern.anchor = 0;
  const auto code = [&] {
    const auto forward = static_cast<std::uint32_t>(random.below(3)),
               backward = static_cast<std::uint32_t>(random.below(3));
    return make_edge_code(forward, forward == 0 ? 1 + backward : backward);
  };
  for (int i = 0; i < size; ++i) pattern.labels.push_back(static_cast<std::int32_t>(random.below(20)));
  pattern.codes.assign(static_cast<std::size_t>(size) * size, kNoEdge);
  for (int i = 1; i < size; ++i) {
    pattern.connect(i, static_cast<int>(random.below(i)), code());
    for (int j = 0; j < i; ++j)
      if (!pattern.adjacent(i, j) && random.uniform() < 0.15) pattern.connect(i, j, code());
  }
  return pattern;
}

bool below(const Bytes& sub, const Bytes& sup) {
  for (std::size_t i = 0; i < sub.size(); ++i)
    if (sub[i] > sup[i]) return false;
  return true;
}

void disconnect(Pattern& pattern, int i, int j) {
  pattern.rows[i] &= ~bit(j);
  pattern.rows[j] &= ~bit(i);
  pattern.codes[static_cast<std::size_t>(i) * pattern.size + j] = kNoEdge;
  pattern.codes[static_cast<std::size_t>(j) * pattern.size + i] = kNoEdge;
}

void test_parts_are_below() {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    const Pattern whole = random_pattern(random, 2 + static_cast<int>(random.below(30)));
    Pattern part = whole;
    for (int gone = static_cast<int>(random.below(whole.size)); gone > 0; --gone)
      part = without_node(part, 1 + static_cast<int>(random.below(part.size - 1)));
    CHECK(below(signature_of(part), signature_of(whole)));
    if (part.size > 1 && part.rows[0] != 0) disconnect(part, 0, std::countr_zero(part.rows[0]));  // edge-induced
    CHECK(below(signature_of(part), signature_of(whole)));
  }
}

void test_names_of_nodes_do_not_matter() {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    const Pattern pattern = random_pattern(random, 2 + static_cast<int>(random.below(20)));
    std::vector<int> position(pattern.size);
    std::iota(position.begin(), position.end(), 0);
    for (int i = pattern.size - 1; i > 1; --i) std::swap(position[i], position[1 + random.below(i)]);
    CHECK(signature_of(permuted(pattern, position)) == signature_of(pattern));
  }
}

void test_labels_and_codes_matter() {
  Random random(3);
  int told = 0;
  for (int round = 0; round < 200; ++round) {
    const Pattern pattern = random_pattern(random, 6);
    Pattern other = pattern;
    if (round % 2 == 0) {
      other.labels[1 + random.below(5)] += 1;
    } else {
      const int u = std::countr_zero(other.rows[0]);
      other.connect(0, u, make_edge_code(7, 0));
    }
    told += signature_of(other) != signature_of(pattern);
  }
  CHECK(told > 180);
}

/// Occurrences in targets of every kind: their signatures are those of the patterns that they are.
void test_batches_are_single_ones() {
  Random random(5);
  for (const auto& [labels, marks, directed] : {std::tuple{3, 3, true}, {1, 1, false}, {3, 1, false}, {1, 2, true}}) {
    const testing::RandomTarget arrays(12, 0.4, labels, marks, directed, random);
    const Target target = arrays.target();
    constexpr std::size_t kStride = 6, kGraphs = 150;
    std::vector<Node> nodes(kStride * kGraphs, -1);
    std::vector<Row> rows(kStride * kGraphs, 0);
    std::vector<Pattern> patterns;
    for (std::size_t b = 0; b < kGraphs; ++b) {
      std::vector<Node> chosen(12);
      std::iota(chosen.begin(), chosen.end(), 0);
      for (std::size_t i = 11; i > 0; --i) std::swap(chosen[i], chosen[random.below(i + 1)]);
      chosen.resize(1 + random.below(kStride));
      Pattern pattern = induced(target, chosen);
      pattern.anchor = 0;
      std::copy(chosen.begin(), chosen.end(), nodes.begin() + b * kStride);
      std::copy_n(pattern.rows.begin(), chosen.size(), rows.begin() + b * kStride);
      patterns.push_back(std::move(pattern));
    }
    std::vector<std::uint8_t> out(kGraphs * kLabelSignatureSize);
    label_signatures(target, nodes, rows, kStride, 2, out);
    for (std::size_t b = 0; b < kGraphs; ++b) {
      const Bytes single = signature_of(patterns[b]);
      CHECK(std::equal(single.begin(), single.end(), out.begin() + b * kLabelSignatureSize));
    }
  }
}

void test_batches_that_cannot_be_meant() {
  Random random(6);
  const testing::RandomTarget arrays(5, 0.9, 2, 2, true, random);
  const Target target = arrays.target();
  std::vector<std::uint8_t> out(kLabelSignatureSize);
  const auto refused = [&](std::vector<Node> nodes, std::vector<Row> rows, std::size_t stride) {
    CHECK_THROWS(label_signatures(target, nodes, rows, stride, 1, out));
  };
  refused({0, 1}, {2, 1}, 0);
  refused({0, 1}, {2}, 2);
  refused({0, 1, 2}, {2, 1, 0}, 2);
  refused({0, 1, 2, 3}, {2, 1, 2, 1}, 2);  // two graphs, room for one
  refused({-1, 1}, {0, 0}, 2);             // no node at all
  refused({0, 7}, {2, 1}, 2);              // no node of the target, named by the first row
  refused({7, 0}, {0, 0}, 2);
  refused({0, 1}, {8, 1}, 2);  // joined to what is not there
}

void test_an_anchor_is_needed() {
  Pattern pattern = Pattern::empty(2);
  Bytes bytes;
  CHECK_THROWS(label_signature(pattern, bytes));
}

void test_tables_are_whole() {
  const auto tables = signature_tables();
  CHECK(tables.coordinates.size() == static_cast<std::size_t>(kSignatureSize) * kCoordinateColumns);
  CHECK(tables.above.size() == 479u * 479u);
  CHECK(tables.byte_of_count.back() == 255 && tables.byte_of_count[127] == 127);
  for (std::size_t i = 1; i < tables.byte_of_count.size(); ++i)
    CHECK(tables.byte_of_count[i - 1] <= tables.byte_of_count[i]);
}

}  // namespace
}  // namespace spminer::order

int main() {
  spminer::order::test_parts_are_below();
  spminer::order::test_names_of_nodes_do_not_matter();
  spminer::order::test_labels_and_codes_matter();
  spminer::order::test_batches_are_single_ones();
  spminer::order::test_batches_that_cannot_be_meant();
  spminer::order::test_an_anchor_is_needed();
  spminer::order::test_tables_are_whole();
  return spminer::testing::verdict();
}
