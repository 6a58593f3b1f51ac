// Sums of moments in the frames of sets of particles (Moments).
#pragma once

#include "pieces.cuh"

constexpr u32 MOMENTS = 15;  // Moments.LONGS

constexpr u32 FRAME = 9;  // MomentFrames.WORDS

// Frames, as the launcher passes them.
struct Frames {
  const i64* rows;
  double cell[3];
};

struct Frame {
  Place centre;
  double velocity[3], cell[3];
  double per_mass, per_length, per_speed;
};

__device__ __forceinline__ Frame frame_of(const Frames& frames, u64 set) {
  const i64* row = frames.rows + FRAME * set;
  auto real = [&](u32 i) { return __longlong_as_double(row[i]); };
  return {{int(row[0]), int(row[1]), int(row[2])},
          {real(3), real(4), real(5)},
          {frames.cell[0], frames.cell[1], frames.cell[2]},
          real(6),
          real(7),
          real(8)};
}

struct MomentSums {
  i64 sums[MOMENTS];

  // Adds a particle at some distance from the centre (Moments.add, operation by operation).
  __device__ void add(const Columns& columns, u32 row, const Frame& frame, int dx, int dy, int dz) {
    int distance[3] = {dx, dy, dz};
    double x[3], v[3], mass = columns.mass(row) * frame.per_mass;
    for (u32 d = 0; d < 3; d++) {
      x[d] = distance[d] * frame.cell[d] * frame.per_length;
      double stored = columns.velocities ? columns.velocity(row, d) : 0;
      v[d] = (stored - frame.velocity[d]) * frame.per_speed;
    }
    double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    double length = sqrt(square), along = x[0] * v[0] + x[1] * v[1] + x[2] * v[2];
    sums[0] += __double2ll_rn(mass);
    for (u32 d = 0; d < 3; d++) {
      u32 a = (d + 1) % 3, b = (d + 2) % 3;
      sums[1 + d] += __double2ll_rn(mass * x[d]);
      sums[4 + d] += __double2ll_rn(mass * v[d]);
      sums[7 + d] += __double2ll_rn(mass * (x[a] * v[b] - x[b] * v[a]));
    }
    sums[10] += __double2ll_rn(mass * along);
    sums[11] += __double2ll_rn(mass * square);
    sums[12] += __double2ll_rn(mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    sums[13] += __double2ll_rn(mass * length);
    sums[14] += __double2ll_rn(mass * (length > 0 ? along / length : 0));
  }
};
