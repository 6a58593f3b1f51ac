// Morton keys of fixed-point positions.
#pragma once

#include "common.cuh"

// `width` bits of a coordinate below its `skip` leading ones.
__device__ __forceinline__ u64 bit_field(int coordinate, u32 skip, u32 width) {
  return (u32(coordinate) ^ 0x80000000u) << skip >> (32 - width);
}

__device__ __forceinline__ u64 morton_key(const int* positions, u64 row, u32 skip, u32 width) {
  const int* p = positions + 3 * row;
  return spread(bit_field(__ldg(p), skip, width)) << 2 |
         spread(bit_field(__ldg(p + 1), skip, width)) << 1 |
         spread(bit_field(__ldg(p + 2), skip, width));
}
