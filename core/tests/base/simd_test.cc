// What the processor says of itself agrees with what the system says of it, where there is one that does.
#include "base/simd.hh"

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "check.hh"

namespace {

/// The flags of the first processor by Linux, which leaves out what it does not keep across threads; none elsewhere.
std::set<std::string> flags_of_system() {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> flags;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    for (std::string word; words >> word;) flags.insert(word);
    break;
  }
  return flags;
}

}  // namespace

int main() {
  const spminer::Processor& processor = spminer::this_processor();
  CHECK(processor.avx2 || !processor.avx512);
#if defined(__x86_64__) || defined(_M_X64)
  const std::set<std::string> flags = flags_of_system();
  if (!flags.empty()) {
    CHECK(processor.avx2 == (flags.contains("avx2") && flags.contains("fma")));
    CHECK(processor.avx512 == (processor.avx2 && flags.contains("avx512f") && flags.contains("avx512bw") &&
                               flags.contains("avx512dq") && flags.contains("avx512vl")));
  }
#else
  CHECK(!processor.avx2);
#endif
  return spminer::testing::verdict();
}
