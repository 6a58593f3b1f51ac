// Concentrations (NfwProfile), operation by operation as in Java, so that all bits are the same:
// +, -, *, / and sqrt round as there, and no product is fused with a sum (--fmad=false).
#pragma once

#include "common.cuh"

// The word of the sign, the exponent and the first 20 bits of a double.
__device__ __forceinline__ int high_word(double x) { return int(__double_as_longlong(x) >> 32); }

__device__ __forceinline__ double with_high_word(double x, int high) {
  return __longlong_as_double(i64(u64(u32(high)) << 32 | (u64(__double_as_longlong(x)) & 0xffffffffu)));
}

// StrictMath.log1p, which is that of fdlibm (s_log1p.c), from 2^-29 to 2^53; CUDA's has other last
// bits.
__device__ inline double log1p_of_java(double x) {
  constexpr double LN2_HIGH = 6.93147180369123816490e-01, LN2_LOW = 1.90821492927058770002e-10;
  constexpr int LIMIT = 0x3fda827a;  // of sqrt(2) - 1
  constexpr int HALF = 0x6a09e;      // mantissa of sqrt(2)
  int k = 0, mantissa = 1;
  double f = x, c = 0;
  if (high_word(x) >= LIMIT) {
    double u = 1.0 + x;
    mantissa = high_word(u);
    k = (mantissa >> 20) - 1023;
    c = k > 0 ? 1.0 - (u - x) : x - (u - 1.0);
    c /= u;
    mantissa &= 0x000fffff;
    if (mantissa < HALF) {
      u = with_high_word(u, mantissa | 0x3ff00000);
    } else {
      k++;
      u = with_high_word(u, mantissa | 0x3fe00000);
      mantissa = (0x00100000 - mantissa) >> 2;
    }
    f = u - 1.0;
  }
  double half_square = 0.5 * f * f;
  if (mantissa == 0) {  // |f| < 2^-20
    if (f == 0) {
      c += k * LN2_LOW;
      return k * LN2_HIGH + c;
    }
    double r = half_square * (1.0 - 0.66666666666666666 * f);
    return k * LN2_HIGH - ((r - (k * LN2_LOW + c)) - f);
  }
  double s = f / (2.0 + f);
  double z = s * s;
  double r =
      z *
      (6.666666666666735130e-01 +
       z * (3.999999999940941908e-01 +
            z * (2.857142874366239149e-01 +
                 z * (2.222219843214978396e-01 +
                      z * (1.818357216161805012e-01 +
                           z * (1.531383769920937332e-01 + z * 1.479819860511658591e-01))))));
  if (k == 0) {
    return f - (half_square - s * (half_square + r));
  }
  return k * LN2_HIGH - ((half_square - (s * (half_square + r) + (k * LN2_LOW + c))) - f);
}

constexpr double PEAK = 2.1625815870646;    // NfwProfile.PEAK
constexpr double MIN_CONCENTRATION = 1e-3;  // NfwProfile.MIN_CONCENTRATION
constexpr double MAX_CONCENTRATION = 1e5;   // NfwProfile.MAX_CONCENTRATION
constexpr u32 STEPS = 48;                   // NfwProfile.STEPS

// NfwProfile.mass, where `log` is log(1 + x).
__device__ __forceinline__ double nfw_mass(double x, double log) { return log - x / (1 + x); }

// NfwProfile.minusMeanRadius
struct MinusMeanRadius {
  __device__ __forceinline__ double operator()(double c) const {
    double log = log1p_of_java(c);
    return -(c - 2 * log + c / (1 + c)) / (c * nfw_mass(c, log));
  }
};

// The function of NfwProfile.byVmax.
struct VelocityRatio {
  double mass_of_peak;

  __device__ __forceinline__ double operator()(double c) const {
    return sqrt(c / PEAK * mass_of_peak / nfw_mass(c, log1p_of_java(c)));
  }
};

// NfwProfile.solve: bisects an increasing function.
template <class Function>
__device__ __forceinline__ double solve(const Function& f, double value, double lower,
                                        double upper) {
  if (!(value >= f(lower) && value <= f(upper))) {
    return __longlong_as_double(0x7ff8000000000000ll);  // Double.NaN
  }
  double low = lower, high = upper;
  for (u32 step = 0; step < STEPS; step++) {
    double middle = sqrt(low * high);
    if (f(middle) < value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return sqrt(low * high);
}

// NfwProfile.byMeanRadius
__device__ inline double concentration_by_mean_radius(double mean) {
  return solve(MinusMeanRadius{}, -mean, MIN_CONCENTRATION, MAX_CONCENTRATION);
}

// NfwProfile.byVmax
__device__ inline double concentration_by_vmax(double ratio) {
  VelocityRatio f = {nfw_mass(PEAK, log1p_of_java(PEAK))};
  return solve(f, ratio, PEAK, MAX_CONCENTRATION);
}
