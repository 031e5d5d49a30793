// Occurrences of patterns that are one node larger than known ones: extended where possible, searched where not.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "base/parallel.hh"
#include "match/search.hh"
#include "match/surroundings.hh"
#include "spminer/walk/walk.hh"

namespace spminer::walk {

namespace {

using namespace match;

class Extender {
 public:
  Extender(const Target& target, Plan plan, Extension wanted, const MatchIndex& index, const ConfirmParams& params,
           Control& control)
      : target_(target),
        plan_(std::move(plan)),
        wanted_(std::move(wanted)),
        params_(params),
        searcher_(plan_, index.data(), control, params.steps) {}

  /// Appends an occurrence with the same anchor, one node larger, if there is one (within the budget).
  void extend(std::span<const Node> nodes, EmbeddingNeighborhood& around, std::vector<Node>& out) {
    if (const Node v = next_node(nodes, around); v >= 0) {
      out.insert(out.end(), nodes.begin(), nodes.end());
      out.push_back(v);
    } else if (params_.steps > 0 && searcher_.run_root(nodes[0], first_)) {
      const std::size_t at = out.size();
      out.resize(at + nodes.size() + 1);
      for (int p = 0; p < plan_.size(); ++p) out[at + plan_.node_at[p]] = first_.images[p];
    }
  }

 private:
  Node next_node(std::span<const Node> nodes, EmbeddingNeighborhood& around) const {
    around.enter(nodes);
    const auto row = target_.neighbors(nodes[around.pivot(wanted_.mask)]);
    const auto tried = std::min<std::size_t>(row.size(), static_cast<std::size_t>(params_.frontier_limit));
    for (const Node v : row.first(tried))
      if (around.fits(v, wanted_)) return v;
    return -1;
  }

  const Target& target_;
  Plan plan_;
  Extension wanted_;
  ConfirmParams params_;
  Searcher searcher_;
  FirstVisitor first_;
};

/// How a new node must be joined, from an example.
Extension wanted(const Target& target, std::span<const Node> nodes, Node v, Row mask) {
  Extension extension{.mask = mask, .label = target.label(v), .codes = {}};
  if (!target.coded()) return extension;
  extension.codes.assign(nodes.size(), kNoEdge);
  for_each_bit(mask, [&](int i) { extension.codes[i] = target.code(nodes[i], v); });
  return extension;
}

/// The pattern of a step, its nodes in the order of the occurrences, the new one last.
Pattern grown(const Target& target, std::span<const Node> nodes, std::span<const Row> rows, Node v, Row mask) {
  std::vector<EdgeCode> codes;
  if (target.coded()) for_each_bit(mask, [&](int i) { codes.push_back(target.code(nodes[i], v)); });
  return extended(pattern_of(target, nodes, rows), mask, target.label(v), codes);
}

void check(const Target& target, const OccurrenceView& parents, const StepView& steps) {
  const auto fits = [&](Node u) { return u >= 0 && u < target.size(); };
  if (parents.offset.empty() || parents.size < 1 || parents.size >= kMaxPatternNodes ||
      parents.rows.size() != static_cast<std::size_t>(parents.patterns() * parents.size) ||
      !std::is_sorted(parents.offset.begin(), parents.offset.end()) || parents.offset.front() != 0 ||
      parents.nodes.size() != static_cast<std::size_t>(parents.offset.back() * parents.size))
    throw std::invalid_argument("occurrences need rows per pattern, ascending offsets and as many nodes");
  if (steps.example.size() != steps.node.size() || steps.example.size() != steps.mask.size())
    throw std::invalid_argument("a step needs an example, a node and a mask");
  if (!std::all_of(parents.nodes.begin(), parents.nodes.end(), fits) ||
      !std::all_of(steps.node.begin(), steps.node.end(), fits))
    throw std::invalid_argument("an occurrence names a node that the target does not have");
  for (std::size_t c = 0; c < steps.example.size(); ++c) {
    const bool known = steps.example[c] >= 0 && steps.example[c] < parents.offset.back();
    if (!known || steps.mask[c] == 0 || (steps.mask[c] >> parents.size) != 0)
      throw std::invalid_argument("a step starts from no known occurrence, or joins its node to none of it");
  }
}

}  // namespace

ConfirmedSteps confirm_steps(const MatchIndex& index, const OccurrenceView& parents, const StepView& steps,
                             const ConfirmParams& params, Control& control) {
  const Target& target = *index.data().target;
  check(target, parents, steps);
  std::vector<std::vector<Node>> found(steps.example.size());
  control.total = found.size();
  std::vector<std::unique_ptr<EmbeddingNeighborhood>> around(thread_count(params.threads));
  parallel_for(static_cast<std::int64_t>(found.size()), params.threads, [&](std::int64_t c, int t) {
    if (control.check_now()) return;
    if (!around[t]) around[t] = std::make_unique<EmbeddingNeighborhood>(target, nullptr, params.induced);
    const std::int64_t example = steps.example[c];
    const auto after = std::upper_bound(parents.offset.begin(), parents.offset.end(), example);
    const auto s = static_cast<std::size_t>(after - parents.offset.begin()) - 1;
    const auto nodes = parents.nodes_of(example);
    const auto rows = parents.rows.subspan(s * parents.size, parents.size);
    const Pattern pattern = grown(target, nodes, rows, steps.node[c], steps.mask[c]);
    Extender extender(target, make_plan(pattern, 0, index.data(), params.induced, Symmetry::kFixRoot),
                      wanted(target, nodes, steps.node[c], steps.mask[c]), index, params, control);
    for (std::int64_t o = parents.offset[s]; o < parents.offset[s + 1]; ++o)
      extender.extend(parents.nodes_of(o), *around[t], found[c]);
    control.done.fetch_add(1, std::memory_order_relaxed);
  });
  ConfirmedSteps result;
  result.offset.push_back(0);
  result.complete = !control.stopped();
  for (auto& nodes : found) {
    result.nodes.insert(result.nodes.end(), nodes.begin(), nodes.end());
    result.offset.push_back(static_cast<std::int64_t>(result.nodes.size()) / (parents.size + 1));
    std::vector<Node>().swap(nodes);
  }
  return result;
}

}  // namespace spminer::walk
