// Cliques of four and five nodes, each met once, at its first node in the orientation of the target.
#include <bit>

#include "census/state.hh"
#include "spminer/base/bits.hh"

namespace spminer::census {

namespace {

/// The graph among the successors of one node, as rows of bits.
class Successors {
 public:
  explicit Successors(const State& state) : state_(state), member_(state.target.size(), kOutside) {}

  void build(Node root) {
    const auto members = state_.orientation.successors(root);
    rows_.reset(members.size(), members.size());
    cliques4.assign(members.size(), 0);
    cliques5.assign(members.size(), 0);
    for (std::size_t i = 0; i < members.size(); ++i) member_[members[i]] = static_cast<int>(i);
    for (std::size_t i = 0; i < members.size(); ++i)
      for (const Node c : state_.orientation.successors(members[i]))
        if (member_[c] != kOutside) {
          rows_.set(i, member_[c]);
          rows_.set(member_[c], i);
        }
    for (const Node a : members) member_[a] = kOutside;
  }

  std::size_t words() const { return rows_.words(); }
  const Word* row(int i) const { return rows_.row(i); }

  std::vector<Count> cliques4, cliques5;  ///< by member: cliques through it, each as often as the loops meet it
  std::vector<Word> common;               ///< scratch: a row

 private:
  static constexpr int kOutside = -1;

  const State& state_;
  std::vector<int> member_;
  BitMatrix<> rows_;
};

/// Calls f(i) for the bits of the row after `first`.
template <typename F>
void for_each_after(const Word* row, std::size_t words, int first, F&& f) {
  const std::size_t start = first + 1, begin = word_of(start);
  for (std::size_t w = begin; w < words; ++w) {
    Word word = row[w];
    if (w == begin) word &= ~(mask_of(start) - 1);
    for (; word != 0; word &= word - 1) f(static_cast<int>(kWordBits * w) + std::countr_zero(word));
  }
}

/// Five-cliques over the triangle root, a, b; `common` holds the members next to a and b.
Count five_cliques(Successors& graph, int a, int b) {
  Count total = 0;
  for_each_after(graph.common.data(), graph.words(), b, [&](int c) {
    const Count cliques = count_common(graph.common.data(), graph.row(c), graph.words());
    graph.cliques5[a] += cliques;
    graph.cliques5[b] += cliques;
    graph.cliques5[c] += cliques;
    total += cliques;
  });
  return total;
}

}  // namespace

void count_cliques(State& state) {
  const bool five = state.catalog.size() == 5;
  const int column4 = state.column("01 02 03 12 13 23");
  const int column5 = five ? state.column("01 02 03 04 12 13 14 23 24 34") : -1;
  for_each_node<Successors>(state, [&](Node u, Successors& graph, OrbitSums::Part& sums) {
    graph.build(u);
    const auto members = state.orientation.successors(u);
    graph.common.resize(graph.words());
    Count total4 = 0, total5 = 0;
    for (int a = 0; a < static_cast<int>(members.size()); ++a)
      for_each_after(graph.row(a), graph.words(), a, [&](int b) {
        Count cliques = 0;
        for (std::size_t w = 0; w < graph.words(); ++w)
          cliques += std::popcount(graph.common[w] = graph.row(a)[w] & graph.row(b)[w]);
        graph.cliques4[a] += cliques;
        graph.cliques4[b] += cliques;
        total4 += cliques;
        if (five) total5 += five_cliques(graph, a, b);
      });
    // A clique of four is met at each of its three pairs of members, two of them with a given member, and has
    // six homomorphisms with its root in place; one of five at its four triples, three with a given member, of 24.
    sums.add(u, column4, 2 * total4);
    if (five) sums.add(u, column5, 6 * total5);
    for (std::size_t a = 0; a < members.size(); ++a) {
      sums.add(members[a], column4, 3 * graph.cliques4[a]);
      if (five) sums.add(members[a], column5, 8 * graph.cliques5[a]);
    }
  });
}

}  // namespace spminer::census
