#include "base/words.hh"

#include <string>
#include <vector>

#include "check.hh"

namespace {

using namespace spminer;

void words_come_in_their_order() {
  const std::vector<std::uint64_t> words{1, 2, 3, 4};
  WordReader reader(words, "cut off");
  CHECK(reader.next() == 1);
  const auto two = reader.take(2);
  CHECK(two.size() == 2 && two[0] == 2 && two[1] == 3);
  CHECK(reader.take(0).empty());
  CHECK(reader.next() == 4);
}

/// More than there is, however much that is, is refused with the words that were given; what is left stays.
void what_is_cut_off_is_refused() {
  const std::vector<std::uint64_t> words{7};
  WordReader reader(words, "cut off");
  for (const std::uint64_t count : {std::uint64_t{2}, ~std::uint64_t{0}}) {
    std::string said;
    try {
      reader.take(count);
    } catch (const std::invalid_argument& error) {
      said = error.what();
    }
    CHECK(said == "cut off");
  }
  CHECK(reader.next() == 7);
  CHECK_THROWS(reader.next());
}

}  // namespace

int main() {
  words_come_in_their_order();
  what_is_cut_off_is_refused();
  return spminer::testing::verdict();
}
