// Order signatures and penalties.

#include <stdexcept>

#include "bindings.hh"
#include "interruptible.hh"
#include "spminer/order/label_signature.hh"
#include "spminer/order/penalty.hh"
#include "spminer/order/signature.hh"

namespace spminer::bindings {

using namespace spminer::order;

namespace {

template <typename T>
std::span<const T> flat(const Array2<T>& array) {
  return {array.data(), array.size()};
}

std::span<const std::uint8_t> as_signatures(const std::optional<Array2<std::uint8_t>>& array) {
  if (!array) return {};
  const auto columns = array->shape(1);
  if (columns != kSignatureSize && columns != kSignatureSize + kLabelSignatureSize)
    throw std::invalid_argument("signatures must have SIGNATURE_SIZE columns, or LABEL_SIGNATURE_SIZE more");
  return flat(*array);
}

auto label_signatures_of(const Target& target, const Array2<Node>& nodes, const Array2<std::uint64_t>& rows,
                         int threads) {
  std::vector<std::uint8_t> out(nodes.shape(0) * kLabelSignatureSize);
  {
    nb::gil_scoped_release release;
    label_signatures(target, flat(nodes), flat(rows), nodes.shape(1), threads, out);
  }
  return to_numpy(std::move(out), kLabelSignatureSize);
}

auto signatures_of(const Array2<std::uint64_t>& rows, const Array1<std::int32_t>& sizes, bool induced, int threads) {
  std::vector<std::uint8_t> out(sizes.size() * kSignatureSize);
  {
    nb::gil_scoped_release release;
    signatures(small_graphs(rows, sizes), Induced{induced}, threads, out);
  }
  return to_numpy(std::move(out), kSignatureSize);
}

// Tests choose a level; a default value of the processor's best would end up in the type stub.
using SimdChoice = std::optional<SimdLevel>;

auto penalty_of_pairs(const Array2<float>& sub, const Array2<float>& sup, SimdChoice simd) {
  if (sub.shape(1) != sup.shape(1)) throw std::invalid_argument("sub and sup must have the same dimensions");
  std::vector<float> penalties;
  {
    nb::gil_scoped_release release;
    penalties = order_penalty(flat(sub), flat(sup), static_cast<int>(sub.shape(1)), simd.value_or(best_simd_level()));
  }
  return to_numpy(std::move(penalties));
}

auto violated_pairs(const Array2<std::uint8_t>& sub, const Array2<std::uint8_t>& sup, SimdChoice simd) {
  if (sub.shape(1) != kSignatureSize || sup.shape(1) != kSignatureSize)
    throw std::invalid_argument("signatures must have SIGNATURE_SIZE columns");
  std::vector<std::uint8_t> violated;
  {
    nb::gil_scoped_release release;
    violated = order_violated(flat(sub), flat(sup), simd.value_or(best_simd_level()));
  }
  return to_numpy(std::move(violated));
}

void make_index(PenaltyIndex* self, const Array2<float>& embeddings,
                const std::optional<Array2<std::uint8_t>>& signatures) {
  const auto bytes = as_signatures(signatures);
  nb::gil_scoped_release release;
  new (self) PenaltyIndex(flat(embeddings), static_cast<int>(embeddings.shape(1)), bytes);
}

using Signatures = std::optional<Array2<std::uint8_t>>;

PenaltyResult run_score(const PenaltyIndex& index, const Array2<float>& candidates, const Signatures& signatures,
                        const Array1<float>& thresholds, const PenaltyParams& params, Control* control) {
  if (candidates.shape(1) != static_cast<std::size_t>(index.dimensions())) {
    throw std::invalid_argument("candidates must have the dimensions of the index");
  }
  Control own;
  Control& watch = control ? *control : own;
  const PenaltyQuery query{
      .embeddings = flat(candidates), .signatures = as_signatures(signatures), .thresholds = as_span(thresholds)};
  return run_interruptible(watch, [&] { return score_penalties(index, query, params, watch); });
}

auto score(const PenaltyIndex& index, const Array2<float>& candidates, const Signatures& signatures,
           const Array1<float>& thresholds, float cap, int threads, SimdChoice simd, Control* control) {
  const PenaltyParams params{.cap = cap, .threads = threads, .simd = simd.value_or(best_simd_level())};
  auto result = run_score(index, candidates, signatures, thresholds, params, control);
  return std::tuple(to_numpy(std::move(result.soft)), to_numpy(std::move(result.hard)));
}

auto score_bounded(const PenaltyIndex& index, const Array2<float>& candidates, const Signatures& signatures,
                   const Array1<float>& thresholds, float cap, const std::optional<Array1<double>>& soft_bounds,
                   const std::optional<Array1<std::int64_t>>& hard_bounds, int threads, SimdChoice simd,
                   Control* control) {
  const PenaltyParams params{.cap = cap,
                             .soft_bounds = as_span(soft_bounds),
                             .hard_bounds = as_span(hard_bounds),
                             .threads = threads,
                             .simd = simd.value_or(best_simd_level())};
  auto result = run_score(index, candidates, signatures, thresholds, params, control);
  return std::tuple(to_numpy(std::move(result.soft)), to_numpy(std::move(result.hard)),
                    to_numpy(std::move(result.scored)));
}

void bind_tables(nb::module_& m) {
  nb::class_<SignatureTables>(m, "SignatureTables",
                              "What an order signature is made of, for code that counts the same.")
      .def(nb::new_([] { return signature_tables(); }))
      .def("coordinates",
           [](const SignatureTables& t) { return to_numpy(std::vector(t.coordinates), kCoordinateColumns); })
      .def("class_of_key", [](const SignatureTables& t) { return to_numpy(std::vector(t.class_of_key)); })
      .def("above", [](const SignatureTables& t) { return to_numpy(std::vector(t.above)); })
      .def("byte_of_count", [](const SignatureTables& t) { return to_numpy(std::vector(t.byte_of_count)); })
      .def_ro("most_sets", &SignatureTables::most_sets)
      .def_ro("most_paths", &SignatureTables::most_paths)
      .def_ro("most_cycle_pairs", &SignatureTables::most_cycle_pairs);
}

void bind_index(nb::module_& m) {
  nb::class_<PenaltyIndex>(m, "PenaltyIndex", "Neighborhood embeddings in the layout of the penalty kernel.")
      .def("__init__", &make_index, "embeddings"_a.noconvert(), "signatures"_a.noconvert() = nb::none())
      .def("__len__", &PenaltyIndex::size)
      .def_prop_ro("dimensions", &PenaltyIndex::dimensions)
      .def_prop_ro("has_signatures", &PenaltyIndex::has_signatures)
      .def("score", &score, "candidates"_a.noconvert(), "signatures"_a.noconvert() = nb::none(), nb::kw_only(),
           "thresholds"_a.noconvert(), "cap"_a, "threads"_a = 0, "simd"_a = nb::none(),
           nb::arg("control").none() = nb::none(),
           "Each candidate's sum of min(penalty, cap) over the neighborhoods, those rejected by the signatures "
           "counting "
           "as cap, and its number of neighborhoods with a penalty of at most the threshold, not rejected.")
      .def(
          "score_bounded", &score_bounded, "candidates"_a.noconvert(), "signatures"_a.noconvert() = nb::none(),
          nb::kw_only(), "thresholds"_a.noconvert(), "cap"_a, "soft_bounds"_a.noconvert() = nb::none(),
          "hard_bounds"_a.noconvert() = nb::none(), "threads"_a = 0, "simd"_a = nb::none(),
          nb::arg("control").none() = nb::none(),
          "As score, but gives a candidate up once its soft sum is above its bound, or its hard count cannot reach its "
          "bound; the third result is the number of neighborhoods looked at.");
}

}  // namespace

void init_order(nb::module_& m) {
  m.attr("SIGNATURE_SIZE") = kSignatureSize;
  m.attr("LABEL_SIGNATURE_SIZE") = kLabelSignatureSize;
  nb::enum_<SimdLevel>(m, "SimdLevel", "Instruction sets with kernels of their own.")
      .value("PORTABLE", SimdLevel::kPortable)
      .value("AVX2", SimdLevel::kAvx2)
      .value("AVX512", SimdLevel::kAvx512);
  m.def("best_simd_level", &best_simd_level, "The best level of this processor.");
  m.def(
      "signatures", &signatures_of, "rows"_a.noconvert(), "sizes"_a.noconvert(), nb::kw_only(), "induced"_a = true,
      "threads"_a = 0,
      "Order signatures of graphs anchored at node 0: bytes that can only grow from a graph to one that contains it.");
  m.def("label_signatures", &label_signatures_of, "target"_a, "nodes"_a.noconvert(), "rows"_a.noconvert(),
        nb::kw_only(), "threads"_a = 0,
        "Label signatures of graphs anchored at their first node, each given by nodes of the target (-1 beyond its "
        "size) and rows of bits: bytes that can only grow from a graph to one that contains it, labels and direction "
        "kept.");
  m.def("order_violated", &violated_pairs, "sub"_a.noconvert(), "sup"_a.noconvert(), nb::kw_only(),
        "simd"_a = nb::none(), "Whether each aligned pair of signatures rules out that sub is contained in sup.");
  m.def("order_penalty", &penalty_of_pairs, "sub"_a.noconvert(), "sup"_a.noconvert(), nb::kw_only(),
        "simd"_a = nb::none(), "Sum of max(0, sub - sup)^2 for each aligned pair of embeddings.");
  bind_tables(m);
  bind_index(m);
}

}  // namespace spminer::bindings
