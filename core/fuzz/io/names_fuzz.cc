// Lists of names with ends from anywhere, and columns of labels in chunks.
#include <map>

#include "fuzz.hh"
#include "spminer/io/label_column.hh"
#include "spminer/io/name_list.hh"

namespace spminer::fuzz {

namespace {

using namespace spminer::io;

void check_list(std::string_view text, const std::vector<std::int64_t>& ends) {
  const NameView names{{text.data(), text.size()}, ends};
  if (!accepted([&] { check_names(names); })) return;
  std::map<std::string_view, std::int64_t> first;
  const auto found = first_of_equal(names);
  const auto parts = parts_of_names(names, 7);
  std::vector<std::int64_t> chosen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    REQUIRE(found[i] == first.try_emplace(names[i], static_cast<std::int64_t>(i)).first->second);
    REQUIRE(parts[i] >= 0 && parts[i] < 7 && parts[i] == parts[found[i]]);
    chosen.insert(chosen.begin(), static_cast<std::int64_t>(i));
  }
  const NameList turned = chosen_names(names, chosen);
  const NameView view{turned.text, turned.ends};
  check_names(view);
  for (std::size_t i = 0; i < names.size(); ++i) REQUIRE(view[i] == names[names.size() - 1 - i]);
}

/// The labels of the lines; nothing if they are refused.
std::vector<std::string> column(std::string_view text, std::size_t chunk) {
  std::vector<std::string> result;
  accepted([&] {
    LabelColumnParser parser;
    for (std::size_t at = 0; at < text.size(); at += chunk) parser.feed(text.substr(at, chunk));
    parser.finish();
    for (const auto code : parser.take_codes()) result.emplace_back(parser.names().name(code));
  });
  return result;
}

}  // namespace

std::vector<std::string> seeds() {
  const std::vector<std::int64_t> ends{1, 1, 3, 8};
  return {Writer().array(ends).byte(2).text("abbA\nb \n").bytes(),
          Writer().byte(0).byte(1).text("1\n2\n\n1\r\n").bytes()};
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer::fuzz;
  Bytes bytes(data, size);
  const auto ends = bytes.array<std::int64_t>(32);
  const std::size_t chunk = 1 + static_cast<std::size_t>(bytes.below(32));
  check_list(bytes.text(), ends);
  REQUIRE(column(bytes.text(), bytes.text().size() + 1) == column(bytes.text(), chunk));
  return 0;
}
