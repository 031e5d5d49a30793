// Mixtures of layers: out[i] = sum over the layers before of weights[l] * states[l][i], each number read once.
extern "C" __global__ void mix_layers(const float4* states, const float* weights, int layers, int count, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float4 sum = {0, 0, 0, 0};
  for (int l = 0; l < layers; ++l) {
    const float4 state = states[(long long)l * count + i];
    const float weight = weights[l];
    sum.x = fmaf(weight, state.x, sum.x);
    sum.y = fmaf(weight, state.y, sum.y);
    sum.z = fmaf(weight, state.z, sum.z);
    sum.w = fmaf(weight, state.w, sum.w);
  }
  out[i] = sum;
}
