// Members of groups in pieces, for the kernels of groups.cu and group_sums.cu.
//
// Members are cut into pieces of a limited number of members of one group. A warp reduces a piece,
// and a warp or a thread what comes of the pieces of a group. Whatever is reduced is an integer:
// results do not depend on the pieces or on timing.
#pragma once

#include "common.cuh"

// Columns of points and particles; 64-bit fields throughout, as the launcher passes them.
struct Columns {
  const u32* members;
  const u32* rows;
  Points points;
  const u64* ids;
  const void* velocities;  // float or double, or null
  const void* masses;      // float or double, or null
  const u8* types;         // or null
  const double* mass_of_type;  // 0 where each particle has its own
  i64 only_type;
  i64 wide_velocities;  // whether they are double
  i64 wide_masses;

  __device__ __forceinline__ u32 type(u32 row) const {
    return types ? __ldg(types + row) : u32(only_type);
  }
  __device__ __forceinline__ double mass(u32 row) const {
    double of_type = __ldg(mass_of_type + type(row));
    return !masses || of_type != 0 ? of_type : value(masses, wide_masses, row);
  }
  __device__ __forceinline__ u32 point(u64 member) const { return __ldg(members + member); }
  __device__ __forceinline__ u32 row(u32 point) const { return __ldg(rows + point); }
  __device__ __forceinline__ u64 id(u32 row) const { return __ldg(ids + row); }
  __device__ __forceinline__ double velocity(u32 row, u32 d) const {
    return value(velocities, wide_velocities, 3 * u64(row) + d);
  }
  // All of a velocity, with its loads under way at once.
  __device__ __forceinline__ void velocity(u32 row, double components[3]) const {
    if (wide_velocities) {
      load(static_cast<const double*>(velocities), row, components);
    } else {
      load(static_cast<const float*>(velocities), row, components);
    }
  }

 private:
  template <class Real>
  __device__ __forceinline__ static void load(const Real* column, u32 row, double components[3]) {
    const Real* first = column + 3 * u64(row);
    Real x = __ldg(first), y = __ldg(first + 1), z = __ldg(first + 2);
    components[0] = x, components[1] = y, components[2] = z;
  }
  __device__ __forceinline__ static double value(const void* column, bool wide, u64 i) {
    return wide ? __ldg(static_cast<const double*>(column) + i)
                : __ldg(static_cast<const float*>(column) + i);
  }
};

// Groups as ranges of members and of pieces.
struct Ranges {
  u64 groups;
  const u64* first_member;
  const u64* first_piece;
  u64 piece_members;  // most members of a piece
};

struct Piece {
  u64 group, from, to;
};

__device__ __forceinline__ Piece find_piece(const Ranges& ranges, u64 piece) {
  u64 group =
      count_below(ranges.groups - 1, [&](u64 at) { return ranges.first_piece[at + 1] <= piece; });
  u64 from = ranges.first_member[group] + (piece - ranges.first_piece[group]) * ranges.piece_members;
  return {group, from, min(from + ranges.piece_members, ranges.first_member[group + 1])};
}
