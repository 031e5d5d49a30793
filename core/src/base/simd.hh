// Instruction sets of this processor beyond the baseline of the build, read from the processor itself:
// __builtin_cpu_supports needs a library that not every system has.
#pragma once

#if defined(__x86_64__) || defined(_M_X64)
#define SPMINER_X86 1
#include <cstdint>
#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace spminer::inline base {

/// Instruction sets that kernels are written for; what the system does not keep across threads does not count.
struct Processor {
  bool avx2 = false;    ///< AVX2 and FMA
  bool avx512 = false;  ///< AVX-512 F, BW, DQ and VL, beside the former
};

#ifdef SPMINER_X86

struct CpuidAnswer {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
};

inline CpuidAnswer cpuid(std::uint32_t leaf) {
  CpuidAnswer answer;
#ifdef _MSC_VER
  int registers[4];
  __cpuidex(registers, static_cast<int>(leaf), 0);
  answer = {static_cast<std::uint32_t>(registers[0]), static_cast<std::uint32_t>(registers[1]),
            static_cast<std::uint32_t>(registers[2]), static_cast<std::uint32_t>(registers[3])};
#else
  __cpuid_count(leaf, 0, answer.a, answer.b, answer.c, answer.d);
#endif
  return answer;
}

/// Which registers the system saves; call it only where there is XSAVE.
inline std::uint64_t saved_registers() {
#ifdef _MSC_VER
  return _xgetbv(0);
#else
  std::uint32_t low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (std::uint64_t{high} << 32) | low;
#endif
}

inline Processor find_processor() {
  constexpr std::uint32_t kFma = 1u << 12, kXsave = 1u << 27, kAvx2 = 1u << 5;
  constexpr std::uint32_t kAvx512 = (1u << 16) | (1u << 17) | (1u << 30) | (1u << 31);  // F, DQ, BW, VL
  constexpr std::uint64_t kWide = 0x06, kWidest = 0xe6;                                 // AVX; AVX-512 with its masks
  Processor found;
  if (cpuid(0).a < 7) return found;
  const CpuidAnswer first = cpuid(1), second = cpuid(7);
  if ((first.c & kXsave) == 0) return found;
  const std::uint64_t saved = saved_registers();
  found.avx2 = (first.c & kFma) != 0 && (second.b & kAvx2) != 0 && (saved & kWide) == kWide;
  found.avx512 = found.avx2 && (second.b & kAvx512) == kAvx512 && (saved & kWidest) == kWidest;
  return found;
}

#else

inline Processor find_processor() { return {}; }

#endif

/// The processor that this runs on.
inline const Processor& this_processor() {
  static const Processor processor = find_processor();
  return processor;
}

}  // namespace spminer::inline base
