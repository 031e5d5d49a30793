// What a layer of the encoder does beside matrix products, and what goes into the first and comes out of the last.

typedef unsigned long long Row;  // a set of up to 64 nodes

constexpr int kWarp = 32, kMostNodes = 64, kMostHops = 64;

// Features of nodes, a warp for each graph: anchor or not, logarithms of degree and triangles, and whether the anchor is
// within 1, 2, ... hops.
extern "C" __global__ void node_features(const Row* rows, const float* log1p_of, int nodes, int hops, float* out) {
  __shared__ Row near[kMostNodes], reached[kMostHops + 1], within[kMostHops + 1];
  __shared__ int corners[kMostNodes];
  const long long number = blockIdx.x;
  for (int v = threadIdx.x; v < nodes; v += kWarp) near[v] = rows[number * nodes + v];
  for (int hop = threadIdx.x; hop <= hops; hop += kWarp) reached[hop] = 0;
  __syncwarp();
  for (int v = threadIdx.x; v < nodes; v += kWarp) {
    int sum = 0;
    for (Row left = near[v]; left != 0; left &= left - 1) sum += __popcll(near[v] & near[__ffsll(left) - 1]);
    corners[v] = sum / 2;
  }
  Row ball = 1;
  for (int hop = 1; hop <= hops; ++hop) {
    Row own = 0;
    for (int v = threadIdx.x; v < nodes; v += kWarp)
      if (near[v] & ball) own |= 1ull << v;
    if (own) atomicOr(&reached[hop], own);
    __syncwarp();
    ball |= reached[hop];
    if (threadIdx.x == 0) within[hop] = ball;
  }
  __syncwarp();
  const int columns = 3 + hops;
  float* features = out + number * nodes * columns;
  for (int i = threadIdx.x; i < nodes * columns; i += kWarp) {
    const int v = i / columns, column = i % columns;
    float value;
    if (column == 0) {
      value = v == 0;
    } else if (column == 1) {
      value = log1p_of[__popcll(near[v])];
    } else if (column == 2) {
      value = log1p_of[corners[v]];
    } else {
      value = within[column - 2] >> v & 1;
    }
    features[i] = value;
  }
}

// out = max(0, own + the sum over neighbors), where a row of `both` has what a node makes of itself, and then what it
// sends to its neighbors; numbers come in fours.
extern "C" __global__ void add_neighbors(const Row* rows, const float4* both, int count, int nodes, int fours, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const long long place = i / fours, first = place - place % nodes;
  const int part = i % fours;
  float4 sum = both[place * 2 * fours + part];
  for (Row left = rows[place]; left != 0; left &= left - 1) {
    const float4 sent = both[(first + __ffsll(left) - 1) * 2 * fours + fours + part];
    sum.x += sent.x;
    sum.y += sent.y;
    sum.z += sent.z;
    sum.w += sent.w;
  }
  out[i] = {fmaxf(sum.x, 0.0f), fmaxf(sum.y, 0.0f), fmaxf(sum.z, 0.0f), fmaxf(sum.w, 0.0f)};
}

// Sums over the nodes of each graph times a scale, and the numbers of its anchor, of every layer: rows of `columns` fours
// that begin with the sums of all layers, then (if asked for) the anchors.
extern "C" __global__ void pool_layers(const float4* states, const int* sizes, const float* scale, int graphs, int nodes,
                                       int layers, int fours, int anchors, int columns, float4* out) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const int parts = layers * fours;
  if (i >= (long long)graphs * parts) return;
  const long long graph = i / parts;
  const int layer = i % parts / fours, part = i % fours;
  const float4* state = states + ((long long)layer * graphs + graph) * nodes * fours + part;
  const float times = *scale;
  float4 sum = {0, 0, 0, 0};
  for (int v = 0; v < sizes[graph]; ++v) {
    const float4 value = state[(long long)v * fours];
    sum.x = fmaf(times, value.x, sum.x);
    sum.y = fmaf(times, value.y, sum.y);
    sum.z = fmaf(times, value.z, sum.z);
    sum.w = fmaf(times, value.w, sum.w);
  }
  float4* row = out + graph * columns + layer * fours + part;
  row[0] = sum;
  if (anchors) row[parts] = state[0];
}
