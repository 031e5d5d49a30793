// The kernel that finishes a layer as a function of this machine.
#include "lanes.hh"
#include "layer.cu"

// What a launch does; threads share nothing and may follow each other.
extern "C" void run_layer(const float4* both, const unsigned long long* bits, int count, int nodes, int quarter,
                          int layer, int mixed, const float* weights, float4* states, float4* next) {
  blockDim.x = 32;
  for (blockIdx.x = 0; blockIdx.x * blockDim.x < count; ++blockIdx.x)
    for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x)
      finish_layer(both, bits, count, nodes, quarter, layer, mixed, weights, states, next);
}
