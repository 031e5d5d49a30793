// The checksum: published values of XXH64, and that pieces add up to the whole.
#include "spminer/base/checksum.hh"

#include <string>
#include <string_view>
#include <vector>

#include "check.hh"
#include "spminer/base/random.hh"

namespace spminer {
namespace {

std::uint64_t of(std::string_view text) { return checksum(std::as_bytes(std::span(text))); }

void test_published_values() {
  CHECK(of("") == 0xEF46DB3751D8E999ULL);
  CHECK(of("a") == 0xD24EC4F1A98C6E5BULL);
  CHECK(of("abc") == 0x44BC2CF5AD770999ULL);
  CHECK(of("Nobody inspects the spammish repetition") == 0xFBCEA83C8A378BF1ULL);
}

void test_pieces() {
  Random random(7);
  std::string text(300, ' ');
  for (auto& c : text) c = static_cast<char>(random.below(256));
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const auto part = std::string_view(text).substr(0, size);
    Checksum sum;
    for (std::size_t at = 0; at < size;) {
      const auto piece = part.substr(at, random.below(70));
      sum.update(std::as_bytes(std::span(piece)));
      at += piece.size();
    }
    CHECK(sum.value() == of(part));
  }
}

void test_every_bit_matters() {
  std::string text(100, 'x');
  const auto whole = of(text);
  for (std::size_t bit = 0; bit < text.size() * 8; ++bit) {
    text[bit / 8] ^= static_cast<char>(1 << (bit % 8));
    CHECK(of(text) != whole);
    text[bit / 8] ^= static_cast<char>(1 << (bit % 8));
  }
  CHECK(of(std::string(100, '\0')) != of(std::string(101, '\0')));
}

}  // namespace
}  // namespace spminer

int main() {
  spminer::test_published_values();
  spminer::test_pieces();
  spminer::test_every_bit_matters();
  return spminer::testing::verdict();
}
