// Frames of moments (MomentFrames), and motions from moments (Moments, Motions), operation by
// operation as in Java, so that all bits are the same: no product is fused with a sum (--fmad=false).
#pragma once

#include "moments.cuh"

constexpr int UNIT_BITS = 61;  // MomentFrames.BITS

// MomentFrames.reciprocalPower; Math.getExponent is that of the bits.
__device__ __forceinline__ double reciprocal_power(double bound) {
  int exponent = int(__double_as_longlong(bound) >> 52 & 0x7ff) - 1023;
  return bound > 0 ? scalbn(1.0, -exponent - 1) : 1;
}

// MomentFrames.unitOfMasses
__device__ __forceinline__ double unit_of_masses(double mass) {
  return scalbn(reciprocal_power(mass), UNIT_BITS);
}

constexpr u32 MOTIONS = 5;  // Motions.LONGS

// Motions, as the launcher passes them.
struct MotionFactors {
  double speed, to_peculiar;
};

// The means of moments (Moments): of x, v, x times v, x v, x x, v v, |x|, x v / |x|.
struct Means {
  double of[14];

  // Means [from, to), whose unit is the same.
  __device__ __forceinline__ void divide(const i64* sums, u32 from, u32 to, double unit) {
    for (u32 i = from; i < to; i++) {
      of[i] = double(sums[1 + i]) / double(sums[0]) / unit;
    }
  }
  __device__ __forceinline__ double dot(u32 a, u32 b) const {
    return of[a] * of[b] + of[a + 1] * of[b + 1] + of[a + 2] * of[b + 2];
  }
  // Moments.dispersion; Math.max makes 0 of either sign 0.
  __device__ __forceinline__ double dispersion(double flow) const {
    double xv = of[9] - dot(0, 3), xx = of[10] - dot(0, 0), vv = of[11] - dot(3, 3);
    double square = vv + 2 * flow * xv + flow * flow * xx;
    return sqrt((square <= 0 ? 0 : square) / 3);
  }
  // Moments.spin
  __device__ __forceinline__ double spin(u32 d) const {
    u32 a = (d + 1) % 3, b = (d + 2) % 3;
    return of[6 + d] - (of[a] * of[3 + b] - of[b] * of[3 + a]);
  }
};

// Moments.of; x and v are the units of lengths and velocities.
__device__ inline Means means_of(const i64* sums, double x, double v) {
  Means means = {};
  if (sums[0] > 0) {
    means.divide(sums, 0, 3, x);
    means.divide(sums, 3, 6, v);
    means.divide(sums, 6, 10, x * v);
    means.divide(sums, 10, 11, x * x);
    means.divide(sums, 11, 12, v * v);
    means.divide(sums, 12, 13, x);
    means.divide(sums, 13, 14, v);
  }
  return means;
}

// A row of Motions.of; the flow is that of MotionFrames.
__device__ inline void set_motions(const i64* sums, double x, double v,
                                   const MotionFactors& factors, double flow, double* row) {
  Means means = means_of(sums, x, v);
  row[0] = factors.to_peculiar * means.dispersion(flow);
  for (u32 d = 0; d < 3; d++) {
    row[1 + d] = factors.to_peculiar * means.spin(d);
  }
  row[4] = means.of[12];
}

constexpr u32 SHELL = 2;  // Motions.SHELL_LONGS

// A row of Motions.ofShells: the shell between a sphere and the next one.
__device__ inline void set_shell(const i64* inner, const i64* outer, double x, double v,
                                 const MotionFactors& factors, double flow, double* row) {
  i64 sums[MOMENTS];
  for (u32 c = 0; c < MOMENTS; c++) {
    sums[c] = outer[c] - inner[c];
  }
  Means means = means_of(sums, x, v);
  row[0] = factors.to_peculiar * means.dispersion(flow);
  row[1] = factors.to_peculiar * (means.of[13] + flow * means.of[12]);
}
