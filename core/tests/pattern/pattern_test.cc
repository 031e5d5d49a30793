// Patterns: a node more and a node less undo each other, renaming keeps everything, and a pattern as a target is the
// same graph. Tests of pattern/pattern, pattern/as_target and pattern/small_graphs.
#include "spminer/pattern/pattern.hh"

#include <algorithm>
#include <set>

#include "check.hh"
#include "pattern/as_target.hh"
#include "patterns.hh"
#include "spminer/pattern/small_graphs.hh"

namespace {

using namespace spminer;
using spminer::testing::random_pattern;
using spminer::testing::shuffled;

void a_node_less_and_a_node_more() {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Pattern pattern = random_pattern(2 + static_cast<int>(random.below(7)), random);
    const int last = pattern.size - 1;
    const Pattern rest = without_node(pattern, last);
    std::vector<EdgeCode> codes;
    if (pattern.coded()) for_each_bit(pattern.rows[last], [&](int i) { codes.push_back(pattern.code(i, last)); });
    Pattern again = extended(rest, pattern.rows[last], pattern.label(last), codes);
    CHECK(pattern.anchor != last || rest.anchor == kNoAnchor);
    again.anchor = pattern.anchor;
    CHECK(again == pattern);
  }
}

void any_node_can_be_left_out() {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const Pattern pattern = random_pattern(2 + static_cast<int>(random.below(7)), random);
    const int node = static_cast<int>(random.below(static_cast<std::uint64_t>(pattern.size)));
    const Pattern rest = without_node(pattern, node);
    const auto old = [node](int i) { return i + (i >= node); };
    for (int i = 0; i < rest.size; ++i) {
      CHECK(rest.label(i) == pattern.label(old(i)));
      CHECK((rest.anchor == i) == (pattern.anchor == old(i)));
      for (int j = 0; j < rest.size; ++j) CHECK(rest.code(i, j) == pattern.code(old(i), old(j)));
    }
  }
}

void renaming_keeps_everything() {
  Random random(3);
  for (int round = 0; round < 1000; ++round) {
    const Pattern pattern = random_pattern(1 + static_cast<int>(random.below(9)), random);
    const std::vector<int> position = shuffled(pattern.size, random);
    NodeNumbers numbers{};
    std::copy(position.begin(), position.end(), numbers.begin());
    const Pattern renamed = permuted(pattern, position);
    CHECK(renamed == permuted(pattern, numbers) && renamed.edges() == pattern.edges());
    CHECK(renamed.connected() == pattern.connected());
    for (int i = 0; i < pattern.size; ++i) {
      CHECK(renamed.label(position[i]) == pattern.label(i) && (pattern.anchor == i) == (renamed.anchor == position[i]));
      for (int j = 0; j < pattern.size; ++j) CHECK(renamed.code(position[i], position[j]) == pattern.code(i, j));
    }
  }
}

void swapping_interchangeable_nodes_changes_nothing() {
  Random random(4);
  int found = 0;
  for (int round = 0; round < 1000; ++round) {
    Pattern pattern = random_pattern(4, random);
    pattern.anchor = kNoAnchor;
    std::vector<int> swap{1, 0, 2, 3};
    CHECK(interchangeable(pattern, 0, 1) == (permuted(pattern, swap) == pattern));
    found += interchangeable(pattern, 0, 1);
  }
  CHECK(found > 50);
}

void a_pattern_as_a_target() {
  Random random(5);
  for (int round = 0; round < 1000; ++round) {
    Pattern pattern = random_pattern(1 + static_cast<int>(random.below(8)), random);
    pattern.anchor = kNoAnchor;
    const PatternTarget same(pattern);
    std::vector<Node> nodes(pattern.size);
    for (int i = 0; i < pattern.size; ++i) nodes[i] = i;
    CHECK(induced(same.target(), nodes) == pattern);
  }
}

void choices_of_joining() {
  const auto choices = [](Row mask, bool induced) {
    std::multiset<Row> seen;
    for_each_choice(mask, induced, [&](Row choice) { seen.insert(choice); });
    return seen;
  };
  CHECK(choices(0b1011, true) == std::multiset<Row>({0b1011}));
  CHECK(choices(0b101, false) == std::multiset<Row>({0b101, 0b100, 0b001}));
  CHECK(choices(0b1111, false).size() == 15);
  CHECK(choices(0b11111, false) == std::multiset<Row>({0b11111, 1, 2, 4, 8, 16}));
}

void choices_of_arcs() {
  const auto choices = [](const std::vector<EdgeCode>& codes) {
    std::multiset<std::vector<EdgeCode>> seen;
    for_each_choice_of_arcs(codes,
                            [&](std::span<const EdgeCode> chosen) { seen.emplace(chosen.begin(), chosen.end()); });
    return seen;
  };
  const EdgeCode there = make_edge_code(3, 0), back = make_edge_code(0, 2), both = there | back;
  CHECK(choices({there, back}) == std::multiset<std::vector<EdgeCode>>({{there, back}}));
  CHECK(choices({both, back}) == std::multiset<std::vector<EdgeCode>>({{both, back}, {there, back}, {back, back}}));
  CHECK(choices({both, both, both, both}).size() == 81);
  CHECK(choices({both, both, both, both, both}).size() == 1);
}

void rows_of_small_graphs_are_checked() {
  const std::vector<Row> rows{0b110, 0b001, 0b001, 0b10, 0b01, 0};  // a path around node 0, then an edge
  const std::vector<std::int32_t> sizes{3, 2};
  const auto patterns = connected_patterns({rows, 3, sizes});
  CHECK(patterns.size() == 2 && patterns[0].edges() == 2 && patterns[1].edges() == 1);
  CHECK(patterns[0].anchor == 0 && patterns[0].adjacent(0, 2) && !patterns[0].adjacent(1, 2));
  const auto refused = [](std::vector<Row> bad, std::vector<std::int32_t> of, std::size_t stride = 3) {
    CHECK_THROWS(connected_patterns({bad, stride, of}));
  };
  refused(rows, {3});                                  // more rows than sizes
  refused(rows, {3, 0});                               // no nodes
  refused(rows, {3, 4});                               // more nodes than rows
  refused({0b1010, 0b001, 0, 0b10, 0b01}, {2}, 5);     // a neighbor outside
  refused({0b111, 0b001, 0b001}, {3});                 // a loop
  refused({0b110, 0b001, 0b000}, {3});                 // one direction only
  refused({0b010, 0b001, 0b000}, {3});                 // not connected
  const std::vector<Row> padded{0b10, 0b01, ~Row{0}};  // rows beyond the size may hold anything
  const std::vector<std::int32_t> two{2};
  CHECK(connected_patterns({padded, 3, two}).front().edges() == 1);
}

}  // namespace

int main() {
  rows_of_small_graphs_are_checked();
  a_node_less_and_a_node_more();
  any_node_can_be_left_out();
  renaming_keeps_everything();
  swapping_interchangeable_nodes_changes_nothing();
  a_pattern_as_a_target();
  choices_of_joining();
  choices_of_arcs();
  return spminer::testing::verdict();
}
