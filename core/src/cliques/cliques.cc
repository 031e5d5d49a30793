// Cliques in degeneracy order: the node of smallest degree first, then that of the rest, and so on.  A node has at most
// d later neighbors, the degeneracy, which is small in sparse graphs.
//
// Maximal cliques: for each node as the first of its clique, Bron and Kerbosch's search with Tomita's pivot.  The later
// neighbors are candidates, and the earlier ones tell whether a clique is maximal.  Sets are bits.
// Cliques of a size: common later neighbors, node by node.
//
// Cost: O(d * n * 3^(d/3)) for the maximal ones and O(m * d^(k-2)) for those of k nodes; memory O(m) and that of one
// node's neighbors.  Both keep their place in an explicit stack, so that a caller may take as many as wanted.
//
// Reference: D. Eppstein, M. Loeffler and D. Strash, Listing all maximal cliques in large sparse real-world graphs, ACM
// Journal of Experimental Algorithmics 2013.
#include "spminer/cliques/cliques.hh"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <stdexcept>

#include "spminer/base/bits.hh"

namespace spminer::inline cliques {

namespace {

/// Nodes by their rank in the degeneracy order, and the later and earlier neighbors of each, ascending.
class DegeneracyRows {
 public:
  explicit DegeneracyRows(const Target& target) : starts_(static_cast<std::size_t>(target.size()) + 1) {
    number(target);
    neighbors_.resize(static_cast<std::size_t>(target.edges()) * 2);
    middles_.resize(nodes_.size());
    for (Node r = 0; r < size(); ++r) {
      const auto row = target.neighbors(nodes_[r]);
      starts_[r + 1] = starts_[r] + row.size();
      const auto begin = neighbors_.begin() + static_cast<std::ptrdiff_t>(starts_[r]);
      std::transform(row.begin(), row.end(), begin, [&](Node v) { return ranks_[v]; });
      std::sort(begin, begin + std::ssize(row));
      middles_[r] = static_cast<std::size_t>(std::lower_bound(begin, begin + std::ssize(row), r) - neighbors_.begin());
    }
  }

  Node size() const { return static_cast<Node>(nodes_.size()); }
  Node node(Node rank) const { return nodes_[rank]; }
  std::span<const Node> earlier(Node rank) const { return between(starts_[rank], middles_[rank]); }
  std::span<const Node> later(Node rank) const { return between(middles_[rank], starts_[rank + 1]); }

 private:
  std::span<const Node> between(std::size_t begin, std::size_t end) const {
    return std::span(neighbors_).subspan(begin, end - begin);
  }

  /// V. Batagelj and M. Zaversnik's buckets: nodes by their number of neighbors that have no rank yet.
  void number(const Target& target) {
    const Node n = target.size();
    std::vector<std::int64_t> degrees(n);
    for (Node u = 0; u < n; ++u) degrees[u] = target.degree(u);
    const auto most = n == 0 ? 0 : *std::ranges::max_element(degrees);
    std::vector<Node> first(static_cast<std::size_t>(most) + 2);  // where each degree begins
    for (const auto degree : degrees) ++first[degree + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    nodes_.resize(n);
    ranks_.resize(n);
    std::vector<Node> next = first;
    for (Node u = 0; u < n; ++u) nodes_[ranks_[u] = next[degrees[u]]++] = u;
    for (Node r = 0; r < n; ++r) {
      const Node u = nodes_[r];
      first[degrees[u]] = r + 1;
      for (const Node v : target.neighbors(u)) {
        if (ranks_[v] <= r || degrees[v] <= degrees[u]) continue;
        const Node to = std::max(first[degrees[v]], r + 1), other = nodes_[to];
        std::swap(nodes_[ranks_[v]], nodes_[to]);
        std::swap(ranks_[v], ranks_[other]);
        first[degrees[v]--] = to + 1;
      }
    }
  }

  std::vector<Node> nodes_, ranks_;
  std::vector<std::size_t> starts_, middles_;
  std::vector<Node> neighbors_;  ///< ranks
};

}  // namespace

class MaximalCliques::Search {
 public:
  explicit Search(const Target& target) : rows_(target), local_(static_cast<std::size_t>(target.size()), -1) {}

  CliqueBatch next(std::size_t nodes, Control& control) {
    CliqueBatch batch;
    Ticker ticker(control);
    while (batch.nodes.size() < nodes && !ticker.should_stop()) {
      if (!clique_.empty())
        step(batch);
      else if (root_ < rows_.size())
        enter(root_++, batch);
      else
        break;
    }
    return batch;
  }

 private:
  /// Words of the sets of one step: candidates, candidates to branch on, and excluded nodes, later and earlier.
  struct Frame {
    Word *candidates, *branches, *later, *earlier;
  };
  Frame frame(std::size_t depth) {
    Word* words = frames_.data() + depth * (3 * words_ + earlier_words_);
    return {words, words + words_, words + 2 * words_, words + 3 * words_};
  }

  /// The cliques whose first node is this one.
  void enter(Node root, CliqueBatch& batch) {
    const auto later = rows_.later(root), earlier = rows_.earlier(root);
    members_ = later;
    words_ = words_for(later.size());
    earlier_words_ = words_for(earlier.size());
    among_later_.reset(later.size(), later.size());
    of_earlier_.reset(earlier.size(), later.size());
    to_earlier_.reset(later.size(), earlier.size());
    for (std::size_t i = 0; i < later.size(); ++i) local_[later[i]] = static_cast<std::int32_t>(i);
    for (std::size_t i = 0; i < later.size(); ++i)
      for (const Node v : rows_.later(later[i]))
        if (const auto j = local_[v]; j >= 0) {
          among_later_.set(i, static_cast<std::size_t>(j));
          among_later_.set(static_cast<std::size_t>(j), i);
        }
    for (std::size_t x = 0; x < earlier.size(); ++x)
      for (const Node v : rows_.later(earlier[x]))
        if (const auto j = local_[v]; j >= 0) {
          of_earlier_.set(x, static_cast<std::size_t>(j));
          to_earlier_.set(static_cast<std::size_t>(j), x);
        }
    for (const Node v : later) local_[v] = -1;
    frames_.assign((later.size() + 1) * (3 * words_ + earlier_words_), 0);
    const Frame first = frame(0);
    for (std::size_t i = 0; i < later.size(); ++i) set_bit(first.candidates, i);
    for (std::size_t i = 0; i < earlier.size(); ++i) set_bit(first.earlier, i);
    clique_.assign(1, root);
    open(first, batch);
  }

  /// Branches on the last node's candidates; reports the clique, or leaves it, if it has none.
  void open(const Frame& here, CliqueBatch& batch) {
    const std::size_t most = count_members({here.candidates, words_});
    if (most == 0) {
      if (!any(here.later, words_) && !any(here.earlier, earlier_words_)) {
        for (const Node rank : clique_) batch.nodes.push_back(rows_.node(rank));
        batch.ends.push_back(std::ssize(batch.nodes));
      }
      clique_.pop_back();
      return;
    }
    const Word* pivot = nullptr;
    std::size_t best = 0;
    const auto consider = [&](const Word* row) {
      const std::size_t covered = count_common(row, here.candidates, words_);
      if (pivot == nullptr || covered > best) pivot = row, best = covered;
    };
    for_each_member({here.candidates, words_}, [&](std::size_t i) { consider(among_later_.row(i)); });
    for_each_member({here.later, words_}, [&](std::size_t i) { consider(among_later_.row(i)); });
    for_each_member({here.earlier, earlier_words_}, [&](std::size_t i) { consider(of_earlier_.row(i)); });
    for (std::size_t w = 0; w < words_; ++w) here.branches[w] = here.candidates[w] & ~pivot[w];
  }

  /// The next branch of the last node, or back to the one before.
  void step(CliqueBatch& batch) {
    const Frame here = frame(clique_.size() - 1);
    std::size_t w = 0;
    while (w < words_ && here.branches[w] == 0) ++w;
    if (w == words_) return clique_.pop_back();
    const std::size_t v = kWordBits * w + static_cast<std::size_t>(std::countr_zero(here.branches[w]));
    const Frame below = frame(clique_.size());
    const Word* row = among_later_.row(v);
    for (std::size_t i = 0; i < words_; ++i) {
      below.candidates[i] = here.candidates[i] & row[i];
      below.later[i] = here.later[i] & row[i];
    }
    for (std::size_t i = 0; i < earlier_words_; ++i) below.earlier[i] = here.earlier[i] & to_earlier_.row(v)[i];
    clear_bit(here.branches, v);
    clear_bit(here.candidates, v);
    set_bit(here.later, v);
    clique_.push_back(members_[v]);
    open(below, batch);
  }

  static bool any(const Word* words, std::size_t count) {
    return std::any_of(words, words + count, [](Word word) { return word != 0; });
  }

  DegeneracyRows rows_;
  std::vector<std::int32_t> local_;  ///< place of each rank among the members, or -1
  Node root_ = 0;
  std::vector<Node> clique_;       ///< ranks; empty between roots
  std::span<const Node> members_;  ///< later neighbors of the root
  std::size_t words_ = 0, earlier_words_ = 0;
  BitMatrix<> among_later_, of_earlier_, to_earlier_;
  std::vector<Word> frames_;
};

MaximalCliques::MaximalCliques(const Target& target) : search_(std::make_unique<Search>(target)) {}
MaximalCliques::MaximalCliques(MaximalCliques&&) noexcept = default;
MaximalCliques::~MaximalCliques() = default;

CliqueBatch MaximalCliques::next(std::size_t nodes, Control& control) { return search_->next(nodes, control); }

class CliquesOfSize::Search {
 public:
  Search(const Target& target, int size) : rows_(target) {
    if (size < 1) throw std::invalid_argument("a clique has at least one node");
    levels_.resize(static_cast<std::size_t>(size));
    levels_[0].candidates.resize(static_cast<std::size_t>(target.size()));
    std::iota(levels_[0].candidates.begin(), levels_[0].candidates.end(), 0);
  }

  std::vector<Node> next(std::size_t nodes, Control& control) {
    std::vector<Node> found;
    Ticker ticker(control);
    while (found.size() < nodes && !ticker.should_stop()) {
      Level& here = levels_[depth_];
      const std::size_t missing = levels_.size() - depth_;
      if (here.next + missing > here.candidates.size()) {
        if (depth_ == 0) break;
        --depth_;
      } else if (missing == 1) {
        report(here.candidates[here.next++], found);
      } else {
        const auto rest = std::span<const Node>(here.candidates).subspan(here.next + 1);
        const auto later = rows_.later(here.candidates[here.next++]);
        Level& below = levels_[++depth_];
        below.candidates.clear();
        below.next = 0;
        if (depth_ == 1)
          below.candidates.assign(later.begin(), later.end());
        else
          std::ranges::set_intersection(rest, later, std::back_inserter(below.candidates));
      }
    }
    return found;
  }

 private:
  struct Level {
    std::vector<Node> candidates = {};  ///< ranks that are joined to all nodes of the levels above
    std::size_t next = 0;
  };

  void report(Node last, std::vector<Node>& found) {
    for (std::size_t i = 0; i < depth_; ++i) found.push_back(rows_.node(levels_[i].candidates[levels_[i].next - 1]));
    found.push_back(rows_.node(last));
    std::sort(found.end() - std::ssize(levels_), found.end());
  }

  DegeneracyRows rows_;
  std::vector<Level> levels_;
  std::size_t depth_ = 0;
};

CliquesOfSize::CliquesOfSize(const Target& target, int size) : search_(std::make_unique<Search>(target, size)) {}
CliquesOfSize::CliquesOfSize(CliquesOfSize&&) noexcept = default;
CliquesOfSize::~CliquesOfSize() = default;

std::vector<Node> CliquesOfSize::next(std::size_t nodes, Control& control) { return search_->next(nodes, control); }

}  // namespace spminer::inline cliques
