// Lines of graph miners: chunks of any size read like the whole, and what is read fits together.
#include "fuzz.hh"
#include "spminer/graph/target.hh"
#include "spminer/io/graph_lines.hh"

namespace spminer::fuzz {

namespace {

using namespace spminer::io;

struct Reading {
  bool refused = false;
  std::int64_t line = 0;
  std::string reason;
  std::vector<std::int64_t> offsets, ids, indptr;
  std::vector<Node> indices;
  std::vector<std::int32_t> node_labels, edge_labels;
  std::vector<std::string> graph_names;
  std::int64_t edges = 0, loops = 0, repeats = 0;
  bool arcs = false;

  friend bool operator==(const Reading&, const Reading&) = default;
};

Reading reading(std::string_view text, bool directed, std::size_t chunk) {
  Reading result;
  try {
    GraphLinesParser parser;
    for (std::size_t at = 0; at < text.size(); at += chunk) parser.feed(text.substr(at, chunk));
    parser.finish();
    Control control;
    CsrResult csr = parser.build(directed, control);
    result.offsets = parser.graph_offsets();
    result.ids = parser.ids();
    result.indptr = std::move(csr.indptr);
    result.indices = std::move(csr.indices);
    result.node_labels = parser.node_labels();
    result.edge_labels = std::move(csr.edge_labels);
    result.graph_names = parser.graph_names();
    result.edges = parser.edges();
    result.loops = csr.self_loops;
    result.repeats = csr.repeated_edges;
    result.arcs = parser.has_arcs();
    for (const auto label : result.node_labels) REQUIRE(label < parser.node_label_names().size());
    for (const auto label : result.edge_labels) REQUIRE(label < parser.edge_label_names().size());
  } catch (const ParseError& error) {
    result = Reading{.refused = true, .line = error.line(), .reason = error.what()};
  }
  return result;
}

void check(const Reading& reading, bool directed) {
  const auto nodes = reading.ids.size();
  REQUIRE(reading.offsets.front() == 0 && reading.offsets.back() == static_cast<std::int64_t>(nodes));
  REQUIRE(std::is_sorted(reading.offsets.begin(), reading.offsets.end()));
  REQUIRE(reading.graph_names.size() + 1 == reading.offsets.size());
  REQUIRE(reading.indptr.size() == nodes + 1);
  const auto graph_of = [&](std::int64_t u) {
    return std::upper_bound(reading.offsets.begin(), reading.offsets.end(), u) - reading.offsets.begin();
  };
  for (std::size_t u = 0; u < nodes; ++u)
    for (auto i = reading.indptr[u]; i < reading.indptr[u + 1]; ++i)
      REQUIRE(graph_of(reading.indices[i]) == graph_of(static_cast<std::int64_t>(u)));
  const Target target({reading.indptr, reading.indices, reading.node_labels, reading.edge_labels, directed});
  REQUIRE(target.edges() + reading.loops + reading.repeats <= reading.edges);
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string start{'\1', '\5'};
  return {start + "t # 0\nv 0 C\nv 1 N\ne 0 1 2\nt # b\nv 0 C\nt # -1\n",
          start + "# lg\nt 3 2\nv 0 a\nv 1 a\nv 2 b\ne 0 1\nd 1 2 x\nu 2 0 x\n",
          start + "v 7\r\nv 9 x y\r\ne 9 7 0.5\r\ne 7 9\r\ne 9 9\r\n"};
}

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer::fuzz;
  Bytes bytes(data, size);
  const bool directed = bytes.flag();
  const std::size_t chunk = 1 + static_cast<std::size_t>(bytes.below(64));
  const Reading whole = reading(bytes.text(), directed, bytes.text().size() + 1);
  REQUIRE(whole == reading(bytes.text(), directed, chunk));
  if (!whole.refused) check(whole, directed);
  return 0;
}
