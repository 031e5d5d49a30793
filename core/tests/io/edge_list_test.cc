// The edge list parser: what it reads, that chunk borders do not matter, and that no bytes break it.
#include "spminer/io/edge_list.hh"

#include <string>

#include "check.hh"
#include "spminer/base/random.hh"

namespace spminer::io {
namespace {

struct Parsed {
  std::int64_t error_line = 0;  // 0: none
  std::string error;
  EdgeListResult result;
  std::vector<std::string> names;
  bool extra_columns = false;

  bool operator==(const Parsed& other) const {
    return error_line == other.error_line && error == other.error && result.ids == other.result.ids &&
           result.csr.indptr == other.result.csr.indptr && result.csr.indices == other.result.csr.indices &&
           result.csr.edge_labels == other.result.csr.edge_labels && names == other.names &&
           extra_columns == other.extra_columns;
  }
};

Parsed parse(std::string_view text, const EdgeListParams& params, std::size_t chunk = std::string::npos) {
  Parsed parsed;
  EdgeListParser parser(params);
  Control control;
  try {
    for (std::size_t at = 0; at < text.size(); at += std::min(chunk, text.size() - at))
      parser.feed(text.substr(at, chunk));
    parser.finish();
    parsed.result = parser.build(false, {}, control);
    for (Node i = 0; i < parser.names().size(); ++i) parsed.names.emplace_back(parser.names().name(i));
    parsed.extra_columns = parser.has_extra_columns();
  } catch (const ParseError& e) {
    parsed.error_line = e.line();
    parsed.error = e.what();
  }
  return parsed;
}

using Ids = std::vector<std::int64_t>;

void test_numbers() {
  const auto plain = parse("# comment\n0 1\n\n1\t2 \r\n% other\n 2   0\n", {});
  CHECK(plain.error.empty() && plain.result.ids.empty() && plain.result.csr.indices.size() == 6);
  CHECK(parse("0 1 9\n", {}).extra_columns && !plain.extra_columns);
  CHECK((parse("10,7\n7 , 1000\n", {.delimiter = ','}).result.ids == Ids{7, 10, 1000}));
  const auto sparse = parse("5 9223372036854775807\n5 3\n", {});
  CHECK((sparse.result.ids == Ids{3, 5, 9223372036854775807}) && sparse.result.csr.indices.size() == 4);
  CHECK((parse("2000000000 1\n", {}).result.ids == Ids{1, 2000000000}));
  CHECK((parse("1 0\n3000000000 1\n", {}).result.ids == Ids{0, 1, 3000000000}));
}

void test_text() {
  const EdgeListParams params{.delimiter = ',', .ids = IdKind::kText};
  const auto quoted = parse("\"a, b\",c\nc , d\n", params);
  CHECK(quoted.error.empty() && quoted.names == (std::vector<std::string>{"a, b", "c", "d"}));
  CHECK(parse("\"a,c\n", params).error_line == 1);
  CHECK(parse("a,b\na,\xff\n", params).error_line == 2);
  CHECK(parse("a b\nb, c\n", {.ids = IdKind::kText}).error_line == 2);
  const auto labeled = parse("u v x\nv w y\n", {.ids = IdKind::kText, .label_column = 2});
  CHECK((labeled.result.csr.edge_labels == std::vector<std::int32_t>{0, 0, 1, 1}));
  const auto swapped =
      parse("w;b;a\n", {.delimiter = ';', .ids = IdKind::kText, .source_column = 2, .target_column = 1});
  CHECK(swapped.names == (std::vector<std::string>{"a", "b"}));
}

// Ids are numbers only if all are written as numbers are; else the text of all stays as it is, in the order of
// occurrence.
void test_auto() {
  const EdgeListParams params{.ids = IdKind::kAuto};
  CHECK((parse("7 5\n5 9\n", params).result.ids == Ids{5, 7, 9}) && parse("7 5\n", params).names.empty());
  using Names = std::vector<std::string>;
  CHECK((parse("7 5\n5 007\n", params).names == Names{"7", "5", "007"}));
  CHECK((parse("+7 5\n5 7\n", params).names == Names{"+7", "5", "7"}));
  CHECK((parse("9000000000 5\n5 x\n", params).names == Names{"9000000000", "5", "x"}));
  CHECK((parse("1 9223372036854775808\n", params).names == Names{"1", "9223372036854775808"}));
  const auto flipped = parse("3 1\n1 2\n2 3\nx 3\n", params);
  CHECK((flipped.names == Names{"3", "1", "2", "x"}) && flipped.result.ids.empty());
  CHECK((flipped.result.csr.indices == std::vector<Node>{1, 2, 3, 0, 2, 0, 1, 0}));
  CHECK(flipped == parse("3 1\n1 2\n2 3\nx 3\n", params, 1));
  for (const char* line : {"NA 1", "1 NaN", "1 0.5", "-1 2", "1 x\ty z"})
    CHECK(parse(std::string("1 2\n") + line + "\n", params).error_line == 2);
  const EdgeListParams tabs{.delimiter = '\t', .ids = IdKind::kAuto};
  CHECK((parse("1 1\t2\n2\t3\n", tabs).names == Names{"1 1", "2", "3"}));
  CHECK((parse("7\t5\r\n5 \t 9\n", tabs).result.ids == Ids{5, 7, 9}));
  EdgeListParser batches(params);
  batches.feed("7 5\n");
  CHECK((batches.take_batch().sources == std::vector<std::int64_t>{7}) && batches.ids() == IdKind::kNumber);
  batches.feed("5 8\n8 07\n");
  const auto batch = batches.take_batch();
  CHECK(batches.ids() == IdKind::kText && (batch.sources == std::vector<std::int64_t>{0, 1}));
  CHECK(std::string(batch.names.text.begin(), batch.names.text.end()) == "5807");
}

// A list may be built both ways, and says how many pairs it has both ways.
void test_built_twice() {
  EdgeListParser parser({});
  parser.feed("7 5\n5 7\n5 9\n9 5\n9 5\n7 9\n");
  parser.finish();
  Control control;
  const auto undirected = parser.build(false, {}, control), directed = parser.build(true, {}, control);
  CHECK(undirected.csr.mutual_pairs == 2 && undirected.csr.indices.size() == 6);
  CHECK(directed.csr.indices.size() == 5 && undirected.ids == directed.ids);
}

void test_refusals() {
  for (const char* line : {"1 x", "1 -2", "1", "1,2", "1 99999999999999999999", "1.5 2", "1 2,3", "x"}) {
    const auto parsed = parse(std::string("1 2\n") + line + "\n3 4\n", {});
    CHECK(parsed.error_line == 2);
  }
  CHECK(parse(std::string(LineCutter::kMaxLine + 1, '1'), {}, 1000).error_line == 1);
  const std::vector<std::int32_t> groups = {0, 0, 1};
  const EdgeListParams range{.ids = IdKind::kRange, .first_id = 1, .id_count = 3, .groups = groups};
  CHECK(parse("1 2\n", range).error.empty() && parse("1 2\n", range).result.csr.indptr.size() == 4);
  for (const char* line : {"2 3\n", "0 1\n", "1 4\n"}) CHECK(parse(line, range).error_line == 1);
  CHECK_THROWS(EdgeListParser({.source_column = 1, .target_column = 1}));
  CHECK_THROWS(EdgeListParser({.source_column = -1}));
  CHECK_THROWS(EdgeListParser({.ids = IdKind::kRange, .id_count = 4, .groups = groups}));
  try {
    EdgeListParser parser({});
    parser.feed("1 x\n");
    CHECK(false);
  } catch (const ParseError& e) {
    CHECK(!e.remedy().empty());
  }
}

// Labels that come beside the lines, over more than one block of edges.
void test_labels_from_elsewhere() {
  const std::size_t edges = EdgeStore::kBlock + 5;
  EdgeListParser parser({.ids = IdKind::kRange, .id_count = static_cast<std::int64_t>(edges) + 1});
  std::string text;
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < edges; ++i) {
    text += std::to_string(i) + ' ' + std::to_string(i + 1) + '\n';
    labels.push_back(static_cast<std::int32_t>(i % 7));
  }
  parser.feed(text);
  parser.finish();
  Control control;
  CHECK_THROWS(parser.build(true, std::span(labels).first(3), control));
  CHECK(parser.build(true, labels, control).csr.edge_labels == labels);
}

// Batches hold the edges as they are listed; ids may outgrow a node number in one batch and not in the next.
void test_batches() {
  EdgeListParser numbers({.header = true});
  numbers.feed("from to\n7 5\n5 5\n");
  auto batch = numbers.take_batch();
  CHECK((batch.sources == std::vector<std::int64_t>{7, 5}) && (batch.targets == std::vector<std::int64_t>{5, 5}));
  CHECK(numbers.edges() == 0 && batch.labels.empty() && batch.names.ends.empty());
  numbers.feed("1 9000000000\n3 1\n");
  batch = numbers.take_batch();
  CHECK((batch.sources == std::vector<std::int64_t>{1, 3}));
  CHECK((batch.targets == std::vector<std::int64_t>{9000000000, 1}));
  numbers.feed("2 4");
  numbers.finish();
  CHECK((numbers.take_batch().sources == std::vector<std::int64_t>{2}));

  EdgeListParser text({.delimiter = ',', .ids = IdKind::kText, .label_column = 2});
  text.feed("b,a,x\nb,c,y\n");
  batch = text.take_batch();
  CHECK((batch.sources == std::vector<std::int64_t>{0, 0}) && (batch.targets == std::vector<std::int64_t>{1, 2}));
  CHECK((batch.labels == std::vector<std::int32_t>{0, 1}));
  CHECK((batch.names.text == std::vector<char>{'b', 'a', 'c'}));
  text.feed("c,b,y\n");
  batch = text.take_batch();
  CHECK((batch.sources == std::vector<std::int64_t>{0}) && (batch.labels == std::vector<std::int32_t>{1}));
  CHECK((batch.names.text == std::vector<char>{'c', 'b'}) && (batch.names.ends == std::vector<std::int64_t>{1, 2}));
}

// Bytes that lie near what the parser looks for, in chunks of any size.
void test_random_bytes() {
  Random random(3, 0);
  const std::string alphabet = "0123456789 \t,;|\n\r\n#%/\"ab-.\xc3\xa9\xff\x01\0";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (auto size = random.below(60); size > 0; --size) text += alphabet[random.below(alphabet.size())];
    EdgeListParams params;
    params.delimiter = " ,\t;|"[random.below(5)];
    params.ids = static_cast<IdKind>(random.below(3));
    params.header = random.below(2) == 0;
    params.label_column = random.below(3) == 0 ? 2 : -1;
    params.id_count = 8;
    const auto whole = parse(text, params);
    CHECK(whole == parse(text, params, 1));
    CHECK(whole == parse(text, params, 1 + random.below(7)));
  }
}

}  // namespace
}  // namespace spminer::io

int main() {
  spminer::io::test_numbers();
  spminer::io::test_text();
  spminer::io::test_auto();
  spminer::io::test_built_twice();
  spminer::io::test_refusals();
  spminer::io::test_labels_from_elsewhere();
  spminer::io::test_batches();
  spminer::io::test_random_bytes();
  return spminer::testing::verdict();
}
