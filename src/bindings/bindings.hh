// What the binding files share.  Bindings translate types and call the core; no algorithm lives here.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "spminer/graph/csr.hh"
#include "spminer/pattern/small_graphs.hh"

namespace spminer::bindings {

namespace nb = nanobind;
using namespace nb::literals;

// Array arguments: contiguous, of exactly this type, never converted (nanobind would truncate floats
// silently), hence `.noconvert()` on each of them; Python code converts and explains.
template <typename T>
using Array1 = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Array2 = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<const T> as_span(const Array1<T>& array) {
  return {array.data(), array.size()};
}
template <typename T>
std::span<const T> as_span(const std::optional<Array1<T>>& array) {
  return array ? as_span(*array) : std::span<const T>{};
}

inline SmallGraphs small_graphs(const Array2<Row>& rows, const Array1<std::int32_t>& sizes) {
  return {.rows = {rows.data(), rows.size()}, .stride = rows.shape(1), .sizes = as_span(sizes)};
}

/// Hands a vector to NumPy without copying it.
template <typename T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_numpy(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner);
}
template <typename T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> to_numpy(std::vector<T>&& values, std::size_t columns) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<2>>(owned->data(), {owned->size() / columns, columns}, owner);
}

// CSR arrays as Python gets them; typed for the stub.
using CsrDict = nb::typed<nb::dict, nb::str, nb::any>;

inline CsrDict csr_dict(CsrResult&& csr, bool labeled) {
  CsrDict result;
  result["indptr"] = to_numpy(std::move(csr.indptr));
  result["indices"] = to_numpy(std::move(csr.indices));
  result["edge_labels"] = labeled ? nb::cast(to_numpy(std::move(csr.edge_labels))) : nb::none();
  result["self_loops"] = csr.self_loops;
  result["repeated_edges"] = csr.repeated_edges;
  result["mutual_pairs"] = csr.mutual_pairs;
  return result;
}

void init_base(nb::module_& m);
void init_graph(nb::module_& m);
void init_io(nb::module_& m);
void init_pattern(nb::module_& m);
void init_nulls(nb::module_& m);
void init_generate(nb::module_& m);
void init_match(nb::module_& m);
void init_copies(nb::module_& m);
void init_order(nb::module_& m);
void init_enumerate(nb::module_& m);
void init_census(nb::module_& m);
void init_cliques(nb::module_& m);
void init_isomorphism(nb::module_& m);
void init_sampling(nb::module_& m);
void init_fragments(nb::module_& m);
void init_grow(nb::module_& m);
void init_walk(nb::module_& m);
void init_encoder(nb::module_& m);

}  // namespace spminer::bindings
