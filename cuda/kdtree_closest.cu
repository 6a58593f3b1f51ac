// The searches of kdtree.cu by closest corners instead of without a stack.
#include "kdtree.cuh"

KD_SEARCHES(4, float, true)
KD_SEARCHES(8, double, true)
