// Minimum depth-first codes: of all codes of a pattern, exactly one passes, and its parents pass, too.
#include "fragments/gspan.hh"

#include <algorithm>

#include "check.hh"
#include "spminer/base/random.hh"

namespace {

using namespace spminer;
using namespace spminer::fragments;

Pattern random_pattern(int nodes, Random& random) {
  Pattern pattern = Pattern::empty(nodes);
  pattern.labels.resize(nodes);
  for (auto& label : pattern.labels) label = static_cast<std::int32_t>(random.below(2));
  const auto code = [&] { return make_edge_code(1, 1) * (1 + random.below(2)); };
  for (int i = 1; i < nodes; ++i) pattern.connect(i, static_cast<int>(random.below(i)), code());
  for (int extra = static_cast<int>(random.below(3)); extra > 0; --extra) {
    const int i = static_cast<int>(random.below(nodes)), j = static_cast<int>(random.below(nodes));
    if (i != j && !pattern.adjacent(i, j)) pattern.connect(i, j, code());
  }
  return pattern;
}

/// All depth-first codes: from the last node that has them, backward edges first, then one forward edge.
class AllCodes {
 public:
  explicit AllCodes(const Pattern& pattern) : pattern_(pattern) {
    for (int root = 0; root < pattern.size; ++root) visit({root}, {});
  }
  std::vector<Sequence> codes;

 private:
  void visit(const std::vector<int>& met, const Sequence& code) {
    if (static_cast<int>(code.size()) == pattern_.edges()) return codes.push_back(code);
    const auto path = code.empty() ? std::vector<int>{0} : rightmost_path(code);
    for (auto from = path.rbegin(); from != path.rend(); ++from) {
      bool went = false;
      for (int node = 0; node < pattern_.size; ++node) {
        if (!pattern_.adjacent(met[*from], node) || std::find(met.begin(), met.end(), node) != met.end()) continue;
        went = true;
        step(met, code, *from, node);
      }
      if (went) return;
    }
  }
  void step(std::vector<int> met, Sequence code, int from, int node) {
    const int fresh = static_cast<int>(met.size());
    code.push_back({from, fresh, pattern_.label(met[from]), pattern_.code(met[from], node), pattern_.label(node)});
    met.push_back(node);
    for (int k = 0; k < from; ++k)
      if (pattern_.adjacent(node, met[k]))
        code.push_back({fresh, k, pattern_.label(node), pattern_.code(node, met[k]), pattern_.label(met[k])});
    visit(met, code);
  }
  const Pattern& pattern_;
};

bool smaller(const Sequence& a, const Sequence& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (const auto order = compare(a[k], b[k]); order != 0) return order < 0;
  return false;
}

void one_code_is_minimum(Random& random) {
  const Pattern pattern = random_pattern(2 + static_cast<int>(random.below(5)), random);
  const AllCodes all(pattern);
  const Sequence* best = &all.codes.front();
  for (const auto& code : all.codes)
    if (smaller(code, *best)) best = &code;
  for (const auto& code : all.codes) {
    const Pattern same = to_pattern(code, true, true);
    CHECK(is_minimum(code, same) == (code == *best));
  }
  for (Sequence prefix = *best; prefix.size() > 1;) {
    prefix.pop_back();
    CHECK(is_minimum(prefix, to_pattern(prefix, true, true)));
  }
}

void rightmost_path_skips_finished_branches() {
  const Sequence code{{0, 1}, {1, 2}, {2, 0}, {1, 3}, {3, 4}};
  CHECK((rightmost_path(code) == std::vector<int>{0, 1, 3, 4}));
}

}  // namespace

int main() {
  Random random(1, 0);
  for (int round = 0; round < 300; ++round) one_code_is_minimum(random);
  rightmost_path_skips_finished_branches();
  return spminer::testing::verdict();
}
