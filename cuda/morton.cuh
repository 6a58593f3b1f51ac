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

// Points that are to be sorted (PointRows): three numbers each in the order of their rows, or four
// of which the last is the row.
struct PointRows {
  const int* numbers;
  u64 width;

  __device__ __forceinline__ int4 load(u64 i) const {
    if (width == 4) {
      return __ldg(reinterpret_cast<const int4*>(numbers) + i);
    }
    Place p = place_of_row(numbers, i);
    return make_int4(p.x, p.y, p.z, int(u32(i)));
  }

  __device__ __forceinline__ u64 key(u64 i, u32 skip, u32 width) const {
    int4 point = load(i);
    return morton_key(Place{point.x, point.y, point.z}, skip, width);
  }
};

// --- the first bits of a key ----------------------------------------------------------------

constexpr u32 PREFIX_LEVELS = 3;  // PrefixPartition.LEVELS

// Every third bit from the lowest 3 bits.
__device__ __forceinline__ u32 spread_few(u32 v) {
  v = (v | v << 4) & 0x43;
  return (v | v << 2) & 0x49;
}

__device__ __forceinline__ u32 prefix_of(const Place& p) {
  return spread_few(u32(bit_field(p.x, 0, PREFIX_LEVELS))) << 2 |
         spread_few(u32(bit_field(p.y, 0, PREFIX_LEVELS))) << 1 |
         spread_few(u32(bit_field(p.z, 0, PREFIX_LEVELS)));
}
