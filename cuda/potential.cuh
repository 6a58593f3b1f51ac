// Groups, the trees over their members and their field, as PotentialTree and PotentialKernels.Field
// have them.
#pragma once

#include "pieces.cuh"

constexpr u32 MAX_LEVELS = 33;    // CudaPotentialKernels.MAX_LEVELS
constexpr u32 FANOUT = 8;         // PotentialTree.FANOUT
constexpr u32 NODE_DOUBLES = 11;  // PotentialTree.NODE_DOUBLES

struct Tree {
  u64 groups;
  const u64* start;
  Points points;
  const double* mass;
  const double* softening;  // of each group
  u64 levels;
  const u64* node_start[MAX_LEVELS];
  const u32* first[MAX_LEVELS];
  const int* anchor[MAX_LEVELS];
  const double* node[MAX_LEVELS];

  __device__ u64 group_of(u64 member) const {
    return count_below(groups - 1, [&](u64 g) { return start[g + 1] <= member; });
  }
};

// PotentialKernels.Field, and the softening of a group, which kernels set.
struct Field {
  double cell[3];
  double half[3];
  double softening;

  __device__ __forceinline__ Field with(double length) const {
    Field field = *this;
    field.softening = length;
    return field;
  }

  __device__ __forceinline__ double distance(const Place& a, const Place& b) const {
    double x = double(int(u32(a.x) - u32(b.x))) * cell[0];
    double y = double(int(u32(a.y) - u32(b.y))) * cell[1];
    double z = double(int(u32(a.z) - u32(b.z))) * cell[2];
    return sqrt(x * x + y * y + z * z);
  }

  // Softening.potential, operation by operation.
  __device__ __forceinline__ double potential(double distance) const {
    if (distance >= softening) {
      return 1 / distance;
    }
    double u = distance / softening;
    double v = u * u;
    double depth =
        u < 0.5 ? 14.0 / 5 - v * (16.0 / 3 - v * (48.0 / 5 - 32.0 / 5 * u))
                : -1 / (15 * u) + 16.0 / 5 -
                      v * (32.0 / 3 - u * (16 - u * (48.0 / 5 - 32.0 / 15 * u)));
    return depth / softening;
  }
};
