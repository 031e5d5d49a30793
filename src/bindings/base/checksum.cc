#include "spminer/base/checksum.hh"

#include "bindings.hh"

namespace spminer::bindings {

namespace {

std::span<const std::byte> as_bytes(const Array1<std::uint8_t>& bytes) { return std::as_bytes(as_span(bytes)); }

}  // namespace

void init_checksum(nb::module_& m) {
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
