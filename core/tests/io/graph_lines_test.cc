// The t/v/e parser: what it reads, what it refuses, and that no bytes break it.
#include "spminer/io/graph_lines.hh"

#include <string>

#include "check.hh"
#include "spminer/base/random.hh"

namespace spminer::io {
namespace {

/// Line of the error, or 0.
std::int64_t error_line(std::string_view text, std::size_t chunk = std::string::npos) {
  GraphLinesParser parser;
  Control control;
  try {
    for (std::size_t at = 0; at < text.size(); at += std::min(chunk, text.size() - at))
      parser.feed(text.substr(at, chunk));
    parser.finish();
    parser.build(false, control);
  } catch (const ParseError& e) {
    return e.line();
  }
  return 0;
}

void test_reading() {
  GraphLinesParser parser;
  parser.feed("t # first\nv 0 C\nv 1 N\ne 0 1 double\nx 3\nt # 2\nv 7 C\nv 5 C\ne 5 7\nt # -1\nrubbish\n");
  parser.finish();
  CHECK((parser.graph_offsets() == std::vector<std::int64_t>{0, 2, 4}));
  CHECK((parser.graph_names() == std::vector<std::string>{"first", "2"}));
  CHECK((parser.ids() == std::vector<std::int64_t>{0, 1, 7, 5}));
  CHECK((parser.node_labels() == std::vector<std::int32_t>{0, 1, 0, 0}));
  CHECK(parser.node_label_names().size() == 2 && parser.node_label_names().name(1) == "N");
  CHECK(parser.edge_label_names().size() == 2 && parser.edge_label_names().name(1) == "0" && !parser.has_arcs());
  Control control;
  CHECK((parser.build(false, control).indices == std::vector<Node>{1, 0, 3, 2}));
}

void test_refusals() {
  CHECK(error_line("t 2 1\nv 0 1 1\nv 1 1 1\ne 0 1\n") == 0);
  CHECK(error_line("t 3 1\nv 0 1 1\nv 1 1 1\ne 0 1\n") == 4);
  CHECK(error_line("t # 0\nv 0 1\nv 0 1\n") == 3);
  CHECK(error_line("t # 0\nv 0 1\ne 0 1\n") == 3);
  CHECK(error_line("t # 0\nv 3 1\ne 3 0\n") == 3);
  CHECK(error_line("v 0 1\nv 1 1\ne 0 1\nd 0 1\n") == 4);
  CHECK(error_line("v 0 1\nv -1 1\n") == 2);
  CHECK(error_line("v\n") == 1);
  CHECK(error_line("e 0 1\n") == 1);
  CHECK(error_line("q 0 1\n") == 1);
  CHECK(error_line("v 0 \xff\n") == 1);
}

void test_random_lines() {
  Random random(4, 0);
  const std::string alphabet = "tvedx# 0123-\n\n\n \xff";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (auto lines = random.below(12); lines > 0; --lines) {
      text += "tvvvee"[random.below(6)];
      for (auto size = random.below(8); size > 0; --size)
        text += random.below(2) ? ' ' : alphabet[random.below(alphabet.size())];
      text += '\n';
    }
    CHECK(error_line(text) == error_line(text, 1 + random.below(5)));
  }
}

}  // namespace
}  // namespace spminer::io

int main() {
  spminer::io::test_reading();
  spminer::io::test_refusals();
  spminer::io::test_random_lines();
  return spminer::testing::verdict();
}
