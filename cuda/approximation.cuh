// Link decisions in single precision, where its error cannot matter.
#pragma once

#include "nodes.cuh"

// Places relative to the box of a node, for points in that box or within the linking length of it.
//
// With extents of at most E and a linking length L, a place is off by at most 3 / 2^24 of E + L, and
// the square of a distance d less that of L by less than (25 d (E + L) + 4 d^2 + 4 L^2) / 2^24. Up to
// E = 2^17 L, a result beyond a margin of L^2 / 2^18 + E^2 / 2^19 therefore has the right sign.
template <class Criterion>
struct Approximation {
  Place origin;
  const Criterion& criterion;
  float max_square;
  float margin;  // infinite where only the criterion itself can tell

  __device__ __forceinline__ Approximation(const Node& node, const Criterion& criterion)
      : origin(node.lower), criterion(criterion), max_square(criterion.approximate_max_square()) {
    constexpr u32 WIDE = 1u << 30;  // above it differences may go the other way around the box
    u32 x = u32(node.upper.x) - u32(node.lower.x), y = u32(node.upper.y) - u32(node.lower.y),
        z = u32(node.upper.z) - u32(node.lower.z);
    float3 extent = criterion.approximate(int(x), int(y), int(z));
    float largest = fmaxf(extent.x, fmaxf(extent.y, extent.z));
    float square = largest * largest;
    bool usable = (x | y | z) < WIDE && criterion.is_short() && square <= 0x1p34f * max_square;
    margin = usable ? 0x1p-18f * max_square + 0x1p-19f * square : __int_as_float(0x7f800000);
  }

  __device__ __forceinline__ float3 place(const Place& p) const {
    return criterion.approximate(int(u32(p.x) - u32(origin.x)), int(u32(p.y) - u32(origin.y)),
                                 int(u32(p.z) - u32(origin.z)));
  }

  // Negative for linked points, positive for others, and between the margins for either.
  __device__ __forceinline__ float excess(const float3& a, const float4& b) const {
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return __fmaf_rn(x, x, __fmaf_rn(y, y, __fmaf_rn(z, z, -max_square)));
  }
};

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
