// Random small targets, and the truth about them by looking at every subset of their nodes.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "graphs.hh"
#include "spminer/base/random.hh"
#include "spminer/pattern/canonical.hh"
#include "spminer/pattern/pattern.hh"

namespace spminer::testing {

/// A random graph with labels and marks of edges.
struct RandomTarget : Graph {
  RandomTarget(int n, double density, int labels, int marks, bool is_directed, Random& random) {
    directed = is_directed;
    std::vector<std::map<Node, std::int32_t>> rows(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (i == j || (!directed && j > i) || random.uniform() >= density) continue;
        const auto mark = static_cast<std::int32_t>(random.below(marks));
        rows[i][j] = mark;
        if (!directed) rows[j][i] = mark;
      }
    for (int i = 0; i < n; ++i) {
      for (const auto& [j, mark] : rows[i]) {
        indices.push_back(j);
        if (marks > 1) edge_labels.push_back(mark);
      }
      indptr.push_back(static_cast<std::int64_t>(indices.size()));
      if (labels > 1) node_labels.push_back(static_cast<std::int32_t>(random.below(labels)));
    }
  }
};

/// Calls f(nodes) for every set of `size` nodes.
template <typename F>
void for_each_subset(Node n, int size, F&& f) {
  if (size > n) return;
  std::vector<bool> chosen(n, false);
  std::fill(chosen.end() - size, chosen.end(), true);
  do {
    std::vector<Node> nodes;
    for (Node u = 0; u < n; ++u)
      if (chosen[u]) nodes.push_back(u);
    f(nodes);
  } while (std::next_permutation(chosen.begin(), chosen.end()));
}

/// Graph-level frequency of every class, by key.
inline std::map<PatternKey, double> graph_frequencies(const Target& target, int size) {
  std::map<PatternKey, double> truth;
  for_each_subset(target.size(), size, [&](const std::vector<Node>& nodes) {
    const Pattern pattern = induced(target, nodes);
    if (pattern.connected()) ++truth[key_of(canonical_copy(pattern))];
  });
  return truth;
}

/// Mean and standard error of what many independent runs say of each class.
class Runs {
 public:
  explicit Runs(std::map<PatternKey, double> truth) : truth_(std::move(truth)) {}

  /// A run's estimates; false if it met a class that does not exist.
  bool add(const std::vector<PatternKey>& keys, const std::vector<double>& count) {
    ++runs_;
    for (std::size_t c = 0; c < keys.size(); ++c) {
      if (!truth_.contains(keys[c])) return false;
      auto& [sum, squares] = sums_[keys[c]];
      sum += count[c];
      squares += count[c] * count[c];
    }
    return true;
  }

  /// The largest distance of a mean from the truth, in standard errors of the mean.  `unit` is what a single hit adds
  /// to an estimate: of classes that are hardly ever hit it tells more of the variance than the runs do.
  double worst(double unit) const {
    double result = 0;
    for (const auto& [key, expected] : truth_) {
      const auto it = sums_.find(key);
      const auto [sum, squares] = it == sums_.end() ? std::pair(0.0, 0.0) : it->second;
      const double mean = sum / runs_;
      const double variance = std::max(squares / runs_ - mean * mean, mean < 30 * unit / runs_ ? expected * unit : 0.0);
      const double error = std::sqrt(variance / (runs_ - 1));
      const double slack = 1e-6 * expected + 1e-9;  // for classes that are met in the same way in every run
      result = std::max(result, std::max(std::abs(mean - expected) - slack, 0.0) / std::max(error, 1e-9));
    }
    return result;
  }

 private:
  std::map<PatternKey, double> truth_;
  std::map<PatternKey, std::pair<double, double>> sums_;
  double runs_ = 0;
};

}  // namespace spminer::testing
