#include "spminer/base/control.hh"

#include "bindings.hh"

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

}  // namespace

void init_control(nb::module_& m) {
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
}

}  // namespace spminer::bindings
