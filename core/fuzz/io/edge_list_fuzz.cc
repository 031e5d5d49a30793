// Edge lists: chunks of any size read like the whole, and a plain second reader finds the same edges.
#include <optional>
#include <set>
#include <tuple>

#include "fuzz.hh"
#include "spminer/io/edge_list.hh"

namespace spminer::fuzz {

namespace {

using namespace spminer::io;

/// All that a reader of the file can see.
struct Reading {
  bool refused = false;
  std::int64_t line = 0;
  std::string reason;
  std::vector<std::int64_t> indptr, ids;
  std::vector<Node> indices;
  std::vector<std::int32_t> labels;
  std::int64_t edges = 0, loops = 0, repeats = 0;
  std::vector<std::string> names, label_names;
  bool extra = false, named = false;

  friend bool operator==(const Reading&, const Reading&) = default;
};

std::vector<std::string> listed(const NameTable& names) {
  std::vector<std::string> result;
  for (Node i = 0; i < names.size(); ++i) result.emplace_back(names.name(i));
  return result;
}

Reading reading(std::string_view text, const EdgeListParams& params, bool directed, std::size_t chunk) {
  Reading result;
  try {
    EdgeListParser parser(params);
    for (std::size_t at = 0; at < text.size(); at += chunk) parser.feed(text.substr(at, chunk));
    parser.finish();
    result.edges = parser.edges();
    Control control;
    EdgeListResult built = parser.build(directed, {}, control);
    result.indptr = std::move(built.csr.indptr);
    result.indices = std::move(built.csr.indices);
    result.labels = std::move(built.csr.edge_labels);
    result.loops = built.csr.self_loops;
    result.repeats = built.csr.repeated_edges;
    result.ids = std::move(built.ids);
    result.names = listed(parser.names());
    result.label_names = listed(parser.label_names());
    result.extra = parser.has_extra_columns();
    result.named = parser.ids() == IdKind::kText;
  } catch (const ParseError& error) {
    result = Reading{.refused = true, .line = error.line(), .reason = error.what()};
  }
  return result;
}

using Edges = std::set<std::pair<std::string, std::string>>;

std::string without_zeros(std::string_view digits) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return std::string(digits);
}

std::vector<std::string> columns_of(std::string_view line, char delimiter) {
  std::vector<std::string> columns;
  if (delimiter == ' ') {
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) columns.emplace_back(word);
    return columns;
  }
  while (true) {
    const auto end = std::min(line.find(delimiter), line.size());
    columns.emplace_back(trimmed(line.substr(0, end)));
    if (end == line.size()) return columns;
    line.remove_prefix(end + 1);
  }
}

/// The edges by a second, simple reader: line by line into columns.
Edges plain_edges(std::string_view text, const EdgeListParams& params, std::int64_t& lines) {
  Edges edges;
  bool header = params.header;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = trimmed(line);
    if (line.empty() || line.front() == '#' || line.front() == '%' || line.starts_with("//")) continue;
    if (std::exchange(header, false)) continue;
    const auto columns = columns_of(line, params.delimiter);
    std::string source = columns.at(static_cast<std::size_t>(params.source_column));
    std::string target = columns.at(static_cast<std::size_t>(params.target_column));
    const bool exact = params.ids == IdKind::kText || params.ids == IdKind::kAuto;
    if (!exact) source = without_zeros(source), target = without_zeros(target);
    edges.emplace(source, target);
    ++lines;
  }
  return edges;
}

/// The same edges out of the rows.
Edges row_edges(const Reading& reading, const EdgeListParams& params) {
  const auto name = [&](Node u) {
    if (reading.named) return reading.names.at(static_cast<std::size_t>(u));
    if (params.ids == IdKind::kRange) return std::to_string(params.first_id + u);
    return std::to_string(reading.ids.empty() ? u : reading.ids.at(static_cast<std::size_t>(u)));
  };
  Edges edges;
  for (std::size_t u = 0; u + 1 < reading.indptr.size(); ++u)
    for (auto i = reading.indptr[u]; i < reading.indptr[u + 1]; ++i)
      edges.emplace(name(static_cast<Node>(u)), name(reading.indices[i]));
  return edges;
}

void compare_with_plain(const Reading& reading, std::string_view text, const EdgeListParams& params, bool directed) {
  if (params.delimiter != ' ' && text.find('"') != std::string_view::npos) return;
  std::int64_t lines = 0;
  Edges expected;
  std::int64_t loops = 0;
  for (const auto& [source, target] : plain_edges(text, params, lines)) {
    if (source == target) continue;
    expected.emplace(source, target);
    if (!directed) expected.emplace(target, source);
  }
  loops = reading.loops;
  REQUIRE(lines == reading.edges && loops <= lines);
  REQUIRE(expected == row_edges(reading, params));
}

EdgeListParams params_from(Bytes& bytes) {
  EdgeListParams params;
  params.delimiter = " ,\t;"[bytes.below(4)];
  params.ids = static_cast<IdKind>(bytes.below(4));
  params.header = bytes.flag();
  params.source_column = bytes.below(3);
  params.target_column = bytes.below(3);
  params.label_column = bytes.below(4) - 1;
  if (params.ids == IdKind::kRange) {
    params.first_id = bytes.below(2);
    params.id_count = bytes.below(64);
  }
  return params;
}

std::string seed(char delimiter, IdKind ids, bool header, int label, std::string_view text) {
  const auto place = std::string_view(" ,\t;").find(delimiter);
  Writer writer;
  writer.byte(static_cast<int>(place)).byte(static_cast<int>(ids)).byte(header).byte(0).byte(1).byte(label + 1);
  if (ids == IdKind::kRange) writer.byte(1).byte(20);
  return writer.byte(0).byte(3).text(text).bytes();
}

}  // namespace

std::vector<std::string> seeds() {
  return {seed(' ', IdKind::kNumber, false, -1, "# nodes\n0 1\n1\t2 0.5\n\n2 0\r\n4 4\n0 1\n"),
          seed(' ', IdKind::kNumber, false, -1, "9223372036854775807 2147483648\n007 99999999999999999999\n"),
          seed(',', IdKind::kText, true, 2, "source,target,label\n\"a,x\",b,\"is a\"\nb, c ,is\nc,\"\",\n"),
          seed('\t', IdKind::kText, false, 2, "a\tb\tx\n% c\n// d\nb\t\ty\n"),
          seed(';', IdKind::kRange, false, -1, "1;2\n 3 ; 4;5\n21;1\n"),
          seed('\t', IdKind::kAuto, false, -1, "0\t10\n10\t9000000000\n7\t007\n"),
          seed(',', IdKind::kAuto, true, 2, "from,to,is\n1,2,x\n2,TP53,y\nNA,1,x\n"),
          seed(' ', IdKind::kText, false, -1, "n\xc3\xa9 b\na, b\nx\x07y \xff\n")};
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer::fuzz;
  Bytes bytes(data, size);
  const auto params = params_from(bytes);
  if (params.source_column == params.target_column) return -1;
  const bool directed = bytes.flag();
  const std::size_t chunk = 1 + static_cast<std::size_t>(bytes.below(64));
  const std::string_view text = bytes.text();
  const Reading whole = reading(text, params, directed, text.size() + 1);
  REQUIRE(whole == reading(text, params, directed, chunk));
  if (!whole.refused) compare_with_plain(whole, text, params, directed);
  return 0;
}
