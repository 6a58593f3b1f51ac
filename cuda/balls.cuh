// Fixed point of places anywhere, and the boxes that hold a ball (FixedPoint.toNearest, BallBoxes).
#pragma once

#include "common.cuh"

// FixedPoint.OPEN_LOWEST and FixedPoint.OPEN_HIGHEST.
constexpr double OPEN_LOWEST = -double(3u << 29) + 1;
constexpr double OPEN_HIGHEST = (1 << 29) - 1;

// Same operations as FixedPoint.toNearest.
__device__ __forceinline__ int nearest_fixed(double x, u32 d, const FixedPointMap& map,
                                             bool periodic) {
  double cell = map.cell[d];
  if (!(cell > 0)) {
    return 0;
  }
  double cells = rint(x / cell);
  return periodic ? int(u32(u64(i64(cells)) - u64(map.offset[d])))
                  : int(fmax(OPEN_LOWEST, fmin(OPEN_HIGHEST, cells - double(map.offset[d]))));
}

constexpr u32 KEY_BITS = 21;  // Splitters.BITS
constexpr double CELLS = 4294967296.0;  // BallBoxes.CELLS
constexpr double SLACK = 16;  // BallBoxes.SLACK

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

// Whether a ball reaches out of the piece with the keys from first to last (KeyRange.holds); `last`
// is -1 for none.
__device__ __forceinline__ bool leaves(const int* centre, double radius, const FixedPointMap& map,
                                       bool periodic, i64 first, i64 last) {
  return any_box(centre, radius, map, periodic, [=](u32* low, u32* high) {
    return i64(key_of_cells(low)) < first || i64(key_of_cells(high)) > last;
  });
}
