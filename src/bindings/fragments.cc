
#include "spminer/fragments/fragments.hh"

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::bindings {

using namespace spminer::fragments;

namespace {

Pattern fragment_pattern(const FragmentResult& result, std::size_t i) {
  if (i >= result.keys.size()) throw nb::index_error("no such fragment");
  return pattern_from_key(result.keys[i]);
}

}  // namespace

void init_fragments(nb::module_& m) {
  nb::enum_<FragmentMiner>(m, "FragmentMiner", "The order in which patterns are grown.")
      .value("GSPAN", FragmentMiner::kGspan)
      .value("GASTON", FragmentMiner::kGaston);
  nb::enum_<SupportMeasure>(m, "SupportMeasure", "What counts as support.")
      .value("TRANSACTIONS", SupportMeasure::kTransactions)
      .value("IMAGES", SupportMeasure::kImages);

  nb::class_<FragmentResult>(m, "Fragments", "Frequent edge-induced patterns with their support.")
      .def_ro("complete", &FragmentResult::complete, "Whether the run was not stopped early.")
      .def_ro("tested", &FragmentResult::tested, "Patterns whose support was counted.")
      .def_ro("peak_bytes", &FragmentResult::peak_bytes, "Most memory that occurrences and patterns took.")
      .def_prop_ro(
          "support",
          [](const FragmentResult& r) {
            return nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>>(r.support.data(), {r.support.size()});
          },
          "Support of each pattern.")
      .def("__len__", [](const FragmentResult& r) { return r.keys.size(); })
      .def("pattern", &fragment_pattern, "index"_a,
           "Pattern in canonical order; by size, then support, largest first.");

  m.def(
      "mine_fragments",
      [](const MatchIndex& index, const Array1<std::int64_t>& offsets, Control& control, FragmentMiner miner,
         SupportMeasure measure, std::vector<int> sizes, std::int64_t support, std::int64_t top, int max_edges,
         bool closed, int threads, std::uint64_t memory_limit) {
        const FragmentParams params{.miner = miner,
                                    .measure = measure,
                                    .sizes = std::move(sizes),
                                    .max_edges = max_edges,
                                    .support = support,
                                    .top = top,
                                    .closed = closed,
                                    .threads = threads,
                                    .memory_limit = memory_limit};
        return run_interruptible(control, [&] { return mine_fragments(index, as_span(offsets), params, control); });
      },
      "index"_a, "offsets"_a.noconvert(), "control"_a, nb::kw_only(), "miner"_a, "measure"_a, "sizes"_a,
      "support"_a = 1, "top"_a = 0, "max_edges"_a = 0, "closed"_a = false, "threads"_a = 0, "memory_limit"_a = 0,
      "Mine frequent edge-induced patterns of undirected graphs.");
}

}  // namespace spminer::bindings
