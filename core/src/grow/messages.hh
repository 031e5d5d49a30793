// Requests to parts of the slots, and their answers, as words.
#pragma once

#include <bit>
#include <concepts>
#include <cstring>
#include <span>
#include <stdexcept>

#include "base/words.hh"
#include "spminer/grow/shard.hh"

namespace spminer::grow {

enum class Request : std::uint64_t { kScout = 1, kBuild, kSettle, kAnswer, kLists };

class Writer {
 public:
  /// Any integer: where std::size_t is not the type of a word, it is none of the others either (macOS).
  template <std::integral T>
  Writer& put(T word) {
    words_.push_back(static_cast<std::uint64_t>(word));
    return *this;
  }
  Writer& put(Request request) { return put(static_cast<std::uint64_t>(request)); }
  Writer& put(double value) { return put(std::bit_cast<std::uint64_t>(value)); }
  /// Words that the reader knows the number of.
  Writer& put(std::span<const std::uint64_t> words) {
    words_.insert(words_.end(), words.begin(), words.end());
    return *this;
  }
  /// Any numbers, with how many there are.
  template <typename T>
  Writer& array(std::span<const T> values) {
    put(values.size());
    const std::size_t at = words_.size();
    words_.resize(at + (values.size_bytes() + 7) / 8);
    if (!values.empty()) std::memcpy(words_.data() + at, values.data(), values.size_bytes());
    return *this;
  }
  template <typename T>
  Writer& array(const std::vector<T>& values) {
    return array(std::span<const T>(values));
  }
  Words take() { return std::move(words_); }

 private:
  Words words_;
};

/// Reads what a Writer wrote; what cannot be that throws.
class Reader : public WordReader {
 public:
  explicit Reader(std::span<const std::uint64_t> words) : WordReader(words, "a message of growth is cut off") {}

  double number() { return std::bit_cast<double>(next()); }
  template <typename T>
  std::vector<T> array() {
    const std::uint64_t count = next();
    if (count > left_.size_bytes() / sizeof(T)) throw std::invalid_argument(cut_off_);
    std::vector<T> values(count);
    const auto words = take((count * sizeof(T) + 7) / 8);
    if (count > 0) std::memcpy(values.data(), words.data(), count * sizeof(T));
    return values;
  }
};

inline bool has_bit(std::span<const std::uint64_t> words, std::size_t i) { return (words[i / 64] >> (i % 64)) & 1; }

}  // namespace spminer::grow
