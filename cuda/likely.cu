// The members that may be deepest in the potential of their group, from all pairs
// (PotentialKernels.likely, MinimumCandidates). Upper bounds are summed up in single precision; the
// potential of the member with the largest one is what others have to reach.
#include "potential.cuh"

constexpr u32 WARPS = 8;             // per block
constexpr u32 TARGETS = 2;           // of a lane
constexpr u32 WARP_TARGETS = 64;     // as in CudaLikelyMembers
constexpr double ROUNDING = 5e-6;    // of a term and of a sum of 32 of them
constexpr double SUM_ROUNDING = 1e-9;  // of sums of doubles, and of the integers that decide
constexpr float UNBOUNDED = 0x1p127f;

// Warps that a group needs: none if it is longer than all pairs are worth, or has members on other
// ranks.
extern "C" __global__ void count_tiles(Tree tree, u64 longest, const u32* elsewhere,
                                       u64 elsewhere_count, u64* tiles) {
  u64 group = thread_index();
  if (group > tree.groups) {
    return;
  }
  u64 count = 0;
  if (group < tree.groups) {
    u64 members = tree.start[group + 1] - tree.start[group];
    u64 e = count_below(elsewhere_count, [&](u64 at) { return elsewhere[at] < group; });
    bool whole = e == elsewhere_count || elsewhere[e] != group;
    count = whole && members <= longest ? (members + WARP_TARGETS - 1) / WARP_TARGETS : 0;
  }
  tiles[group] = count;
}

extern "C" __global__ void fill_bounds(float* upper, u64 count) {
  u64 m = thread_index();
  if (m < count) {
    upper[m] = UNBOUNDED;
  }
}

// Softening.potential in single precision, times the length.
__device__ __forceinline__ float softened(float u) {
  float v = u * u;
  return u < 0.5f ? 2.8f - v * (16.0f / 3 - v * (9.6f - 6.4f * u))
                  : -1 / (15 * u) + 3.2f -
                        v * (32.0f / 3 - u * (16 - u * (9.6f - 32.0f / 15 * u)));
}

// Upper bounds for the members of a tile, and the member with the largest one of each group: bits
// of the bound, and the complement of the member's number in the group.
extern "C" __global__ void bound_by_pairs(Tree tree, Field field, const u64* first_tile,
                                          u64 tiles, float* upper, u64* best) {
  __shared__ float4 staged[WARPS][32];
  u64 w = thread_index() / 32;
  if (w >= tiles) {
    return;
  }
  float4* stage = staged[threadIdx.x / 32];
  u64 group = count_below(tree.groups - 1, [&](u64 g) { return first_tile[g + 1] <= w; });
  u64 from = tree.start[group], to = tree.start[group + 1];
  Place anchor = place_of(tree.points, u32(from));
  auto source = [&](u64 m) -> float4 {
    Place p = place_of(tree.points, u32(m));
    return {float(double(int(u32(p.x) - u32(anchor.x))) * field.cell[0]),
            float(double(int(u32(p.y) - u32(anchor.y))) * field.cell[1]),
            float(double(int(u32(p.z) - u32(anchor.z))) * field.cell[2]), float(tree.mass[m])};
  };
  double nearest = tree.softening[group] / (14.0 / 5);
  float soft = float(tree.softening[group]);
  float4 target[TARGETS];
  double sum[TARGETS] = {};
  u64 first = from + (w - first_tile[group]) * WARP_TARGETS + lane_index();
  for (u32 t = 0; t < TARGETS; t++) {
    target[t] = source(min(first + 32 * t, to - 1));
  }
  float extent = 0;
  bool near = true;
  for (u64 base = from; base < to; base += 32) {
    u64 m = base + lane_index();
    float4 own = {0, 0, 0, 0};
    if (m < to) {
      own = source(m);
      extent = fmaxf(extent, fabsf(own.x) + fabsf(own.y) + fabsf(own.z));
      near = near && 2 * fabs(double(own.x)) < field.half[0] &&
             2 * fabs(double(own.y)) < field.half[1] && 2 * fabs(double(own.z)) < field.half[2];
    }
    __syncwarp();
    stage[lane_index()] = own;
    __syncwarp();
    float part[TARGETS] = {};
#pragma unroll 8
    for (u32 k = 0; k < 32; k++) {
      float4 other = stage[k];
      for (u32 t = 0; t < TARGETS; t++) {
        float x = other.x - target[t].x, y = other.y - target[t].y, z = other.z - target[t].z;
        float square = __fmaf_rn(z, z, __fmaf_rn(y, y, x * x));
        float depth = square < soft * soft ? softened(sqrtf(square) / soft) / soft : rsqrtf(square);
        part[t] = __fmaf_rn(other.w, depth, part[t]);
      }
    }
    for (u32 t = 0; t < TARGETS; t++) {
      sum[t] += part[t];
    }
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    extent = fmaxf(extent, __shfl_xor_sync(FULL_WARP, extent, distance));
  }
  near = __all_sync(FULL_WARP, near);
  // A coordinate is off by up to 2^-24 of the extent, which matters most for the nearest pairs.
  double margin = 1 + ROUNDING + 0x1p-21 * extent / nearest;
  for (u32 t = 0; t < TARGETS; t++) {
    u64 m = first + 32 * t;
    if (m < to) {
      double bound = margin * sum[t] - tree.mass[m] / nearest * (1 - ROUNDING);
      float above = near ? __double2float_ru(fmax(bound, 0.0)) : UNBOUNDED;
      upper[m] = above;
      u64 key = u64(__float_as_uint(above)) << 32 | u32(~u32(m - from));
      atomicMax(reinterpret_cast<unsigned long long*>(best + group), key);
    }
  }
}

// The potential of a member in the field of all others of its group, in all lanes of a warp.
__device__ double potential_of(const Tree& tree, const Field& of_any, u64 group, u64 own) {
  Field field = of_any.with(tree.softening[group]);
  Place place = place_of(tree.points, u32(own));
  double sum = 0;
  for (u64 m = tree.start[group] + lane_index(); m < tree.start[group + 1]; m += 32) {
    double distance = field.distance(place_of(tree.points, u32(m)), place);
    sum += m == own ? 0 : tree.mass[m] * field.potential(distance);
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_xor_sync(FULL_WARP, sum, distance);
  }
  return sum;
}

// What the best member of each group reaches, a warp for each; 0 for groups without tiles.
extern "C" __global__ void potential_of_best(Tree tree, Field field, const u64* first_tile,
                                             const u64* best, double* least) {
  u64 group = thread_index() / 32;
  if (group >= tree.groups) {
    return;
  }
  bool has_tiles = first_tile[group + 1] > first_tile[group];
  u64 own = tree.start[group] + u32(~u32(best[group]));
  double sum = has_tiles ? potential_of(tree, field, group, own) : 0;
  if (lane_index() == 0) {
    least[group] = sum * (1 - ROUNDING);
  }
}

// Bounds for members (PotentialKernels.bounds), a warp for each; none for groups without tiles.
extern "C" __global__ void bound_likely(Tree tree, Field field, const u64* first_tile,
                                        const u32* which, u64 count, double2* bounds) {
  u64 i = thread_index() / 32;
  if (i >= count) {
    return;
  }
  u64 group = tree.group_of(which[i]);
  bool has_tiles = first_tile[group + 1] > first_tile[group];
  double sum = has_tiles ? potential_of(tree, field, group, which[i]) : 0;
  if (lane_index() == 0) {
    bounds[i] = {sum, has_tiles ? SUM_ROUNDING * sum : double(UNBOUNDED)};
  }
}

extern "C" __global__ void mark_likely(Tree tree, const float* upper, const double* least,
                                       u32* bits) {
  u64 m = thread_index();
  bool likely = m < tree.start[tree.groups] && double(upper[m]) >= least[tree.group_of(m)];
  store_bits(bits, m, tree.start[tree.groups], likely);
}
