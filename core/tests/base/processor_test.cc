// What the processor says of itself agrees with what the compiler's library says, where there is one.
#include "base/processor.hh"

#include "check.hh"

int main() {
  const spminer::Processor& processor = spminer::this_processor();
  CHECK(processor.avx2 || !processor.avx512);
#if defined(__x86_64__) && defined(__linux__)
  CHECK(processor.avx2 == (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")));
  CHECK(processor.avx512 ==
        (processor.avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")));
#endif
#if !defined(__x86_64__) && !defined(_M_X64)
  CHECK(!processor.avx2);
#endif
  return spminer::testing::verdict();
}
