// A whole tree, for kernels that walk it down from its top (CudaTreeKernels.structOf).
#pragma once

#include "nodes.cuh"

constexpr u32 MAX_PLANES = 32;  // CudaTreeKernels.MAX_PLANES

// The planes of a tree, finest first.
struct Planes {
  const Node* nodes[MAX_PLANES];
  u64 count;
  u64 top_nodes;
};
