// References and exact sums of groups, for the kernels of group_sums.cu.
#pragma once

#include "pieces.cuh"

// About what a group is summed up, and in which units (GroupReference): the member with the smallest
// ID, and exponents of powers of two that all masses and all components of velocities are below.
struct __align__(16) Reference {
  u64 id;
  int position[3];
  short mass_exponent;
  short speed_exponent;
  double velocity[3];
};
static_assert(sizeof(Reference) == 48, "six longs, as in GroupReference");

// GroupReference.exponentAbove: the exponent of the power of two just above a number that is not
// negative, from the exponent in its bits.
__device__ __forceinline__ int exponent_above(double value) {
  return int(__double_as_longlong(value) >> 52 & 0x7ff) - 1023 + 1;
}

// A 128-bit integer, in units of 2^-86 (ExactSums).
struct __align__(16) Sum {
  u64 low;
  i64 high;

  __device__ __forceinline__ void add(u64 other_low, i64 other_high) {
    low += other_low;
    high += other_high + (low < other_low);
  }
  __device__ __forceinline__ void add(const Sum& other) { add(other.low, other.high); }
};
static_assert(sizeof(Sum) == 16, "two longs, as in ExactSums");

__device__ __forceinline__ Sum warp_sum(Sum sum) {
  for (u32 distance = 16; distance > 0; distance /= 2) {
    u64 low = __shfl_xor_sync(FULL_WARP, sum.low, distance);
    i64 high = __shfl_xor_sync(FULL_WARP, sum.high, distance);
    sum.add(low, high);
  }
  return sum;
}

// ExactSums.Slices, operation by operation: a number between -1 and 1 rounded to two integers of 43
// bits. 2^20 of them fit; a piece has fewer.
struct Slices {
  i64 high = 0;
  i64 low = 0;

  __device__ __forceinline__ void add(double number) {
    constexpr double ROUNDING = 0x1.8p52;  // ExactSums.ROUNDING: above it the last bit of a double is 1
    const i64 rounding_bits = __double_as_longlong(ROUNDING);
    double scaled = number * 0x1p43;
    double upper = scaled + ROUNDING;
    double lower = (scaled - (upper - ROUNDING)) * 0x1p43 + ROUNDING;
    high += __double_as_longlong(upper) - rounding_bits;
    low += __double_as_longlong(lower) - rounding_bits;
  }

  // Of all lanes together.
  __device__ __forceinline__ Sum total() const {
    i64 upper = warp_sum(high), lower = warp_sum(low);
    Sum sum = {u64(upper) << 43, upper >> 21};
    sum.add(u64(lower), lower >> 63);
    return sum;
  }
};

constexpr u32 MOMENTS = 10;  // SumColumns.MOMENTS, in the same order
constexpr double CELLS = 0x1p31;  // SumColumns.CELLS

// ExactSums.toDouble: the nearest double, half to even.
__device__ double to_double(const Sum& sum) {
  if (sum.high == i64(sum.low) >> 63) {
    return double(i64(sum.low));
  }
  bool negative = sum.high < 0;
  u64 low = negative ? 0 - sum.low : sum.low;
  u64 high = negative ? ~u64(sum.high) + (sum.low == 0) : u64(sum.high);
  double value;
  if (high == 0) {
    value = double(low);
  } else {
    // The leading 63 bits, the last of which is set where any bit behind them is.
    u32 shift = __clzll(high) - 1;
    u64 leading = shift == 0 ? high : high << shift | low >> (64 - shift);
    u64 rest = low << shift;
    value = scalbn(double(i64(leading | (rest != 0))), 64 - shift);
  }
  return negative ? -value : value;
}

// ExactSums.value.
__device__ __forceinline__ double value_of(const Sum& sum) { return scalbn(to_double(sum), -86); }

// SumColumns.means: the mass of all members, and a moment over it.
__device__ double mass_of_all(const Sum* sum, u64 slots) {
  Sum total = {};
  for (u64 s = 0; s < slots; s++) {
    total.add(sum[MOMENTS + slots + s]);
  }
  return value_of(total);
}

__device__ __forceinline__ double mean_of(const Sum& moment, double mass) {
  return mass > 0 ? value_of(moment) / mass : 0;
}
