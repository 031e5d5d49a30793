// Runs native work so that Ctrl-C is answered within a tenth of a second.
#pragma once

#include <chrono>
#include <future>
#include <type_traits>

#include "bindings.hh"
#include "spminer/base/control.hh"
#include "spminer/graph/target.hh"

namespace spminer::bindings {

/// Whether this is the thread that Python handles signals in.
inline bool is_main_thread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"));
}

/// Targets for which starting a thread takes longer than many a call.
inline bool is_small(const Target& target) { return target.edges() <= 4096; }

/// Runs f() with the GIL released: in Python's main thread on another one, to look for signals meanwhile.  A signal
/// handler that raises (KeyboardInterrupt by default) stops the work through `control` and is then raised;
/// one that calls control.cancel() itself lets f() return its partial result.
///
/// What is `quick` runs in this thread, and looks for signals itself: f() must call control.check_now() often.
template <typename F>
auto run_interruptible(Control& control, F&& f, bool quick = false) -> std::invoke_result_t<F> {
  if (!is_main_thread()) {
    nb::gil_scoped_release release;
    return f();
  }
  std::future<std::invoke_result_t<F>> result;
  bool raised = false;
  const auto look = [&] {
    nb::gil_scoped_acquire acquire;
    if (raised || PyErr_CheckSignals() == 0) return;
    raised = true;
    control.cancel();
  };
  {
    nb::gil_scoped_release release;
    if (quick) {
      control.start_polling(look);
      result = std::async(std::launch::deferred, std::forward<F>(f));
      result.wait();
      control.end_polling();
    } else {
      result = std::async(std::launch::async, std::forward<F>(f));
      while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) look();
    }
  }
  if (raised) throw nb::python_error();
  return result.get();
}

}  // namespace spminer::bindings
