// How the homomorphisms of a small graph are counted: loops over the images of its nodes, and arrays between them.
//
// A loop sums, over the images of a variable (a node of the small graph), the product of its factors.  When a variable
// is fixed, the rest falls into components; each is a factor.  A factor is either a loop that runs for each image, or
// an array that holds its value for all images.  An array is filled by a loop whose sums go to the neighbors of the
// images (a step of tree dynamic programming); it runs as soon as the variables that it depends on are fixed, at the
// start if there are none.  Components that are alike are evaluated once, and raised to a power.
#pragma once

#include <vector>

#include "spminer/pattern/pattern.hh"

namespace spminer::copies {

/// What the cost of a loop is estimated from.
struct TargetStatistics {
  double nodes = 1, degree = 1;  ///< number of nodes, their mean degree
  double neighbor_degree = 1;    ///< mean degree of a neighbor
  double common_adjacent = 1;    ///< mean number of common neighbors of two neighbors
  double common_apart = 1;       ///< and of the ends of a path of three nodes
  double closing = 1;            ///< factor to these for each further node
};

struct Factor {
  bool array = false;
  int index = 0;  ///< of an array: the loop that fills it; else the loop
  int power = 1;
};

struct Loop {
  int variable = 0;
  Row fixed = 0;       ///< fixed neighbors of the variable: its images are adjacent to theirs
  int support = -1;    ///< without them: images are where this array is not zero; -1 of the first variable
  int below = -1;      ///< images have a smaller number than that of this variable, which is a twin
  bool equal = false;  ///< or the same, as of twins that are not adjacent: smaller ones count twice
  int times = 1;       ///< the orders of twins that this stands for
  std::vector<Factor> factors;
  std::vector<int> arrays;  ///< filled when the variable is fixed, in this order
  int previous = -1;        ///< the fixed neighbor that changes most often, if the others are taken together before
  bool tested = false;      ///< whether the edges to it are tested one by one, instead of as a set
  bool local = false;       ///< whether the first variable is among the fixed neighbors
  bool marks = false;       ///< whether the neighbors of an image are wanted as a set of neighbors of the first
};

/// A first variable, and what is done with it: fill an array, or (the last stage) sum.
struct Stage {
  int loop = 0;
  bool universe = false;  ///< whether neighbors of the first variable are numbered
  bool rows = false;      ///< whether the edges among these are wanted as sets
};

struct Plan {
  std::vector<Loop> loops;
  std::vector<Stage> stages;
  std::vector<std::vector<int>> twins;  ///< variables that are ordered among each other, by class
  std::vector<int> same_as;             ///< for each variable the one whose counts it shares; itself mostly
  double cost = 0;                      ///< estimated, in nanoseconds
};

/// The cheapest plan found for a connected graph.  With `per_node`, by the cost of counts at each node.
Plan make_plan(const Pattern& graph, const TargetStatistics& statistics, bool per_node);

}  // namespace spminer::copies
