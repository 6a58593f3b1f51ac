// Morton keys of fixed-point positions.
#pragma once

#include "common.cuh"

// `width` bits of a coordinate below its `skip` leading ones.
__device__ __forceinline__ u64 bit_field(int coordinate, u32 skip, u32 width) {
  return (u32(coordinate) ^ 0x80000000u) << skip >> (32 - width);
}

__device__ __forceinline__ u64 morton_key(const Place& p, u32 skip, u32 width) {
  return spread(bit_field(p.x, skip, width)) << 2 | spread(bit_field(p.y, skip, width)) << 1 |
         spread(bit_field(p.z, skip, width));
}

// Of I32 [3n] positions.
__device__ __forceinline__ Place place_of_row(const int* positions, u64 row) {
  const int* p = positions + 3 * row;
  return {__ldg(p), __ldg(p + 1), __ldg(p + 2)};
}

__device__ __forceinline__ u64 morton_key(const int* positions, u64 row, u32 skip, u32 width) {
  return morton_key(place_of_row(positions, row), skip, width);
}

// --- parts of a whole key -------------------------------------------------------------------

constexpr u32 LEADING_BITS = 32;  // MortonSort.LEADING_BITS: those that words are sorted by

// The first 32 bits of a key of 96: 10 levels, and x and y of the next one.
__device__ __forceinline__ u32 leading_bits(const Place& p) {
  return u32(morton_key(p, 0, 11) >> 1);
}

// The last 64 bits of a key of 96.
__device__ __forceinline__ u64 last_bits(const Place& p) {
  return u64(u32(p.z) >> 21 & 1) << 63 | morton_key(p, 11, 21);
}
