// CSR arrays as Python gets them.
#pragma once

#include "bindings.hh"
#include "spminer/graph/csr.hh"

namespace spminer::bindings {

// Typed for the stub.
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

}  // namespace spminer::bindings
