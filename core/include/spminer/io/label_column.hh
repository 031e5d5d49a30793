// Parser of files with one label per line, as the TUDataset format has them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "spminer/io/tables.hh"
#include "spminer/io/text.hh"

namespace spminer::io {

/// Feed it chunks, then finish once.  Blank lines are skipped; labels are numbered in the order in which they first
/// occur.
class LabelColumnParser {
 public:
  void feed(std::string_view chunk) {
    cutter_.feed(chunk, [this](std::string_view line) { read_line(line); });
  }
  void finish() {
    cutter_.finish([this](std::string_view line) { read_line(line); });
  }
  std::vector<std::int32_t> take_codes() { return std::move(codes_); }
  const NameTable& names() const { return names_; }

 private:
  void read_line(std::string_view line) {
    const auto label = trimmed(line);
    if (label.empty()) return;
    bool is_new = false;
    codes_.push_back(names_.number(label, is_new));
    if (is_new) check_text(label, cutter_.line());
  }

  LineCutter cutter_;
  std::vector<std::int32_t> codes_;
  NameTable names_;
};

}  // namespace spminer::io
