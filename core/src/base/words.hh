// Reads words that were sent or stored, one by one from the front.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

namespace spminer::inline base {

/// Throws std::invalid_argument(`cut_off`) where more is taken than there is.
class WordReader {
 public:
  WordReader(std::span<const std::uint64_t> words, const char* cut_off) : left_(words), cut_off_(cut_off) {}

  std::uint64_t next() { return take(1)[0]; }
  std::span<const std::uint64_t> take(std::uint64_t count) {
    if (count > left_.size()) throw std::invalid_argument(cut_off_);
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

 private:
  std::span<const std::uint64_t> left_;
  const char* cut_off_;
};

}  // namespace spminer::inline base
