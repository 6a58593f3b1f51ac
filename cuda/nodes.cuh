// Nodes of a tree level and distances between them (TreeLevel, LinkCriterion).
#pragma once

#include "common.cuh"

constexpr u32 ONE_GROUP = 0x80000000u;  // TreeLevel.ONE_GROUP
constexpr u32 MAX_SIZE = 1u << 30;      // TreeLevel.MAX_SIZE

// Tight box of a node's points, its first child, and the number of children with ONE_GROUP.
struct __align__(16) Node {
  Place lower;
  u32 first;
  Place upper;
  u32 size_and_flag;

  __device__ __forceinline__ u32 size() const { return size_and_flag & ~ONE_GROUP; }
  __device__ __forceinline__ bool one_group() const { return size_and_flag & ONE_GROUP; }
  __device__ __forceinline__ bool is_point() const {
    return lower.x == upper.x && lower.y == upper.y && lower.z == upper.z;
  }
};

__device__ __forceinline__ Node load_node(const Node* nodes, u32 i) {
  const int4* halves = reinterpret_cast<const int4*>(nodes + i);
  int4 low = halves[0], high = halves[1];
  return {{low.x, low.y, low.z}, u32(low.w), {high.x, high.y, high.z}, u32(high.w)};
}

// As load_node, in kernels that do not change nodes.
__device__ __forceinline__ Node read_node(const Node* nodes, u32 i) {
  const int4* halves = reinterpret_cast<const int4*>(nodes + i);
  int4 low = __ldg(halves), high = __ldg(halves + 1);
  return {{low.x, low.y, low.z}, u32(low.w), {high.x, high.y, high.z}, u32(high.w)};
}

__device__ __forceinline__ void store_node(Node* nodes, u32 i, const Node& node) {
  int4* halves = reinterpret_cast<int4*>(nodes + i);
  halves[0] = make_int4(node.lower.x, node.lower.y, node.lower.z, int(node.first));
  halves[1] = make_int4(node.upper.x, node.upper.y, node.upper.z, int(node.size_and_flag));
}

// One cell size in all dimensions: integers decide. Each distance is at most 2^31, so that the sum
// of squares is below 2^64.
struct IsotropicCriterion {
  u64 max_square;
  float rounded;  // the same in single precision

  __device__ __forceinline__ bool links(u32 dx, u32 dy, u32 dz) const {
    return square(dx, dy, dz) <= max_square;
  }

  __device__ __forceinline__ bool links(int dx, int dy, int dz) const {
    return square(dx, dy, dz) <= max_square;
  }

  // A number that orders distances (LinkCriterion.square).
  __device__ __forceinline__ u64 square(u32 dx, u32 dy, u32 dz) const {
    return u64(dx) * dx + u64(dy) * dy + u64(dz) * dz;
  }

  __device__ __forceinline__ u64 square(int dx, int dy, int dz) const {
    return u64(i64(dx) * dx) + u64(i64(dy) * dy) + u64(i64(dz) * dz);
  }

  __device__ __forceinline__ u64 largest_square() const { return max_square; }

  // For Frame: lengths in cells, and whether L is at most 2^29 cells.
  __device__ __forceinline__ float approximate_max_square() const { return rounded; }
  __device__ __forceinline__ bool is_short() const { return max_square <= 1ull << 58; }
  __device__ __forceinline__ float3 approximate(int dx, int dy, int dz) const {
    return {float(dx), float(dy), float(dz)};
  }
};

// A cell size per dimension: doubles decide, in this order and without fused operations (the
// compiler is given --fmad=false), exactly as LinkCriterion.linksDistance does in Java.
struct GeneralCriterion {
  double cell_x, cell_y, cell_z, max_square_length;
  double per_length;  // 1 / L

  __device__ __forceinline__ double square_length(double dx, double dy, double dz) const {
    double x = dx * cell_x, y = dy * cell_y, z = dz * cell_z;
    return x * x + y * y + z * z;
  }

  __device__ __forceinline__ bool links(u32 dx, u32 dy, u32 dz) const {
    return square_length(double(dx), double(dy), double(dz)) <= max_square_length;
  }

  __device__ __forceinline__ bool links(int dx, int dy, int dz) const {
    return square_length(double(dx), double(dy), double(dz)) <= max_square_length;
  }

  // The bits of a double that is not negative order as its value does.
  template <class Difference>
  __device__ __forceinline__ u64 square(Difference dx, Difference dy, Difference dz) const {
    return __double_as_longlong(square_length(double(dx), double(dy), double(dz)));
  }

  __device__ __forceinline__ u64 largest_square() const {
    return __double_as_longlong(max_square_length);
  }

  // For Frame: lengths in units of L, and whether L is at most 2^29 cells. All differences
  // are 0 where the cell is.
  __device__ __forceinline__ float approximate_max_square() const { return 1; }
  __device__ __forceinline__ bool is_short() const {
    auto is_short = [&](double cell) {
      return cell == 0 || max_square_length <= cell * cell * 0x1p58;
    };
    return max_square_length > 0 && is_short(cell_x) && is_short(cell_y) && is_short(cell_z);
  }
  __device__ __forceinline__ float3 approximate(int dx, int dy, int dz) const {
    return {float(dx * (cell_x * per_length)), float(dy * (cell_y * per_length)),
            float(dz * (cell_z * per_length))};
  }
};

// Natural overflow of the difference is the minimum image.
template <class Criterion>
__device__ __forceinline__ bool linked(const Place& a, const Place& b, const Criterion& criterion) {
  return criterion.links(int(u32(a.x) - u32(b.x)), int(u32(a.y) - u32(b.y)),
                         int(u32(a.z) - u32(b.z)));
}

// Lower distance of two intervals. Of two disjoint ones, the two gaps modulo 2^32 are the direct
// one and the one around the box; the smaller is at most 2^31.
__device__ __forceinline__ u32 gap(int lower_a, int upper_a, int lower_b, int upper_b) {
  u32 nearest = min(u32(lower_b) - u32(upper_a), u32(lower_a) - u32(upper_b));
  return lower_b > upper_a || lower_a > upper_b ? nearest : 0;
}

template <class Criterion>
__device__ __forceinline__ bool near(const Node& a, const Node& b, const Criterion& criterion) {
  return criterion.links(gap(a.lower.x, a.upper.x, b.lower.x, b.upper.x),
                         gap(a.lower.y, a.upper.y, b.lower.y, b.upper.y),
                         gap(a.lower.z, a.upper.z, b.lower.z, b.upper.z));
}

// Whether the diagonal of the box is within the linking length.
template <class Criterion>
__device__ __forceinline__ bool dense(const Node& a, const Criterion& criterion) {
  constexpr u32 HALF = 0x80000000u;
  return criterion.links(min(u32(a.upper.x) - u32(a.lower.x), HALF),
                         min(u32(a.upper.y) - u32(a.lower.y), HALF),
                         min(u32(a.upper.z) - u32(a.lower.z), HALF));
}

// Largest distance between points of two intervals, or an upper bound for it.
__device__ __forceinline__ u32 reach(int lower_a, int upper_a, int lower_b, int upper_b) {
  u32 extent_a = u32(upper_a) - u32(lower_a), extent_b = u32(upper_b) - u32(lower_b);
  bool apart = lower_b > upper_a || lower_a > upper_b;
  u64 across = u64(gap(lower_a, upper_a, lower_b, upper_b)) + extent_a + extent_b;
  i64 over = max(i64(upper_b) - lower_a, i64(upper_a) - lower_b);
  return u32(min(apart ? across : u64(over), u64(0x80000000u)));
}

// Whether the upper distance of two nodes is within the linking length.
template <class Criterion>
__device__ __forceinline__ bool all_near(const Node& a, const Node& b, const Criterion& criterion) {
  return criterion.links(reach(a.lower.x, a.upper.x, b.lower.x, b.upper.x),
                         reach(a.lower.y, a.upper.y, b.lower.y, b.upper.y),
                         reach(a.lower.z, a.upper.z, b.lower.z, b.upper.z));
}
