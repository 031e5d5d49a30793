#include "match/narrow.hh"

#include <algorithm>

#include "match/plan.hh"
#include "match/search.hh"
#include "spminer/pattern/canonical.hh"

namespace spminer::match {

namespace {

/// Steps for each place of a dense part; where they are not enough, the part may be.
constexpr std::uint64_t kPartSteps = 256;

/// The nodes with at least `degree` neighbors among themselves.
Row core_of(const Pattern& pattern, Row nodes, int degree) {
  for (Row before = 0; before != nodes;) {
    before = nodes;
    for_each_bit(before, [&](int i) {
      if (std::popcount(pattern.rows[i] & before) < degree) nodes &= ~bit(i);
    });
  }
  return nodes;
}

/// The core of highest degree; nothing if that is the whole pattern, or a tree.
Row densest_part(const Pattern& pattern) {
  Row part = pattern.all();
  int degree = 1;
  for (Row next = part; next != 0; ++degree) {
    part = next;
    next = core_of(pattern, part, degree + 1);
  }
  return degree <= 2 || part == pattern.all() ? 0 : part;
}

Row component_of(const Pattern& pattern, Row nodes, int start) {
  Row reached = bit(start);
  for (Row before = 0; before != reached;) {
    before = reached;
    for_each_bit(before, [&](int i) { reached |= pattern.rows[i] & nodes; });
  }
  return reached;
}

/// The pattern on some of its nodes, with one of them as the anchor.
Pattern restricted(const Pattern& pattern, Row nodes, int anchor) {
  Pattern part = pattern;
  part.anchor = anchor;
  for (int i = pattern.size - 1; i >= 0; --i)
    if (!((nodes >> i) & 1)) part = without_node(part, i);
  return part;
}

/// The nodes that the anchor of a part can be mapped to, and those where that is not known within a few steps.
std::shared_ptr<const BitSet> places(const Pattern& part, bool induced, const IndexData& index, int threads,
                                     Control& control) {
  const PatternKey key = canonical_key(part);
  if (auto known = index.parts.find(key, induced)) return known;
  const Plan plan = make_plan(part, part.anchor, index, induced, Symmetry::kFixRoot);
  const MatchParams params{.induced = induced, .threads = threads, .steps_per_anchor = kPartSteps};
  std::vector<std::uint8_t> possible(index.members.size(), 1);
  using W = Worker<FirstVisitor>;
  auto make = [&] { return std::make_unique<W>(plan, index, params, control); };
  for_each_root(index.members.size(), threads, control, make, [&](W& worker, std::size_t i) {
    possible[i] = worker.searcher.run_root(index.members[i], worker.visitor) || worker.searcher.cut_short();
  });
  auto nodes = std::make_shared<BitSet>(index.target->size());
  for (std::size_t i = 0; i < possible.size(); ++i)
    if (possible[i]) nodes->set(index.members[i]);
  if (!control.stopped()) index.parts.keep(key, induced, nodes);
  return nodes;
}

/// What each node of the pattern needs by itself.
std::vector<BitSet> by_signature(const Plan& plan, const IndexData& index) {
  const Target& target = *index.target;
  std::vector<BitSet> domains(plan.size(), BitSet(target.size()));
  for (std::size_t rank = 0; rank < index.members.size(); ++rank) {
    const Node v = index.members[rank];
    for (int p = 0; p < plan.size(); ++p)
      if (covers(index.signatures[rank], plan.need[p]) && plan.label_fits(p, target.label(v))) domains[p].set(v);
  }
  return domains;
}

/// Whether v has a neighbor in the domain, joined to it as the pattern wants.
bool supported(const Plan& plan, const Target& target, Node v, int p, int q, const BitSet& domain) {
  const auto row = target.neighbors(v);
  if (!plan.codes) return std::ranges::any_of(row, [&](Node w) { return domain.test(w); });
  const auto codes = target.codes(v);
  for (std::size_t k = 0; k < row.size(); ++k)
    if (domain.test(row[k]) && plan.code_fits(plan.pattern.code(p, q), codes[k])) return true;
  return false;
}

/// Takes out of every domain what has no neighbor in that of a neighbor, until nothing changes.
void pass_on(const Plan& plan, const Target& target, std::vector<BitSet>& domains) {
  Row changed = plan.pattern.all();
  while (changed != 0) {
    const int q = std::countr_zero(changed);
    changed &= changed - 1;
    for_each_bit(plan.pattern.rows[q], [&](int p) {
      bool fewer = false;
      domains[p].for_each([&](std::size_t v) {
        if (supported(plan, target, static_cast<Node>(v), p, q, domains[q])) return;
        domains[p].clear(v);
        fewer = true;
      });
      if (fewer) changed |= bit(p);
    });
  }
}

}  // namespace

std::shared_ptr<const BitSet> PartCache::find(const PatternKey& key, bool induced) const {
  const std::scoped_lock lock(mutex_);
  const auto at = found_.find({induced, key});
  return at == found_.end() ? nullptr : at->second;
}

void PartCache::keep(const PatternKey& key, bool induced, std::shared_ptr<const BitSet> nodes) {
  const std::scoped_lock lock(mutex_);
  found_.emplace(std::pair(induced, key), std::move(nodes));
}

Domains narrowed(const Plan& plan, const IndexData& index, int threads, Control& control) {
  Domains domains{by_signature(plan, index), BitSet(index.target->size())};
  for (Row part = densest_part(plan.pattern); part != 0;) {
    const Row component = component_of(plan.pattern, part, std::countr_zero(part));
    part &= ~component;
    for_each_bit(component, [&](int p) {
      domains.of[p] &= *places(restricted(plan.pattern, component, p), plan.induced, index, threads, control);
    });
  }
  pass_on(plan, *index.target, domains.of);
  for (const BitSet& each : domains.of) domains.together |= each;
  return domains;
}

}  // namespace spminer::match
