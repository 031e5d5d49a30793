#include "spminer/io/name_list.hh"

#include <stdexcept>

#include "spminer/base/checksum.hh"
#include "spminer/io/tables.hh"

namespace spminer::io {

void check_names(const NameView& names) {
  std::int64_t before = 0;
  for (const auto end : names.ends) {
    if (end < before) throw std::invalid_argument("ends of names must not decrease");
    before = end;
  }
  if (before != static_cast<std::int64_t>(names.text.size()))
    throw std::invalid_argument("the last name must end with the text");
}

std::vector<std::int64_t> first_of_equal(const NameView& names) {
  NameTable table;
  std::vector<std::int64_t> first_with, result;  // by number of the table, and by name
  result.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    bool is_new = false;
    const auto number = static_cast<std::size_t>(table.number(names[i], is_new));
    if (is_new) first_with.push_back(static_cast<std::int64_t>(i));
    result.push_back(first_with[number]);
  }
  return result;
}

std::vector<std::int64_t> parts_of_names(const NameView& names, std::int64_t parts) {
  if (parts < 1) throw std::invalid_argument("there must be a part");
  std::vector<std::int64_t> result;
  result.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    result.push_back(
        static_cast<std::int64_t>(checksum(std::as_bytes(std::span(names[i]))) % static_cast<std::uint64_t>(parts)));
  return result;
}

NameList chosen_names(const NameView& names, std::span<const std::int64_t> chosen) {
  NameList result;
  result.ends.reserve(chosen.size());
  for (const auto i : chosen) {
    if (i < 0 || static_cast<std::size_t>(i) >= names.size()) throw std::invalid_argument("no such name");
    const auto name = names[i];
    result.text.insert(result.text.end(), name.begin(), name.end());
    result.ends.push_back(static_cast<std::int64_t>(result.text.size()));
  }
  return result;
}

}  // namespace spminer::io
