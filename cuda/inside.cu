// Moments and shapes of what is inside spheres (InsideKernels): a warp for each sphere.
#include "moments.cuh"
#include "sphere_walk.cuh"

// Moments of points.
struct MomentTake {
  static constexpr bool NODES = false;
  const Columns& columns;
  u32 types;  // bits of those that count
  Frame frame;
  MomentSums own;

  __device__ bool whole(u32, bool) const { return false; }
  __device__ void nodes(u64, u64) {}
  __device__ void point(u32 i, int dx, int dy, int dz) {
    u32 row = columns.row(i);
    if (types >> columns.type(row) & 1) {
      own.add(columns, row, frame, dx, dy, dz);
    }
  }
};

template <class Criterion>
__device__ void moments_inside(const Levels& levels, const Columns& columns, const Frames& frames,
                               const u64* squares, u64 count, u32 types, i64* sums,
                               const Criterion& criterion) {
  __shared__ Pending stack[WARPS][MAX_LEVELS];
  u64 s = thread_index() / 32;
  if (s >= count) {
    return;
  }
  MomentTake take = {columns, types, frame_of(frames, s), {}};
  SphereWalk<Criterion, MomentTake>{levels,     columns.points, take.frame.centre,
                                    squares[s], criterion,      take}
      .walk(stack[threadIdx.x / 32]);
  for (u32 c = 0; c < MOMENTS; c++) {
    i64 sum = warp_sum(take.own.sums[c]);
    if (lane_index() == c) {
      sums[MOMENTS * s + c] = sum;
    }
  }
}

constexpr u32 ELLIPSOID = 13;  // Ellipsoids.DOUBLES
constexpr u32 SHAPE = 8;       // Ellipsoids.LONGS

// Points inside an ellipsoid, as Ellipsoids.add has them, operation by operation.
struct ShapeTake {
  static constexpr bool NODES = false;
  const Columns& columns;
  u32 types;  // bits of those that count
  const double* cell;
  const double* e;  // axes, squares of axis ratios, square of the major axis, unit of masses
  i64 sums[SHAPE];

  __device__ bool whole(u32, bool) const { return false; }
  __device__ void nodes(u64, u64) {}
  __device__ void point(u32 i, int dx, int dy, int dz) {
    double x[3] = {dx * cell[0], dy * cell[1], dz * cell[2]};
    double a = x[0] * e[0] + x[1] * e[1] + x[2] * e[2];
    double b = x[0] * e[3] + x[1] * e[4] + x[2] * e[5];
    double c = x[0] * e[6] + x[1] * e[7] + x[2] * e[8];
    double square = a * a + b * b / e[9] + c * c / e[10];
    u32 row = columns.row(i);
    if (square > e[11] || square == 0 || !(types >> columns.type(row) & 1)) {
      return;
    }
    double weight = columns.mass(row) * e[12] / square;
    sums[0] += __double2ll_rn(weight * x[0] * x[0]);
    sums[1] += __double2ll_rn(weight * x[0] * x[1]);
    sums[2] += __double2ll_rn(weight * x[0] * x[2]);
    sums[3] += __double2ll_rn(weight * x[1] * x[1]);
    sums[4] += __double2ll_rn(weight * x[1] * x[2]);
    sums[5] += __double2ll_rn(weight * x[2] * x[2]);
    sums[6] += __double2ll_rn(weight * square);
    sums[7]++;
  }
};

// Cell sizes of the map.
struct Cells {
  double cell[3];
};

template <class Criterion>
__device__ void shapes_inside(const Levels& levels, const Columns& columns, const Cells& cells,
                              const int* centres, const u64* squares, const double* ellipsoids,
                              u64 count, u32 types, i64* sums, const Criterion& criterion) {
  __shared__ Pending stack[WARPS][MAX_LEVELS];
  u64 s = thread_index() / 32;
  if (s >= count) {
    return;
  }
  ShapeTake take = {columns, types, cells.cell, ellipsoids + ELLIPSOID * s, {}};
  SphereWalk<Criterion, ShapeTake>{levels,     columns.points, centre_of(centres, s),
                                   squares[s], criterion,      take}
      .walk(stack[threadIdx.x / 32]);
  for (u32 c = 0; c < SHAPE; c++) {
    i64 sum = warp_sum(take.sums[c]);
    if (lane_index() == c) {
      sums[SHAPE * s + c] = sum;
    }
  }
}

#define INSIDE_ENTRY_POINTS(suffix, Criterion)                                                    \
  extern "C" __global__ void moments_inside_##suffix(                                             \
      Levels levels, Columns columns, Frames frames, const u64* squares, u64 count, u32 types,    \
      i64* sums, Criterion criterion) {                                                           \
    moments_inside(levels, columns, frames, squares, count, types, sums, criterion);              \
  }                                                                                               \
  extern "C" __global__ void shapes_inside_##suffix(                                              \
      Levels levels, Columns columns, Cells cells, const int* centres, const u64* squares,        \
      const double* ellipsoids, u64 count, u32 types, i64* sums, Criterion criterion) {           \
    shapes_inside(levels, columns, cells, centres, squares, ellipsoids, count, types, sums,       \
                  criterion);                                                                     \
  }

INSIDE_ENTRY_POINTS(isotropic, IsotropicCriterion)
INSIDE_ENTRY_POINTS(general, GeneralCriterion)
