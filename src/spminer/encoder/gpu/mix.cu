// Mixtures of layers beside the last of them: a row of out is the sum over layers of weights[l] * states[l], and then
// the last state, each number read once; numbers come in fours.
extern "C" __global__ void mix_layers(const float4* states, const float* weights, int layers, int count, int fours,
                                      float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float4 sum = {0, 0, 0, 0}, state = sum;
  for (int l = 0; l < layers; ++l) {
    state = states[(long long)l * count + i];
    const float weight = weights[l];
    sum.x = fmaf(weight, state.x, sum.x);
    sum.y = fmaf(weight, state.y, sum.y);
    sum.z = fmaf(weight, state.z, sum.z);
    sum.w = fmaf(weight, state.w, sum.w);
  }
  float4* row = out + (long long)(i / fours) * 2 * fours + i % fours;
  row[0] = sum;
  row[fours] = state;
}
