// Canonical forms against brute force: class counts, orbit-stabilizer sums, random relabelings, hard graphs; the
// canonical order against its definition.
#include "spminer/pattern/canonical.hh"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>
#include <set>

#include "check.hh"
#include "patterns.hh"
#include "spminer/base/random.hh"

using namespace spminer;

namespace {

using spminer::testing::hypercube;
using spminer::testing::random_pattern;
using spminer::testing::rook;
using spminer::testing::shuffled;

bool is_automorphism(const Pattern& pattern, const std::vector<int>& image) {
  return permuted(pattern, image) == pattern;
}

struct BruteForce {
  double automorphisms = 0;
  std::vector<int> orbit;
};

BruteForce all_permutations(const Pattern& pattern) {
  BruteForce result;
  std::vector<int> image(pattern.size);
  std::iota(image.begin(), image.end(), 0);
  result.orbit = image;
  do {
    if (!is_automorphism(pattern, image)) continue;
    ++result.automorphisms;
    for (int i = 0; i < pattern.size; ++i) result.orbit[image[i]] = std::min(result.orbit[image[i]], result.orbit[i]);
  } while (std::next_permutation(image.begin(), image.end()));
  return result;
}

void test_class_counts() {
  const std::map<int, std::size_t> graphs = {{1, 1}, {2, 2}, {3, 4}, {4, 11}, {5, 34}, {6, 156}};
  for (const auto& [n, classes] : graphs) {
    std::set<PatternKey> seen;
    double labeled_graphs = 0;
    const int pairs = n * (n - 1) / 2;
    for (int mask = 0; mask < (1 << pairs); ++mask) {
      Pattern pattern = Pattern::empty(n);
      for (int i = 0, e = 0; i < n; ++i)
        for (int j = 0; j < i; ++j, ++e)
          if ((mask >> e) & 1) pattern.connect(i, j);
      if (seen.insert(key_of(canonical_copy(pattern))).second)
        labeled_graphs += std::tgamma(n + 1) / canonical_form(pattern).automorphisms;
    }
    CHECK(seen.size() == classes);
    CHECK(std::lround(labeled_graphs) == (1 << pairs));  // orbit-stabilizer theorem
  }
}

void test_random_against_brute_force() {
  Random random(7);
  for (int round = 0; round < 1500; ++round) {
    const int n = 1 + static_cast<int>(random.below(6));
    const Pattern pattern = random_pattern(n, random.uniform(), 1 + static_cast<int>(random.below(3)),
                                           1 + static_cast<int>(random.below(2)), random.below(2) != 0, random);
    const CanonicalForm canonical = canonical_form(pattern);
    const BruteForce truth = all_permutations(pattern);
    CHECK(canonical.automorphisms == truth.automorphisms);
    CHECK(std::equal(truth.orbit.begin(), truth.orbit.end(), canonical.orbit.begin()));
    for (const auto& generator : canonical.generators)
      CHECK(is_automorphism(pattern, {generator.begin(), generator.begin() + n}));
    const Pattern copy = permuted(pattern, shuffled(n, random));
    CHECK(canonical_copy(copy) == canonical_copy(pattern));
    if (pattern.anchor != kNoAnchor) CHECK(canonical.labeling[pattern.anchor] == 0);
  }
}

void test_different_patterns_differ() {
  // Two random patterns are isomorphic if and only if some permutation makes them equal.
  Random random(8);
  int equal = 0;
  for (int round = 0; round < 3000; ++round) {
    const int n = 3 + static_cast<int>(random.below(3));
    const bool directed = random.below(2) != 0;
    const Pattern a = random_pattern(n, 0.6, 1, 1, directed, random),
                  b = random_pattern(n, 0.6, 1, 1, directed, random);
    std::vector<int> image(n);
    std::iota(image.begin(), image.end(), 0);
    bool isomorphic = false;
    do isomorphic = permuted(a, image) == b;
    while (!isomorphic && std::next_permutation(image.begin(), image.end()));
    CHECK((canonical_copy(a) == canonical_copy(b)) == isomorphic);
    equal += isomorphic;
  }
  CHECK(equal > 50);
}

void test_large_relabelings() {
  Random random(9);
  for (int round = 0; round < 300; ++round) {
    const int n = 10 + static_cast<int>(random.below(55));
    const Pattern pattern = random_pattern(n, random.uniform() * 0.5, 1, 1, random.below(2) != 0, random);
    CHECK(canonical_copy(permuted(pattern, shuffled(n, random))) == canonical_copy(pattern));
  }
}

Pattern cayley_z4z4(const std::vector<std::pair<int, int>>& steps) {
  Pattern pattern = Pattern::empty(16);
  for (int a = 0; a < 16; ++a)
    for (const auto& [x, y] : steps) pattern.connect(a, (a / 4 + x + 4) % 4 * 4 + (a % 4 + y + 4) % 4);
  return pattern;
}

Pattern disjoint_copies(const Pattern& part, int copies) {
  Pattern pattern = Pattern::empty(part.size * copies);
  for (int c = 0; c < copies; ++c)
    for (int i = 0; i < part.size; ++i)
      for_each_bit(part.rows[i], [&](int j) { pattern.connect(c * part.size + i, c * part.size + j); });
  return pattern;
}

void test_hard_graphs() {
  const Pattern shrikhande = cayley_z4z4({{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}});
  CHECK(canonical_form(rook(4)).automorphisms == 1152);
  CHECK(canonical_form(shrikhande).automorphisms == 192);
  CHECK(!(canonical_copy(rook(4)) == canonical_copy(shrikhande)));
  CHECK(canonical_form(rook(8)).automorphisms == 2 * std::pow(std::tgamma(9), 2));
  CHECK(canonical_form(hypercube(6)).automorphisms == 64 * 720);
  Pattern cycle6 = Pattern::empty(6), triangle = Pattern::empty(3);
  for (int i = 0; i < 6; ++i) cycle6.connect(i, (i + 1) % 6);
  for (int i = 0; i < 3; ++i) triangle.connect(i, (i + 1) % 3);
  CHECK(!(canonical_copy(cycle6) == canonical_copy(disjoint_copies(triangle, 2))));
  CHECK(canonical_form(disjoint_copies(triangle, 20)).automorphisms == std::pow(6, 20) * std::tgamma(21));
  Random random(10);
  for (const Pattern& pattern :
       {rook(4), shrikhande, rook(8), hypercube(6), disjoint_copies(rook(4), 4), disjoint_copies(shrikhande, 4)}) {
    const CanonicalForm canonical = canonical_form(pattern);
    CHECK(*std::max_element(canonical.orbit.begin(), canonical.orbit.begin() + pattern.size) ==
          0);  // vertex-transitive
    CHECK(canonical_copy(permuted(pattern, shuffled(pattern.size, random))) == canonical_copy(pattern));
  }
}

void test_twins() {
  Pattern star = Pattern::empty(64), clique = Pattern::empty(64);
  for (int i = 1; i < 64; ++i) star.connect(0, i);
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < i; ++j) clique.connect(i, j);
  CHECK(std::abs(canonical_form(star).automorphisms / std::tgamma(64) - 1) < 1e-9);
  CHECK(std::abs(canonical_form(clique).automorphisms / std::tgamma(65) - 1) < 1e-9);
  CHECK_THROWS(Pattern::empty(65));
}

/// The canonical order by its definition: a queue from label 0, the neighbors of each node in the order of their
/// labels.
std::vector<int> order_by_queue(const Pattern& pattern, const CanonicalForm& form) {
  const Pattern labeled = renumbered(pattern, form);
  std::vector<int> number(pattern.size, -1), result;
  int next = 0;
  for (int start = 0; start < pattern.size; ++start) {
    std::deque<int> queue{start};
    while (!queue.empty()) {
      const int label = queue.front();
      queue.pop_front();
      if (number[label] >= 0) continue;
      number[label] = next++;
      for (int other = 0; other < pattern.size; ++other)
        if (labeled.adjacent(label, other)) queue.push_back(other);
    }
  }
  for (int i = 0; i < pattern.size; ++i) result.push_back(number[form.labeling[i]]);
  return result;
}

void test_canonical_order() {
  Random random(11);
  for (int round = 0; round < 2000; ++round) {
    const Pattern pattern = random_pattern(1 + static_cast<int>(random.below(round % 10 == 0 ? 64 : 9)), random);
    const CanonicalForm form = canonical_form(pattern);
    const NodeNumbers order = canonical_order(pattern, form);
    CHECK(std::vector<int>(order.begin(), order.begin() + pattern.size) == order_by_queue(pattern, form));
    const Pattern copy = canonical_copy(pattern);
    CHECK(canonical_copy(copy) == copy && canonical_key(copy) == canonical_key(pattern));
    if (pattern.anchor != kNoAnchor) CHECK(copy.anchor == 0);
  }
}

void test_descriptions_of_classes() {
  Random random(12);
  for (int round = 0; round < 500; ++round) {
    Pattern pattern = random_pattern(1 + static_cast<int>(random.below(7)), random);
    pattern.anchor = kNoAnchor;
    const CanonicalForm form = canonical_form(pattern);
    const OrbitNumbers orbits = orbit_numbers(form, pattern.size);
    const ClassDescription description = describe_class(canonical_key(pattern));
    CHECK(description.pattern == canonical_copy(pattern));
    CHECK(static_cast<int>(description.orbit_node.size()) == orbits.count);
    // The node that stands for an orbit looks like every node with the orbit's number.
    for (int i = 0; i < pattern.size; ++i) {
      Pattern here = pattern, there = description.pattern;
      here.anchor = i;
      there.anchor = description.orbit_node[orbits.of[i]];
      CHECK(canonical_copy(here) == canonical_copy(there));
    }
  }
}

}  // namespace

int main() {
  test_class_counts();
  test_random_against_brute_force();
  test_different_patterns_differ();
  test_large_relabelings();
  test_hard_graphs();
  test_twins();
  test_canonical_order();
  test_descriptions_of_classes();
  return spminer::testing::verdict();
}
