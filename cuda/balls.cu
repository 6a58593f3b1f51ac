// Coordinates on the device to fixed point, and balls that reach into a piece of the Morton order
// (ParticleKernels.quantise and ParticleKernels.reaching).
#include "common.cuh"

// FixedPoint.OPEN_LOWEST and FixedPoint.OPEN_HIGHEST.
constexpr double OPEN_LOWEST = -double(3u << 29) + 1;
constexpr double OPEN_HIGHEST = (1 << 29) - 1;

// Thread per coordinate; same operations as FixedPoint.toNearest.
template <class Real>
__device__ void quantise_nearest(const Real* xyz, u64 values, const FixedPointMap& map,
                                 u32 periodic, int* fixed) {
  u64 i = thread_index();
  if (i >= values) {
    return;
  }
  u32 d = i % 3;
  double cell = map.cell[d];
  double cells = rint(double(xyz[i]) / cell);
  if (!(cell > 0)) {
    fixed[i] = 0;
  } else if (periodic) {
    fixed[i] = int(u32(u64(i64(cells)) - u64(map.offset[d])));
  } else {
    fixed[i] = int(fmax(OPEN_LOWEST, fmin(OPEN_HIGHEST, cells - double(map.offset[d]))));
  }
}

extern "C" __global__ void quantise_nearest_4(const float* xyz, u64 values, FixedPointMap map,
                                              u32 periodic, int* fixed) {
  quantise_nearest(xyz, values, map, periodic, fixed);
}

extern "C" __global__ void quantise_nearest_8(const double* xyz, u64 values, FixedPointMap map,
                                              u32 periodic, int* fixed) {
  quantise_nearest(xyz, values, map, periodic, fixed);
}

constexpr u32 KEY_BITS = 21;
constexpr double CELLS = 4294967296.0;
constexpr double SLACK = 16;

// One side of the boxes that hold a ball, in the leading bits of fixed point (BallBoxes).
struct Side {
  u32 lower[2], upper[2];
  u32 parts;
};

__device__ __forceinline__ u32 key_cell(i64 fixed) {
  return (u32(int(fixed)) ^ 0x80000000u) >> (32 - KEY_BITS);
}

__device__ Side side_of(int centre, double radius, double cell, bool periodic) {
  const i64 lowest = -(1ll << 31), highest = (1ll << 31) - 1;
  double cells = radius / cell * (1 + 0x1p-20) + SLACK;
  if (!(cell > 0) || !(cells < CELLS / 2 - 1)) {
    return {{key_cell(lowest), 0}, {key_cell(highest), 0}, 1};
  }
  i64 low = centre - i64(cells), high = centre + i64(cells);
  Side side = {{key_cell(max(low, lowest)), 0}, {key_cell(min(high, highest)), 0}, 1};
  if (periodic && (low < lowest || high > highest)) {
    side.parts = 2;
    side.lower[1] = low < lowest ? key_cell(low) : key_cell(lowest);
    side.upper[1] = low < lowest ? key_cell(highest) : key_cell(high);
  }
  return side;
}

__device__ __forceinline__ u64 key_of_cells(const u32* cell) {
  return spread(cell[0]) << 2 | spread(cell[1]) << 1 | spread(cell[2]);
}

// Whether a box has a key from first to last (KeyRange.meets).
__device__ bool box_meets(u32* low, u32* high, u64 first, u64 last) {
  while (true) {
    u64 lowest = key_of_cells(low), highest = key_of_cells(high);
    if (lowest > last || highest < first) {
      return false;
    }
    if (lowest >= first || highest <= last) {
      return true;
    }
    u32 bit = 63 - __clzll(lowest ^ highest);
    u32 d = 2 - bit % 3;
    u32 top = high[d];
    u32 middle = top >> bit / 3 << bit / 3;
    high[d] = middle - 1;
    if (key_of_cells(high) < first) {
      high[d] = top;
      low[d] = middle;
    }
  }
}

// The boxes that hold a ball, one by one, until one of them passes a test of its lowest and highest
// cells.
template <class Test>
__device__ __forceinline__ bool any_box(const int* centre, double radius, const FixedPointMap& map,
                                        bool periodic, const Test& test) {
  Side x = side_of(centre[0], radius, map.cell[0], periodic);
  Side y = side_of(centre[1], radius, map.cell[1], periodic);
  Side z = side_of(centre[2], radius, map.cell[2], periodic);
  for (u32 a = 0; a < x.parts; a++) {
    for (u32 b = 0; b < y.parts; b++) {
      for (u32 c = 0; c < z.parts; c++) {
        u32 low[3] = {x.lower[a], y.lower[b], z.lower[c]};
        u32 high[3] = {x.upper[a], y.upper[b], z.upper[c]};
        if (test(low, high)) {
          return true;
        }
      }
    }
  }
  return false;
}

// Thread per ball: whether it reaches into the piece with the keys from first to last.
extern "C" __global__ void balls_reaching(const int* centre, const double* radius, u64 n,
                                          FixedPointMap map, u32 periodic, u64 first, u64 last,
                                          u32* bits) {
  u64 i = thread_index();
  bool reaches = i < n && any_box(centre + 3 * i, radius[i], map, periodic,
                                  [=](u32* low, u32* high) {
                                    return box_meets(low, high, first, last);
                                  });
  store_bits(bits, i, n, reaches);
}

// Thread per ball: whether it reaches out of the piece (KeyRange.holds); `last` is -1 for none.
extern "C" __global__ void balls_leaving(const int* centre, const double* radius, u64 n,
                                         FixedPointMap map, u32 periodic, i64 first, i64 last,
                                         u32* bits) {
  u64 i = thread_index();
  bool leaves = i < n && any_box(centre + 3 * i, radius[i], map, periodic,
                                 [=](u32* low, u32* high) {
                                   return i64(key_of_cells(low)) < first ||
                                          i64(key_of_cells(high)) > last;
                                 });
  store_bits(bits, i, n, leaves);
}
