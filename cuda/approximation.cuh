// Link decisions in single precision, where its error cannot matter.
#pragma once

#include "nodes.cuh"

// The box of a node, and places relative to its centre, for points in the box or within the linking
// length of it.
//
// With half extents of at most H, a linking length L and M = H + L, a place is off by at most
// 3 M / 2^24, and the square of a distance d less that of L by less than
// (21 M d + 57 M^2 + 4 L^2) / 2^24, computed from differences or from products. Up to H = 2^16 L, a
// result beyond a margin of (L^2 + H^2) / 2^16 therefore has the right sign.
struct __align__(16) Frame {
  Place center;
  float margin;  // infinite where only the criterion itself can tell
  float3 half;   // of the extents, rounded up; infinite where the margin is
  u32 points;    // that stand for it, the first ones: coincident points share one pointer

  template <class Criterion>
  static __device__ __forceinline__ Frame of(const Node& node, const Criterion& criterion) {
    constexpr u32 WIDE = 1u << 30;  // above it differences may go the other way around the box
    u32 x = u32(node.upper.x) - u32(node.lower.x), y = u32(node.upper.y) - u32(node.lower.y),
        z = u32(node.upper.z) - u32(node.lower.z);
    float3 half = criterion.approximate(int(x - x / 2), int(y - y / 2), int(z - z / 2));
    float largest = fmaxf(half.x, fmaxf(half.y, half.z));
    float square = largest * largest, max_square = criterion.approximate_max_square();
    bool usable = (x | y | z) < WIDE && criterion.is_short() && square <= 0x1p32f * max_square;
    float infinity = __int_as_float(0x7f800000);
    float up = usable ? 1 + 0x1p-20f : infinity;
    return {{int(u32(node.lower.x) + x / 2), int(u32(node.lower.y) + y / 2),
             int(u32(node.lower.z) + z / 2)},
            usable ? 0x1p-16f * (max_square + square) : infinity,
            {up * half.x, up * half.y, up * half.z},
            node.is_point() ? 1 : node.size()};
  }

  template <class Criterion>
  __device__ __forceinline__ float3 place(const Place& p, const Criterion& criterion) const {
    return criterion.approximate(int(u32(p.x) - u32(center.x)), int(u32(p.y) - u32(center.y)),
                                 int(u32(p.z) - u32(center.z)));
  }

  // Whether a place, which need not be near, may be within the linking length of the box.
  template <class Criterion>
  __device__ __forceinline__ bool may_be_near(const float3& p, const Criterion& criterion) const {
    float x = fmaxf(fabsf(p.x) - half.x, 0), y = fmaxf(fabsf(p.y) - half.y, 0),
          z = fmaxf(fabsf(p.z) - half.z, 0);
    return __fmaf_rn(x, x, __fmaf_rn(y, y, z * z)) <=
           1.001f * criterion.approximate_max_square();
  }
};

__device__ __forceinline__ float square_length(const float3& p) {
  return __fmaf_rn(p.x, p.x, __fmaf_rn(p.y, p.y, p.z * p.z));
}

// Which of a list of points are linked to one point, as the signs of their excesses say.
struct LinkedBits {
  u32 bits = 0;                              // the last point in bit 0
  float least = __int_as_float(0x7f800000);  // absolute excess

  __device__ __forceinline__ void add(float excess) {
    bits = __funnelshift_l(__float_as_uint(excess), bits, 1);
    least = fminf(least, fabsf(excess));
  }

  // With the first of `count` points in bit 0.
  __device__ __forceinline__ u32 in_order(u32 count) const { return __brev(bits) >> (32 - count); }
};
