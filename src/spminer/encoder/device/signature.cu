// Order signatures, those of core/src/order: one warp counts one graph, all in shared memory.
//
// Lanes share the nodes, the paths and sets that begin alike, and at last the coordinates.  Sums are of integers, so
// that the order in which lanes add does not matter.  What would take too long is saturated by the core's criteria:
// totals of a length or a size, which no order of counting changes.

#ifndef kLanes
constexpr int kLanes = 32;
#endif
constexpr int kWarps = 4;  // of a block
constexpr int kMostHops = 8, kLongestPath = 7, kSmallest = 3, kLargest = 6, kClasses = 479;
constexpr int kAnywhere = kMostHops + kLongestPath, kRegions = kAnywhere + 1;
constexpr int kCoordinates = 256;
constexpr unsigned kSaturated = 1u << 20;

enum Quantity {
  kDegree, kTriangles, kCherries, kSteps, kStars, kSquares, kPaws, kDiamonds, kCliques, kPentagons, kHexagons, kBall,
  kPaths2, kQuantities = kPaths2 + kLongestPath - 1
};

using Row = unsigned long long;

__device__ Row bit(int node) { return 1ull << node; }
__device__ Row above(int node) { return ~0ull << node << 1; }
__device__ int count(Row set) { return __popcll(set); }
// The first node of a set, which is taken out of it.
__device__ int take(Row& set) {
  const int node = __ffsll(set) - 1;
  set &= set - 1;
  return node;
}

// What is known of the graph of one warp.
struct Graph {
  const Row* rows;      // in shared memory
  int nodes;            // that it has
  int stride;           // of a quantity
  int induced;
  unsigned* quantity;   // [kQuantities][stride]
  Row* region;          // [kRegions]
  unsigned* classes;    // [kClasses]
  unsigned* totals;     // paths by length, then sets by size
  int* limits;          // the longest paths and the largest sets that are counted
  int lane;

  __device__ unsigned& at(int which, int node) const { return quantity[which * stride + node]; }
  // Nodes that a shape allows beside one where it has no edge to it.
  __device__ Row apart(int node) const { return induced ? ~rows[node] & ~bit(node) : ~bit(node); }
};

// Within 0, 1, ... hops of the anchor; everything.
__device__ void fill_regions(const Graph& g) {
  if (g.lane == 0) {
    Row ball = 1;
    for (int d = 0; d <= kMostHops; ++d) {
      g.region[d] = ball;
      Row wider = ball;
      for (Row left = ball; left;) wider |= g.rows[take(left)];
      ball = wider;
    }
    g.region[kAnywhere] = g.nodes == 64 ? ~0ull : bit(g.nodes) - 1;
  }
}

// Shapes of up to 4 nodes, by pairs of neighbors of a node.
__device__ void fill_shapes(const Graph& g, int v) {
  const Row near = g.rows[v], apart_v = g.apart(v);
  Row ball = near | bit(v);
  unsigned triangles = 0, cherries = 0, steps = 0, stars = 0, squares = 0, paws = 0, diamonds = 0, cliques = 0;
  for (Row first = near; first;) {
    const int u = take(first);
    const Row row_u = g.rows[u], apart_u = g.apart(u);
    ball |= row_u;
    steps += count(row_u & apart_v);
    for (Row second = near & row_u & above(u); second;) {
      const int w = take(second);
      ++triangles;
      paws += count(near & apart_u & g.apart(w));
      cliques += count(near & row_u & g.rows[w] & above(w));
    }
    for (Row second = near & apart_u & above(u); second;) {
      const int w = take(second);
      const Row row_w = g.rows[w];
      ++cherries;
      stars += count(near & apart_u & g.apart(w) & above(w));
      diamonds += count(near & row_u & row_w);
      squares += count(row_u & row_w & apart_v);
    }
  }
  g.at(kDegree, v) = count(near);
  g.at(kTriangles, v) = triangles;
  g.at(kCherries, v) = cherries;
  g.at(kSteps, v) = steps;
  g.at(kStars, v) = stars;
  g.at(kSquares, v) = squares;
  g.at(kPaws, v) = paws;
  g.at(kDiamonds, v) = diamonds;
  g.at(kCliques, v) = cliques;
  g.at(kBall, v) = count(ball);
}

// Cycles of 5 and 6 nodes: x beside u, y beside w, and for 6 a node opposite.
__device__ void fill_cycles(const Graph& g, int v, unsigned most_pairs) {
  const Row near = g.rows[v], apart_v = g.apart(v);
  unsigned pairs = 0;
  for (Row first = near; first;) {
    const int u = take(first);
    for (Row second = near & g.apart(u) & above(u); second;) {
      const int w = take(second);
      pairs += count(g.rows[u] & apart_v & g.apart(w)) * count(g.rows[w] & apart_v & g.apart(u));
    }
  }
  unsigned pentagons = 0, hexagons = 0;
  if (pairs > most_pairs) pentagons = hexagons = kSaturated;
  for (Row first = pairs > most_pairs ? 0 : near; first;) {
    const int u = take(first);
    const Row apart_u = g.apart(u);
    for (Row second = near & apart_u & above(u); second;) {
      const int w = take(second);
      const Row apart_w = g.apart(w), opposite = apart_v & apart_u & apart_w;
      const Row beside_w = g.rows[w] & apart_v & apart_u;
      for (Row left = g.rows[u] & apart_v & apart_w; left;) {
        const int x = take(left);
        pentagons += count(g.rows[x] & beside_w);
        for (Row right = beside_w & g.apart(x); right;) hexagons += count(g.rows[x] & g.rows[take(right)] & opposite);
      }
    }
  }
  g.at(kPentagons, v) = pentagons;
  g.at(kHexagons, v) = hexagons;
}

__device__ int limit(const int* where) { return *(const volatile int*)where; }

// Notes a path of some edges that ends at a node; too many of them end what is counted.
__device__ void note_path(const Graph& g, int length, int end, unsigned most) {
  if (atomicAdd(&g.totals[length], 1u) >= most) atomicMin(&g.limits[0], length - 1);
  atomicAdd(&g.at(kPaths2 + length - 2, end), 1u);
}

// Paths from the anchor of 2 edges and more; those that begin with the same two edges are one lane's.
__device__ void fill_paths(const Graph& g, unsigned most) {
  const Row start = g.rows[0];
  int number = 0;
  for (Row first = start; first;) {
    const int u = take(first);
    const Row barred_u = 1ull | bit(u) | ~g.apart(0);  // beside the first edge
    for (Row second = g.rows[u] & ~barred_u; second;) {
      const int w = take(second);
      if (number++ % kLanes != g.lane) continue;
      note_path(g, 2, w, most);
      // left[d]: nodes that may still follow a path of d edges; barred[d]: those that may not, with its end.
      Row left[kLongestPath], barred[kLongestPath];
      barred[2] = barred_u | bit(w) | ~g.apart(u);
      left[2] = g.rows[w] & ~barred[2];
      barred[2] |= ~g.apart(w);
      for (int length = 2; length >= 2;) {
        if (!left[length] || limit(&g.limits[0]) <= length) {
          --length;
          continue;
        }
        const int node = take(left[length]);
        note_path(g, length + 1, node, most);
        if (length + 1 < kLongestPath) {
          const Row before = barred[length] | bit(node);
          left[length + 1] = g.rows[node] & ~before;
          barred[length + 1] = before | ~g.apart(node);
          ++length;
        }
      }
    }
  }
}

// After all paths: ends as regions, and what was too much.
__device__ void close_paths(const Graph& g) {
  for (int length = 2 + g.lane; length <= kLongestPath; length += kLanes) {
    const bool full = length > g.limits[0];
    Row reached = 0;
    for (int v = 0; v < g.nodes; ++v) {
      unsigned& paths = g.at(kPaths2 + length - 2, v);
      if (full) paths = kSaturated;
      if (paths) reached |= bit(v);
    }
    g.region[kMostHops + length - 1] = reached;
  }
}

// Where the classes of a size begin in the table of classes by key: after those of 3, 4, ... nodes.
__device__ int first_key(int size) { return size == 3 ? 0 : size == 4 ? 8 : size == 5 ? 72 : 1096; }

__device__ void note_set(const Graph& g, int size, unsigned key, const short* class_of_key, unsigned most) {
  if (atomicAdd(&g.totals[kLongestPath + 1 + size], 1u) >= most) atomicMin(&g.limits[1], size - 1);
  atomicAdd(&g.classes[class_of_key[first_key(size) + key]], 1u);
}

// The key of a set with one more node.
__device__ unsigned grown(unsigned key, int size, Row row, const int* members) {
  for (int j = 0; j < size; ++j) key |= (unsigned)(row >> members[j] & 1) << (size * (size - 1) / 2 + j);
  return key;
}

// Connected sets with the anchor, each once (Wernicke's ESU); those with the same first three nodes are one lane's.
__device__ void fill_classes(const Graph& g, const short* class_of_key, unsigned most) {
  int number = 0;
  const Row start = g.rows[0];
  for (Row first = start; first;) {
    const int u = take(first);
    const Row closed_u = start | 1ull | g.rows[u];
    for (Row second = first | (g.rows[u] & ~(start | 1ull)); second;) {
      const int w = take(second);
      if (number++ % kLanes != g.lane) continue;
      int members[kLargest];
      unsigned key[kLargest + 1];
      Row closed[kLargest + 1], open[kLargest + 1];
      members[0] = 0, members[1] = u, members[2] = w;
      key[3] = grown(grown(0u, 1, g.rows[u], members), 2, g.rows[w], members);
      note_set(g, 3, key[3], class_of_key, most);
      closed[3] = closed_u | g.rows[w];
      open[3] = second | (g.rows[w] & ~closed_u);
      for (int size = 3; size >= 3;) {
        if (!open[size] || limit(&g.limits[1]) <= size) {
          --size;
          continue;
        }
        const int node = take(open[size]);
        const Row row = g.rows[node];
        const unsigned next = grown(key[size], size, row, members);
        note_set(g, size + 1, next, class_of_key, most);
        if (size + 1 < kLargest) {
          members[size] = node;
          key[size + 1] = next;
          closed[size + 1] = closed[size] | row;
          open[size + 1] = open[size] | (row & ~closed[size]);
          ++size;
        }
      }
    }
  }
}

__device__ int size_of_class(int number) { return number < 3 ? 3 : number < 14 ? 4 : number < 72 ? 5 : 6; }

// Sets that induce a class, or for edge-induced containment one above it.
__device__ unsigned sets_of_class(const Graph& g, int number, const unsigned char* above_class) {
  const int largest = g.limits[1], size = size_of_class(number);
  if (size > largest) return kSaturated;
  if (g.induced) return g.classes[number];
  unsigned sum = 0;
  const int end = size == 3 ? 3 : size == 4 ? 14 : size == 5 ? 72 : kClasses;
  for (int high = number; high < end; ++high)
    if (above_class[number * kClasses + high]) sum += g.classes[high];
  return sum;
}

__device__ unsigned edges_within(const Graph& g, Row region) {
  unsigned ends = 0;
  for (Row left = region; left;) ends += count(g.rows[take(left)] & region);
  return ends / 2;
}

// One coordinate: what it measures, where, which quantity, and how much of it.
__device__ unsigned measure(const Graph& g, const int* coordinate, const unsigned char* above_class) {
  const int what = coordinate[0], value = coordinate[3];
  const Row region = g.region[coordinate[1]] & g.region[kAnywhere];
  const unsigned* quantity = g.quantity + coordinate[2] * g.stride;
  unsigned result = 0;
  if (what == 0) return sets_of_class(g, value, above_class);
  if (what == 1)
    for (Row left = region; left;) result += quantity[take(left)] >= (unsigned)value;
  if (what == 2)
    for (Row left = region; left;) result += quantity[take(left)];
  if (what == 3) return edges_within(g, region);
  if (what == 4 && g.induced) {
    const unsigned n = count(region);
    return n * (n - 1) / 2 - edges_within(g, region);
  }
  return result;
}

// Words of shared memory of one warp, for graphs of up to `stride` nodes; kernel.py computes the same.
__device__ int words_of_warp(int stride) { return 2 * stride + 2 * kRegions + kQuantities * stride + kClasses + 1 + 20; }

// rows [graphs, stride], sizes [graphs] -> out [graphs, kCoordinates].  limits: most paths, cycle pairs and sets, and the
// last count that has a byte of its own.
extern "C" __global__ void signatures(const Row* rows, const long long* sizes, int graphs, int stride, int induced,
                                      const int* coordinates, const short* class_of_key,
                                      const unsigned char* above_class, const unsigned char* byte_of_count,
                                      const int* most, unsigned char* out) {
  extern __shared__ Row shared[];
  const int warp = threadIdx.x / kLanes, lane = threadIdx.x % kLanes;
  const long long number = (long long)blockIdx.x * kWarps + warp;
  if (number >= graphs) return;  // warps never wait for each other
  unsigned* words = (unsigned*)shared + warp * words_of_warp(stride);
  Row* own = (Row*)words;
  Graph g;
  g.rows = own, g.nodes = (int)sizes[number], g.stride = stride, g.induced = induced, g.lane = lane;
  g.region = own + stride;
  g.quantity = (unsigned*)(g.region + kRegions);
  g.classes = g.quantity + kQuantities * stride;
  g.totals = g.classes + kClasses + 1;
  g.limits = (int*)g.totals + 18;
  for (int i = lane; i < stride; i += kLanes) own[i] = rows[number * stride + i];
  for (int i = lane; i < kQuantities * stride + kClasses + 1 + 18; i += kLanes) g.quantity[i] = 0;
  if (lane == 0) g.limits[0] = kLongestPath, g.limits[1] = kLargest;
  __syncwarp();
  fill_regions(g);
  for (int v = lane; v < g.nodes; v += kLanes) {
    fill_shapes(g, v);
    fill_cycles(g, v, most[1]);
  }
  fill_paths(g, most[0]);
  fill_classes(g, class_of_key, most[2]);
  __syncwarp();
  close_paths(g);
  __syncwarp();
  for (int i = lane; i < kCoordinates; i += kLanes) {
    const unsigned found = measure(g, coordinates + 4 * i, above_class);
    out[number * kCoordinates + i] = byte_of_count[found < (unsigned)most[3] ? found : (unsigned)most[3]];
  }
}
