#include "match/sparse.hh"

namespace spminer::match {

SparseSearch::SparseSearch(const Plan& plan, const IndexData& index, Budget& budget)
    : plan_(plan),
      index_(index),
      budget_(budget),
      seen_(index.target->size(), 0),
      position_of_(index.target->size(), -1) {}

int SparseSearch::pivot(int depth) const {
  int best = -1;
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for_each_bit(plan_.pattern.rows[depth] & (bit(depth) - 1), [&](int p) {
    const auto degree = index_.target->degree(images_[p]);
    if (degree >= fewest) return;
    fewest = degree;
    best = p;
  });
  return best;
}

Row SparseSearch::mark_images(int depth, std::int64_t list) {
  Row marked = 0;
  const Row relevant = plan_.induced ? bit(depth) - 1 : plan_.pattern.rows[depth] & (bit(depth) - 1);
  for_each_bit(relevant & ~marked_, [&](int p) {
    if (index_.target->degree(images_[p]) > kMarkRatio * list) return;
    for (const Node w : index_.target->neighbors(images_[p])) seen_[w] |= bit(p);
    marked |= bit(p);
  });
  marked_ |= marked;
  return marked;
}

void SparseSearch::unmark_images(Row marked) {
  for_each_bit(marked, [&](int p) {
    for (const Node w : index_.target->neighbors(images_[p])) seen_[w] &= ~bit(p);
  });
  marked_ &= ~marked;
}

int SparseSearch::objection(int depth, Node v) const {
  const Row earlier = bit(depth) - 1;
  const Row want = plan_.pattern.rows[depth] & earlier;
  const Row compared = plan_.induced ? earlier : want;
  const Row wrong = (seen_[v] ^ want) & compared & marked_;
  if (wrong != 0) return std::countr_zero(wrong);
  if (position_of_[v] >= 0) return position_of_[v];
  const Row ask = compared & ~marked_;
  const Row ordered = (plan_.larger[depth] | plan_.smaller[depth]) & earlier;
  if ((ask | ordered) == 0 && !plan_.codes) return -1;
  for (Row rest = ordered; rest != 0; rest &= rest - 1) {
    const int p = std::countr_zero(rest);
    const bool after = (plan_.smaller[depth] >> p) & 1;
    if ((images_[p] < v) != after) return p;
  }
  return late_objection(depth, v, ask);
}

int SparseSearch::late_objection(int depth, Node v, Row ask) const {
  const Row want = plan_.pattern.rows[depth];
  for (; ask != 0; ask &= ask - 1) {
    const int p = std::countr_zero(ask);
    if (index_.target->adjacent(v, images_[p]) != (((want >> p) & 1) != 0)) return p;
  }
  if (!plan_.codes) return -1;
  for (Row rest = want & (bit(depth) - 1); rest != 0; rest &= rest - 1) {
    const int p = std::countr_zero(rest);
    if (!plan_.code_fits(plan_.pattern.code(depth, p), index_.target->code(v, images_[p]))) return p;
  }
  return -1;
}

}  // namespace spminer::match
