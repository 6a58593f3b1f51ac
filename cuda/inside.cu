// Moments and shapes of what is inside spheres (InsideKernels): a warp for each
// sphere where points are summed up, otherwise a thread.
#include "axes.cuh"
#include "moments.cuh"
#include "motions.cuh"
#include "nfw.cuh"
#include "sphere_walk.cuh"

// Moments of points.
struct MomentTake {
  static constexpr bool NODES = false;
  const Columns& columns;
  u32 types;  // bits of those that count
  Frame frame;
  MomentSums own;

  __device__ bool whole(u32, bool) const { return false; }
  __device__ bool opens_leaf() const { return true; }
  __device__ void nodes(u64, u64) {}
  __device__ void point(u32 i, int dx, int dy, int dz) {
    u32 row = columns.row(i);
    if (types >> columns.type(row) & 1) {
      own.add(columns, row, frame, dx, dy, dz);
    }
  }
};

// Sums are added to what is there if `more` is not 0.
template <class Criterion>
__device__ void moments_inside(const Levels& levels, const Columns& columns, const Frames& frames,
                               const u64* squares, u64 count, u32 types, u32 more, i64* sums,
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
      i64* row = sums + MOMENTS * s;
      row[c] = more ? row[c] + sum : sum;
    }
  }
}

// Rows of Frames (Motions.frames).
extern "C" __global__ void make_frames(const int* centres, const double* velocities,
                                       const double* masses, const double* radii, u64 count,
                                       MotionFactors factors, i64* rows) {
  u64 s = thread_index();
  if (s >= count) {
    return;
  }
  i64* row = rows + FRAME * s;
  for (u32 d = 0; d < 3; d++) {
    row[d] = centres[3 * s + d];
    row[3 + d] = __double_as_longlong(velocities[3 * s + d]);
  }
  row[6] = __double_as_longlong(unit_of_masses(masses[s]));
  row[7] = __double_as_longlong(reciprocal_power(radii[s]));
  row[8] = __double_as_longlong(reciprocal_power(factors.speed));
}

// Motions from the sums of moments.
extern "C" __global__ void motions_of_moments(const i64* sums, const i64* frames, u64 count,
                                              MotionFactors factors, const double* flow,
                                              double* motions) {
  u64 s = thread_index();
  if (s < count) {
    const i64* frame = frames + FRAME * s;
    set_motions(sums + MOMENTS * s, __longlong_as_double(frame[7]), __longlong_as_double(frame[8]),
                factors, flow[s], motions + MOTIONS * s);
  }
}

// Motions in shells from the sums of moments in sets of concentric spheres.
extern "C" __global__ void shells_of_moments(const i64* sums, const i64* frames, u64 count,
                                             MotionFactors factors, const double* flow, u64 edges,
                                             double* shells) {
  u64 s = thread_index();
  if (s >= count) {
    return;
  }
  if (s % edges == edges - 1) {
    shells[SHELL * s] = 0;
    shells[SHELL * s + 1] = 0;
    return;
  }
  const i64* frame = frames + FRAME * s;
  set_shell(sums + MOMENTS * s, sums + MOMENTS * (s + 1), __longlong_as_double(frame[7]),
            __longlong_as_double(frame[8]), factors, flow[s], shells + SHELL * s);
}

// Replaces numbers by concentrations.
extern "C" __global__ void concentrations(double* numbers, u64 count, u32 by_vmax) {
  u64 i = thread_index();
  if (i < count) {
    numbers[i] = concentration(by_vmax, numbers[i]);
  }
}

// Points inside an ellipsoid, as Ellipsoids.add has them, operation by operation. A warp has every
// so many leaves.
struct ShapeTake {
  static constexpr bool NODES = false;
  const Columns& columns;
  u32 types;  // bits of those that count
  const double* cell;
  const double* e;  // axes, squares of axis ratios, square of the major axis, unit of masses
  u32 part, parts;  // which leaves are those of this warp
  u32 leaves;       // met so far
  i64 sums[SHAPE_SUMS];

  __device__ bool whole(u32, bool) const { return false; }
  __device__ bool opens_leaf() { return parts == 1 || leaves++ % parts == part; }
  __device__ void nodes(u64, u64) {}
  __device__ void point(u32 i, int dx, int dy, int dz) {
    double x[3] = {dx * cell[0], dy * cell[1], dz * cell[2]};
    double a = x[0] * e[0] + x[1] * e[1] + x[2] * e[2];
    double b = x[0] * e[3] + x[1] * e[4] + x[2] * e[5];
    double c = x[0] * e[6] + x[1] * e[7] + x[2] * e[8];
    double square = a * a + b * b / e[RATIOS] + c * c / e[RATIOS + 1];
    u32 row = columns.row(i);
    if (square > e[RADIUS] || square == 0 || !(types >> columns.type(row) & 1)) {
      return;
    }
    double weight = columns.mass(row) * e[UNIT] / square;
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

constexpr u64 LARGE = 2048;         // CudaShapes.LARGE
constexpr u64 POINTS_OF_PART = 1024;  // CudaShapes.POINTS_OF_PART

// Spheres with their ellipsoids: `count` of them, in rows `which`, which is null where they are all.
// If `parts` is 1, a warp has a sphere, and does nothing if the number of points inside is LARGE.
// Otherwise so many warps have a sphere, and do nothing if that number is less.
struct Shapes {
  const int* centres;
  const u64* squares;
  const double* ellipsoids;
  const u64* numbers;  // of points inside; null where none counts as large
  const u32* which;
  u64 count;
  u64 parts;
};

// Sums of the k-th of the shapes go to row k; they are added to what is there if `more` is not 0.
template <class Criterion>
__device__ void shapes_inside(const Levels& levels, const Columns& columns, const Cells& cells,
                              const Shapes& shapes, u32 types, u32 more, i64* sums,
                              const Criterion& criterion) {
  __shared__ Pending stack[WARPS][MAX_LEVELS];
  u64 warp = thread_index() / 32, k = warp / shapes.parts;
  if (k >= shapes.count) {
    return;
  }
  u64 s = shapes.which ? shapes.which[k] : k;
  u64 number = shapes.numbers ? shapes.numbers[s] : 0;
  i64* row = sums + SHAPE_SUMS * k;
  u32 part = u32(warp % shapes.parts), parts = 1;
  if (shapes.parts > 1) {
    parts = u32(min(shapes.parts, number / POINTS_OF_PART));
    if (number < LARGE || part >= parts) {
      return;
    }
  } else if (number >= LARGE) {  // its parts come later, and add their sums
    if (!more && lane_index() < SHAPE_SUMS) {
      row[lane_index()] = 0;
    }
    return;
  }
  ShapeTake take = {columns, types, cells.cell, shapes.ellipsoids + ELLIPSOID * s, part, parts, 0, {}};
  SphereWalk<Criterion, ShapeTake>{
      levels, columns.points, centre_of(shapes.centres, s), shapes.squares[s], criterion, take}
      .walk(stack[threadIdx.x / 32]);
  for (u32 c = 0; c < SHAPE_SUMS; c++) {
    i64 sum = warp_sum(take.sums[c]);
    if (lane_index() == c) {
      if (parts > 1) {
        atomicAdd(reinterpret_cast<u64*>(row + c), u64(sum));
      } else {
        row[c] = more ? row[c] + sum : sum;
      }
    }
  }
}

// The spheres from which iterations begin (ShapeStarts).
extern "C" __global__ void start_shapes(const double* radii, const double* units, u64 count,
                                        double* ellipsoids) {
  u64 s = thread_index();
  if (s < count) {
    set_sphere(ellipsoids + ELLIPSOID * s, radii[s], units[s]);
  }
}

// A round of ShapeIteration for the shapes in rows `running`, from sums in turn. Sets the bits of
// those that go on.
extern "C" __global__ void next_shapes(const u32* running, u64 count, const i64* sums,
                                       double* ellipsoids, i64* shapes, u32* going_on) {
  u64 k = thread_index();
  bool goes_on = false;
  if (k < count) {
    u64 s = running[k];
    goes_on = !next_shape(sums + SHAPE_SUMS * k, ellipsoids + ELLIPSOID * s, shapes + SHAPE * s);
  }
  store_bits(going_on, k, count, goes_on);
}

#define INSIDE_ENTRY_POINTS(suffix, Criterion)                                                    \
  extern "C" __global__ void moments_inside_##suffix(                                             \
      Levels levels, Columns columns, Frames frames, const u64* squares, u64 count, u32 types,    \
      u32 more, i64* sums, Criterion criterion) {                                                 \
    moments_inside(levels, columns, frames, squares, count, types, more, sums, criterion);        \
  }                                                                                               \
  extern "C" __global__ void shapes_inside_##suffix(                                              \
      Levels levels, Columns columns, Cells cells, Shapes shapes, u32 types, u32 more, i64* sums, \
      Criterion criterion) {                                                                      \
    shapes_inside(levels, columns, cells, shapes, types, more, sums, criterion);                  \
  }

INSIDE_ENTRY_POINTS(isotropic, IsotropicCriterion)
INSIDE_ENTRY_POINTS(general, GeneralCriterion)
