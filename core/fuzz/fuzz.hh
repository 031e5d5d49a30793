// What the fuzz targets share: bytes taken apart and put together, and a claim that must hold whatever the bytes are.
//
// A target is a file `<folder>/<name>_fuzz.cc` that defines LLVMFuzzerTestOneInput() and seeds().  Built with the
// preset `fuzz` it is a libFuzzer program; in every other build replay.cc gives it a main() that runs as a core test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spminer/io/text.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace spminer::fuzz {

/// Inputs that the target accepts, for mutations to start from.
std::vector<std::string> seeds();

/// Takes values off the front of an input; beyond its end they are 0.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : left_(reinterpret_cast<const char*>(data), size) {}

  template <typename T>
  T take() {
    T value{};
    const std::size_t size = std::min(sizeof(T), left_.size());
    std::memcpy(&value, left_.data(), size);
    left_.remove_prefix(size);
    return value;
  }
  int below(int bound) { return take<std::uint8_t>() % bound; }
  bool flag() { return below(2) != 0; }
  /// An array whose length (below `bound`) comes first.
  template <typename T>
  std::vector<T> array(int bound = 256) {
    std::vector<T> values(below(bound));
    for (T& value : values) value = take<T>();
    return values;
  }
  /// All whole values that are left.
  template <typename T>
  std::vector<T> all() {
    std::vector<T> values(left_.size() / sizeof(T));
    for (T& value : values) value = take<T>();
    return values;
  }
  std::string_view text() const { return left_; }

 private:
  std::string_view left_;
};

/// Writes what Bytes takes.
class Writer {
 public:
  template <typename T>
  Writer& put(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
    return *this;
  }
  Writer& byte(int value) { return put(static_cast<std::uint8_t>(value)); }
  template <typename T>
  Writer& array(const std::vector<T>& values) {
    byte(static_cast<int>(values.size()));
    return all(values);
  }
  template <typename T>
  Writer& all(const std::vector<T>& values) {
    for (const T value : values) put(value);
    return *this;
  }
  Writer& text(std::string_view text) {
    bytes_.append(text);
    return *this;
  }
  std::string bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Whether f() accepted its input.  Errors that the bindings pass on to Python are an answer; all others end the
/// target.
template <typename F>
bool accepted(F&& f) {
  try {
    f();
    return true;
  } catch (const io::ParseError&) {
  } catch (const std::invalid_argument&) {
  } catch (const std::out_of_range&) {
  } catch (const std::length_error&) {
  }
  return false;
}

inline void require(bool ok, const char* expression, const char* file, int line) {
  if (ok) return;
  std::fprintf(stderr, "%s:%d: REQUIRE(%s) failed\n", file, line, expression);
  std::abort();
}

}  // namespace spminer::fuzz

#define REQUIRE(expression) ::spminer::fuzz::require(static_cast<bool>(expression), #expression, __FILE__, __LINE__)
