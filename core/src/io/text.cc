#include "spminer/io/text.hh"

#include <charconv>

namespace spminer::io {

namespace {

/// Length of the UTF-8 sequence at the front of `text`, 0 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; }

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string result = "'";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte >= 0x20 && byte < 0x7F ? c : '?';
  }
  return result + (text.size() > kLongest ? "...'" : "'");
}

void check_text(std::string_view text, std::int64_t line) {
  const auto whole = text;
  while (!text.empty()) {
    if (is_control(text.front()))
      throw ParseError(line, "control character in " + quoted(whole), "the file looks binary; give the format by name");
    const auto length = sequence_length(text);
    if (length == 0) throw ParseError(line, quoted(whole) + " is not valid UTF-8", "convert the file to UTF-8");
    text.remove_prefix(length);
  }
}

std::int64_t parse_number(std::string_view text, std::int64_t line, const char* what, const char* remedy) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string subject = std::string(what) + " " + quoted(text);
  if (error == std::errc::result_out_of_range) throw ParseError(line, subject + " does not fit into 64 bits", remedy);
  if (error != std::errc() || end != text.data() + text.size())
    throw ParseError(line, subject + " is not a whole number", remedy);
  if (text.front() == '-') throw ParseError(line, subject + " is negative", remedy);  // -0 too: no one counts so
  return value;
}

}  // namespace spminer::io
