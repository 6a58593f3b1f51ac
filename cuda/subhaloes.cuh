// Group members, sums about the centre of a set of members, and subhaloes, for the kernels of
// subhalo_candidates.cu, subhalo_unbinding.cu, subhalo_order.cu and subhalo_measures.cu.
#pragma once

#include "group_sums.cuh"
#include "potential.cuh"

constexpr u32 NONE = ~0u;   // SubhaloMembers.NONE
constexpr u32 LEAST = 20;   // SubhaloKernels.MIN_MEMBERS
constexpr u64 SIGN = 1ull << 63;

// Members of groups, group by group (CudaMembers).
struct Members {
  const int* place;       // [3 count]
  const double* velocity;  // [3 count]
  const double* mass;
  const double* thermal;  // or null
  const u64* id;
  const u8* types;  // or null
  const double* density;
  const u32* start;  // [groups + 1]
  const u32* group;  // of each member
  u64 count, groups, type_count, only_type;

  __device__ __forceinline__ Place at(u64 i) const {
    const int* xyz = place + 3 * i;
    return {__ldg(xyz), __ldg(xyz + 1), __ldg(xyz + 2)};
  }
  __device__ __forceinline__ u32 type(u64 i) const {
    return types ? __ldg(types + i) : u32(only_type);
  }
};

// SubhaloPhysics of a group; the potential of a unit mass at its own position, and the length of the
// softening.
struct Physics {
  double gravity, hubble, scale_factor, itself, softening;
};

// GroupUnits.
struct Units {
  double mass, speed, depth;
};

// An integer that orders doubles, -0 before 0 (SortedOrder.increasing).
__device__ __forceinline__ u64 ordered_bits(double value) {
  u64 bits = __double_as_longlong(value);
  return i64(bits) < 0 ? ~bits : bits ^ SIGN;
}

constexpr u32 SUMS = 7;  // mass, mass times cells, mass times velocity

// The same operations as CentreOfMassFrame: sums of a set about a position, and their means.
template <u32 THREADS>
struct Frame {
  Sum sums[SUMS];
  Sum of_warps[THREADS / 32][SUMS];
  Place origin;
  double mass, cells[3], velocity[3];
};

// Adds sums over rows [0, count) to those of the frame, or subtracts them. All threads of the
// block pass the same arguments.
template <u32 THREADS>
__device__ void add_to_frame(Frame<THREADS>& frame, const Members& members, const Units& units,
                             const u32* row, u32 count, bool subtract) {
  constexpr double UNIT_CELLS = 0x1p31;  // CentreOfMassFrame.UNIT_CELLS
  Slices slices[SUMS];
  for (u32 i = threadIdx.x; i < count; i += THREADS) {
    u32 at = row[i];
    double m = __ldg(members.mass + at) / units.mass;
    Place place = members.at(at);
    const double* v = members.velocity + 3 * u64(at);
    slices[0].add(m);
    slices[1].add(m * (double(int(u32(place.x) - u32(frame.origin.x))) / UNIT_CELLS));
    slices[2].add(m * (double(int(u32(place.y) - u32(frame.origin.y))) / UNIT_CELLS));
    slices[3].add(m * (double(int(u32(place.z) - u32(frame.origin.z))) / UNIT_CELLS));
    slices[4].add(m * (__ldg(v) / units.speed));
    slices[5].add(m * (__ldg(v + 1) / units.speed));
    slices[6].add(m * (__ldg(v + 2) / units.speed));
  }
  for (u32 k = 0; k < SUMS; k++) {
    Sum sum = slices[k].total();
    if (lane_index() == 0) {
      frame.of_warps[threadIdx.x / 32][k] = sum;
    }
  }
  __syncthreads();
  if (threadIdx.x < SUMS) {
    u32 k = threadIdx.x;
    Sum all = {};
    for (u32 w = 0; w < THREADS / 32; w++) {
      all.add(frame.of_warps[w][k]);
    }
    if (subtract) {
      all = {0 - all.low, i64(~u64(all.high) + (all.low == 0))};
    }
    frame.sums[k].add(all);
  }
  __syncthreads();
  if (threadIdx.x < SUMS) {
    u32 k = threadIdx.x;
    double total = value_of(frame.sums[0]);
    double value = k == 0 ? 0 : value_of(frame.sums[k]);
    if (k == 0) {
      frame.mass = total * units.mass;
    } else if (k < 4) {
      frame.cells[k - 1] = total > 0 ? value / total * UNIT_CELLS : 0;
    } else {
      frame.velocity[k - 4] = total > 0 ? value / total * units.speed : 0;
    }
  }
  __syncthreads();
}

template <u32 THREADS>
__device__ void clear_frame(Frame<THREADS>& frame, const Place& origin) {
  __syncthreads();
  if (threadIdx.x < SUMS) {
    frame.sums[threadIdx.x] = {};
  }
  if (threadIdx.x == 0) {
    frame.origin = origin;
  }
  __syncthreads();
}

// Comoving position of a member relative to the centre of mass, and its velocity relative to the
// mean velocity, with the Hubble flow.
template <u32 THREADS>
__device__ __forceinline__ void in_frame(const Frame<THREADS>& frame, const Members& members,
                                         const Physics& physics, const double cell[3], u32 at,
                                         double x[3], double v[3]) {
  Place place = members.at(at);
  int cells[3] = {int(u32(place.x) - u32(frame.origin.x)), int(u32(place.y) - u32(frame.origin.y)),
                  int(u32(place.z) - u32(frame.origin.z))};
  for (u32 d = 0; d < 3; d++) {
    x[d] = (double(cells[d]) - frame.cells[d]) * cell[d];
    v[d] = __ldg(members.velocity + 3 * u64(at) + d) - frame.velocity[d] + physics.hubble * x[d];
  }
}

// State of the unbinding of a candidate.
enum Phase : u32 { NEW, WAITING, UNBOUND, BOUND };

struct State {
  u32 phase, count, deepest, unused;
  u64 smallest_id;
};
static_assert(sizeof(State) == 24, "three longs, as in CudaUnbinding");

// Subhaloes, group by group and in each by rank.
struct Subhaloes {
  u64 count;
  const u32* candidate;
  const u32* of_candidate;  // subhalo of each candidate, or NONE
  const u32* first;         // first subhalo of each group [groups + 1]
  const u64* before;        // members of all earlier subhaloes [count + 1]
  const u32* around;        // smallest enclosing candidate, or itself
  const State* states;      // of candidates
  const u32* owner;         // candidate in which each member is bound, or NONE
  const double* energy;     // of each bound member

  __device__ __forceinline__ u32 deepest(u32 s) const {
    return states[candidate[s]].deepest;
  }
  __device__ __forceinline__ u32 of_member(u32 member) const {
    u32 c = owner[member];
    return c == NONE ? NONE : of_candidate[c];
  }
};
