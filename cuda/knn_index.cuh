// The index of points for nearest neighbours (CudaNeighbourIndex), and distances to its nodes.
//
// Points stand along a Hilbert curve. LEAF consecutive ones are a leaf, FANOUT consecutive nodes of
// one level are a node of the next, up to a single root: the numbers imply the tree, and there are
// no pointers. Coordinates are those of the input, so that no distance suffers from a conversion.
#pragma once

#include <cfloat>

#include "common.cuh"

constexpr u32 LEAF = 32;  // CurveOrder.LEAF; the points of a leaf are those of a warp
constexpr u32 FANOUT = 32;  // CudaNeighbourIndex.FANOUT
constexpr u32 MAX_LEVELS = 8;  // CudaNeighbourIndex.MAX_LEVELS
constexpr u32 NO_ROW = 0xffffffffu;

__device__ __forceinline__ u32 warp_min(u32 value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_min_sync(FULL_WARP, value);
#else
  for (u32 distance = 16; distance > 0; distance /= 2) {
    value = min(value, __shfl_xor_sync(FULL_WARP, value, distance));
  }
  return value;
#endif
}

__device__ __forceinline__ u32 warp_max(u32 value) { return ~warp_min(~value); }

// Of floats that are not negative: their bits are ordered as they are.
__device__ __forceinline__ float warp_max(float value) {
  return __uint_as_float(warp_max(__float_as_uint(value)));
}

__device__ __forceinline__ double infinity() { return __longlong_as_double(0x7ff0000000000000ll); }

template <class Real>
struct Vector {
  Real x, y, z;
};

// A row of coordinates; 0 in the dimensions of the bits of `flat`, which do not count. Scattered
// rows are loaded past the coherent cache.
template <class Real>
__device__ __forceinline__ Vector<Real> place_at(const Real* xyz, u64 row, u32 flat) {
  const Real* p = xyz + 3 * row;
  return {flat & 1 ? 0 : __ldg(p), flat & 2 ? 0 : __ldg(p + 1), flat & 4 ? 0 : __ldg(p + 2)};
}

// A point and its row in the input.
template <class Real>
struct alignas(16) Record {
  Vector<Real> at;
  u32 row;
};

// Tight box of a node's points, inside the box of the simulation up to rounding.
template <class Real>
struct alignas(16) Box {
  Vector<Real> lower, upper;
  // Whether all points of the node are at one place, and if so, how many points at this place stand
  // just before the node, up to MAX_BEFORE. They have smaller rows, so that a node with `before` of
  // at least k never holds a neighbour.
  u32 one_place;
  u32 before;
};

constexpr u32 MAX_BEFORE = 4128;

template <class Real>
struct Index {
  const Record<Real>* points;
  const Box<Real>* nodes;
  u64 count;
  u64 top;                // level of the root, at least 1; leaves are level 0
  u64 first[MAX_LEVELS];  // first node of each level in `nodes`
  u64 size[MAX_LEVELS];   // nodes of each level

  __device__ __forceinline__ const Box<Real>& node(u32 level, u32 i) const {
    return nodes[first[level] + i];
  }
};

// One dimension: its side, or infinity where distances do not wrap; its half; above the error of a
// coordinate or difference that was wrapped; 1 / side; side - slack.
template <class Real>
struct Axis {
  Real side, half, slack, inverse, least_side;
};

// `scale` is the power of two that brings the longest side near 1, so that squares neither overflow
// nor vanish in float; `absolute` is above the errors of scaled distances in double, which wrapping
// makes, for coordinates up to 1000 sides outside.
template <class Real>
struct Space {
  Axis<Real> x, y, z;
  Real scale, absolute;
};

__device__ __forceinline__ Record<float> load(const Record<float>* records, u64 i) {
  float4 v = __ldg(reinterpret_cast<const float4*>(records + i));
  return {{v.x, v.y, v.z}, __float_as_uint(v.w)};
}

__device__ __forceinline__ Record<double> load(const Record<double>* records, u64 i) {
  const double2* halves = reinterpret_cast<const double2*>(records + i);
  double2 xy = __ldg(halves), z_row = __ldg(halves + 1);
  return {{xy.x, xy.y, z_row.x}, u32(__double2loint(z_row.y))};
}

__device__ __forceinline__ Box<float> load(const Box<float>* boxes, u64 i) {
  const float4* halves = reinterpret_cast<const float4*>(boxes + i);
  float4 a = __ldg(halves), b = __ldg(halves + 1);
  return {{a.x, a.y, a.z}, {a.w, b.x, b.y}, __float_as_uint(b.z), __float_as_uint(b.w)};
}

__device__ __forceinline__ Box<double> load(const Box<double>* boxes, u64 i) {
  const double2* parts = reinterpret_cast<const double2*>(boxes + i);
  double2 a = __ldg(parts), b = __ldg(parts + 1), c = __ldg(parts + 2), d = __ldg(parts + 3);
  return {{a.x, a.y, b.x}, {b.y, c.x, c.y}, u32(__double2loint(d.x)), u32(__double2hiint(d.x))};
}

// --- the distance that is answered (Neighbours) ----------------------------------------------

// Around the box if that is nearer. Images at one place have one distance: what the difference was
// rounded by (Knuth's TwoSum) is put back.
__device__ __forceinline__ double nearest_image(double a, double b, const Axis<double>& axis) {
  double difference = a - b;
  if (fabs(difference) < axis.half || isinf(axis.side)) {
    return difference;
  }
  double turns = rint(difference / axis.side);
  if (turns == 0) {
    turns = copysign(1.0, difference);  // half a box, as far as it was rounded
  }
  double taken = difference - a;
  double rounding = (a - (difference - taken)) - (b + taken);
  return (difference - turns * axis.side) + rounding;
}

template <class Real>
__device__ __forceinline__ double distance_of(const Vector<double>& query,
                                              const Vector<Real>& point,
                                              const Space<double>& space) {
  double x = nearest_image(query.x, double(point.x), space.x);
  double y = nearest_image(query.y, double(point.y), space.y);
  double z = nearest_image(query.z, double(point.z), space.z);
  return sqrt(x * x + y * y + z * z);
}

// --- lower distances to nodes ------------------------------------------------------------------

// A coordinate brought into [0, side], up to an axis's slack.
__device__ __forceinline__ double wrap(double x, double side) {
  return x - side * floor(x / side);
}

__device__ __forceinline__ float round_down(double x, float) { return __double2float_rd(x); }
__device__ __forceinline__ float round_up(double x, float) { return __double2float_ru(x); }
__device__ __forceinline__ double round_down(double x, double) { return x; }
__device__ __forceinline__ double round_up(double x, double) { return x; }

// The interval around a coordinate that holds its image inside the box of the simulation. The far
// side is the near one, as it is on the curve: else the boxes of points there would span the whole
// box.
template <class Real>
__device__ __forceinline__ void image(double x, const Axis<Real>& axis, const Axis<double>& exact,
                                      Real& lower, Real& upper) {
  bool wrapped = !(x >= 0 && x < exact.side) && !isinf(exact.side);
  double inside = wrapped ? wrap(x, exact.side) : x;
  lower = round_down(inside, Real()) - (wrapped ? axis.slack : 0);
  upper = round_up(inside, Real()) + (wrapped ? axis.slack : 0);
}

// The box around the image of one point.
template <class Real>
__device__ __forceinline__ Box<Real> image_box(const Vector<double>& at, const Space<Real>& space,
                                               const Space<double>& exact) {
  Box<Real> box = {};
  image(at.x, space.x, exact.x, box.lower.x, box.upper.x);
  image(at.y, space.y, exact.y, box.lower.y, box.upper.y);
  image(at.z, space.z, exact.z, box.lower.z, box.upper.z);
  return box;
}

// Distance of two intervals, directly or around the box.
template <class Real>
__device__ __forceinline__ Real gap(Real lower_a, Real upper_a, Real lower_b, Real upper_b,
                                    const Axis<Real>& axis) {
  Real above = lower_b - upper_a, below = lower_a - upper_b;
  Real direct = max(above, below), around = min(above, below) + axis.least_side;
  return max(min(direct, around), Real(0));
}

template <class Real>
__device__ __forceinline__ Vector<Real> gap(const Box<Real>& a, const Box<Real>& b,
                                            const Space<Real>& space) {
  return {gap(a.lower.x, a.upper.x, b.lower.x, b.upper.x, space.x),
          gap(a.lower.y, a.upper.y, b.lower.y, b.upper.y, space.y),
          gap(a.lower.z, a.upper.z, b.lower.z, b.upper.z, space.z)};
}

// The smallest box around those of `lanes` consecutive lanes.
template <class Real>
__device__ __forceinline__ void merge_boxes(Box<Real>& box, u32 lanes) {
  Real* lower = &box.lower.x;
  Real* upper = &box.upper.x;
  for (u32 distance = lanes / 2; distance > 0; distance /= 2) {
#pragma unroll
    for (u32 d = 0; d < 3; d++) {
      lower[d] = min(lower[d], __shfl_xor_sync(FULL_WARP, lower[d], distance));
      upper[d] = max(upper[d], __shfl_xor_sync(FULL_WARP, upper[d], distance));
    }
  }
}

// --- what is asked and answered ----------------------------------------------------------------

// Queries as records in the order of the curve. Places [from, to) are to be answered.
struct Queries {
  const void* records;
  u64 doubles;         // whether they are Record<double>
  u64 from, to;
  const double* reach; // of each row, or null for no bound
  const u64* keys;     // of every LEAF-th query; null where they are the points of the index
};

__device__ __forceinline__ Record<double> query_at(const Queries& queries, u64 place) {
  if (queries.doubles) {
    return load(static_cast<const Record<double>*>(queries.records), place);
  }
  Record<float> r = load(static_cast<const Record<float>*>(queries.records), place);
  return {{double(r.at.x), double(r.at.y), double(r.at.z)}, r.row};
}

__device__ __forceinline__ double reach_of(const Queries& queries, u32 row) {
  return queries.reach ? queries.reach[row] : infinity();
}

// The last leaf that begins at a key or before it, or else the first one.
__device__ __forceinline__ u32 leaf_of(const u64* leaf_keys, u32 leaves, u64 key) {
  return max(count_below(leaves, [&](u32 at) { return leaf_keys[at] <= key; }), 1u) - 1;
}

// Where answers go: row by row of the queries, or by their places from Queries::from.
struct Answers {
  u32* rows;
  void* distances;
  u64 doubles;  // whether the distances are
  u64 k;
  u64 by_place;

  __device__ __forceinline__ u64 start(const Queries& queries, u64 place, u32 row) const {
    return (by_place ? place - queries.from : u64(row)) * k;
  }

  __device__ __forceinline__ void put(u64 at, u32 row, double distance) const {
    rows[at] = row;
    if (doubles) {
      static_cast<double*>(distances)[at] = distance;
    } else {
      static_cast<float*>(distances)[at] = float(distance);
    }
  }
};

// --- nodes still to be visited, nearest on top -------------------------------------------------

// Fewer than 2^31 points have 7 levels: an entry for each on the path to the start, and the children
// of one node on each but the top and the leaves.
constexpr u32 MAX_PENDING = 7 + 5 * FANOUT;

// A node of level 1 or more.
struct Visit {
  u32 node : 27, level : 5;
};

// A node of level 1 or more. If it is on the path to the start, its child there is pending itself.
struct Pending {
  u32 node : 27, level : 4, on_path : 1;
  float lower;
};

// The lanes of a warp hold a node's children with their lower distances (infinity: not wanted), of
// which those up to the bound are pushed, the nearest last.
__device__ __forceinline__ void push_children(Pending* stack, u32& pending, u32 level, u32 child,
                                              float lower, float bound) {
  u32 wanted = __popc(__ballot_sync(FULL_WARP, lower <= bound));
  for (u32 k = wanted; k > 0; k--) {
    u32 nearest = warp_min(__float_as_uint(lower));
    u32 owner = __ffs(__ballot_sync(FULL_WARP, __float_as_uint(lower) == nearest)) - 1;
    if (lane_index() == owner) {
      stack[pending + k - 1] = Pending{child, level, 0, lower};
      lower = INFINITY;
    }
  }
  pending += wanted;
  __syncwarp();
}
