// Lines out of chunks, words out of lines, numbers for names.  Tests of io/text, io/tables, io/label_column and
// io/edge_store; the parsers' own tests put them together.
#include "spminer/io/text.hh"

#include <map>
#include <vector>

#include "check.hh"
#include "spminer/base/random.hh"
#include "spminer/io/edge_store.hh"
#include "spminer/io/label_column.hh"
#include "spminer/io/tables.hh"

namespace {

using namespace spminer;
using namespace spminer::io;

void chunk_borders_do_not_matter() {
  const std::string text = "first\r\n\nthird line\nno end";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    LineCutter cutter;
    std::vector<std::string> lines;
    const auto keep = [&](std::string_view line) { lines.emplace_back(line); };
    cutter.feed(std::string_view(text).substr(0, cut), keep);
    cutter.feed(std::string_view(text).substr(cut), keep);
    cutter.finish(keep);
    CHECK(lines == std::vector<std::string>({"first", "", "third line", "no end"}));
    CHECK(cutter.line() == 4);
  }
  LineCutter endless;
  const std::string chunk(LineCutter::kMaxLine, 'x');
  endless.feed(chunk, [](std::string_view) {});
  CHECK_THROWS(endless.feed("y", [](std::string_view) {}));
}

void words_and_numbers() {
  std::string_view rest = "  one\ttwo  ";
  CHECK(next_word(rest) == "one" && next_word(rest) == "two" && next_word(rest).empty());
  CHECK(trimmed(" \t a b \f") == "a b" && trimmed("  ").empty());
  CHECK(parse_number("0", 1, "id") == 0 && parse_number("9223372036854775807", 1, "id") == INT64_MAX);
  for (const char* bad : {"", "-0", "-1", "1.5", "9223372036854775808", "x", "1 "})
    CHECK_THROWS(parse_number(bad, 1, "id"));
  check_text("r\xC3\xA9sum\xC3\xA9\tb", 1);
  for (const char* bad : {"\x01", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80"})
    CHECK_THROWS(check_text(bad, 1));
  CHECK(quoted("a\nb") == "'a?b'" && quoted(std::string(50, 'x')).ends_with("...'"));
}

void tables_number_by_first_sight() {
  Random random(3);
  IdTable ids;
  NameTable names;
  std::map<std::int64_t, Node> seen;
  for (int i = 0; i < 5000; ++i) {
    const auto id = static_cast<std::int64_t>(random.below(2000)) * 1000003;
    const Node number = seen.try_emplace(id, static_cast<Node>(seen.size())).first->second;
    bool is_new = false;
    CHECK(ids.number(id) == number && *ids.find(id) == number);
    CHECK(names.number(std::to_string(id), is_new) == number);
    CHECK(names.name(number) == std::to_string(id) && ids.ids()[number] == id);
  }
  CHECK(names.size() == static_cast<Node>(seen.size()) && !ids.find(-5).has_value());
}

void labels_are_one_per_line() {
  LabelColumnParser parser;
  parser.feed(" b\n\na\r\nb");
  parser.finish();
  CHECK(parser.take_codes() == std::vector<std::int32_t>({0, 1, 0}));
  CHECK(parser.names().size() == 2 && parser.names().name(1) == "a");
}

void a_store_keeps_its_edges_in_order() {
  EdgeStore store;
  const auto edges = static_cast<Node>(EdgeStore::kBlock) + 10;
  for (Node i = 0; i < edges; ++i) store.add(i, i + 1, i % 7);
  store.renumber([](Node u) { return 2 * u; });
  Node next = 0;
  bool same = true;
  for (const auto& part : store.spans())
    for (std::size_t i = 0; i < part.sources.size(); ++i, ++next)
      same = same && part.sources[i] == 2 * next && part.targets[i] == 2 * next + 2 && part.labels[i] == next % 7;
  CHECK(same && next == edges && store.size() == static_cast<std::size_t>(edges));
}

}  // namespace

int main() {
  chunk_borders_do_not_matter();
  words_and_numbers();
  tables_number_by_first_sight();
  labels_are_one_per_line();
  a_store_keeps_its_edges_in_order();
  return spminer::testing::verdict();
}
