// The whole test harness of the core: CHECK counts, reports and goes on; main() returns the verdict.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace spminer::testing {

inline int checks = 0;
inline int failures = 0;

inline void report(bool ok, const char* expression, const char* file, int line) {
  ++checks;
  if (ok) return;
  ++failures;
  std::fprintf(stderr, "%s:%d: CHECK(%s) failed\n", file, line, expression);
}

/// How many random cases are tried, of those that a thorough run tries (make thorough, and runs under sanitizers).
inline int rounds(int thorough) {
  return std::getenv("SPMINER_THOROUGH") != nullptr ? thorough : std::max(thorough / 4, std::min(thorough, 6));
}

inline int verdict() {
  std::printf("%d passed, %d failed\n", checks - failures, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}

}  // namespace spminer::testing

#define CHECK(expression) ::spminer::testing::report(static_cast<bool>(expression), #expression, __FILE__, __LINE__)
#define CHECK_THROWS(statement)                                                   \
  do {                                                                            \
    bool thrown = false;                                                          \
    try {                                                                         \
      statement;                                                                  \
    } catch (const std::exception&) {                                             \
      thrown = true;                                                              \
    }                                                                             \
    ::spminer::testing::report(thrown, #statement " throws", __FILE__, __LINE__); \
  } while (false)
