// The compiler's 128-bit integer, named here and nowhere else.
#pragma once

namespace spminer::inline base {

__extension__ typedef unsigned __int128 UInt128;

}  // namespace spminer::inline base
