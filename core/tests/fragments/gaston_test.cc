// Forms of trees agree with canonical forms, and every tree has a parent.
#include "fragments/gaston.hh"

#include <map>
#include <numeric>

#include "check.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"

namespace {

using namespace spminer;
using namespace spminer::fragments;

Pattern random_tree(int nodes, int labels, Random& random) {
  Pattern tree = Pattern::empty(nodes);
  for (int i = 0; i < nodes && labels > 1; ++i) tree.labels.push_back(static_cast<std::int32_t>(random.below(labels)));
  for (int i = 1; i < nodes; ++i) tree.connect(i, static_cast<int>(random.below(i)));
  return tree;
}

Pattern shuffled(const Pattern& pattern, Random& random) {
  std::vector<int> position(pattern.size);
  std::iota(position.begin(), position.end(), 0);
  for (std::size_t i = position.size(); i > 1; --i) std::swap(position[i - 1], position[random.below(i)]);
  return permuted(pattern, position);
}

void forms_are_canonical(int labels, Random& random) {
  std::map<PatternKey, TreeWords> form_of;
  std::map<TreeWords, PatternKey> key_with;
  for (int round = 0; round < 1500; ++round) {
    const Pattern tree = random_tree(2 + static_cast<int>(random.below(7)), labels, random);
    const auto key = canonical_key(tree);
    const TreeForm form = tree_form(tree);
    CHECK(form_of.emplace(key, form.words).first->second == form.words);
    CHECK(key_with.emplace(form.words, key).first->second == key);
    CHECK(tree.degree(form.last) == 1);
    if (tree.size == 2) continue;
    const Pattern other = shuffled(tree, random);
    const auto parent = tree_form(without_node(tree, form.last)).words;
    CHECK(parent == tree_form(without_node(other, tree_form(other).last)).words);
  }
}

void only_trees_have_forms() {
  CHECK_THROWS(tree_form(Pattern::empty(1)));
  Pattern triangle = Pattern::empty(3);
  triangle.connect(0, 1), triangle.connect(1, 2), triangle.connect(2, 0);
  CHECK_THROWS(tree_form(triangle));
}

}  // namespace

int main() {
  Random random(2, 0);
  for (const int labels : {1, 2, 3}) forms_are_canonical(labels, random);
  only_trees_have_forms();
  return spminer::testing::verdict();
}
