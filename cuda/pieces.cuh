// Members of groups in pieces, for the kernels of groups.cu and group_sums.cu.
//
// Members are cut into pieces of a limited number of members of one group. A warp reduces a piece,
// and a warp adds up the pieces of a group in a fixed order: results do not depend on timing.
#pragma once

#include "common.cuh"

// Columns of points and particles; 64-bit fields throughout, as the launcher passes them.
struct Columns {
  const u32* members;
  const u32* rows;
  Points points;
  const u64* ids;
  const float* velocities;  // or null
  const float* masses;      // or null
  const u8* types;          // or null
  const double* mass_of_type;
  i64 only_type;

  __device__ __forceinline__ u32 type(u32 row) const {
    return types ? __ldg(types + row) : u32(only_type);
  }
  __device__ __forceinline__ double mass(u32 row) const {
    return masses ? __ldg(masses + row) : __ldg(mass_of_type + type(row));
  }
  __device__ __forceinline__ u32 point(u64 member) const { return __ldg(members + member); }
  __device__ __forceinline__ u32 row(u32 point) const { return __ldg(rows + point); }
  __device__ __forceinline__ u64 id(u32 row) const { return __ldg(ids + row); }
  __device__ __forceinline__ float velocity(u32 row, u32 d) const {
    return __ldg(velocities + 3 * u64(row) + d);
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
