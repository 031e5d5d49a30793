// Names one after the other in one text, as they lie in files: no object per name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace spminer::io {

struct NameList {
  std::vector<char> text;
  std::vector<std::int64_t> ends;  ///< where each name ends, which is where the next one starts
};

/// The same, borrowed.
struct NameView {
  std::span<const char> text;
  std::span<const std::int64_t> ends;

  std::size_t size() const { return ends.size(); }
  std::string_view operator[](std::size_t i) const {
    const auto begin = i == 0 ? 0 : ends[i - 1];
    return {text.data() + begin, static_cast<std::size_t>(ends[i] - begin)};
  }
};

/// Throws std::invalid_argument unless the ends ascend to the end of the text.
void check_names(const NameView& names);

/// Of each name, the first one that equals it.
std::vector<std::int64_t> first_of_equal(const NameView& names);

/// A number below `parts` for each name, the same for equal names and about as often as any other.
std::vector<std::int64_t> parts_of_names(const NameView& names, std::int64_t parts);

/// The names of a choice, in its order.
NameList chosen_names(const NameView& names, std::span<const std::int64_t> chosen);

}  // namespace spminer::io
