// Order signatures, byte for byte those of the core (core/src/order): a warp counts one graph, in shared memory.
//
// Sums are of whole numbers, so that the order in which threads add does not matter.

typedef unsigned long long Row;  // a set of up to 64 nodes

constexpr int kWarp = 32, kMostNodes = 64, kHops = 8, kLongestPath = 7, kCoordinates = 256;
constexpr int kRegions = kHops + kLongestPath + 1, kAnywhere = kRegions - 1;
constexpr int kClasses = 479, kSmallestClass = 3, kLargestClass = 6;
constexpr unsigned kSaturated = 1u << 20;  // more than a byte can tell, and small enough to be added up 64 times

enum Quantity {
  kDegree, kTriangles, kCherries, kSteps, kStars, kSquares, kPaws, kDiamonds, kCliques, kPentagons, kHexagons, kBall,
  kPaths2,
  kQuantities = kPaths2 + kLongestPath - 1
};
enum Measure { kRooted, kNodes, kTotal, kEdges, kNonEdges };

struct Counts {
  Row rows[kMostNodes], region[kRegions], reached[kLongestPath + 1];
  Row children[kMostNodes];       // of the first step of a search, by the neighbors of the anchor
  unsigned first[kMostNodes + 1];  // numbers of tasks before those of a node
  unsigned quantity[kQuantities][kMostNodes], pairs[kMostNodes], classes[kClasses];
  unsigned sets[kLargestClass + 1], paths[kLongestPath + 1];
  int largest, longest;  // sizes of sets, lengths of paths that are not saturated
  int size;
  bool induced;
};

__device__ Row bit(int node) { return 1ull << node; }
__device__ Row above(int node) { return ~0ull << node << 1; }
__device__ int lowest(Row set) { return __ffsll(set) - 1; }
__device__ int volatile_read(const int& value) { return *(const volatile int*)&value; }

// Nodes that a shape allows beside v where it has no edge to it.
__device__ Row apart(const Counts& graph, int v) { return graph.induced ? ~graph.rows[v] & ~bit(v) : ~bit(v); }

__device__ int nth(Row set, unsigned n) {
  for (; n > 0; --n) set &= set - 1;
  return lowest(set);
}

// Tasks are numbered through: counts[i] become first[i], the number of tasks before those of i.
template <typename Count>
__device__ void number_tasks(Counts& graph, int items, Count count) {
  for (int i = threadIdx.x; i <= items; i += kWarp) {
    unsigned before = 0;
    for (int j = 0; j < i; ++j) before += count(j);
    graph.first[i] = before;
  }
  __syncwarp();
}

__device__ int item_of_task(const Counts& graph, int items, unsigned task) {
  int low = 0, high = items;  // first[low] <= task < first[high]
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (graph.first[middle] <= task ? low : high) = middle;
  }
  return low;
}

__device__ void fill_hops(Counts& graph) {
  Row ball = 1;
  for (int hop = 0; hop <= kHops; ++hop) {  // every thread does the same: there is too little to share
    if (threadIdx.x == 0) graph.region[hop] = ball;
    for (Row left = ball; left != 0; left &= left - 1) ball |= graph.rows[lowest(left)];
  }
  if (threadIdx.x == 0) graph.region[kAnywhere] = graph.size == kMostNodes ? ~0ull : bit(graph.size) - 1;
  for (int v = threadIdx.x; v < graph.size; v += kWarp) {
    Row near = graph.rows[v] | bit(v);
    for (Row left = graph.rows[v]; left != 0; left &= left - 1) near |= graph.rows[lowest(left)];
    graph.quantity[kDegree][v] = __popcll(graph.rows[v]);
    graph.quantity[kBall][v] = __popcll(near);
  }
}

// Shapes of up to 4 nodes by pairs of neighbors u < w of v, and how many pairs there are to look at for longer cycles.
__device__ void fill_shapes(Counts& graph, int v, int u) {
  const Row near = graph.rows[v], near_u = graph.rows[u], apart_v = apart(graph, v), apart_u = apart(graph, u);
  unsigned triangles = 0, paws = 0, cliques = 0, cherries = 0, stars = 0, diamonds = 0, squares = 0, pairs = 0;
  for (Row left = near & above(u); left != 0; left &= left - 1) {
    const int w = lowest(left);
    const Row near_w = graph.rows[w], apart_w = apart(graph, w), others = near & apart_u & apart_w;
    const bool joined = near_u >> w & 1;
    if (joined) {
      ++triangles;
      paws += __popcll(others);
      cliques += __popcll(near & near_u & near_w & above(w));
    }
    if (joined && graph.induced) continue;
    ++cherries;
    stars += __popcll(others & above(w));
    diamonds += __popcll(near & near_u & near_w);
    squares += __popcll(near_u & near_w & apart_v);
    pairs += __popcll(near_u & apart_v & apart_w) * __popcll(near_w & apart_v & apart_u);
  }
  atomicAdd(&graph.quantity[kSteps][v], __popcll(near_u & apart_v));
  atomicAdd(&graph.quantity[kTriangles][v], triangles);
  atomicAdd(&graph.quantity[kPaws][v], paws);
  atomicAdd(&graph.quantity[kCliques][v], cliques);
  atomicAdd(&graph.quantity[kCherries][v], cherries);
  atomicAdd(&graph.quantity[kStars][v], stars);
  atomicAdd(&graph.quantity[kDiamonds][v], diamonds);
  atomicAdd(&graph.quantity[kSquares][v], squares);
  atomicAdd(&graph.pairs[v], pairs);
}

// Cycles of 5 and 6 nodes: x beside u, y beside w, and for 6 a node opposite.
__device__ void fill_cycles(Counts& graph, int v, int u) {
  const Row near_u = graph.rows[u], apart_v = apart(graph, v), apart_u = apart(graph, u);
  unsigned pentagons = 0, hexagons = 0;
  for (Row left = graph.rows[v] & apart_u & above(u); left != 0; left &= left - 1) {
    const int w = lowest(left);
    const Row apart_w = apart(graph, w), opposite = apart_v & apart_u & apart_w;
    const Row beside_w = graph.rows[w] & apart_v & apart_u;
    for (Row beside_u = near_u & apart_v & apart_w; beside_u != 0; beside_u &= beside_u - 1) {
      const int x = lowest(beside_u);
      const Row near_x = graph.rows[x];
      pentagons += __popcll(near_x & beside_w);
      for (Row ys = beside_w & apart(graph, x); ys != 0; ys &= ys - 1)
        hexagons += __popcll(near_x & graph.rows[lowest(ys)] & opposite);
    }
  }
  atomicAdd(&graph.quantity[kPentagons][v], pentagons);
  atomicAdd(&graph.quantity[kHexagons][v], hexagons);
}

__device__ void fill_corners(Counts& graph, unsigned most_pairs) {
  number_tasks(graph, graph.size, [&](int v) { return __popcll(graph.rows[v]); });
  const unsigned tasks = graph.first[graph.size];
  for (unsigned task = threadIdx.x; task < tasks; task += kWarp) {
    const int v = item_of_task(graph, graph.size, task);
    fill_shapes(graph, v, nth(graph.rows[v], task - graph.first[v]));
  }
  __syncwarp();
  for (unsigned task = threadIdx.x; task < tasks; task += kWarp) {
    const int v = item_of_task(graph, graph.size, task);
    if (graph.pairs[v] <= most_pairs) fill_cycles(graph, v, nth(graph.rows[v], task - graph.first[v]));
  }
  for (int v = threadIdx.x; v < graph.size; v += kWarp)
    if (graph.pairs[v] > most_pairs) graph.quantity[kPentagons][v] = graph.quantity[kHexagons][v] = kSaturated;
  __syncwarp();
}

// Whether `more` sets (or paths) of one size are not too many; sizes beyond a full one are left out by all threads.
__device__ bool room_for(unsigned& total, unsigned more, unsigned most, int& largest, int size) {
  if (volatile_read(largest) < size) return false;
  if (atomicAdd(&total, more) + more <= most) return true;
  atomicMin(&largest, size - 1);
  return false;
}

// Paths of `length` edges that end at `end`, and longer ones; `barred`: nodes that may not follow.
template <int Length>
__device__ void extend_path(Counts& graph, unsigned most, int end, Row barred) {
  if constexpr (Length >= 2) {
    atomicAdd(&graph.quantity[kPaths2 + Length - 2][end], 1u);
    atomicOr(&graph.reached[Length], bit(end));
  }
  if constexpr (Length < kLongestPath) {
    const Row following = graph.rows[end] & ~barred;
    if (!room_for(graph.paths[Length + 1], __popcll(following), most, graph.longest, Length + 1)) return;
    const Row after = barred | ~apart(graph, end);
    for (Row left = following; left != 0; left &= left - 1) {
      const int next = lowest(left);
      extend_path<Length + 1>(graph, most, next, after | bit(next));
    }
  }
}

__device__ void fill_paths(Counts& graph, unsigned most) {
  const int starts = __popcll(graph.rows[0]);
  const Row after_anchor = bit(0) | ~apart(graph, 0);
  for (int i = threadIdx.x; i < starts; i += kWarp) {
    const int v = nth(graph.rows[0], i);
    graph.children[i] = graph.rows[v] & ~(after_anchor | bit(v));
  }
  __syncwarp();
  number_tasks(graph, starts, [&](int i) { return __popcll(graph.children[i]); });
  const unsigned tasks = graph.first[starts];
  if (threadIdx.x == 0) graph.longest = tasks > most ? 1 : kLongestPath;
  __syncwarp();
  for (unsigned task = threadIdx.x; task < tasks && tasks <= most; task += kWarp) {
    const int i = item_of_task(graph, starts, task), v = nth(graph.rows[0], i);
    const int end = nth(graph.children[i], task - graph.first[i]);
    extend_path<2>(graph, most, end, after_anchor | bit(v) | ~apart(graph, v) | bit(end));
  }
  __syncwarp();
  for (int length = 2; length <= kLongestPath; ++length) {
    const bool full = length > graph.longest;
    if (threadIdx.x == 0) graph.region[kHops + length - 1] = full ? ~0ull : graph.reached[length];
    for (int v = threadIdx.x; v < graph.size && full; v += kWarp) graph.quantity[kPaths2 + length - 2][v] = kSaturated;
  }
}

__device__ constexpr int key_bits(int size) { return size * (size - 1) / 2; }
// Where the classes of a size begin in the table of classes by key.
__device__ constexpr int keys_before(int size) {
  return size <= kSmallestClass ? 0 : keys_before(size - 1) + (1 << key_bits(size - 1));
}

// The connected sets with the anchor, each once (Wernicke's ESU).  `closed`: the set and its neighbors; `open`: nodes
// that may be added; nodes of the set are bytes of `members`.
template <int Size>
__device__ void extend_set(Counts& graph, const short* class_of_key, unsigned most, Row members, unsigned key, Row closed,
                           Row open) {
  constexpr int kNext = Size + 1;
  if (!room_for(graph.sets[kNext], __popcll(open), most, graph.largest, kNext)) return;
  for (; open != 0; open &= open - 1) {
    const int node = lowest(open);
    const Row row = graph.rows[node];
    unsigned next_key = key;
#pragma unroll
    for (int j = 0; j < Size; ++j) next_key |= (unsigned)(row >> (members >> (8 * j) & 63) & 1) << (key_bits(Size) + j);
    atomicAdd(&graph.classes[class_of_key[keys_before(kNext) + next_key]], 1u);
    if constexpr (kNext < kLargestClass)
      extend_set<kNext>(graph, class_of_key, most, members | (Row)node << (8 * Size), next_key, closed | row,
                        (open & (open - 1)) | (row & ~closed));
  }
}

__device__ void fill_classes(Counts& graph, const short* class_of_key, unsigned most) {
  const Row near = graph.rows[0], closed = near | bit(0);
  const int starts = __popcll(near);
  for (int i = threadIdx.x; i < starts; i += kWarp) {
    const int v = nth(near, i);
    graph.children[i] = (near & above(v)) | (graph.rows[v] & ~closed);
  }
  __syncwarp();
  number_tasks(graph, starts, [&](int i) { return __popcll(graph.children[i]); });
  const unsigned tasks = graph.first[starts];
  if (threadIdx.x == 0) graph.largest = tasks > most ? kSmallestClass - 1 : kLargestClass;
  __syncwarp();
  for (unsigned task = threadIdx.x; task < tasks && tasks <= most; task += kWarp) {
    const int i = item_of_task(graph, starts, task), v = nth(near, i);
    const Row children = graph.children[i];
    const int node = nth(children, task - graph.first[i]);
    const Row row = graph.rows[node], closed_v = closed | graph.rows[v];
    const unsigned key = 1u | (unsigned)(row & 1) << 1 | (unsigned)(row >> v & 1) << 2;
    atomicAdd(&graph.classes[class_of_key[key]], 1u);
    extend_set<3>(graph, class_of_key, most, (Row)v << 8 | (Row)node << 16, key, closed_v | row,
                  (children & above(node)) | (row & ~closed_v));
  }
  __syncwarp();
}

__device__ unsigned edges_within(const Counts& graph, Row region) {
  unsigned ends = 0;
  for (Row left = region; left != 0; left &= left - 1) ends += __popcll(graph.rows[lowest(left)] & region);
  return ends / 2;
}

// A coordinate is (measure, region or size of the class, quantity, value); the classes that count for it are listed.
__device__ unsigned measured(const Counts& graph, const int* coordinate, const int* classes, const int* classes_end) {
  const int measure = coordinate[0];
  unsigned result = 0;
  if (measure == kRooted) {
    if (coordinate[1] > graph.largest) return kSaturated;
    for (; classes != classes_end; ++classes) result += graph.classes[*classes];
    return result;
  }
  const Row region = graph.region[coordinate[1]] & graph.region[kAnywhere];
  if (measure == kEdges) return edges_within(graph, region);
  if (measure == kNonEdges) {
    const unsigned nodes = __popcll(region);
    return graph.induced ? nodes * (nodes - 1) / 2 - edges_within(graph, region) : 0;
  }
  const unsigned* quantity = graph.quantity[coordinate[2]];
  const unsigned least = coordinate[3];
  for (Row left = region; left != 0; left &= left - 1) {
    const unsigned value = quantity[lowest(left)];
    result += measure == kTotal ? value : value >= least;
  }
  return result;
}

extern "C" __global__ void signature_bytes(const Row* rows, const int* sizes, int stride, int induced,
                                           const short* class_of_key, const int* coordinates, const int* class_starts,
                                           const int* class_lists, const unsigned char* byte_of_count, int last_count,
                                           int most_sets, int most_paths, int most_cycle_pairs, unsigned char* out) {
  __shared__ Counts graph;
  const long long number = blockIdx.x;
  unsigned* words = reinterpret_cast<unsigned*>(&graph);
  for (int i = threadIdx.x; i < (int)(sizeof(Counts) / sizeof(unsigned)); i += kWarp) words[i] = 0;
  __syncwarp();
  for (int v = threadIdx.x; v < stride; v += kWarp) graph.rows[v] = rows[number * stride + v];
  if (threadIdx.x == 0) {
    graph.size = sizes[number];
    graph.induced = induced != 0;
  }
  __syncwarp();
  fill_hops(graph);
  fill_corners(graph, most_cycle_pairs);
  fill_paths(graph, most_paths);
  fill_classes(graph, class_of_key, most_sets);
  for (int i = threadIdx.x; i < kCoordinates; i += kWarp) {
    const unsigned count =
        measured(graph, coordinates + 4 * i, class_lists + class_starts[i], class_lists + class_starts[i + 1]);
    out[number * kCoordinates + i] = byte_of_count[count < (unsigned)last_count ? count : last_count];
  }
}
