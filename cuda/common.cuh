// Types and small helpers that every stage shares.
//
// Points and nodes are numbered by 32-bit unsigned integers, byte offsets are 64-bit. One warp has
// 32 lanes; "lane" is a thread's number in its warp.
#pragma once

#include <cstdint>

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i64 = long long;

constexpr u32 FULL_WARP = 0xffffffffu;

__device__ __forceinline__ u64 thread_index() {
  return blockIdx.x * u64(blockDim.x) + threadIdx.x;
}

__device__ __forceinline__ u32 lane_index() { return threadIdx.x & 31; }

// Lanes below this one.
__device__ __forceinline__ u32 lanes_below() { return (1u << lane_index()) - 1; }

// The map of FixedPoint: cell sizes and the cells subtracted after rounding.
struct FixedPointMap {
  double cell[3];
  i64 offset[3];
};

// Points in Morton order, one array per dimension (SortedPoints).
struct Points {
  const int* x;
  const int* y;
  const int* z;
};

struct Place {
  int x, y, z;
};

// No kernel changes points: loads past the coherent cache, which measures much faster where they
// are scattered.
__device__ __forceinline__ Place place_of(const Points& points, u32 i) {
  return {__ldg(points.x + i), __ldg(points.y + i), __ldg(points.z + i)};
}

// Level of the smallest Morton cell that holds two places: the position of the highest bit of the
// interleaved coordinates in which they differ, counted from 1; 0 for one place (Morton.level).
__device__ __forceinline__ u32 morton_level(const Place& a, const Place& b) {
  u32 x = a.x ^ b.x, y = a.y ^ b.y, z = a.z ^ b.z;
  u32 any = x | y | z;
  if (any == 0) {
    return 0;
  }
  u32 high = 31 - __clz(any);
  return 3 * high + ((x >> high & 1) ? 3 : (y >> high & 1) ? 2 : 1);
}

// By bisection, how many of 0, 1, ... length - 1 come before the first that is not `below`. Whatever
// follows that one must not be either.
template <class Index, class Below>
__device__ __forceinline__ Index count_below(Index length, Below below) {
  Index low = 0, high = length;
  while (low < high) {
    Index middle = low + (high - low) / 2;
    if (below(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Number of elements of an increasing array that are below a bound.
template <class T>
__device__ __forceinline__ u64 count_below(const T* sorted, u64 length, u64 bound) {
  return count_below(length, [&](u64 at) { return sorted[at] < bound; });
}

__device__ __forceinline__ i64 warp_sum(i64 value) {
  for (u32 distance = 16; distance > 0; distance /= 2) {
    value += __shfl_xor_sync(FULL_WARP, value, distance);
  }
  return value;
}

// Sum over the lanes before this one.
__device__ __forceinline__ u32 warp_sum_below(u32 value) {
  u32 sum = value;
  for (u32 distance = 1; distance < 32; distance *= 2) {
    u32 below = __shfl_up_sync(FULL_WARP, sum, distance);
    sum += lane_index() >= distance ? below : 0;
  }
  return sum - value;
}

// Every third bit from the lowest 21 bits.
__device__ __forceinline__ u64 spread(u64 v) {
  v = (v | v << 32) & 0x1f00000000ffffull;
  v = (v | v << 16) & 0x1f0000ff0000ffull;
  v = (v | v << 8) & 0x100f00f00f00f00full;
  v = (v | v << 4) & 0x10c30c30c30c30c3ull;
  return (v | v << 2) & 0x1249249249249249ull;
}

// Items of a thread where many simple ones stream by: loads for all of them are under way at once.
// A warp has 32 consecutive ones at a time (Launch.runItems; for another number
// Launch.runWarps).
constexpr u32 ITEMS = 4;

template <u32 NUMBER = ITEMS>
__device__ __forceinline__ u64 item_index(u32 item) {
  return (thread_index() / 32 * NUMBER + item) * 32 + lane_index();
}

// Sets bit i of a bit list from one flag per lane; every lane of the warp must call it, and i must
// be a multiple of 32 plus the lane.
__device__ __forceinline__ void store_bits(u32* bits, u64 i, u64 n, bool flag) {
  u32 word = __ballot_sync(FULL_WARP, flag);
  if (lane_index() == 0 && i < n) {
    bits[i / 32] = word;
  }
}

// Decides on the place of a group in the catalogue: decreasing length, ties by smallest member ID,
// then by number.
struct __align__(16) OrderKey {
  u64 smallest_id;
  u32 length;
  u32 group;
};
