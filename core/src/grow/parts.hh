// A beam cut by slots, and put together again.
#pragma once

#include "spminer/grow/shard.hh"

namespace spminer::grow {

/// The beam that words of part_of() hold.
GrowBeam beam_of_part(std::span<const std::uint64_t> part, const GrowTarget& asked);

/// The beam with the lists of its parts, whose slots follow each other.
GrowBeam joined_parts(const GrowTarget& asked, const GrowBeam& beam, std::span<const Words> parts);

}  // namespace spminer::grow
