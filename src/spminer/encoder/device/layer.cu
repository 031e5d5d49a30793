// The second half of a layer, and the first of the next: a node's own products and those of its neighbors are added and
// made positive, and laid beside the mixture of all layers so far, which is what the next products are of.
//
// both [rows, 2 * width]: products of a node for itself, and for its neighbors.  A thread has four columns of one node.
__device__ float4 plus(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__device__ float4 times_plus(float w, float4 a, float4 b) {
  return {fmaf(w, a.x, b.x), fmaf(w, a.y, b.y), fmaf(w, a.z, b.z), fmaf(w, a.w, b.w)};
}

// states [layers + 1, rows, width]: those before the layer are read, its own is written.  weights: of the mixture of
// states 0 .. layer, or none (mixed = 0), in which case `next` is not written.
extern "C" __global__ void finish_layer(const float4* both, const unsigned long long* bits, int count, int nodes,
                                        int quarter, int layer, int mixed, const float* weights, float4* states,
                                        float4* next) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int row = i / quarter, column = i % quarter, first = row - row % nodes;
  float4 sum = both[(long long)row * 2 * quarter + column];
  float4 around = {0, 0, 0, 0};
  for (unsigned long long left = bits[row]; left; left &= left - 1)
    around = plus(around, both[((long long)(first + __ffsll(left) - 1) * 2 + 1) * quarter + column]);
  sum = plus(sum, around);
  sum = {fmaxf(sum.x, 0), fmaxf(sum.y, 0), fmaxf(sum.z, 0), fmaxf(sum.w, 0)};
  states[(long long)layer * count + i] = sum;
  if (!mixed) return;
  float4 mixture = {0, 0, 0, 0};
  for (int l = 0; l < layer; ++l) mixture = times_plus(weights[l], states[(long long)l * count + i], mixture);
  next[(long long)row * 2 * quarter + column] = times_plus(weights[layer], sum, mixture);
  next[((long long)row * 2 + 1) * quarter + column] = sum;
}
