
#include "spminer/grow/grow.hh"

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::bindings {

using namespace spminer::grow;

namespace {

void bind_params(nb::module_& m) {
  nb::enum_<GrowObjective>(m, "GrowObjective", "What ranks the patterns of a level.")
      .value("anchors", GrowObjective::kAnchors)
      .value("node_sets", GrowObjective::kNodeSets)
      .value("groups", GrowObjective::kGroups)
      .value("images", GrowObjective::kImages);
  nb::class_<GrowParams>(m, "GrowParams", "How to grow; see the fields of the native struct.")
      .def(nb::init<>())
      .def_rw("objective", &GrowParams::objective)
      .def_rw("induced", &GrowParams::induced, "Whether patterns are node-induced.")
      .def_rw("beam", &GrowParams::beam, "Patterns kept per level.")
      .def_rw("embeddings", &GrowParams::embeddings, "Embeddings kept per pattern and pilot.")
      .def_rw("slack", &GrowParams::slack, "Lists are built for this many times `beam` candidates.")
      .def_rw("frontier", &GrowParams::frontier, "Neighbors looked at per embedding.")
      .def_rw("probes", &GrowParams::probes, "Slots matched to estimate a candidate before the cut.")
      .def_rw("exact", &GrowParams::exact, "Patterns whose every open slot is matched.")
      .def_rw("steps", &GrowParams::steps, "Matcher's steps per slot; 0 for no limit.")
      .def_rw("effort", &GrowParams::effort, "More steps to decide what is left open of a pattern, in all.")
      .def_rw("memory_limit", &GrowParams::memory_limit, "Bytes for embedding lists; 0 for no limit.")
      .def_rw("seed", &GrowParams::seed)
      .def_rw("threads", &GrowParams::threads, "0 for every core.");
}

nb::typed<nb::dict, nb::str, nb::any> packed(const GrowBeam& beam) {
  GrowState state = pack(beam);
  nb::dict arrays;
  arrays["header"] = to_numpy(std::move(state.header));
  arrays["keys"] = to_numpy(std::move(state.keys));
  arrays["key_offset"] = to_numpy(std::move(state.key_offset));
  arrays["slots"] = to_numpy(std::move(state.slots));
  arrays["offset"] = to_numpy(std::move(state.offset));
  arrays["nodes"] = to_numpy(std::move(state.nodes));
  arrays["sets"] = to_numpy(std::move(state.sets));
  arrays["figures"] = to_numpy(std::move(state.figures));
  return arrays;
}

template <typename T>
std::vector<T> copied(const Array1<T>& array) {
  return {array.data(), array.data() + array.size()};
}

GrowBeam unpacked(const GrowTarget& target, const Array1<std::int64_t>& header, const Array1<std::uint64_t>& keys,
                  const Array1<std::int64_t>& key_offset, const Array1<std::uint64_t>& slots,
                  const Array1<std::uint32_t>& offset, const Array1<Node>& nodes, const Array1<float>& sets,
                  const Array1<double>& figures) {
  return unpack({.header = copied(header),
                 .keys = copied(keys),
                 .key_offset = copied(key_offset),
                 .slots = copied(slots),
                 .offset = copied(offset),
                 .nodes = copied(nodes),
                 .sets = copied(sets),
                 .figures = copied(figures)},
                target);
}

void bind_beam(nb::module_& m) {
  nb::class_<GrownPattern>(m, "GrownPattern", "A pattern of a beam with what is known of it.")
      .def_prop_ro(
          "pattern", [](const GrownPattern& grown) { return canonical_copy(grown.pattern); }, "In canonical order.")
      .def_ro("count", &GrownPattern::count, "Slots that show it for certain.")
      .def_ro("bound", &GrownPattern::bound, "Slots that are not refuted.")
      .def_ro("expected", &GrownPattern::expected, "Estimated count.")
      .def_ro("node_sets", &GrownPattern::node_sets, "Estimated graph-level frequency.")
      .def_ro("images", &GrownPattern::images, "Fewest distinct images that the lists show of any orbit.");
  nb::class_<GrowBeam>(m, "GrowBeam", "The best patterns of one size, with slots and lists of embeddings.")
      .def_ro("size", &GrowBeam::size)
      .def_ro("complete", &GrowBeam::complete, "Whether the control did not stop the work.")
      .def_ro("outside", &GrowBeam::outside, "No pattern outside the beam is shown by more slots than this.")
      .def_ro("candidates", &GrowBeam::candidates, "Distinct candidates met.")
      .def_ro("matched", &GrowBeam::matched, "Questions to the matcher.")
      .def_ro("undecided", &GrowBeam::undecided, "Questions that the matcher left open.")
      .def_ro("embeddings", &GrowBeam::embeddings, "Embeddings kept per pilot.")
      .def_ro("list_bytes", &GrowBeam::list_bytes, "Memory of the lists.")
      .def("arrays", &packed, "The beam as arrays, by the names that `grow_resume` takes.")
      .def("__len__", [](const GrowBeam& beam) { return beam.patterns.size(); })
      .def(
          "__getitem__",
          [](const GrowBeam& beam, std::size_t i) -> const GrownPattern& {
            if (i >= beam.patterns.size()) throw nb::index_error("no such pattern");
            return beam.patterns[i];
          },
          nb::rv_policy::reference_internal);
}

}  // namespace

void init_grow(nb::module_& m) {
  bind_params(m);
  bind_beam(m);
  nb::class_<GrowTarget>(m, "GrowTarget", "A target with the slots (anchors or graphs) that patterns are searched at.")
      .def(
          "__init__",
          [](GrowTarget* self, const Target& target, const MatchIndex& index, const Array1<Node>& roots,
             const Array1<std::int64_t>& offsets, std::uint64_t population, std::size_t pilots, std::uint64_t seed,
             int threads) {
            nb::gil_scoped_release release;
            new (self) GrowTarget(target, index, as_span(roots), as_span(offsets), population, pilots, seed, threads);
          },
          "target"_a, "index"_a, "roots"_a.noconvert(), "offsets"_a.noconvert(), nb::kw_only(), "population"_a,
          "pilots"_a, "seed"_a, "threads"_a = 0, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def_prop_ro("slots", &GrowTarget::slots);
  m.def("grow_resume", &unpacked, "target"_a, nb::kw_only(), "header"_a.noconvert(), "keys"_a.noconvert(),
        "key_offset"_a.noconvert(), "slots"_a.noconvert(), "offset"_a.noconvert(), "nodes"_a.noconvert(),
        "sets"_a.noconvert(), "figures"_a.noconvert(), "The beam that arrays hold.");
  m.def("grow_start", &grow_start, "target"_a, "params"_a, nb::call_guard<nb::gil_scoped_release>(),
        "The patterns of one node.");
  m.def(
      "grow_level",
      [](const GrowTarget& target, const GrowBeam& beam, const GrowParams& params, Control& control,
         const std::vector<Pattern>& seeds) {
        return run_interruptible(control, [&] { return grow_level(target, beam, params, control, seeds); });
      },
      "target"_a, "beam"_a, "params"_a, "control"_a, nb::kw_only(), "seeds"_a = std::vector<Pattern>{},
      "The patterns with one node more, and the seeds of that size that are as good.");
  m.def(
      "grow_select",
      [](const GrowBeam& beam, const Array1<std::int64_t>& chosen) { return grow_select(beam, as_span(chosen)); },
      "beam"_a, "chosen"_a.noconvert(), "The beam with only these of its patterns.");
}

}  // namespace spminer::bindings
