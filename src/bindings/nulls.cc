// Null models: shuffled copies of a collection.

#include <cmath>

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/nulls/randomize.hh"

namespace spminer::bindings {

using namespace spminer::nulls;

namespace {

using MixingDict = nb::typed<nb::dict, nb::str, nb::any>;
using SampleTuple = nb::typed<nb::tuple, CsrDict, MixingDict>;

nb::object rigid_object(Rigid rigid) {
  return rigid == Rigid::kUnknown ? nb::none() : nb::object(nb::bool_(rigid == Rigid::kYes));
}
nb::object count_or_none(std::int64_t count) { return count < 0 ? nb::none() : nb::object(nb::int_(count)); }

MixingDict mixing_dict(const Mixing& mixing) {
  MixingDict result;
  result["attempted"] = mixing.attempted;
  result["accepted"] = mixing.accepted;
  result["autocorrelation"] =
      std::isnan(mixing.autocorrelation) ? nb::none() : nb::object(nb::float_(mixing.autocorrelation));
  result["rigid"] = rigid_object(mixing.rigid);
  result["rigid_graphs"] = mixing.rigid_graphs;
  result["triangles"] = count_or_none(mixing.triangles);
  result["wanted_triangles"] = count_or_none(mixing.wanted_triangles);
  return result;
}

/// A randomizer with what it borrows from Python.
struct NullModel {
  NullModel(const Array1<std::int64_t>& indptr, const Array1<Node>& indices, const Array1<std::int64_t>& graph_offsets,
            const std::optional<Array1<std::int32_t>>& node_labels,
            const std::optional<Array1<std::int32_t>>& edge_labels, bool directed, const Params& params)
      : labeled(edge_labels.has_value()),
        randomizer(
            Collection{CsrView{as_span(indptr), as_span(indices), as_span(node_labels), as_span(edge_labels), directed},
                       as_span(graph_offsets)},
            params) {}

  bool labeled;
  Randomizer randomizer;
};

/// The samples from `first` on, until the control ended the work.
auto samples_of(const NullModel& model, std::int64_t first, std::int64_t count, Control& control) {
  auto samples = run_interruptible(control, [&] { return model.randomizer.samples(first, count, control); });
  nb::typed<nb::list, SampleTuple> result;
  for (auto& sample : samples) {
    if (!sample.complete) break;
    result.append(nb::make_tuple(csr_dict(std::move(sample.csr), model.labeled), mixing_dict(sample.mixing)));
  }
  return result;
}

}  // namespace

void init_nulls(nb::module_& m) {
  nb::enum_<Model>(m, "NullKind", "What a null model keeps.")
      .value("DEGREE", Model::kDegree)
      .value("RECIPROCAL", Model::kReciprocal)
      .value("LABELS", Model::kLabels)
      .value("JOINT_DEGREE", Model::kJointDegree)
      .value("CLUSTERING", Model::kClustering)
      .value("ERDOS_RENYI", Model::kErdosRenyi);
  nb::class_<NullModel>(m, "NullModel", "Shuffled copies of a collection, each graph within itself.")
      .def(
          "__init__",
          [](NullModel* self, const Array1<std::int64_t>& indptr, const Array1<Node>& indices,
             const Array1<std::int64_t>& graph_offsets, Model kind, bool directed,
             const std::optional<Array1<std::int32_t>>& node_labels,
             const std::optional<Array1<std::int32_t>>& edge_labels, double switches, std::uint64_t seed, int threads) {
            const Params params{.model = kind, .switches = switches, .seed = seed, .threads = threads};
            nb::gil_scoped_release release;
            new (self) NullModel(indptr, indices, graph_offsets, node_labels, edge_labels, directed, params);
          },
          "indptr"_a.noconvert(), "indices"_a.noconvert(), "graph_offsets"_a.noconvert(), "kind"_a, nb::kw_only(),
          "directed"_a, "node_labels"_a.noconvert() = nb::none(), "edge_labels"_a.noconvert() = nb::none(),
          "switches"_a = 10.0, "seed"_a = 0, "threads"_a = 0,
          // The model borrows the arrays.
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 7>(),
          nb::keep_alive<1, 8>())
      .def("samples", &samples_of, "first"_a, "count"_a, "control"_a,
           "CSR arrays and mixing of that many samples, or of fewer if the control ended the work.");
}

}  // namespace spminer::bindings
