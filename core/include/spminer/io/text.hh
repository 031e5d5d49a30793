// What the parsers of text formats share: lines out of chunks, fields out of lines, and one error type.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace spminer::io {

/// What is wrong with a text, where, and what the user can do about it.
class ParseError : public std::runtime_error {
 public:
  ParseError(std::int64_t line, const std::string& reason, std::string remedy = "")
      : std::runtime_error(reason), line_(line), remedy_(std::move(remedy)) {}
  /// Counted from 1.
  std::int64_t line() const { return line_; }
  const std::string& remedy() const { return remedy_; }

 private:
  std::int64_t line_;
  std::string remedy_;
};

/// Cuts chunks into lines.  A line that spans chunks is put together in a buffer whose size is bounded, so that
/// a file without line ends cannot fill the memory.
class LineCutter {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;

  /// Number of the line handed out last, counted from 1.
  std::int64_t line() const { return line_; }

  /// Calls f(line) for each line completed by the chunk, without its line end.
  template <typename F>
  void feed(std::string_view chunk, F&& f) {
    const char* p = chunk.data();
    const char* const end = p + chunk.size();
    while (p != end) {
      const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      if (newline == nullptr) {
        keep({p, static_cast<std::size_t>(end - p)});
        return;
      }
      const std::string_view piece(p, static_cast<std::size_t>(newline - p));
      p = newline + 1;
      if (rest_.empty()) {
        hand_out(piece, f);
      } else {
        keep(piece);
        hand_out(rest_, f);
        rest_.clear();
      }
    }
  }

  /// Hands out a last line without a line end.
  template <typename F>
  void finish(F&& f) {
    if (!rest_.empty()) hand_out(rest_, f);
    rest_.clear();
  }

 private:
  void keep(std::string_view piece) {
    if (rest_.size() + piece.size() > kMaxLine)
      throw ParseError(line_ + 1, "line is longer than 1 MiB", "this is not a text format; give the format by name");
    rest_.append(piece);
  }
  template <typename F>
  void hand_out(std::string_view line, F& f) {
    ++line_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    f(line);
  }

  std::string rest_;
  std::int64_t line_ = 0;
};

/// Not '\r': within a line it would hide that the file has line ends of its own kind.
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes the next whitespace-separated word off the front of `text`; empty at the end.
inline std::string_view next_word(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  std::size_t size = 0;
  while (size < text.size() && !is_blank(text[size])) ++size;
  const auto word = text.substr(0, size);
  text.remove_prefix(size);
  return word;
}

/// A quotation for an error message: short, printable, in quotes.
std::string quoted(std::string_view text);

/// Throws if `text` is not UTF-8 or contains control characters.
void check_text(std::string_view text, std::int64_t line);

/// The whole of `text` as a number from 0 to 2^63 - 1; throws with a reason that names `what` otherwise.
std::int64_t parse_number(std::string_view text, std::int64_t line, const char* what, const char* remedy = "");

}  // namespace spminer::io
