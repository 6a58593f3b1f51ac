// Concentrations of haloes (NfwProfile), operation by operation as in Java, so that all bits are the
// same: no product is fused with a sum (--fmad=false).
#pragma once

#include "common.cuh"

constexpr double PEAK = 2.1625815870646;             // NfwProfile.PEAK
constexpr double MIN_CONCENTRATION = 1e-3;           // NfwProfile.MIN_CONCENTRATION
constexpr double MAX_CONCENTRATION = 1e5;            // NfwProfile.MAX_CONCENTRATION
constexpr u32 NFW_STEPS = 44;                        // NfwProfile.STEPS
constexpr double SQRT2 = 1.4142135623730951;         // NfwProfile.SQRT2
constexpr double LN2_HIGH = 0x1.62e42fee00000p-1;    // NfwProfile.LN2_HIGH
constexpr double LN2_LOW = 0x1.a39ef35793c76p-33;    // NfwProfile.LN2_LOW
constexpr int LOG_TERMS = 11;                        // NfwProfile.TERMS
constexpr i64 BITS_OF_ONE = 0x3ff0000000000000ll;    // NfwProfile.BITS_OF_ONE
constexpr i64 MANTISSA = (1ll << 52) - 1;

// NfwProfile.log1p
__device__ __forceinline__ double log_of_one_and(double x) {
  double s = x / (2 + x), rest = 0, sum = 1 + x;
  int exponent = 0;
  if (sum > SQRT2) {
    i64 bits = __double_as_longlong(sum);
    exponent = int((bits - BITS_OF_ONE) >> 52);
    double m = __longlong_as_double((bits & MANTISSA) | BITS_OF_ONE);
    if (m > SQRT2) {
      m *= 0.5;
      exponent++;
    }
    s = (m - 1) / (m + 1);
    rest = (x - (sum - 1)) / sum;
  }
  double square = s * s, series = 0;
#pragma unroll
  for (int i = LOG_TERMS; i > 0; i--) {
    series = square * (1.0 / (2 * i + 1) + series);
  }
  return exponent * LN2_HIGH + (2 * s + (2 * s * series + (exponent * LN2_LOW + rest)));
}

__device__ __forceinline__ double nfw_mass(double x, double log) { return log - x / (1 + x); }

// NfwProfile.increasing; by the circular velocity if the mass within its largest one is not 0.
__device__ __forceinline__ double increasing(double mass_of_peak, double c) {
  double log = log_of_one_and(c), mass = nfw_mass(c, log);
  return mass_of_peak > 0 ? sqrt(c / PEAK * mass_of_peak / mass)
                          : -(c - 2 * log + c / (1 + c)) / (c * mass);
}

// NfwProfile.concentration
__device__ inline double concentration(bool by_vmax, double number) {
  double value = by_vmax ? number : -number;
  double low = by_vmax ? PEAK : MIN_CONCENTRATION, high = MAX_CONCENTRATION;
  double mass_of_peak = by_vmax ? nfw_mass(PEAK, log_of_one_and(PEAK)) : 0;
  if (!(value >= increasing(mass_of_peak, low) && value <= increasing(mass_of_peak, high))) {
    return __longlong_as_double(0x7ff8000000000000ll);
  }
  for (u32 step = 0; step < NFW_STEPS; step++) {
    double middle = sqrt(low * high);
    if (increasing(mass_of_peak, middle) < value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return sqrt(low * high);
}
