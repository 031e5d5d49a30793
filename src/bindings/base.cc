
#include "bindings.hh"
#include "spminer/base/checksum.hh"
#include "spminer/base/control.hh"

namespace spminer::bindings {

namespace {

std::optional<std::string> reason_name(const Control& control) {
  switch (control.reason()) {
    case StopReason::kNone:
      return std::nullopt;
    case StopReason::kCanceled:
      return "interrupted";
    case StopReason::kTimeLimit:
      return "time limit";
    case StopReason::kMemoryLimit:
      break;
  }
  return "memory limit";
}

std::span<const std::byte> as_bytes(const Array1<std::uint8_t>& bytes) { return std::as_bytes(as_span(bytes)); }

}  // namespace

void init_base(nb::module_& m) {
  nb::class_<Control>(m, "Control", "Watches and stops one running native call.")
      .def(
          "__init__",
          [](Control* self, std::optional<double> time_limit) {
            new (self) Control();
            if (time_limit) self->set_time_limit(*time_limit);
          },
          nb::kw_only(), "time_limit"_a = nb::none(), "A time limit in seconds counts from now.")
      .def("cancel", &Control::cancel, "Ask the running call to return what it has.")
      .def_prop_ro(
          "done", [](const Control& c) { return c.done.load(); }, "Units of work finished so far.")
      .def_prop_ro(
          "total", [](const Control& c) { return c.total.load(); }, "Units of work in all; 0 while unknown.")
      .def_prop_ro("stop_reason", &reason_name, "Why the call stopped early, or None.");

  nb::class_<Checksum>(m, "Checksum", "XXH64 of bytes that come in pieces.")
      .def(nb::init<>())
      .def(
          "update", [](Checksum& self, const Array1<std::uint8_t>& bytes) { self.update(as_bytes(bytes)); },
          "bytes"_a.noconvert())
      .def_prop_ro("value", &Checksum::value);
  m.def(
      "checksum",
      [](const Array1<std::uint8_t>& bytes) {
        const auto view = as_bytes(bytes);
        nb::gil_scoped_release release;
        return checksum(view);
      },
      "bytes"_a.noconvert(), "XXH64 of an array of bytes.");
}

}  // namespace spminer::bindings
