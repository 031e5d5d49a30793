// Isomorphism by refinement and individualization.
//
// The nodes of both graphs together are divided into cells.  Nodes of one cell are split if they have different numbers
// of neighbors in another one (of each edge code), until no cell splits.  An isomorphism maps every cell to itself, so
// that a cell that splits differently in both graphs refutes it.  Where cells of more than one pair are left, a node of
// the first graph is paired with each of its cell's nodes of the second in turn, and cells are split again.  A map is
// reported after all its edges were compared.
//
// Cost: O(m log n) for a refinement; how many there are depends on the symmetry of the graphs: few for most graphs, and
// exponentially many at worst.  Splits are undone one by one, so that a step back costs what the step did.
//
// References: R. Paige and R. Tarjan, Three partition refinement algorithms, SIAM Journal on Computing 1987 (the
// largest part of a cell that was used need not be used again); B. McKay and A. Piperno, Practical graph isomorphism
// II, Journal of Symbolic Computation 2014.
#include "spminer/isomorphism/isomorphism.hh"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>

namespace spminer::inline isomorphism {

class Isomorphisms::Search {
 public:
  Search(const Target& first, const Target& second, std::span<const std::int32_t> first_colors,
         std::span<const std::int32_t> second_colors)
      : first_(first), second_(second), nodes_(first.size()) {
    const bool colored = !first_colors.empty() || !second_colors.empty();
    if (colored && (std::ssize(first_colors) != first.size() || std::ssize(second_colors) != second.size()))
      throw std::invalid_argument("there must be a color for each node");
    if (first.size() != second.size() || first.edges() != second.edges()) {
      ended_ = true;
      return;
    }
    colors_.assign(first_colors.begin(), first_colors.end());
    colors_.insert(colors_.end(), second_colors.begin(), second_colors.end());
    if (!colored) colors_.assign(members(), 0);
  }

  bool next(std::vector<Node>& images, Control& control) {
    if (ended_) return false;
    Ticker ticker(control);
    bool fits = false;  // whether the cells are stable; after a report the search goes back first
    if (!started_) fits = start(ticker);
    started_ = true;
    for (;;) {
      if (control.stopped()) return false;
      if (fits) {
        const Place cell = next_open_cell();
        if (cell < nodes_) {
          levels_.push_back({.splits = splits_.size(), .cell = cell, .node = order_[cell + lengths_[cell] - 1]});
        } else if (take_map(images)) {
          return true;
        }
      }
      Member choice = kNone;
      while (!levels_.empty() && (choice = next_choice(levels_.back())) == kNone) levels_.pop_back();
      if (levels_.empty()) {
        ended_ = true;
        return false;
      }
      fits = pair(levels_.back().node, choice, ticker);
    }
  }

 private:
  using Member = std::int32_t;  ///< a node of the first graph, or one of the second plus the number of nodes
  using Place = std::int32_t;   ///< in the order of all nodes, cell by cell, the same for both graphs
  static constexpr Member kNone = -1;

  struct Level {
    std::size_t splits;  ///< how many there were
    Place cell;
    Member node;                       ///< of the first graph
    Member tried = kNone;              ///< the first choice, until the others are listed
    std::vector<Member> choices = {};  ///< nodes of the second graph that are left
    bool begun = false;
  };
  struct Split {
    Place from, at;
  };

  bool is_first(Member v) const { return v < nodes_; }
  std::size_t members() const { return static_cast<std::size_t>(nodes_) * 2; }

  /// Cells of equal colors, refined.  A cell has the places from its first one, which stands for it; nodes of the
  /// second graph are as many places later as there are nodes.
  bool start(Ticker& ticker) {
    order_.resize(members());
    places_.resize(members());
    cells_.resize(members());
    std::iota(order_.begin(), order_.end(), 0);
    const auto middle = order_.begin() + nodes_;
    const auto color = [&](Member v) { return colors_[v]; };
    std::stable_sort(order_.begin(), middle, [&](Member a, Member b) { return color(a) < color(b); });
    std::stable_sort(middle, order_.end(), [&](Member a, Member b) { return color(a) < color(b); });
    if (!std::equal(order_.begin(), middle, middle, [&](Member a, Member b) { return color(a) == color(b); }))
      return false;
    for (std::size_t p = 0; p < members(); ++p) places_[order_[p]] = static_cast<Place>(p);
    lengths_.assign(nodes_, 0);
    waiting_.assign(nodes_, 0);
    sums_.assign(members(), 0);
    touched_in_.assign(members(), 0);
    for (Place p = 0, end = 0; p < nodes_; p = end) {
      for (end = p; end < nodes_ && color(order_[end]) == color(order_[p]); ++end)
        cells_[order_[end]] = cells_[order_[end + nodes_]] = p;
      lengths_[p] = end - p;
      wait(p);
    }
    return refine(ticker);
  }

  void wait(Place cell) {
    if (waiting_[cell]) return;
    waiting_[cell] = 1;
    queue_.push_back(cell);
  }

  /// Splits cells until none splits; false if the graphs differ in one.
  bool refine(Ticker& ticker) {
    bool equal = true;
    while (!queue_.empty()) {
      const Place cell = queue_.back();
      queue_.pop_back();
      waiting_[cell] = 0;
      if (equal && !ticker.should_stop()) equal = split_by(cell);
    }
    return equal;
  }

  /// Splits all cells by their nodes' edges to the nodes of one.
  bool split_by(Place cell) {
    ++round_;
    touched_.clear();
    for (const bool second : {false, true}) {
      const Target& target = second ? second_ : first_;
      const Member offset = second ? nodes_ : 0;
      for (Place p = cell; p < cell + lengths_[cell]; ++p) {
        const Node u = order_[p + offset] - offset;
        const auto row = target.neighbors(u);
        for (std::size_t i = 0; i < row.size(); ++i) {
          const Member v = row[i] + offset;
          if (touched_in_[v] != round_) {
            touched_in_[v] = round_;
            sums_[v] = 0;
            touched_.push_back(v);
          }
          sums_[v] += target.coded() ? mixed(target.codes(u)[i]) : 1;
        }
      }
    }
    std::ranges::sort(touched_, {}, [&](Member v) { return std::tuple(cells_[v], !is_first(v), sums_[v], v); });
    for (std::size_t begin = 0, end = 0; begin < touched_.size(); begin = end) {
      const Place of = cells_[touched_[begin]];
      std::size_t middle = begin;
      for (; end < touched_.size() && cells_[touched_[end]] == of; ++end) middle += is_first(touched_[end]) ? 1 : 0;
      const auto all = std::span<const Member>(touched_);
      if (!split(of, all.subspan(begin, middle - begin), all.subspan(middle, end - middle))) return false;
    }
    return true;
  }

  /// One number for each code; sums of them stand for how many edges of each code there are.
  static std::uint64_t mixed(EdgeCode code) {
    code = (code ^ (code >> 32)) * 0x9E3779B97F4A7C15u;
    return code ^ (code >> 29);
  }

  /// Takes nodes of both graphs, sorted by their sums, out of their cell into cells of equal sums.
  bool split(Place cell, std::span<const Member> first, std::span<const Member> second) {
    const auto sum = [&](Member v) { return sums_[v]; };
    if (!std::ranges::equal(first, second, {}, sum, sum)) return false;
    const auto rest = lengths_[cell] - static_cast<Place>(first.size());
    if (rest == 0 && sum(first.front()) == sum(first.back())) return true;
    for (std::size_t i = first.size(); i-- > 0;) {  // the last to the last place
      const Place to = cell + rest + static_cast<Place>(i);
      move(first[i], to);
      move(second[i], to + nodes_);
    }
    const bool waits = waiting_[cell];
    parts_.assign(1, cell);
    for (std::size_t i = first.size(); i-- > 0;) {
      const Place at = cell + rest + static_cast<Place>(i);
      if (at == cell || (i > 0 && sum(first[i - 1]) == sum(first[i]))) continue;
      cut(cell, at);
      parts_.push_back(at);
    }
    const Place largest = *std::ranges::max_element(parts_, {}, [&](Place part) { return lengths_[part]; });
    for (const Place part : parts_)
      if (waits || part != largest) wait(part);
    return true;
  }

  void move(Member v, Place to) {
    const Place from = places_[v];
    const Member other = order_[to];
    std::swap(order_[to], order_[from]);
    places_[other] = from;
    places_[v] = to;
  }

  void label(Place from, Place end, Place cell) {
    for (Place p = from; p < end; ++p) cells_[order_[p]] = cells_[order_[p + nodes_]] = cell;
  }

  void cut(Place cell, Place at) {
    const Place end = cell + lengths_[cell];
    lengths_[cell] = at - cell;
    lengths_[at] = end - at;
    label(at, end, at);
    splits_.push_back({cell, at});
  }

  void undo(std::size_t splits) {
    for (; splits_.size() > splits; splits_.pop_back()) {
      const auto [from, at] = splits_.back();
      label(at, at + lengths_[at], from);
      lengths_[from] += lengths_[at];
    }
  }

  /// The first cell of more than one pair; the number of nodes if there is none.
  Place next_open_cell() const {
    Place cell = levels_.empty() ? 0 : levels_.back().cell;
    while (cell < nodes_ && lengths_[cell] == 1) ++cell;
    return cell;
  }

  /// A node of the second graph to pair with that of the level, after what was done for the last one is undone.  All
  /// are listed only if the first one was not the last one.
  Member next_choice(Level& level) {
    undo(level.splits);
    const auto last = order_.begin() + nodes_ + level.cell + lengths_[level.cell] - 1;
    if (!level.begun) {
      level.begun = true;
      level.tried = *last;
      return *last;
    }
    if (level.tried != kNone) {
      for (Place p = level.cell; p < level.cell + lengths_[level.cell]; ++p)
        if (order_[p + nodes_] != level.tried) level.choices.push_back(order_[p + nodes_]);
      level.tried = kNone;
    }
    if (level.choices.empty()) return kNone;
    const Member choice = level.choices.back();
    level.choices.pop_back();
    return choice;
  }

  /// Puts two nodes into a cell of their own.
  bool pair(Member first, Member second, Ticker& ticker) {
    const Place cell = cells_[first], at = cell + lengths_[cell] - 1;
    move(first, at);
    move(second, at + nodes_);
    cut(cell, at);
    wait(at);
    return refine(ticker);
  }

  /// The map of cells of one pair, if it keeps all edges.
  bool take_map(std::vector<Node>& images) const {
    images.resize(static_cast<std::size_t>(nodes_));
    for (Place p = 0; p < nodes_; ++p) images[order_[p]] = order_[p + nodes_] - nodes_;
    for (Node u = 0; u < nodes_; ++u) {
      const auto row = first_.neighbors(u);
      if (first_.degree(u) != second_.degree(images[u])) return false;
      for (std::size_t i = 0; i < row.size(); ++i)
        if (second_.code(images[u], images[row[i]]) != (first_.coded() ? first_.codes(u)[i] : kPlainEdge)) return false;
    }
    return true;
  }

  const Target& first_;
  const Target& second_;
  Member nodes_;  ///< of each graph
  bool ended_ = false, started_ = false;
  std::vector<std::int32_t> colors_;
  std::vector<Member> order_;
  std::vector<Place> places_, cells_;  ///< of each node
  std::vector<Place> lengths_;         ///< of each cell, in each graph
  std::vector<char> waiting_;          ///< cells in the queue
  std::vector<Place> queue_, parts_;
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint64_t> touched_in_;  ///< the last round that touched each node
  std::uint64_t round_ = 0;
  std::vector<Member> touched_;
  std::vector<Split> splits_;
  std::vector<Level> levels_;
};

Isomorphisms::Isomorphisms(const Target& first, const Target& second, std::span<const std::int32_t> first_colors,
                           std::span<const std::int32_t> second_colors)
    : search_(std::make_unique<Search>(first, second, first_colors, second_colors)) {}
Isomorphisms::Isomorphisms(Isomorphisms&&) noexcept = default;
Isomorphisms::~Isomorphisms() = default;

bool Isomorphisms::next(std::vector<Node>& images, Control& control) { return search_->next(images, control); }

}  // namespace spminer::inline isomorphism
