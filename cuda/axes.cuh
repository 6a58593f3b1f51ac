// Axes of symmetric tensors (SymmetricTensor) and the ellipsoids that follow from them
// (ShapeIteration), operation by operation as in Java, so that all bits are the same: +, -, *, / and
// sqrt round as there, and no product is fused with a sum (--fmad=false).
#pragma once

#include "common.cuh"

constexpr u32 SWEEPS = 50;          // SymmetricTensor.SWEEPS
constexpr double SMALL = 0x1p-52;  // SymmetricTensor.SMALL

constexpr i64 BITS_OF_NAN = 0x7ff8000000000000ll;  // those that Java writes

// Double.doubleToLongBits
__device__ __forceinline__ i64 bits_of(double value) {
  return value != value ? BITS_OF_NAN : __double_as_longlong(value);
}

struct Axes {
  double values[3];   // largest first
  double vectors[9];  // unit vectors along the axes

  // SymmetricTensor.ratio; Math.max keeps NaN, and 0 of either sign becomes 0.
  __device__ __forceinline__ double ratio(u32 axis) const {
    double value = values[axis];
    return sqrt((value <= 0 ? 0 : value) / values[0]);
  }
};

// Tensors on their way to a diagonal one.
struct Jacobi {
  double m[3][3];
  double v[3][3];  // rows are the vectors

  template <u32 P, u32 Q>
  __device__ __forceinline__ void rotate() {
    double mixed = m[P][Q];
    if (mixed == 0) {
      return;
    }
    double theta = (m[Q][Q] - m[P][P]) / (2 * mixed);
    double t = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1);
    double s = t * c;
#pragma unroll
    for (u32 k = 0; k < 3; k++) {
      turn(m[k][P], m[k][Q], c, s);
    }
#pragma unroll
    for (u32 k = 0; k < 3; k++) {
      turn(m[P][k], m[Q][k], c, s);
    }
#pragma unroll
    for (u32 k = 0; k < 3; k++) {
      turn(v[P][k], v[Q][k], c, s);
    }
  }

  __device__ __forceinline__ static void turn(double& a, double& b, double c, double s) {
    double x = a, y = b;
    a = c * x - s * y;
    b = s * x + c * y;
  }

  // Whether an eigenvalue comes before another: Double.compare of what is opposite to both.
  __device__ __forceinline__ bool precedes(u32 a, u32 b) const {
    double x = -m[a][a], y = -m[b][b];
    return x < y || (!(x > y) && bits_of(x) < bits_of(y));
  }

  __device__ __forceinline__ void put(Axes& axes, u32 to, u32 from) const {
    double decisive = v[from][0] != 0 ? v[from][0] : v[from][1] != 0 ? v[from][1] : v[from][2];
    double sign = decisive == 0 || decisive > 0 ? 1 : decisive < 0 ? -1 : decisive;
    axes.values[to] = m[from][from];
    for (u32 d = 0; d < 3; d++) {
      axes.vectors[3 * to + d] = sign * v[from][d];
    }
  }
};

// SymmetricTensor.diagonalise
__device__ inline void diagonalise(const double t[6], Axes& axes) {
  Jacobi j = {{{t[0], t[1], t[2]}, {t[1], t[3], t[4]}, {t[2], t[4], t[5]}},
              {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double small = SMALL * (fabs(t[0]) + fabs(t[3]) + fabs(t[5]));
  for (u32 sweep = 0; sweep < SWEEPS; sweep++) {
    if (fabs(j.m[0][1]) + fabs(j.m[0][2]) + fabs(j.m[1][2]) <= small) {
      break;
    }
    j.rotate<0, 1>();
    j.rotate<0, 2>();
    j.rotate<1, 2>();
  }
  u32 first = 0, second = 1, third = 2;
  if (j.precedes(1, 0)) {
    first = 1, second = 0;
  }
  if (j.precedes(2, second)) {
    third = second, second = 2;
    if (j.precedes(2, first)) {
      second = first, first = 2;
    }
  }
  j.put(axes, 0, first);
  j.put(axes, 1, second);
  j.put(axes, 2, third);
}

constexpr u32 ELLIPSOID = 13;       // Ellipsoids.DOUBLES
constexpr u32 RATIOS = 9;           // Ellipsoids.RATIOS
constexpr u32 RADIUS = 11;          // Ellipsoids.RADIUS
constexpr u32 UNIT = 12;            // Ellipsoids.UNIT
constexpr double MIN_RATIO = 1e-6;  // Ellipsoids.MIN_RATIO
constexpr u32 SHAPE_SUMS = 8;       // Ellipsoids.LONGS

// Ellipsoids.setSphere
__device__ __forceinline__ void set_sphere(double* e, double radius, double unit) {
  for (u32 d = 0; d < RATIOS; d++) {
    e[d] = d % 4 == 0 ? 1 : 0;
  }
  e[RATIOS] = 1;
  e[RATIOS + 1] = 1;
  e[RADIUS] = radius * radius;
  e[UNIT] = unit;
}

constexpr u32 SHAPE = 11;           // ShapeIteration.LONGS
constexpr u32 SHAPE_AXES = 2;       // ShapeIteration.AXES
constexpr i64 MIN_PARTICLES = 50;   // ShapeIteration.MIN_PARTICLES
constexpr double CONVERGED = 1e-3;  // ShapeIteration.CONVERGED

__device__ __forceinline__ bool undefined_shape(i64* shape) {
  for (u32 d = 0; d < SHAPE; d++) {
    shape[d] = BITS_OF_NAN;
  }
  return true;
}

// ShapeIteration.next: sets a shape and its next ellipsoid from sums, and returns whether the
// iteration ends.
__device__ inline bool next_shape(const i64* sums, double* e, i64* shape) {
  if (sums[SHAPE_SUMS - 1] < MIN_PARTICLES) {
    return undefined_shape(shape);
  }
  double tensor[6];
  for (u32 c = 0; c < 6; c++) {
    tensor[c] = double(sums[c]) / double(sums[6]);
  }
  Axes axes;
  diagonalise(tensor, axes);
  double second = axes.ratio(1), third = axes.ratio(2);
  if (second != second || third != third) {
    return undefined_shape(shape);
  }
  bool converged = fabs(second - sqrt(e[RATIOS])) < CONVERGED &&
                   fabs(third - sqrt(e[RATIOS + 1])) < CONVERGED;
  for (u32 d = 0; d < RATIOS; d++) {
    e[d] = axes.vectors[d];
    shape[SHAPE_AXES + d] = __double_as_longlong(axes.vectors[d]);
  }
  double limited[2] = {second > MIN_RATIO ? second : MIN_RATIO,
                       third > MIN_RATIO ? third : MIN_RATIO};
  e[RATIOS] = limited[0] * limited[0];
  e[RATIOS + 1] = limited[1] * limited[1];
  shape[0] = __double_as_longlong(second);
  shape[1] = __double_as_longlong(third);
  return converged;
}
