// The one place that names the compiler's 128-bit integer.
#pragma once

namespace spminer {

__extension__ typedef unsigned __int128 UInt128;

}  // namespace spminer
