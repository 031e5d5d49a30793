#include "match/ball.hh"

namespace spminer::match {

namespace {

int eccentricity(const Pattern& pattern, int root) {
  int radius = 0;
  for (Row reached = bit(root); reached != pattern.all(); ++radius) {
    Row next = reached;
    for_each_bit(reached, [&](int p) { next |= pattern.rows[p]; });
    reached = next;
  }
  return radius;
}

}  // namespace

BallSearch::BallSearch(const Plan& plan, const IndexData& index, Budget& budget)
    : plan_(plan),
      index_(index),
      budget_(budget),
      radius_(eccentricity(plan.pattern, 0)),
      local_(index.target->size(), -1) {}

bool BallSearch::enter(Node root, std::size_t most) {
  root_ = root;
  for (const Node u : members_) local_[u] = -1;
  members_.clear();
  if (!collect(root, most)) return false;
  std::sort(members_.begin(), members_.end());
  signatures_.clear();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    local_[members_[i]] = static_cast<Node>(i);
    signatures_.push_back(index_.signatures[index_.rank[members_[i]]]);
  }
  return true;
}

bool BallSearch::collect(Node root, std::size_t most) {
  members_.push_back(root);
  local_[root] = 0;
  std::size_t begin = 0;
  for (int hop = 0; hop < radius_; ++hop) {
    for (const std::size_t end = members_.size(); begin < end; ++begin) {
      for (const Node v : index_.target->neighbors(members_[begin])) {
        if (local_[v] >= 0 || (plan_.domains.known() && !plan_.domains.together.test(v))) continue;
        if (members_.size() == most) return false;
        local_[v] = 0;
        members_.push_back(v);
      }
    }
  }
  return true;
}

void BallSearch::fill_rows(int words) {
  rows_.assign(members_.size() * static_cast<std::size_t>(words), 0);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Word* row = &rows_[i * static_cast<std::size_t>(words)];
    for (const Node v : index_.target->neighbors(members_[i]))
      if (local_[v] >= 0) set_bit(row, local_[v]);
  }
}

}  // namespace spminer::match
