// Null models: random graphs that keep some of what a graph has, and are otherwise left to chance.
//
// All but the last model walk.  A step proposes a switch: two edges exchange an end, a-b, c-d -> a-d, c-b, unless
// that makes a loop or an edge that is there already; then the graph stays as it is, and the step counts all the same.
// The proposal is symmetric (the two ends that were exchanged are proposed again with the same probability), so that
// the walk has the uniform distribution over the graphs that it can reach as its stationary one; and since a step may
// propose to exchange an end with itself, it has no period.  The number of steps is fixed after a first stretch that
// measures how many switches succeed: a walk that ended with its last success would favor graphs with many ways on.
//
//   degree        Uniform over all simple graphs of these degrees.  Undirected: switches connect
//                 them all (Taylor 1981).  Directed: switches alone do not, as no switch can reverse a directed
//                 triangle; one step in sixteen therefore picks a random arc x->y and a random arc y->z, and if z->x
//                 closes them and none of the opposite arcs exists, reverses all three.  Out-degrees stay, so that the
//                 way back is as likely, and the two moves connect all simple digraphs of these degrees (Rao, Jana and
//                 Bandyopadhyay 1996).
//   reciprocal    Pairs of opposite arcs are switched as edges, single arcs as arcs (and reversed in triangles); no new
//                 pair may arise.  Uniform over what these moves reach, which need not be all digraphs of these in-,
//                 out- and mutual degrees: a switch of pairs can be blocked by arcs that no switch of arcs removes.
//   labels        Only ends of equal node labels are exchanged, so that the number of edges between each two labels
//                 (and with each edge label, which travels with its edge) stays.  Uniform over what is reached; for
//                 two labels and edges between them alone that is everything (Ryser 1957), in general it need not be.
//   joint-degree  The same with degrees (in- and out-degree together) as the labels.  Undirected: everything that has
//                 this joint degree matrix (Czabarka, Dutle, Erdos and Miklos 2015); directed: what is reached.
//   clustering    `degree`, and then switches that bring the number of triangles (of the undirected skeleton) toward
//                 that of the given graph.  No distribution is claimed; the result says how close it came.
//   er            Uniform over all simple graphs with this number of edges: drawn, not walked to.
//
// Edge labels other than those of `labels` are shuffled, every order equally likely.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/graph/csr.hh"

namespace spminer::nulls {

enum class Model { kDegree, kReciprocal, kLabels, kJointDegree, kClustering, kErdosRenyi };

struct Params {
  Model model = Model::kDegree;
  double switches = 10;  ///< successful switches per edge that the walk is made long enough for
  std::uint64_t seed = 0;
  int threads = 0;  ///< over samples; 0 is every core.  Results do not depend on it.
};

/// Whether any switch was possible.
enum class Rigid : int {
  kNo,
  kYes,      ///< proven: the model determines every graph
  kUnknown,  ///< no switch succeeded, and there are too many to try each
};

/// How well one sample was mixed.
struct Mixing {
  std::uint64_t attempted = 0;  ///< steps, successful or not
  std::uint64_t accepted = 0;   ///< those that changed the graph
  /// Autocorrelation of a statistic (the sum over edges of random signs of their ends) at the lag of the whole walk,
  /// extrapolated from its values along the walk; NaN where it did not vary.
  double autocorrelation = 0;
  Rigid rigid = Rigid::kNo;
  std::int64_t rigid_graphs = 0;       ///< graphs of the collection that the model determines, as far as proven
  std::int64_t triangles = -1;         ///< of the sample, for `clustering`
  std::int64_t wanted_triangles = -1;  ///< of the given graph, likewise
};

struct Sample {
  CsrResult csr;
  Mixing mixing;
  bool complete = true;  ///< false if the control ended the work; the arrays are then empty
};

/// A collection of graphs: the graph g has the nodes graph_offsets[g] .. graph_offsets[g + 1]-1.
struct Collection {
  CsrView view;
  std::span<const std::int64_t> graph_offsets;
};

struct EdgePools;

/// Shuffled copies of a collection, each graph within itself.  Sample i depends on the seed and on i alone.
/// Borrows the arrays.  Memory: about 40 bytes per edge, and as much again for each thread.
class Randomizer {
 public:
  /// Throws std::invalid_argument for arrays that check_csr refuses, and for unsupported models: kReciprocal
  /// without direction, kLabels without labels.
  Randomizer(const Collection& collection, const Params& params);
  ~Randomizer();
  Randomizer(const Randomizer&) = delete;
  Randomizer& operator=(const Randomizer&) = delete;

  std::vector<Sample> samples(std::int64_t first, std::int64_t count, Control& control) const;

 private:
  Sample sample(std::int64_t index, Control& control) const;

  Collection collection_;
  Params params_;
  std::vector<EdgePools> graphs_;
  std::int64_t edges_ = 0;
};

}  // namespace spminer::nulls
