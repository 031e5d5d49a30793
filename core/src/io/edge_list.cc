#include "spminer/io/edge_list.hh"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <numeric>
#include <string>

#include "spminer/base/bits.hh"

namespace spminer::io {

namespace {

constexpr const char* kIdRemedy =
    "edge lists have one delimiter, and ids are either all whole numbers from 0 to 2^63-1 or all names (ids='text')";

bool is_comment(std::string_view text) { return text.front() == '#' || text.front() == '%' || text.starts_with("//"); }

const char* skip_blanks(const char* p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

/// Reads digits; returns null if there are none or the number does not fit, which is left to the slow way.
const char* read_digits(const char* p, const char* end, std::int64_t& value) {
  constexpr std::ptrdiff_t kMostDigits = 19;  // any such number fits into 64 bits without a sign
  const char* const begin = p;
  std::uint64_t number = 0;
  while (p != end && p - begin <= kMostDigits) {
    const unsigned digit = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
    if (digit > 9) break;
    number = number * 10 + digit;
    ++p;
  }
  value = static_cast<std::int64_t>(number);
  return p == begin || p - begin > kMostDigits || value < 0 ? nullptr : p;
}

/// Whether a number is written in the one way in which a number from 0 to 2^63-1 is printed.
bool is_canonical(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && text.front() != '-' &&
         (text.front() != '0' || text.size() == 1);
}

bool is_negative(std::string_view text) {
  return text.size() > 1 && text.front() == '-' && text.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// Whether a text is digits with one point among them, perhaps with a sign.
bool is_fraction(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto point = text.find('.');
  if (point == std::string_view::npos || text.size() < 2) return false;
  return text.find_first_not_of("0123456789") == point &&
         text.find_first_not_of("0123456789", point + 1) == std::string_view::npos;
}

/// What programs write where a value is missing.
bool is_missing(std::string_view text) {
  if (text.size() < 2 || text.size() > 4) return false;
  static constexpr std::array<std::string_view, 10> kWords = {"NA",  "N/A", "#N/A", "<NA>", "NaN",
                                                              "nan", "NAN", "NULL", "null", "None"};
  return std::ranges::find(kWords, text) != kWords.end();
}

/// Which ids occur, as bits, with the number of set bits before each word: the rank of an id is its node.
class IdSet {
 public:
  explicit IdSet(std::int64_t largest) : words_(word_of(largest) + 1), before_(words_.size()) {}

  void add(Node id) { set_bit(words_.data(), id); }
  void count() {
    Node total = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      before_[i] = total;
      total += std::popcount(words_[i]);
    }
    size_ = total;
  }
  Node rank(Node id) const {
    const std::size_t word = word_of(id);
    return before_[word] + std::popcount(words_[word] & (mask_of(id) - 1));
  }
  Node size() const { return size_; }
  std::vector<std::int64_t> ids() const {
    std::vector<std::int64_t> result;
    result.reserve(size_);
    for_each_member(words_, [&](std::size_t id) { result.push_back(static_cast<std::int64_t>(id)); });
    return result;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<Node> before_;
  Node size_ = 0;
};

}  // namespace

EdgeListParser::EdgeListParser(const EdgeListParams& params)
    : params_(params),
      ids_(params.ids == IdKind::kAuto ? IdKind::kNumber : params.ids),
      header_pending_(params.header) {
  const int last = std::max({params.source_column, params.target_column, params.label_column});
  if (std::min(params.source_column, params.target_column) < 0 || params.source_column == params.target_column)
    throw std::invalid_argument("source and target must be two columns");
  columns_needed_ = static_cast<std::size_t>(last) + 1;
  plain_ = ids_ != IdKind::kText && params.label_column < 0 && params.source_column == 0 && params.target_column == 1;
  if (params.id_count < 0 || params.id_count > INT32_MAX - 1) throw std::invalid_argument("more than 2^31 - 2 nodes");
  if (!params.groups.empty() && static_cast<std::int64_t>(params.groups.size()) != params.id_count)
    throw std::invalid_argument("one group per node is needed");
}

void EdgeListParser::read_line(std::string_view line) {
  if (plain_ && !header_pending_ && read_plain_line(line)) return;
  const auto text = params_.delimiter == '\t' ? line : trimmed(line);
  if (trimmed(text).empty() || is_comment(trimmed(text))) return;
  if (header_pending_) {
    header_pending_ = false;
    return;
  }
  read_any_line(text);
}

// Two numbers and perhaps more columns.  Anything else is left to the way that can explain what is wrong, and so are
// blanks in a table that is separated by tabs: they may be part of a name.
bool EdgeListParser::read_plain_line(std::string_view line) {
  const char* const end = line.data() + line.size();
  std::int64_t source = 0, target = 0;
  const char* const first = skip_blanks(line.data(), end);
  const char* p = read_digits(first, end, source);
  if (p == nullptr) return false;
  bool zeros = *first == '0' && p - first > 1;
  const bool tabs = params_.delimiter == '\t', blanks = params_.delimiter == ' ';
  const char* gap = tabs ? p : skip_blanks(p, end);
  if (blanks) {
    if (gap == p) return false;
  } else {
    if (gap == end || *gap != params_.delimiter) return false;
    gap = tabs ? gap + 1 : skip_blanks(gap + 1, end);
  }
  p = read_digits(gap, end, target);
  if (p == nullptr) return false;
  zeros |= *gap == '0' && p - gap > 1;
  if (zeros && params_.ids == IdKind::kAuto) return false;  // as numbers are never written
  if (p != end) {
    gap = tabs ? p : skip_blanks(p, end);
    if (gap != end) {
      if (blanks ? gap == p : *gap != params_.delimiter) return false;
      extra_columns_ = true;
    }
  }
  add_ids(source, target, {});
  return true;
}

void EdgeListParser::read_any_line(std::string_view line) {
  const auto whole = line;
  split(line);
  if (fields_.size() < columns_needed_)
    throw ParseError(cutter_.line(),
                     "expected at least " + std::to_string(columns_needed_) + " columns, found " +
                         std::to_string(fields_.size()) + " in " + quoted(line),
                     kIdRemedy);
  const auto source = fields_[params_.source_column];
  const auto target = fields_[params_.target_column];
  const auto label = params_.label_column < 0 ? "" : fields_[params_.label_column];
  if (params_.ids == IdKind::kAuto && ids_ == IdKind::kNumber) {
    if (!is_canonical(source))
      take_ids_for_names(whole, source);
    else if (!is_canonical(target))
      take_ids_for_names(whole, target);
  }
  if (ids_ == IdKind::kText) {
    const Node u = node_of_name(source);  // in this order: the source is seen first
    add(u, node_of_name(target), label);
  } else {
    add_ids(parse_number(source, cutter_.line(), "node id", kIdRemedy),
            parse_number(target, cutter_.line(), "node id", kIdRemedy), label);
  }
}

// The first id that is no number as numbers are written: from here on all ids are names.  Those before are written in
// one way only, so that their text is known.
void EdgeListParser::take_ids_for_names(std::string_view line, std::string_view id) {
  if (is_fraction(id) || is_negative(id))
    throw ParseError(
        cutter_.line(),
        quoted(id) + " is " + (is_fraction(id) ? "a number with a fraction" : "negative") + ", not a node id",
        "name the columns of the ends with source= and target=; ids='text' takes such numbers for names");
  if (store_.size() > 0 && params_.delimiter == ' ' && line.find('\t') != std::string_view::npos &&
      trimmed(line).find(' ') != std::string_view::npos)
    throw ParseError(cutter_.line(), "names among tabs and blanks in " + quoted(line), kIdRemedy);
  const auto name_of = [&](Node node) { return names_.number(std::to_string(table_ ? table_->ids()[node] : node)); };
  for (const auto& part : store_.spans()) {
    for (std::size_t i = 0; i < part.sources.size(); ++i) {
      name_of(part.sources[i]);  // in this order: the source is seen first
      name_of(part.targets[i]);
    }
  }
  store_.renumber(name_of);
  table_.reset();
  largest_id_ = -1;
  ids_ = IdKind::kText;
  plain_ = false;
}

void EdgeListParser::split(std::string_view line) {
  fields_.clear();
  if (params_.delimiter != ' ') return split_delimited(line);
  while (fields_.size() < columns_needed_) {
    const auto word = next_word(line);
    if (word.empty()) return;
    fields_.push_back(word);
  }
  extra_columns_ |= !trimmed(line).empty();
}

// A field may stand in double quotes, and then contain the delimiter.
void EdgeListParser::split_delimited(std::string_view line) {
  while (true) {
    if (fields_.size() == columns_needed_) {
      extra_columns_ = true;
      return;
    }
    const auto start = std::min(line.find_first_not_of(" "), line.size());
    const bool in_quotes = start < line.size() && line[start] == '"';
    const auto closing = in_quotes ? line.find('"', start + 1) : std::string_view::npos;
    if (in_quotes && closing == std::string_view::npos)
      throw ParseError(cutter_.line(), "quotation mark without its counterpart in " + quoted(line),
                       "close it, or take quotation marks out");
    const auto end = line.find(params_.delimiter, in_quotes ? closing : 0);
    fields_.push_back(in_quotes ? line.substr(start + 1, closing - start - 1) : trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

void EdgeListParser::add(Node source, Node target, std::string_view label) {
  if (params_.label_column < 0) return store_.add(source, target);
  bool is_new = false;
  const Node code = label_names_.number(label, is_new);
  if (is_new) check_text(label, cutter_.line());
  store_.add(source, target, code);
}

void EdgeListParser::add_ids(std::int64_t source, std::int64_t target, std::string_view label) {
  if (ids_ == IdKind::kRange) {
    const Node u = node_in_range(source), v = node_in_range(target);
    if (!params_.groups.empty() && params_.groups[u] != params_.groups[v])
      throw ParseError(cutter_.line(),
                       "edge " + std::to_string(source) + ", " + std::to_string(target) + " joins two graphs",
                       "check that the files belong to the same data set");
    return add(u, v, label);
  }
  largest_id_ = std::max({largest_id_, source, target});
  if (!table_ && largest_id_ >= INT32_MAX) use_table();
  if (!table_) return add(static_cast<Node>(source), static_cast<Node>(target), label);
  const Node u = table_->number(source);
  add(u, table_->number(target), label);
}

Node EdgeListParser::node_in_range(std::int64_t id) const {
  const auto node = id - params_.first_id;
  if (node < 0 || node >= params_.id_count)
    throw ParseError(cutter_.line(),
                     "node " + std::to_string(id) + " is outside " + std::to_string(params_.first_id) + " .. " +
                         std::to_string(params_.first_id + params_.id_count - 1),
                     "the declared number of nodes is too small, or the file belongs to another data set");
  return static_cast<Node>(node);
}

Node EdgeListParser::node_of_name(std::string_view name) {
  bool is_new = false;
  const Node node = names_.number(name, is_new);
  if (!is_new) return node;
  check_text(name, cutter_.line());
  if (name.empty()) throw ParseError(cutter_.line(), "a node without a name", kIdRemedy);
  if (params_.ids == IdKind::kAuto && is_missing(name))
    throw ParseError(cutter_.line(), quoted(name) + " stands for a missing value, not for a node",
                     "drop such rows; ids='text' takes it for a name");
  if (params_.delimiter == ' ' && (name.back() == ',' || name.back() == ';'))
    throw ParseError(cutter_.line(), "mixed delimiters: " + quoted(name) + " among columns separated by blanks",
                     kIdRemedy);
  return node;
}

// From now on the store holds numbers given out by the table instead of the ids themselves.
void EdgeListParser::use_table() {
  table_.emplace();
  store_.renumber([this](Node id) { return table_->number(id); });
}

void EdgeListParser::number_nodes() {
  if (numbered_) return;
  numbered_ = true;
  if (ids_ != IdKind::kNumber || store_.size() == 0) return;
  // Bits for the ids cost at most as much as the edges themselves when the ids are not too sparse.
  constexpr std::int64_t kIdsPerEdge = 32, kAlwaysFine = std::int64_t{1} << 22;
  if (!table_ && largest_id_ <= std::max(kAlwaysFine, kIdsPerEdge * edges())) {
    final_ids_ = number_by_rank();
    return;
  }
  if (!table_) use_table();
  final_ids_ = number_by_table();
}

std::vector<std::int64_t> EdgeListParser::number_by_rank() {
  IdSet set(largest_id_);
  for (const auto& part : store_.spans()) {
    for (const Node id : part.sources) set.add(id);
    for (const Node id : part.targets) set.add(id);
  }
  set.count();
  if (set.size() == largest_id_ + 1) return {};
  store_.renumber([&](Node id) { return set.rank(id); });
  return set.ids();
}

std::vector<std::int64_t> EdgeListParser::number_by_table() {
  std::vector<std::int64_t> ids = table_->ids();
  std::vector<Node> order(ids.size()), rank(ids.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Node a, Node b) { return ids[a] < ids[b]; });
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<Node>(i);
  store_.renumber([&](Node number) { return rank[number]; });
  std::sort(ids.begin(), ids.end());
  table_.reset();
  return ids;
}

EdgeBatch EdgeListParser::take_batch() {
  EdgeBatch batch;
  const auto size = store_.size();
  batch.sources.reserve(size);
  batch.targets.reserve(size);
  const auto id_of = [&](Node node) -> std::int64_t { return table_ ? table_->ids()[node] : node; };
  for (const auto& part : store_.spans()) {
    for (const Node u : part.sources) batch.sources.push_back(id_of(u));
    for (const Node v : part.targets) batch.targets.push_back(id_of(v));
    batch.labels.insert(batch.labels.end(), part.labels.begin(), part.labels.end());
  }
  batch.names = names_.list();
  store_ = {};
  names_ = {};
  table_.reset();
  largest_id_ = -1;
  return batch;
}

EdgeListResult EdgeListParser::build(bool directed, std::span<const std::int32_t> labels, Control& control) {
  if (!labels.empty() && static_cast<std::int64_t>(labels.size()) != edges())
    throw std::invalid_argument("one label per edge is needed");
  EdgeListResult result;
  number_nodes();
  result.ids = final_ids_;
  CsrParams csr{.directed = directed, .labeled = !labels.empty() || params_.label_column >= 0};
  if (ids_ == IdKind::kText)
    csr.nodes = names_.size();
  else if (ids_ == IdKind::kRange)
    csr.nodes = static_cast<Node>(params_.id_count);
  else
    csr.nodes = static_cast<Node>(result.ids.empty() ? largest_id_ + 1 : static_cast<std::int64_t>(result.ids.size()));
  auto spans = store_.spans();
  for (std::size_t offset = 0; !labels.empty() && offset < labels.size(); offset += EdgeStore::kBlock) {
    auto& part = spans[offset / EdgeStore::kBlock];
    part.labels = labels.subspan(offset, part.sources.size());
  }
  result.csr = build_csr(spans, csr, control);
  return result;
}

}  // namespace spminer::io
