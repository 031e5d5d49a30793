// The extension module: only the list of its parts.
#include "bindings.hh"

NB_MODULE(_core, m) {
  // Objects that user code still holds at exit are not leaks of ours.
  nanobind::set_leak_warnings(false);
  m.doc() = "Native core of spminer. Private: use the functions of the `spminer` package.";
  spminer::bindings::init_control(m);
  spminer::bindings::init_checksum(m);
  spminer::bindings::init_target(m);
  spminer::bindings::init_csr(m);
  spminer::bindings::init_structure(m);
  spminer::bindings::init_parsers(m);
  spminer::bindings::init_pattern(m);
  spminer::bindings::init_nulls(m);
  spminer::bindings::init_generate(m);
  spminer::bindings::init_match(m);
  spminer::bindings::init_anchored(m);
  spminer::bindings::init_at_anchors(m);
  spminer::bindings::init_order(m);
  spminer::bindings::init_enumerate(m);
  spminer::bindings::init_partial(m);
  spminer::bindings::init_census(m);
  spminer::bindings::init_neighborhoods(m);
  spminer::bindings::init_samplers(m);
  spminer::bindings::init_fragments(m);
  spminer::bindings::init_grow(m);
  spminer::bindings::init_walk(m);
  spminer::bindings::init_encoder(m);
  spminer::bindings::init_pairs(m);
  spminer::bindings::init_blocks(m);
}
