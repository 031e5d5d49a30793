// The extension module: only the list of its parts.
#include "bindings.hh"

NB_MODULE(_core, m) {
  // Objects that user code still holds at exit are not leaks of ours.
  nanobind::set_leak_warnings(false);
  m.doc() = "Native core of spminer. Private: use the functions of the `spminer` package.";
  spminer::bindings::init_base(m);
  spminer::bindings::init_graph(m);
  spminer::bindings::init_io(m);
  spminer::bindings::init_pattern(m);
  spminer::bindings::init_nulls(m);
  spminer::bindings::init_generate(m);
  spminer::bindings::init_match(m);
  spminer::bindings::init_copies(m);
  spminer::bindings::init_order(m);
  spminer::bindings::init_enumerate(m);
  spminer::bindings::init_census(m);
  spminer::bindings::init_cliques(m);
  spminer::bindings::init_isomorphism(m);
  spminer::bindings::init_sampling(m);
  spminer::bindings::init_fragments(m);
  spminer::bindings::init_grow(m);
  spminer::bindings::init_walk(m);
  spminer::bindings::init_encoder(m);
}
