// A whole tree, for kernels that walk it down from its top (CudaTreeKernels.structOf).
#pragma once

#include "nodes.cuh"

constexpr u32 MAX_LEVELS = 32;  // as in CudaTreeKernels

// The levels of a tree, finest first.
struct Levels {
  const Node* nodes[MAX_LEVELS];
  u64 count;
  u64 top_nodes;
};
