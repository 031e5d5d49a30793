#include "spminer/grow/shard.hh"

#include <nanobind/stl/shared_ptr.h>

#include "bindings.hh"
#include "interruptible.hh"

namespace spminer::bindings {

using namespace spminer::grow;

namespace {

using WordsArray = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>;

/// A function of Python that sends a request to the parts: called without the GIL, from any thread.
AskShards asking(const nb::callable& ask) {
  return [&ask](const Words& request) {
    const nb::gil_scoped_acquire acquire;
    const nb::object answers = ask(to_numpy(Words(request)));
    std::vector<Words> result;
    for (const nb::handle answer : answers) {
      const auto words = nb::cast<Array1<std::uint64_t>>(answer, false);
      result.emplace_back(words.data(), words.data() + words.size());
    }
    return result;
  };
}

}  // namespace

void init_grow_shards(nb::module_& m) {
  nb::class_<SharedLinks>(m, "GrowLinks", "What parts of the same growth share in one process.").def(nb::init<>());
  nb::class_<GrowShard>(m, "GrowShard", "The lists of a part of the slots.")
      .def(
          "__init__",
          [](GrowShard* self, const GrowTarget& target, std::size_t first, std::size_t last, const GrowParams& params,
             std::shared_ptr<SharedLinks> links) {
            new (self) GrowShard(target, first, last, params, std::move(links));
          },
          "target"_a, "first"_a, "last"_a, "params"_a, "links"_a, nb::keep_alive<1, 2>())
      .def(
          "load", [](GrowShard& shard, const Array1<std::uint64_t>& part) { shard.load(as_span(part)); },
          "part"_a.noconvert(), "Take a beam over, as `grow_part` cuts it.")
      .def(
          "carry_out",
          [](GrowShard& shard, const Array1<std::uint64_t>& request, Control& control, bool again) {
            Words answer;
            {
              const nb::gil_scoped_release release;
              answer = shard.carry_out(as_span(request), control, again);
            }
            return to_numpy(std::move(answer));
          },
          "request"_a.noconvert(), "control"_a, nb::kw_only(), "again"_a = false,
          "Do what is asked; with `again` only for what it leaves behind.");
  m.def(
      "grow_part",
      [](const GrowBeam& beam, std::size_t first, std::size_t last) { return to_numpy(part_of(beam, first, last)); },
      "beam"_a, "first"_a, "last"_a, "What a part of the slots needs of a beam.");
  m.def(
      "grow_level_elsewhere",
      [](const GrowTarget& asked, const GrowBeam& beam, const GrowParams& params, Control& control,
         const nb::typed<nb::callable, nb::object(WordsArray)>& ask) {
        return run_interruptible(control,
                                 [&] { return grow_level_elsewhere(asked, beam, params, asking(ask), control); });
      },
      "target"_a, "beam"_a, "params"_a, "control"_a, "ask"_a,
      "The patterns with one node more, where parts of the slots keep the lists: `ask` brings the answer of each.");
  m.def(
      "grow_with_lists",
      [](const GrowTarget& asked, const GrowBeam& beam, const nb::typed<nb::callable, nb::object(WordsArray)>& ask) {
        const nb::gil_scoped_release release;
        return with_lists(asked, beam, asking(ask));
      },
      "target"_a, "beam"_a, "ask"_a, "The beam with the lists that the parts have.");
}

}  // namespace spminer::bindings
