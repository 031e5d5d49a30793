// Names in one text: equal ones, parts and choices, on random names against the obvious way.
#include "spminer/io/name_list.hh"

#include <algorithm>
#include <string>

#include "check.hh"
#include "spminer/base/random.hh"

namespace spminer::io {
namespace {

NameList listed(const std::vector<std::string>& names) {
  NameList list;
  for (const auto& name : names) {
    list.text.insert(list.text.end(), name.begin(), name.end());
    list.ends.push_back(static_cast<std::int64_t>(list.text.size()));
  }
  return list;
}

NameView view(const NameList& list) { return {list.text, list.ends}; }

std::vector<std::string> random_names(Random& random, std::size_t count) {
  std::vector<std::string> names(count);
  for (auto& name : names)
    for (auto length = random.below(4); length > 0; --length) name += static_cast<char>('a' + random.below(3));
  return names;
}

void test_against_the_obvious_way() {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const auto names = random_names(random, random.below(60));
    const auto list = listed(names);
    check_names(view(list));
    const auto first = first_of_equal(view(list));
    const auto parts = parts_of_names(view(list), 5);
    std::vector<std::int64_t> chosen;
    for (std::size_t i = 0; i < names.size(); ++i) {
      CHECK(view(list)[i] == names[i]);
      CHECK(first[i] == std::find(names.begin(), names.end(), names[i]) - names.begin());
      CHECK(parts[i] >= 0 && parts[i] < 5 && parts[i] == parts[first[i]]);
      chosen.push_back(static_cast<std::int64_t>(random.below(names.size())));
    }
    const auto taken = chosen_names(view(list), chosen);
    for (std::size_t i = 0; i < chosen.size(); ++i) CHECK(view(taken)[i] == names[chosen[i]]);
  }
}

void test_parts_are_even() {
  std::vector<std::string> names;
  for (int i = 0; i < 8000; ++i) names.push_back("n" + std::to_string(i));
  const auto list = listed(names);
  std::vector<int> counts(8);
  for (const auto part : parts_of_names(view(list), 8)) ++counts[part];
  CHECK(*std::min_element(counts.begin(), counts.end()) > 850);
}

void test_refusals() {
  const std::vector<char> text = {'a', 'b'};
  const std::vector<std::int64_t> falling = {2, 1}, short_of_end = {1}, beyond = {3}, negative = {-1, 2},
                                  right = {1, 2};
  for (const auto& ends : {falling, short_of_end, beyond, negative}) CHECK_THROWS(check_names({text, ends}));
  CHECK_THROWS(parts_of_names({text, right}, 0));
  const std::vector<std::int64_t> outside = {2}, below = {-1};
  CHECK_THROWS(chosen_names({text, right}, outside));
  CHECK_THROWS(chosen_names({text, right}, below));
}

}  // namespace
}  // namespace spminer::io

int main() {
  spminer::io::test_against_the_obvious_way();
  spminer::io::test_parts_are_even();
  spminer::io::test_refusals();
  return spminer::testing::verdict();
}
