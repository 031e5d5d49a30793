#include "copies/plan.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>

namespace spminer::copies {

namespace {

constexpr double kStep = 2, kLookup = 2, kPushed = 1.5, kListed = 3, kWord = 0.6, kTested = 4;  // nanoseconds
constexpr int kTried = 20000;  // choices of a variable, after which the first possible one is taken

struct Node;
using NodePtr = std::shared_ptr<const Node>;

struct Child {
  NodePtr node;
  bool array = false;
  int level = -1;  // of an array: the last variable of the path that it depends on
  int power = 1;
  std::vector<NodePtr> same;  // the others of the power
};

/// A loop as the search finds it.
struct Node {
  int variable = 0;
  Row fixed = 0;
  bool in_array = false;
  int twin = -1, times = 1;
  bool equal = false;
  std::vector<Child> children;
  double cost = 0;
  std::string key;  // equal for components that are alike: variables of the path by their place
};

constexpr double kNever = std::numeric_limits<double>::infinity();

class Search {
 public:
  Search(const Pattern& graph, const TargetStatistics& statistics, bool per_node)
      : graph_(graph), statistics_(statistics), per_node_(per_node) {}

  NodePtr run() {
    Path path;
    return best(path, graph_.all(), -1, false, kNever);
  }

 private:
  /// Variables that are fixed, in order, and how often that happens.
  struct Path {
    std::array<int, kMaxPatternNodes> variables{};
    std::array<double, kMaxPatternNodes> count{};
    int size = 0;
    Row mask = 0;

    double times() const { return size == 0 ? 1 : count[size - 1]; }
    Path first(int length) const {
      Path part = *this;
      part.size = length;
      part.mask = 0;
      for (int i = 0; i < length; ++i) part.mask |= bit(variables[i]);
      return part;
    }
    Path with(int variable, double times) const {
      Path longer = *this;
      longer.variables[size] = variable;
      longer.count[size] = times;
      ++longer.size;
      longer.mask |= bit(variable);
      return longer;
    }
    Row places(Row variables_of) const {
      Row result = 0;
      for (int i = 0; i < size; ++i)
        if (variables_of & bit(variables[i])) result |= bit(i);
      return result;
    }
  };

  bool true_twins(int a, int b) const {
    return (graph_.rows[a] | bit(a)) == (graph_.rows[b] | bit(b)) && graph_.label(a) == graph_.label(b);
  }
  bool false_twins(int a, int b) const {
    return graph_.rows[a] == graph_.rows[b] && graph_.label(a) == graph_.label(b);
  }

  double images(const Path& path, Row fixed) const {
    const auto& s = statistics_;
    if (path.size == 0) return s.nodes;
    const int neighbors = std::popcount(fixed);
    if (neighbors == 0) return s.nodes;
    if (neighbors == 1) return path.size == 1 ? s.degree : s.neighbor_degree;
    bool adjacent = false;
    for_each_bit(fixed, [&](int i) { adjacent |= (graph_.rows[i] & fixed) != 0; });
    return (adjacent ? s.common_adjacent : s.common_apart) * std::pow(s.closing, neighbors - 2);
  }

  /// Images of a variable without fixed neighbors: neighbors of the images of another one.
  double supported(const Path& path, int c, Row component) const {
    double fewest = statistics_.nodes;
    for_each_bit(graph_.rows[c] & component, [&](int other) {
      const Row fixed = graph_.rows[other] & path.mask;
      if (fixed != 0) fewest = std::min(fewest, images(path, fixed) * statistics_.neighbor_degree / 2);
    });
    return fewest;
  }

  /// Time to find the images.
  double domain_cost(const Path& path, Row fixed) const {
    if (path.size == 0 || fixed == 0) return 0;
    const int neighbors = std::popcount(fixed);
    const int first = path.variables[0], last = path.variables[path.size - 1];
    if ((fixed & bit(first)) != 0 && (fixed & bit(last)) != 0 && last != first && !graph_.adjacent(first, last))
      return 5 + kTested * (neighbors > 2 ? images(path, fixed & ~bit(last)) : statistics_.neighbor_degree);
    if (fixed & bit(first)) return 5 + neighbors * (1 + kWord * statistics_.neighbor_degree / 64);
    return neighbors == 1 ? kStep : kListed * statistics_.neighbor_degree;
  }

  std::vector<Row> components(Row nodes) const {
    std::vector<Row> found;
    while (nodes != 0) {
      Row part = nodes & -nodes, grown = 0;
      while (part != grown) {
        grown = part;
        for_each_bit(grown, [&](int i) { part |= graph_.rows[i] & nodes; });
      }
      found.push_back(part);
      nodes &= ~part;
    }
    return found;
  }

  Row around(Row nodes) const {
    Row result = 0;
    for_each_bit(nodes, [&](int i) { result |= graph_.rows[i]; });
    return result & ~nodes;
  }

  /// The cheapest loop for a component; `forced` is its variable, if that is not free.  Null if all cost the limit.
  NodePtr best(const Path& path, Row component, int forced, bool in_array, double limit) {
    std::vector<int> candidates;
    if (forced >= 0) {
      candidates.push_back(forced);
    } else {
      for_each_bit(component, [&](int c) {
        if (std::ranges::none_of(candidates, [&](int other) { return true_twins(c, other) || false_twins(c, other); }))
          candidates.push_back(c);
      });
      const auto rank = [&](int c) {
        return 64 * std::popcount(graph_.rows[c] & path.mask) + std::popcount(graph_.rows[c] & component);
      };
      std::ranges::stable_sort(candidates, std::greater<>(), rank);
    }
    NodePtr found;
    for (const int c : candidates) {
      if (++tried_ > kTried && found) break;
      if (auto node = with_variable(path, component, c, in_array, forced >= 0, limit)) {
        limit = node->cost;
        found = node;
      }
    }
    return found;
  }

  NodePtr with_variable(const Path& path, Row component, int c, bool in_array, bool fills, double limit) {
    Node node;
    node.variable = c;
    node.fixed = graph_.rows[c] & path.mask;
    node.in_array = in_array;
    const bool needs_support = node.fixed == 0 && path.size > 0;
    double count = path.times() * (needs_support ? supported(path, c, component) : images(path, node.fixed));
    if (!in_array)
      for (int i = 0; i < path.size; ++i)
        if (true_twins(c, path.variables[i])) node.twin = path.variables[i], ++node.times;
    // Of twins that are not adjacent, and may have the same image, two are ordered.  One in another component would be
    // ordered with the same one, which is two too many.
    Row twins = 0;
    for (int other = 0; other < graph_.size; ++other)
      if (other != c && false_twins(c, other)) twins |= bit(other);
    if (!in_array && std::popcount(twins & path.mask) == 1 && (twins & ~path.mask & ~component) == 0) {
      node.twin = std::countr_zero(twins & path.mask);
      node.times = 2;
      node.equal = true;
    }
    count /= node.times;
    const std::vector<Row> parts = components(component & ~bit(c));
    node.cost = path.times() * domain_cost(path, node.fixed);
    if (!parts.empty() || fills || per_node_) node.cost += count * kStep;
    if (fills)
      node.cost +=
          count * kPushed * (path.size == 0 ? statistics_.degree : statistics_.neighbor_degree) * (per_node_ ? 2 : 1);
    node.key = (fills ? "f" : "s") + std::to_string(path.places(node.fixed)) + "t" + std::to_string(node.times) + "l" +
               std::to_string(graph_.label(c));
    const Path longer = path.with(c, count);
    bool has_array = false;
    for (const Row part : parts) {
      if (node.cost >= limit) return nullptr;
      Child child;
      const Row attached = graph_.rows[c] & part;
      if (std::popcount(attached) == 1) {
        const Row needs = path.places(around(part) & path.mask);
        child.level = needs == 0 ? -1 : 63 - std::countl_zero(needs);
        child.node = best(path.first(child.level + 1), part, std::countr_zero(attached), true, limit - node.cost);
        child.array = child.node != nullptr;
      }
      const double lookup = count * kLookup;
      double cost = child.array ? child.node->cost + lookup : limit - node.cost;
      if (!(needs_support && child.array && child.level >= 0 && !has_array)) {
        if (auto direct = best(longer, part, -1, in_array, cost)) {
          child.node = direct;
          child.array = false;
          cost = direct->cost;
        }
      }
      if (!child.node) return nullptr;
      has_array |= child.array && child.level >= 0;
      const auto same = std::ranges::find_if(node.children, [&](const Child& other) {
        return other.array == child.array && other.level == child.level && other.node->key == child.node->key;
      });
      if (same != node.children.end()) {
        ++same->power;
        same->same.push_back(child.node);
      } else {
        node.children.push_back(child);
        node.cost += cost;
      }
    }
    if (needs_support && !has_array) return nullptr;
    if (node.cost >= limit) return nullptr;
    std::ranges::stable_sort(node.children, {}, [](const Child& child) { return child.node->key; });
    for (const Child& child : node.children)
      node.key += "(" + std::to_string(child.array) + std::to_string(child.level) + "^" + std::to_string(child.power) +
                  child.node->key + ")";
    return std::make_shared<Node>(std::move(node));
  }

  const Pattern& graph_;
  const TargetStatistics& statistics_;
  bool per_node_;
  int tried_ = 0;
};

/// Puts the loops that a search found in the order in which they run.
class Builder {
 public:
  Builder(Plan& plan, const Pattern& graph) : plan_(plan), graph_(graph) {
    for (int i = 0; i < graph.size; ++i) plan_.same_as.push_back(i);
  }

  void run(const Node& top) {
    std::vector<int> path;
    finish_stage(add(top, path), top.variable);
  }

 private:
  /// `path` has the loops of the fixed variables.
  int add(const Node& node, std::vector<int>& path) {
    const int number = static_cast<int>(plan_.loops.size());
    plan_.loops.emplace_back();
    Loop loop;
    loop.variable = node.variable;
    loop.fixed = node.fixed;
    loop.times = node.equal ? 1 : node.times;
    loop.equal = node.equal;
    loop.below = node.twin;
    if (!path.empty()) loop.local = (node.fixed >> plan_.loops[path[0]].variable) & 1;
    plan_.loops[number] = loop;
    if (node.twin >= 0) order(node.twin, node.variable);
    std::vector<Factor> factors;
    int support = -1;
    for (const Child& child : node.children) {
      Factor factor{.array = child.array, .index = 0, .power = child.power};
      if (child.array) {
        std::vector<int> part(path.begin(), path.begin() + (child.level + 1));
        factor.index = add(*child.node, part);
        if (part.empty())
          finish_stage(factor.index, child.node->variable);
        else
          plan_.loops[part.back()].arrays.push_back(factor.index);
        if (node.fixed == 0 && child.level >= 0 && support < 0) support = factor.index;
      } else {
        path.push_back(number);
        factor.index = add(*child.node, path);
        path.pop_back();
        Loop& inside = plan_.loops[factor.index];
        if (inside.local && !path.empty() && ((inside.fixed >> node.variable) & 1) != 0 &&
            std::popcount(inside.fixed) > (loop.local ? 3 : 2))
          inside.previous = node.variable;
      }
      for (const auto& other : child.same) share(*child.node, *other);
      factors.push_back(factor);
    }
    plan_.loops[number].factors = factors;
    plan_.loops[number].support = support;
    if (!path.empty()) used_[plan_.loops[path[0]].variable] |= bit(number);
    return number;
  }

  /// The other component's variables have the counts of this one's.
  void share(const Node& kept, const Node& other) {
    plan_.same_as[other.variable] = kept.variable;
    for (std::size_t i = 0; i < kept.children.size(); ++i) {
      const Child &a = kept.children[i], &b = other.children[i];
      share(*a.node, *b.node);
      for (const auto& more : b.same) share(*a.node, *more);
    }
  }

  void order(int earlier, int later) {
    for (auto& twins : plan_.twins)
      if (std::ranges::find(twins, earlier) != twins.end()) {
        twins.push_back(later);
        return;
      }
    plan_.twins.push_back({earlier, later});
  }

  void finish_stage(int number, int first) {
    Stage stage{.loop = number};
    for_each_bit(used_[first], [&](int index) {
      Loop& loop = plan_.loops[index];
      if (!loop.local) return;
      stage.universe = true;
      for_each_bit(loop.fixed & ~bit(first), [&](int other) {
        if (graph_.adjacent(other, first))
          stage.rows = true;
        else if (other == loop.previous)
          loop.tested = true;
        else
          for (Loop& fixing : plan_.loops)
            if (fixing.variable == other) fixing.marks = true;
      });
    });
    plan_.stages.push_back(stage);
  }

  Plan& plan_;
  const Pattern& graph_;
  std::array<Row, kMaxPatternNodes> used_{};  // by first variable, the loops inside
};

}  // namespace

Plan make_plan(const Pattern& graph, const TargetStatistics& statistics, bool per_node) {
  Plan plan;
  Search search(graph, statistics, per_node);
  const NodePtr top = search.run();
  plan.cost = top->cost;
  Builder(plan, graph).run(*top);
  return plan;
}

}  // namespace spminer::copies
